"""One statement finds a duel as its viewer may see it; players can lock it."""

from datetime import timedelta

import pytest
from sqlalchemy import inspect

from adjudicator import Phase
from intimate.entries import HomesList
from intimate.view import View
from models import StoredEntry
from services.accounts import accounts
from services.duels.access import find_duel, lock_awaited_duel, lock_duel, lock_for_clock
from services.duels.refusals import DuelRefusal
from services.refused import NotFound
from tests.builders import POWERS, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND, Contest
from tests.refusing import refuses
from tests.services.looking import selects

HOMES = Phase.parse("HOMES")
RETREAT = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}})
LATE = DEADLINE + timedelta(days=1)
NAMELESS = ["nothing", "", "a\x00b", "é" * 40, "%", "' OR 1=1 --"]


@pytest.fixture
def postgres_contest(postgres_database):
    """Return a duel on PostgreSQL."""
    with postgres_database.writing() as session:
        names = ("anna", "boris")
        people = {name: accounts.register(session, name, "hash", "en", NOON).id for name in names}
    return Contest(postgres_database, people)


def test_a_public_duel_is_found_by_everybody(contest, people):
    with contest.database.reading() as session:
        for reader in (*people.values(), None, 0):
            assert find_duel(session, contest.token, reader).stored.id == contest.id


def test_a_private_duel_does_not_exist_for_others(begun, people):
    contest = begun(public=False)
    with contest.database.reading() as session:
        assert find_duel(session, contest.token, people["boris"]).stored.id == contest.id
        for reader in (people["clara"], None, 0, -1):
            with pytest.raises(NotFound):
                find_duel(session, contest.token, reader)


@pytest.mark.parametrize("token", NAMELESS)
def test_a_name_of_no_duel_finds_nothing(contest, token):
    with contest.database.reading() as session, pytest.raises(NotFound):
        find_duel(session, token, contest.users[FIRST])
    with contest.database.writing() as session, pytest.raises(NotFound):
        lock_duel(session, token, contest.users[FIRST])


def test_each_viewer_gets_their_own_view_of_the_duel(contest, people):
    stored = contest.stored()
    assert [stored.player(people[name]) for name in ("anna", "boris", "clara")] == [FIRST, SECOND, None]
    assert stored.player(None) is None
    with contest.database.reading() as session:
        view = find_duel(session, contest.token, people["boris"]).view
        assert isinstance(view, View)
        assert (view.player, view.is_awaited) == (SECOND, True)
        assert find_duel(session, contest.token, None).view.player is None


def test_others_see_only_who_has_handed_in_and_the_seal(contest, people):
    contest.enter(FIRST, LISTS[FIRST])
    contest.store(SECOND, {"homes": POWERS[::-1]})
    for name in ("anna", "boris", "clara"):
        with contest.database.reading() as session:
            viewed = find_duel(session, contest.token, people[name])
            assert viewed.seals == {FIRST: contest.entry(FIRST).seal}
            assert viewed.is_ready == (name == "anna")
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, None)
        assert (viewed.own, viewed.entry, viewed.is_awaited) == (None, None, False)


def test_the_duel_its_players_the_own_entry_and_the_seals_are_found_by_one_statement(contest):
    contest.enter(FIRST, LISTS[FIRST])
    with contest.database.reading() as session, selects(contest.database) as asked:
        viewed = find_duel(session, contest.token, contest.users[FIRST], whole=True)
        assert viewed.duel.phase == HOMES
        assert viewed.entry == HomesList(tuple(POWERS))
        assert (viewed.is_ready, viewed.is_awaited, set(viewed.seals)) == (True, True, {FIRST})
        assert viewed.own.stored_at == LATER
        assert (viewed.stored.first.name, viewed.stored.second.name) == ("anna", "boris")
        assert len(asked) == 1


def test_the_state_and_the_players_are_read_only_when_they_are_asked_for(contest):
    """A cached page needs neither."""
    with contest.database.reading() as session, selects(contest.database) as asked:
        viewed = find_duel(session, contest.token, None)
        assert (viewed.stored.version, len(asked)) == (1, 1)
        assert (viewed.duel.phase, len(asked)) == (HOMES, 2)
        assert (viewed.stored.first.name, len(asked)) == ("anna", 3)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("reader", ["anna", "boris", "clara", None])
