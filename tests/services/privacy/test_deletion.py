"""Deleted accounts: nothing of their owner remains, and their opponents lose nothing."""

import pytest
from sqlalchemy import select

from models import (
    Base,
    Block,
    Challenge,
    Channel,
    SecurityEvent,
    Sighting,
    StoredDuel,
    StoredRating,
    Tournament,
    User,
)
from services.accounts import accounts, sessions
from services.accounts.refusals import AccountRefusal
from services.api import keys
from services.api.keys import Scope
from services.challenges import challenges
from services.ladders import ladders, membership
from services.moderation import acts
from services.moderation.refusals import ModerationRefusal
from services.players import find_player
from services.practice.beginning import PracticeWish, begin_practice
from services.privacy import deletion
from services.privacy.deletion import DeletionRefusal
from services.ratings.pools import Pool
from services.ratings.shown import list_ratings
from services.terms import Terms
from services.tournaments import entering
from tests.fixtures_duels import DAY, FIRST, LATER, LISTS, NOON, SECOND, Clock
from tests.refusing import refuses
from tests.services.tournaments.conftest import Cup

ADDRESS = "boris@example.org"


@pytest.fixture
def delete(any_database, people):
    """Return a function that deletes Boris's account and concedes his duels; it returns his new name."""

    def delete(name="boris"):
        with any_database.writing() as session:
            deletion.delete_account(session, people[name], LATER)
        deletion.concede_running(any_database, lambda: LATER, people[name])
        with any_database.reading() as session:
            return session.get(User, people[name]).name

    return delete


def everything(database):
    """Read the whole database, as text by table."""
    with database.reading() as session:
        return {
            table.name: "\n".join(str(tuple(row)) for row in session.execute(select(table)))
            for table in Base.metadata.sorted_tables
        }


def fill(session, user_id, other_id):
    """Give an account a row of each kind that belongs to it, and all settings."""
    user = session.get(User, user_id)
    user.email, user.verified_at, user.zone, user.calendar_token = ADDRESS, NOON, "Asia/Tokyo", "c" * 22
    address = {"url": f"https://example.org/{user.name}"}
    session.add_all(
        [
            Block(user_id=user_id, blocked_id=other_id, made_at=NOON),
            Channel(user_id=user_id, kind="webhook", address=address, kinds=["turn"], created_at=NOON),
            SecurityEvent(user_id=user_id, kind="login", at=NOON),
            Sighting(
                user_id=user_id, kind="device", digest="d" * 64, first_on=NOON.date(), last_on=NOON.date()
            ),
        ]
    )
    sessions.begin(session, user, NOON)
    keys.make_token(session, user_id, "bot", [Scope.READ], None, NOON)
    challenges.create(session, user_id, "open", None, Terms(), NOON)
    begin_practice(session, user_id, PracticeWish(), NOON)


def test_a_deleted_account_leaves_nothing_about_its_owner(any_database, people, begun, delete):
    over = begun()
    over.resolve(LISTS[FIRST], LISTS[SECOND])
    with any_database.writing() as session:
        fill(session, people["boris"], people["anna"])
    assert "boris" in everything(any_database)["users"]
    name = delete()
    held = everything(any_database)
    assert [table for table, rows in held.items() if "boris" in rows] == [
        "messages"
    ]  # the message to him that it is done
    assert [table for table, rows in held.items() if "Tokyo" in rows or "c" * 22 in rows] == []
    for table in ("blocks", "channels", "sessions", "api_tokens", "sightings", "security_events", "seeks"):
        assert held[table] == ""
    assert name.startswith("[anonymous ")
    with any_database.reading() as session:
        assert session.scalars(select(Challenge.state)).all() == ["withdrawn"]
        assert session.scalars(select(StoredDuel.level)).all() == [None]  # practice is gone


def test_the_former_address_gets_a_mail_about_the_deletion(any_database, people, delete):
    with any_database.writing() as session:
        fill(session, people["boris"], people["anna"])
    delete()
    assert "account_deleted" in everything(any_database)["messages"]


def test_deletion_concedes_running_duels_and_leaves_finished_ones_unchanged(begun, delete):
    over, running, late = begun(), begun(), begun(clock=Clock(DAY, DAY, DAY, misses=1))
    for contest in (over, running):
        contest.resolve(LISTS[FIRST], LISTS[SECOND])
    over.happen(FIRST, "conceded")
    record, version = over.record(), over.stored().version
    name = delete()
    after = over.record()
    assert after["players"] == {"first": "anna", "second": name}
    assert {**after, "players": record["players"]} == record
    assert over.stored().version > version  # pages are made anew
    for contest in (running, late):
        assert (contest.stored().winner, contest.stored().reason) == (FIRST, "conceded")


