"""Closed accounts: logged out at once, their offers withdrawn, their duels intact, and reopened."""

import ast
import re
from itertools import product

import pytest
from sqlalchemy import delete, event, select
from sqlalchemy.exc import IntegrityError

from competition.tournament.values import RoundPlan, System, TournamentPlan
from models import (
    Challenge,
    LoginSession,
    Message,
    ModeratorAct,
    Report,
    Seek,
    StoredChapter,
    StoredDuel,
    User,
)
from services import matchmaking
from services.accounts import sessions
from services.challenges import challenges
from services.challenges.challenges import block_player
from services.challenges.refusals import ChallengeRefusal
from services.ladders import ladders, membership
from services.matchmaking import SeekWish
from services.moderation import acts
from services.moderation.refusals import ModerationRefusal
from services.terms import Terms
from services.tournaments import entering, making, rounds
from services.tournaments.sheet import load_sheet
from services.tournaments.tournaments import find
from services.viewers import find_viewer, read_own
from tests.fixtures_duels import DAY, DEADLINE, FIRST, LISTS, NOON, SECOND, Clock
from tests.fixtures_site import on_postgres
from tests.quality.project import files, name, tree
from tests.refusing import refuses

WHY = "Two accounts in one tournament."
ORDER = ("seeks", "users", "challenges")
"""The tables in which rows are locked, in this order."""


@pytest.fixture
def close(any_database, people):
    """Return a function by which Clara, a moderator, closes an account."""

    def close(name="boris", moderator="clara", reason=WHY):
        with any_database.writing() as session:
            acts.close_account(session, moderator and people[moderator], people[name], reason, NOON)

    return close


def challenge(session, people, challenger, kind, opponent=None):
    opponent = opponent and session.get(User, people[opponent])
    return challenges.create(session, people[challenger], kind, opponent, Terms(), NOON)


def test_its_sessions_end_and_no_other_begins(any_database, people, close):
    with any_database.writing() as session:
        token = sessions.begin(session, session.get(User, people["boris"]), NOON)
    close()
    with any_database.writing() as session:
        assert find_viewer(session, token, NOON.date()) is None
        assert session.scalars(select(LoginSession)).all() == []
        with pytest.raises(sessions.AccountClosed) as refused:
            sessions.begin(session, session.get(User, people["boris"]), NOON)
    assert refused.value.why == WHY


def test_its_challenges_are_withdrawn_those_to_it_declined_and_it_waits_for_nobody(
    any_database, people, close
):
    with any_database.writing() as session:
        own = [challenge(session, people, "boris", kind) for kind in ("open", "link")]
        named = challenge(session, people, "boris", "named", "anna")
        to_them = challenge(session, people, "anna", "named", "boris")
        others = challenge(session, people, "anna", "open")
        numbers = [each.id for each in (*own, named, to_them, others)]
        terms = {"pace": "days", "preset": "intimate", "clocks": ["day"], "rated": True}
        session.add(Seek(user_id=people["boris"], **terms, made_at=NOON, seen_at=NOON, expires_at=DEADLINE))
    close()
    with any_database.writing() as session:
        found = [session.get(Challenge, number) for number in numbers]
        assert [each.state for each in found] == ["withdrawn"] * 3 + ["declined", "waiting"]
        assert [each.untold_id for each in found] == [None, None, people["anna"], people["anna"], None]
        assert session.scalars(select(Seek)).all() == []
        with refuses(ChallengeRefusal.OPPONENT_CLOSED):
            challenge(session, people, "anna", "named", "boris")
        with pytest.raises(sessions.AccountClosed):
            challenge(session, people, "boris", "open")


