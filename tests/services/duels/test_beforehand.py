"""Entries in advance: stored for their player only, replaced and taken back."""

from datetime import timedelta

import pytest

from adjudicator import Phase
from intimate.codec import read_stored_entry
from intimate.entries import Orders, Sheet
from intimate.errors import EntryError
from services.duels.access import find_duel, lock_duel, lock_for_clock
from services.duels.entering import (
    SeenEntry,
    check_entry_ahead,
    is_overbid_ahead,
    store_entry_ahead,
    take_back_entry_ahead,
)
from services.duels.lists import running
from services.duels.refusals import DuelRefusal
from services.duels.stamps import read_stamp
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.refusing import refuses
from tests.services.autumns import MUNICH, REMOVAL, RETREAT, SHEET, WINTER, autumn

MOMENT = timedelta(microseconds=1)
NOTHING = {"orders": {}}


@pytest.fixture
def contest(begun):
    return begun(autumn())


def test_entries_in_advance_are_visible_only_to_their_player(contest, people):
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.store_ahead(FIRST, "S1903B", SHEET)
    assert contest.ahead(FIRST) == {"F1902R": RETREAT, "S1903B": SHEET}
    assert contest.ahead(SECOND) == contest.ahead(people["clara"]) == {}


def test_an_entry_in_advance_can_be_replaced_and_taken_back(contest):
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.store_ahead(FIRST, "F1902R", {"orders": {"AUSTRIA": ["A BOH D"]}})
    assert contest.ahead(FIRST) == {"F1902R": {"orders": {"AUSTRIA": ["A BOH D"]}}}
    assert contest.take_back_entry_ahead(FIRST, "F1902R")
    assert not contest.take_back_entry_ahead(FIRST, "F1902R")
    assert contest.ahead(FIRST) == {}


def test_storing_an_entry_ahead_changes_neither_phase_nor_version_nor_times(contest):
    before = contest.stored()
    contest.store_ahead(FIRST, "W1902A", WINTER)
    after = contest.stored()
    assert (after.version, after.times) == (before.version, before.times)
    assert contest.entry(FIRST) is None
    contest.hand_in(FIRST)
    assert contest.content(FIRST) == NOTHING


def test_an_entry_in_advance_from_another_window_is_not_overwritten(contest):
    contest.store_ahead(FIRST, "F1902R", RETREAT, seen=SeenEntry(None))
    at = contest.entry(FIRST, "F1902R").stored_at
    other = {"orders": {"AUSTRIA": ["A BOH D"]}}
    with refuses(DuelRefusal.ANOTHER_ENTRY):
        contest.store_ahead(FIRST, "F1902R", other, seen=SeenEntry(None))
    contest.store_ahead(FIRST, "F1902R", RETREAT, seen=SeenEntry(None))
    contest.store_ahead(FIRST, "F1902R", other, seen=SeenEntry(at))
    assert contest.entry(FIRST, "F1902R").stored_at == at + MOMENT


@pytest.mark.parametrize("phase", ["HOMES", "S1902B", "F1902M", "S1903M", "S1903R", "W1903A", "S1999B"])
def test_only_phases_ahead_take_entries_in_advance(contest, phase):
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store_ahead(FIRST, phase, NOTHING)
    with refuses(DuelRefusal.PHASE_OVER):
        contest.take_back_entry_ahead(FIRST, phase)


def test_a_spectator_cannot_store_an_entry(contest, people):
    with refuses(DuelRefusal.NOT_A_PLAYER):
        contest.store_ahead(people["clara"], "F1902R", NOTHING)
    with contest.database.writing() as session, pytest.raises(ValueError, match="clock"):
        take_back_entry_ahead(lock_for_clock(session, contest.id), Phase.parse("F1902R"))


def test_an_entry_that_can_never_be_used_is_refused(contest):
    with pytest.raises(EntryError):
        contest.store_ahead(FIRST, "F1902R", {"orders": {"AUSTRIA": ["A VIE R BOH"]}})
    assert contest.ahead(FIRST) == {}


def test_an_entry_in_advance_is_refused_once_its_phase_has_begun(contest):
    """The moves may be resolved between the check and the lock."""
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, contest.users[FIRST], whole=True)
        checked = check_entry_ahead(viewed, Phase.parse("F1902R"), read_stored_entry(RETREAT))
    contest.resolve(None, MUNICH)
    with contest.database.writing() as session:
        locked = lock_duel(session, contest.token, contest.users[FIRST])
        with refuses(DuelRefusal.PHASE_OVER):
            store_entry_ahead(locked, checked, LATER)
        locked.player = SECOND
        with pytest.raises(ValueError, match="another player"):
            store_entry_ahead(locked, checked, LATER)


def public_state(contest):
    """Return what lists and open pages show of a duel."""
    with contest.database.reading() as session:
        stamps = [read_stamp(session, contest.token, user) for user in contest.users.values()]
        return stamps, [running(session, user) for user in contest.users.values()]


def test_an_entry_in_advance_does_not_count_for_the_current_phase(contest):
    """It changes neither the readiness on lists nor the stamp that open pages follow."""
    before = public_state(contest)
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.store_ahead(SECOND, "W1902A", REMOVAL)
    contest.store_ahead(FIRST, "S1903B", SHEET, overbid_accepted=True)
    assert public_state(contest) == before
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, contest.users[FIRST])
        assert (viewed.own, viewed.seals, viewed.is_ready) == (None, {}, False)
    stored = [contest.entry(FIRST, "F1902R"), contest.entry(FIRST, "S1903B")]
    assert [entry.sealed_at for entry in stored] == [None] * 2


@pytest.mark.parametrize(
    ("total", "settings", "may"),
    [
        (23, {}, False),
        (24, {}, True),
        (99, {"overbid": "forbidden"}, False),
        (4, {"carry_over": False}, True),
        (3, {"carry_over": False}, False),
    ],
)
def test_a_sheet_may_be_overbid_by_the_reserve_that_can_be_expected(begun, total, settings, may):
    """§3: autumn's income is paid before the next auction."""
    contest = begun(start("F1902M"), **settings)
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, contest.users[FIRST], whole=True)
        assert is_overbid_ahead(viewed, Sheet({"ITALY": total})) is may
        assert not is_overbid_ahead(viewed, Orders())


def test_a_spectator_gets_no_overbid_warning(contest, people):
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, people["clara"], whole=True)
        assert not is_overbid_ahead(viewed, Sheet({"ITALY": 99}))