def test_both_duels_of_two_who_delete_their_accounts_end(begun, delete):
    contest = begun()
    delete("anna")
    assert contest.stored().winner == SECOND
    delete("boris")
    assert contest.stored().names[FIRST] != contest.stored().names[SECOND]


def test_the_worker_concedes_duels_that_the_request_left_running(any_database, people, begun):
    contest = begun()
    with any_database.writing() as session:
        deletion.delete_account(session, people["boris"], LATER)
    assert contest.phase == "HOMES"
    assert deletion.concede_running(any_database, lambda: LATER) == 1
    assert contest.stored().winner == FIRST
    assert deletion.concede_running(any_database, lambda: LATER) == 0


def test_a_duel_that_cannot_be_resolved_stops_no_deletion(any_database, begun, delete):
    broken, whole = begun(), begun()
    broken.spoil()
    with any_database.writing() as session:
        session.get(StoredDuel, broken.id).stuck_at = NOON
    delete()
    assert whole.stored().winner == FIRST
    with any_database.reading() as session:
        assert session.get(StoredDuel, broken.id).ended_at is None


def test_a_deleted_account_cannot_log_in_or_be_reopened_and_its_name_stays_taken(
    any_database, people, delete
):
    name = delete()
    with any_database.reading() as session:
        assert accounts.authenticate(session, accounts.named(session, "boris"), "hash") is None
    with any_database.writing() as session:
        assert accounts.named(session, "boris") is None
        with pytest.raises(sessions.AccountClosed):
            sessions.begin(session, session.get(User, people["boris"]), NOON)
        with refuses(ModerationRefusal.NOT_CLOSED):
            acts.open_account(session, people["clara"], people["boris"], "Please.", NOON)
        with refuses(AccountRefusal.NAME_CHARACTERS):
            accounts.register(session, name, "hash", "en", NOON)
        accounts.register(session, "boris", "hash", "fr", NOON)
        seen = find_player(session, name, None)
        assert (seen.is_deleted, seen.is_closed) == (True, True)


def test_a_french_account_gets_a_french_name(any_database, people, delete):
    with any_database.writing() as session:
        session.get(User, people["boris"]).language = "fr"
    assert delete().startswith("[anonyme ")


def test_it_leaves_ladders_and_lists_of_ratings(any_database, people, delete):
    pool = Pool("days", "intimate")
    with any_database.writing() as session:
        ladder = ladders.make(session, "All", Terms(), None, NOON)
        membership.join(session, ladder.token, people["boris"], NOON)
        session.add(rating_of(people["boris"], pool))
    with any_database.reading() as session:
        assert [row.name for row in list_ratings(session, pool, LATER)] == ["boris"]
    delete()
    with any_database.writing() as session:
        assert list_ratings(session, pool, LATER) == []
        # A duel that is rated later brings nobody back.
        session.get(StoredRating, (people["boris"], *pool)).listed_until = NOON.replace(year=2027)
    with any_database.reading() as session:
        assert list_ratings(session, pool, LATER) == []
        assert "None" in everything(any_database)["ladder_places"]


def rating_of(user_id, pool):
    numbers = {"rating": 1600.0, "deviation": 60.0, "volatility": 0.06, "duels": 9}
    return StoredRating(
        user_id=user_id, **pool._asdict(), **numbers, rated_at=NOON, listed_until=NOON.replace(year=2027)
    )


def test_moderators_must_resign_before_deleting_their_account(any_database, people):
    with any_database.writing() as session:
        session.get(User, people["clara"]).is_moderator = True
        with refuses(DeletionRefusal.MODERATOR):
            deletion.delete_account(session, people["clara"], NOON)
        accounts.unmake_moderator(session, "clara")
        assert deletion.foresee(session, people["clara"]) == (0, None)
        deletion.delete_account(session, people["clara"], NOON)
        with refuses(DeletionRefusal.DELETED_ALREADY):
            deletion.delete_account(session, people["clara"], NOON)


def test_tournaments_and_their_logs_use_the_new_name_of_a_deleted_account(sqlite_database):
    cup = Cup(sqlite_database, ("boris", "dora"))
    with sqlite_database.writing() as session:
        arno = session.get(User, cup.ids["arno"])
        entering.name_arbiter(session, cup.token, cup.ids["olga"], arno, NOON)
    with sqlite_database.writing() as session, refuses(DeletionRefusal.ORGANISES, names=["Spring Cup"]):
        deletion.delete_account(session, cup.ids["olga"], NOON)
    cup.cancel()
    with sqlite_database.writing() as session:
        version = session.scalar(select(Tournament.version))
        for name in ("boris", "olga", "arno"):
            deletion.delete_account(session, cup.ids[name], NOON)
        assert session.scalar(select(Tournament.version)) > version
    held = everything(sqlite_database)
    assert [table for table, rows in held.items() if "boris" in rows or "arno" in rows] == []
    assert "dora" in held["tournament_acts"]
