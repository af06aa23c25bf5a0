"""Ready and not ready: the seal is made and broken, and the last to be ready resolves the phase."""

import pytest

from adjudicator import Phase
from intimate.sealing import seal
from services.duels.access import lock_awaited_duel
from services.duels.entering import MayBeOverbid, store_readiness
from services.duels.refusals import DuelRefusal
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.refusing import refuses


def test_handing_in_seals_the_stored_entry(contest):
    """Formats §2: handing in makes the seal."""
    contest.enter(FIRST, LISTS[FIRST])
    entry = contest.entry(FIRST)
    assert entry.ready
    assert entry.sealed_at == LATER
    assert entry.seal == seal(contest.token, "HOMES", "first", LISTS[FIRST], entry.salt)
    assert contest.phase == "HOMES"


def test_handing_in_twice_keeps_the_seal(contest):
    contest.enter(FIRST, LISTS[FIRST])
    sealed = contest.entry(FIRST).seal
    contest.hand_in(FIRST, LATER.replace(hour=16))
    assert contest.entry(FIRST).seal == sealed


def test_taking_readiness_back_keeps_the_entry_and_breaks_the_seal(contest):
    contest.enter(FIRST, LISTS[FIRST])
    sealed = contest.entry(FIRST).seal
    contest.take_back(FIRST)
    entry = contest.entry(FIRST)
    assert (contest.content(FIRST), entry.ready, entry.sealed_at) == (LISTS[FIRST], False, None)
    assert entry.seal not in {None, sealed}


def test_taking_readiness_back_without_an_entry_changes_nothing(contest):
    contest.take_back(FIRST)
    assert contest.entry(FIRST) is None


def test_a_list_of_powers_must_be_stored_before_it_is_handed_in(contest):
    with refuses(DuelRefusal.NOTHING_TO_HAND_IN):
        contest.hand_in(FIRST)
    assert contest.entry(FIRST) is None


@pytest.mark.parametrize(("phase", "empty"), [("S1902B", {"bids": {}}), ("S1902M", {"orders": {}})])
def test_ready_without_anything_stored_hands_in_an_empty_sheet(begun, phase, empty):
    contest = begun(start(phase))
    contest.hand_in(FIRST)
    entry = contest.entry(FIRST)
    assert (contest.content(FIRST), entry.ready, entry.seal is not None) == (empty, True, True)


@pytest.mark.parametrize(("bid", "asked"), [(20, False), (21, True)])
def test_a_sheet_that_may_be_overbid_is_asked_about_where_that_is_wanted(begun, bid, asked):
    """§4.2: if all its bids won, they would exceed the reserve."""
    contest = begun(start("S1902B"))
    contest.store(FIRST, {"bids": {"ITALY": bid}})
    with contest.database.writing() as session:
        locked = lock_awaited_duel(session, contest.token, contest.users[FIRST], Phase.parse("S1902B"), LATER)
        if asked:
            with pytest.raises(MayBeOverbid):
                store_readiness(locked, LATER, ask_overbid=True)
        else:
            store_readiness(locked, LATER, ask_overbid=True)
    assert contest.entry(FIRST).ready is not asked
    contest.hand_in(FIRST)
    assert contest.entry(FIRST).ready


def test_when_both_are_ready_the_phase_resolves_at_once(contest):
    assert contest.enter(FIRST, LISTS[FIRST]) is False
    assert contest.enter(SECOND, LISTS[SECOND]) is True
    assert contest.phase == "S1901B"
    assert [(chapter.ordinal, chapter.phase) for chapter in contest.chapters()] == [(0, Phase.parse("HOMES"))]


def test_the_only_awaited_player_resolves_the_phase(begun):
    """§6"""
    contest = begun(start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}}))
    contest.enter(FIRST, {"orders": {"AUSTRIA": ["A SER R GRE"]}})
    assert contest.phase == "F1902M"
    assert "A GRE" in contest.stored().state["units"]["AUSTRIA"]


def test_a_player_who_took_readiness_back_is_awaited(contest):
    contest.enter(FIRST, LISTS[FIRST])
    contest.take_back(FIRST)
    contest.enter(SECOND, LISTS[SECOND])
    assert contest.phase == "HOMES"
    contest.hand_in(FIRST)
    assert contest.phase == "S1901B"


def test_a_new_phase_begins_with_nobody_ready_and_its_whole_time(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert contest.entry(FIRST) is None
    stored = contest.stored()
    assert (stored.awaits_first, stored.awaits_second) == (True, True)
    assert stored.deadline_at == LATER.replace(day=LATER.day + 1)