def test_a_closed_account_keeps_its_duels_unchanged_and_loses_running_ones_by_absence(begun, close):
    running, over = begun(clock=Clock(DAY, DAY, DAY, misses=1)), begun()
    over.resolve(LISTS[FIRST], LISTS[SECOND])
    over.happen(FIRST, "conceded")
    before = over.record(), over.stored().version, running.stored().version
    close()
    assert (over.record(), over.stored().version, running.stored().version) == before
    assert over.stored().names[SECOND] == "boris"
    assert running.phase == "HOMES"
    running.enter(FIRST, LISTS[FIRST])
    running.sweep()
    assert (running.stored().winner, running.stored().reason) == (FIRST, "absent")


def test_a_closed_account_gets_the_reason_by_mail_if_its_address_is_verified(any_database, people, close):
    with any_database.writing() as session:
        boris = session.get(User, people["boris"])
        boris.email, boris.verified_at = "boris@example.org", NOON
    close("boris")
    close("anna")
    with any_database.reading() as session:
        (letter,) = session.scalars(select(Message)).all()
        assert (letter.kind, letter.address, letter.facts) == (
            "account_closed",
            "boris@example.org",
            {"text": WHY},
        )


def test_it_is_opened_again_and_all_of_it_stands_in_the_log(any_database, people, close):
    close()
    with refuses(ModerationRefusal.CLOSED_ALREADY):
        close()
    with any_database.writing() as session:
        acts.open_account(session, None, people["boris"], "It was their brother.", NOON)
        assert sessions.begin(session, session.get(User, people["boris"]), NOON)
        with refuses(ModerationRefusal.NOT_CLOSED):
            acts.open_account(session, None, people["boris"], "Again.", NOON)
    with any_database.reading() as session:
        log = [(act.act, act.moderator and act.moderator.name, act.reason) for act in acts.list_acts(session)]
    assert log == [
        ("opened_account", None, "It was their brother."),
        ("closed_account", "clara", WHY),
    ]


def test_it_takes_a_reason_and_a_command_to_close_a_moderator(any_database, people, close):
    with any_database.writing() as session:
        session.get(User, people["boris"]).is_moderator = True
    with refuses(ModerationRefusal.REASON_MISSING):
        close("anna", reason=" \n")
    with refuses(ModerationRefusal.MODERATOR):
        close("boris")
    close("boris", moderator=None)


def test_no_code_deletes_a_duel_a_chapter_an_account_or_an_act_of_a_moderator():
    """A deleted account keeps its duels: nothing on the site can delete them."""
    calls = [
        (name(path), node)
        for place in ("models", "services", "web")
        for path in files(place, "*.py")
        if name(path) != "services/practice/guests.py"  # deletes old guests and their practice
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and node.args
    ]
    deleted = {ast.unparse(node.args[0]) for _, node in calls if ast.unparse(node.func) == "delete"}
    kept = {model.__name__ for model in (StoredDuel, StoredChapter, User, ModeratorAct, Report)}
    assert "LoginSession" in deleted
    assert deleted & kept == set()
    unmade = {(path, ast.unparse(node.args[0])) for path, node in calls if is_of_session(node.func)}
    assert unmade == {
        ("services/notifications/channels.py", "channel"),
        ("services/duels/resolving.py", "entry"),
        # A chapter holds it from now on.
        ("services/duels/resolving.py", "entry"),
        ("services/duels/entering.py", "own"),
        # The organiser owns a table, and an emptied sheet.
        ("services/tables/running.py", "chapter"),
        ("services/tables/running.py", "row"),
        ("services/tables/tables.py", "table.stored"),
        # Withdrawals before the start, corrections, and lifted rulings: the log has each.
        ("services/tournaments/entering.py", "entrant"),
        ("services/tournaments/ordinary.py", "row"),
        ("services/tournaments/rulings.py", "found"),
    }


def is_of_session(call):
    return isinstance(call, ast.Attribute) and call.attr == "delete" and "session" in ast.unparse(call.value)


def test_the_database_deletes_no_player_of_a_duel(any_database, people, begun):
    """Not even by hand."""
    contest = begun()
    with pytest.raises(IntegrityError), any_database.writing() as session:
        session.execute(delete(User).where(User.id == people["boris"]))
    assert contest.phase == "HOMES"


