"""The clocks of stored duels: deadlines by kind of phase, banks, and absent players."""

from datetime import timedelta

import pytest

from clocks.terms import DAY, HOUR, MINUTE, Clock
from intimate.duel import Ending
from intimate.events import EventKind
from services.duels.refusals import DuelRefusal
from tests.builders import start
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.refusing import refuses

BANKS = Clock(HOUR, HOUR, HOUR, bank=10 * HOUR, cap=12 * HOUR)
MOMENT = timedelta(microseconds=1)


def after(**length):
    return NOON + timedelta(**length)


def test_each_kind_of_phase_has_its_own_time(begun):
    contest = begun(clock=Clock(DAY, HOUR, MINUTE))
    assert contest.stored().deadline_at == after(days=1)
    contest.resolve(LISTS[FIRST], LISTS[SECOND], NOON)
    assert (contest.phase, contest.stored().deadline_at) == ("S1901B", after(hours=1))


def test_autumn_has_a_time_of_its_own(begun):
    """Source 004, VI."""
    clock = Clock(16 * HOUR, 16 * HOUR, HOUR, autumns=18 * HOUR)
    assert begun(start("S1902M"), clock=clock).stored().deadline_at == after(hours=16)
    contest = begun(start("F1902M"), clock=clock)
    assert contest.stored().deadline_at == after(hours=18)


def test_the_first_moves_of_a_duel_may_have_more_time(begun):
    """Source 000, IV."""
    contest = begun(clock=Clock(15 * HOUR, HOUR, HOUR, first=30 * HOUR))
    assert contest.stored().deadline_at == after(hours=15)
    contest.resolve(LISTS[FIRST], LISTS[SECOND], NOON)
    contest.resolve({"bids": {}}, {"bids": {}}, NOON)
    assert (contest.phase, contest.stored().deadline_at) == ("S1901M", after(hours=30))
    contest.resolve({"orders": {}}, {"orders": {}}, NOON)
    assert (contest.phase, contest.stored().deadline_at) == ("F1901M", after(hours=15))


def test_a_player_who_stores_nothing_twice_in_a_row_loses(begun):
    contest = begun(clock=Clock())
    contest.store(FIRST, LISTS[FIRST])
    assert contest.sweep(after(days=1)) == 1
    assert contest.phase == "S1901B"
    contest.store(FIRST, {"bids": {}}, after(days=1))
    assert contest.sweep(after(days=2)) == 1
    stored = contest.stored()
    assert (stored.phase, stored.winner, stored.reason) == (None, FIRST, Ending.ABSENT)
    last = contest.chapters()[-1]
    assert (last.event, last.player, last.entries) == (EventKind.ABSENT, SECOND, {})
    assert (stored.deadline_at, stored.due_first, stored.due_second) == (None, None, None)


def test_a_stored_entry_counts_and_is_no_miss_even_if_not_handed_in(begun):
    contest = begun(clock=Clock())
    for day in range(4):
        for player in (FIRST, SECOND):
            content = LISTS[player] if contest.phase == "HOMES" else {"bids": {}}
            if contest.phase not in {"HOMES", "S1901B"}:
                content = {"orders": {}}
            contest.store(player, content, after(days=day))
        assert contest.sweep(after(days=day + 1)) == 1
    assert contest.phase is not None


def test_two_who_are_both_away_draw_so_that_no_duel_is_endless(begun):
    contest = begun(clock=Clock())
    swept = [contest.sweep(after(days=day)) for day in range(1, 5)]
    assert swept == [1, 1, 0, 0]
    stored = contest.stored()
    assert (stored.phase, stored.winner, stored.reason) == (None, None, Ending.ABSENT)
    assert contest.chapters()[-1].player is None
    assert contest.record()["chapters"][-1] == {"event": "absent"}


def test_one_stored_entry_resets_the_count_of_misses(begun):
    contest = begun(clock=Clock())
    contest.sweep(after(days=1))
    assert contest.stored().times.misses == {FIRST: 1, SECOND: 1}
    contest.enter(FIRST, {"bids": {}}, after(days=1))
    contest.sweep(after(days=2))
    assert contest.stored().winner is FIRST
    other = begun(clock=Clock())
    other.sweep(after(days=1))
    other.resolve({"bids": {}}, {"bids": {}}, after(days=1))
    assert other.stored().times.misses == {FIRST: 0, SECOND: 0}


def test_a_bank_runs_until_its_player_hands_in_and_a_phase_ends_when_the_last_one_is_out_of_time(begun):
    contest = begun(clock=BANKS)
    contest.enter(FIRST, LISTS[FIRST], after(hours=4))
    stored = contest.stored()
    assert (stored.due_first, stored.due_second) == (None, after(hours=11))
    assert stored.times.banks[FIRST] == timedelta(hours=7)
    assert contest.sweep(after(hours=11) - MOMENT) == 0
    assert contest.sweep(after(hours=11)) == 1
    assert contest.stored().due_first == after(hours=19)
    assert contest.stored().due_second == after(hours=12)


def test_to_take_readiness_back_lets_the_bank_run_again_and_so_does_another_entry(begun):
    contest = begun(start("S1902B"), clock=BANKS)
    contest.enter(FIRST, {"bids": {"ITALY": 1}}, after(hours=1))
    contest.take_back(FIRST, after(hours=5))
    assert contest.stored().due_first == after(hours=16)
    contest.hand_in(FIRST, after(hours=6))
    contest.store(FIRST, {"bids": {"ITALY": 2}}, after(hours=8))
    assert contest.stored().due_first == after(hours=18)


def test_a_player_out_of_time_can_no_longer_store_but_the_other_can(begun):
    contest = begun(start("S1902B"), clock=BANKS)
    contest.enter(SECOND, {"bids": {}}, after(hours=1))
    contest.take_back(SECOND, after(hours=9))
    out = contest.stored().due_first
    assert out < contest.stored().due_second
    contest.store(FIRST, {"bids": {"ITALY": 3}}, out - MOMENT)
    for act in (contest.store, contest.enter):
        with refuses(DuelRefusal.PHASE_OVER):
            act(FIRST, {"bids": {"ITALY": 9}}, out)
    contest.enter(SECOND, {"bids": {"ITALY": 2}}, out)
    assert contest.phase == "S1902M"
    assert contest.record()["chapters"][0]["entries"]["first"]["bids"] == {"ITALY": 3}


def test_an_entry_in_the_last_moment_of_a_bank_counts_and_both_out_at_once_resolve_once(begun):
    contest = begun(start("S1902B"), clock=BANKS)
    out = contest.stored().due_first
    contest.store(FIRST, {"bids": {"ITALY": 3}}, out - MOMENT)
    contest.store(SECOND, {"bids": {"ITALY": 2}}, out - MOMENT)
    assert [contest.sweep(out), contest.sweep(out)] == [1, 0]
    assert contest.phase == "S1902M"


def test_players_cannot_report_an_absence_themselves(begun):
    contest = begun(clock=Clock())
    with pytest.raises(Exception, match="the players of this duel cannot cause this event"):
        contest.happen(FIRST, "absent")