def test_the_opponents_entry_is_never_loaded(contest, people, reader, whole):
    """A session that reads for one player never loads sealed values of the other."""
    contest.enter(FIRST, LISTS[FIRST])
    contest.store(SECOND, {"homes": POWERS[::-1]})
    with contest.database.reading() as session, selects(contest.database) as asked:
        viewed = find_duel(session, contest.token, people.get(reader), whole=whole)
        assert viewed.duel.phase == HOMES
        own = {"anna": [FIRST], "boris": [SECOND]}.get(reader, [])
        loaded = [each for each in session.identity_map.values() if isinstance(each, StoredEntry)]
        assert [entry.player for entry in loaded] == own
        assert [entry.player for entry in ([viewed.own] if viewed.own else [])] == own
    # Only one alias reads the content, the viewer's own; the duel's row has its state.
    (statement, _), *later = asked
    assert statement.count(".content") == whole
    assert all("entries" not in text for text, _ in later)


def test_listing_duels_does_not_load_their_state(contest):
    with contest.database.reading() as session:
        stored = find_duel(session, contest.token, None).stored
        assert "state" in inspect(stored).unloaded


def test_an_entry_for_an_earlier_phase_is_no_entry_any_more(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, contest.users[FIRST])
        assert (viewed.entry, viewed.seals, viewed.is_ready) == (None, {}, False)


def test_a_seat_holds_the_duel_and_the_entries_of_both(contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.enter(SECOND, LISTS[SECOND])
    with contest.database.writing() as session:
        locked = lock_duel(session, contest.token, contest.users[SECOND])
        assert (locked.player, set(locked.entries)) == (SECOND, {FIRST, SECOND})
        assert locked.duel == contest.stored().duel
        assert not locked.is_due(LATER)
        assert locked.is_due(DEADLINE)


def test_a_seat_is_taken_by_one_statement_for_the_duel_and_one_for_the_entries(contest):
    """The state is read only when the phase is resolved."""
    with contest.database.writing() as session, selects(contest.database) as asked:
        locked = lock_duel(session, contest.token, contest.users[SECOND])
        assert len(asked) == 2
        assert locked.duel.phase == HOMES
        assert len(asked) == 3


def test_a_seat_without_player_is_for_the_clock(contest):
    with contest.database.writing() as session:
        assert lock_for_clock(session, contest.id).player is None
        assert lock_for_clock(session, -1) is None


@pytest.mark.parametrize("public", [True, False])
def test_only_players_can_lock_a_duel_and_a_private_one_is_unknown_to_others(begun, people, public):
    contest = begun(public=public)
    for take in (lock_duel, lambda *of: lock_awaited_duel(*of, HOMES, LATER)):
        with (
            contest.database.writing() as session,
            refuses(DuelRefusal.NOT_A_PLAYER) if public else pytest.raises(NotFound),
        ):
            take(session, contest.token, people["clara"])


@pytest.mark.parametrize(("phase", "now"), [("S1901M", LATER), ("HOMES", DEADLINE), ("HOMES", LATE)])
def test_no_seat_is_awaited_in_another_phase_or_after_the_deadline(contest, phase, now):
    with contest.database.writing() as session, refuses(DuelRefusal.PHASE_OVER):
        lock_awaited_duel(session, contest.token, contest.users[FIRST], Phase.parse(phase), now)


def test_a_player_who_is_not_awaited_cannot_lock_the_awaited_duel(begun):
    """§6: retreats await only owners of dislodged units with a place to go."""
    contest = begun(RETREAT)
    phase = Phase.parse("S1902R")
    with contest.database.writing() as session:
        with refuses(DuelRefusal.NOT_AWAITED):
            lock_awaited_duel(session, contest.token, contest.users[SECOND], phase, LATER)
        assert lock_awaited_duel(session, contest.token, contest.users[FIRST], phase, LATER).player is FIRST


@pytest.mark.postgres
def test_a_duel_locked_by_another_transaction_is_skipped_when_asked(postgres_contest):
    """SQLite locks the whole database instead."""
    database, duel_id = postgres_contest.database, postgres_contest.id
    with database.writing() as session, database.writing() as other:
        assert lock_for_clock(session, duel_id) is not None
        assert lock_for_clock(other, duel_id, skip_locked=True) is None
    with database.writing() as session:
        assert lock_for_clock(session, duel_id, skip_locked=True) is not None


def test_a_locked_duel_shows_its_player_the_state_after_the_change(contest):
    contest.enter(SECOND, LISTS[SECOND])
    who = (contest.token, contest.users[FIRST])
    with contest.database.reading() as session:
        before = find_duel(session, *who, whole=True)
    contest.store(FIRST, LISTS[FIRST])
    with contest.database.writing() as session:
        viewed = lock_duel(session, *who).as_seen_now(before)
        assert (before.entry, viewed.entry) == (None, HomesList(tuple(POWERS)))
        assert (viewed.own.player, viewed.player, viewed.seals) == (FIRST, FIRST, before.seals)