# Warnings


def test_a_warning_counts_until_its_owner_has_read_it(any_database, people):
    with any_database.writing() as session:
        boris = session.get(User, people["boris"])
        number = acts.warn(session, people["clara"], boris, "Be polite.", NOON).id
    with any_database.writing() as session:
        acts.mark_read(session, number, people["anna"], NOON)
        assert read_own(session, people["boris"]).awaiting.warnings == 1
        assert [each.reason for each in acts.unread(session, people["boris"])] == ["Be polite."]
        assert read_own(session, people["anna"]).awaiting.warnings == 0
        acts.mark_read(session, number, people["boris"], NOON)
        assert read_own(session, people["boris"]).awaiting.warnings == 0
        assert acts.list_acts(session)[0].read_at == NOON


def test_tournaments_no_longer_draw_a_closed_account(any_database, people, close):
    with any_database.writing() as session:
        plan, terms = TournamentPlan(System.SWISS, (RoundPlan(), RoundPlan())), Terms()
        made = [
            making.make(session, people["clara"], making.Proposal(name, "", terms, plan), NOON)
            for name in ("Open cup", "Running cup")
        ]
        for each, name in product(made, ("anna", "boris")):
            entering.sign_up(session, each.token, session.get(User, people[name]), NOON)
        rounds.start(session, made[1].token, people["clara"], NOON)
        tokens = [each.token for each in made]
    close()
    with any_database.reading() as session:
        before, running = (load_sheet(session, find(session, token)) for token in tokens)
    assert [each.name for each in before.entrants.values()] == ["anna"]
    assert {each.name: each.last_round for each in running.entrants.values()} == {"anna": None, "boris": 1}


def test_it_joins_no_ladder_and_no_tournament_that_it_was_about_to_join(any_database, people, close):
    with any_database.writing() as session:
        ladder = ladders.make(session, "Ladder", Terms(), None, NOON).token
        plan = TournamentPlan(System.SWISS, (RoundPlan(),))
        cup = making.make(session, people["clara"], making.Proposal("Cup", "", Terms(), plan), NOON).token
    close()
    with any_database.writing() as session, pytest.raises(sessions.AccountClosed):
        membership.join(session, ladder, people["boris"], NOON)
    with any_database.writing() as session, pytest.raises(sessions.AccountClosed):
        entering.sign_up(session, cup, session.get(User, people["boris"]), NOON)


@on_postgres
def test_several_locks_are_taken_in_the_order_searches_accounts_challenges(any_database, people, close):
    """In different orders two transactions could wait for each other."""
    with any_database.writing() as session:
        token, *_ = [challenge(session, people, "anna", "named", "boris").token for _ in range(3)]
        for name in ("anna", "clara"):
            matchmaking.seek(session, people[name], SeekWish("live", "intimate", ("live",), rated=True), NOON)
    taken = []

    def note(connection, cursor, statement, *_):
        locked = re.match(r"(?:UPDATE|DELETE FROM) (\w+)", statement)
        read = re.search(r"FROM (\w+).* FOR (?:NO KEY )?UPDATE", statement, re.DOTALL)
        found = locked or read
        if found and found[1] in ORDER and found[1] not in taken:
            taken.append(found[1])

    event.listen(any_database.engine, "before_cursor_execute", note)
    acts = (
        lambda session: matchmaking.pair_waiting(session, ("live", "intimate"), NOON),
        lambda session: challenges.accept(session, token, people["boris"], NOON),
        lambda session: block_player(session, people["boris"], people["anna"], NOON),
    )
    for act in acts:
        with any_database.writing() as session:
            act(session)
        assert len(taken) > 1
        assert taken == sorted(taken, key=ORDER.index)
        taken.clear()
    with any_database.writing() as session:
        challenge(session, people, "clara", "named", "anna")
        taken.clear()
    close("anna", moderator=None)  # by the server: Clara is a player by now
    assert taken == list(ORDER)
