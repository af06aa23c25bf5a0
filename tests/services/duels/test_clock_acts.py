"""What players do about the time, and what the clock does by itself: leave, pauses, presence, lapsing."""

from dataclasses import replace
from datetime import timedelta

import pytest

from clocks.running import LONGEST_PAUSE
from clocks.terms import DAY, HOUR, PRESETS, Clock
from intimate.duel import Ending
from services.duels.clock_acts import ClockAct, ClockActRefused, possible_acts, store_clock_act
from services.duels.events import ChangedMeanwhile
from services.duels.tables import NotAwaited, OnLeave, PhaseOver, take_seat
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, NOON, SECOND
from tests.services.rivals import at_once

MOMENT = timedelta(seconds=1)
TWO_MISSES = Clock(leave=4 * HOUR)
LIVE = PRESETS["live"]


def after(**length):
    return NOON + timedelta(**length)


def act(contest, player, name, now, phase=None):
    with contest.database.writing() as session:
        seat = take_seat(session, contest.token, contest.users[player])
        store_clock_act(seat, ClockAct(name), contest._phase(phase), now)


def acts(contest, player, now, ready=()):
    return possible_acts(contest.stored(), player, ready=frozenset(ready), now=now)


def missed_once(begun, **clock):
    """Return a duel in its first auction, to which the second player has not ranked the powers."""
    contest = begun(clock=Clock(leave=4 * HOUR, **clock))
    contest.store(FIRST, LISTS[FIRST], after(hours=1))
    contest.sweep(DEADLINE)
    assert contest.phase == "S1901B"
    return contest


def test_before_the_loss_on_time_leave_begins_by_itself_and_is_used_up(begun):
    contest = missed_once(begun)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    assert contest.sweep(after(days=2)) == 0
    stored = contest.stored()
    assert stored.times.away[SECOND].since == after(days=2)
    assert stored.deadline_at == after(days=2, hours=4)
    assert contest.sweep(after(days=2, hours=4) - MOMENT) == 0
    assert contest.sweep(after(days=2, hours=4)) == 1
    stored = contest.stored()
    assert (stored.winner, stored.reason) == (FIRST, Ending.ABSENT)


def test_who_comes_back_in_time_plays_on(begun):
    contest = missed_once(begun)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    contest.sweep(after(days=2))
    now = after(days=2, hours=1)
    with pytest.raises(OnLeave):
        contest.store(SECOND, {"bids": {}}, now)
    act(contest, SECOND, "come_back", now)
    contest.enter(SECOND, {"bids": {}}, now)
    assert (contest.phase, contest.stored().times.misses[SECOND]) == ("S1901M", 0)


def test_without_leave_the_duel_is_lost_at_once(begun):
    contest = begun(clock=Clock())
    contest.store(FIRST, LISTS[FIRST], after(hours=1))
    contest.sweep(DEADLINE)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    contest.sweep(after(days=2))
    assert contest.stored().reason is Ending.ABSENT


def test_both_on_leave_and_never_back_is_a_draw_after_it(begun):
    contest = begun(clock=TWO_MISSES)
    contest.sweep(DEADLINE)
    assert contest.sweep(after(days=2)) == 0
    assert set(contest.stored().times.away) == {FIRST, SECOND}
    assert contest.sweep(after(days=2, hours=4)) == 1
    assert (contest.stored().winner, contest.stored().reason) == (None, Ending.ABSENT)


def test_a_miss_that_does_not_lose_the_duel_takes_no_leave(begun):
    contest = missed_once(begun, misses=3)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    assert contest.sweep(after(days=2)) == 1
    assert contest.stored().times.leaves[SECOND] == timedelta(hours=8)


def test_leave_is_taken_and_ended_by_hand(begun):
    contest = missed_once(begun)
    assert ClockAct.TAKE_LEAVE in acts(contest, SECOND, after(days=1, hours=1))
    assert ClockAct.TAKE_LEAVE not in acts(contest, SECOND, after(days=1, hours=1), ready={SECOND})
    act(contest, SECOND, "take_leave", after(days=1, hours=1))
    assert contest.stored().due_second == after(days=2, hours=4)
    assert contest.stored().due_first == after(days=2)
    act(contest, SECOND, "come_back", after(days=1, hours=3))
    assert contest.stored().due_second == after(days=2, hours=2)


def test_a_pause_takes_both_and_either_ends_it(begun):
    contest = begun(clock=TWO_MISSES)
    act(contest, FIRST, "offer_pause", after(hours=1))
    assert contest.stored().deadline_at == DEADLINE
    act(contest, SECOND, "offer_pause", after(hours=2))
    stored = contest.stored()
    assert (stored.due_first, stored.deadline_at) == (None, after(hours=2) + LONGEST_PAUSE)
    assert contest.sweep(after(days=20)) == 0
    act(contest, FIRST, "resume", after(days=20))
    assert contest.stored().deadline_at == after(days=20, hours=22)


def test_an_offer_of_a_pause_is_declined_withdrawn_and_gone_with_the_phase(begun):
    contest = begun(clock=TWO_MISSES)
    for player in (FIRST, SECOND):
        act(contest, FIRST, "offer_pause", after(hours=1))
        with pytest.raises(ClockActRefused):
            act(contest, FIRST, "offer_pause", after(hours=1))
        act(contest, player, "refuse_pause", after(hours=1))
        assert contest.stored().times.pause_offer is None
    act(contest, FIRST, "offer_pause", after(hours=1))
    contest.sweep(DEADLINE)
    assert contest.stored().times.pause_offer is None


def test_a_pause_that_nobody_ends_ends_by_itself(begun):
    contest = begun(clock=TWO_MISSES)
    act(contest, FIRST, "offer_pause", NOON)
    act(contest, SECOND, "offer_pause", NOON)
    end = NOON + LONGEST_PAUSE
    contest.sweep(end)
    stored = contest.stored()
    assert (stored.phase and str(stored.phase), stored.deadline_at) == ("HOMES", end + timedelta(days=1))


def test_both_ready_in_a_pause_closes_the_phase(begun):
    contest = begun(clock=TWO_MISSES)
    act(contest, FIRST, "offer_pause", NOON)
    act(contest, SECOND, "offer_pause", NOON)
    for player in (FIRST, SECOND):
        contest.enter(player, LISTS[player], after(days=5))
    assert (contest.phase, contest.stored().deadline_at) == ("S1901B", after(days=6))


def test_more_time_is_given_once_to_who_has_missed(begun):
    contest = missed_once(begun)
    now = after(days=1, hours=1)
    assert ClockAct.GRANT not in acts(contest, SECOND, now)
    act(contest, FIRST, "grant", now)
    stored = contest.stored()
    assert (stored.due_first, stored.due_second) == (after(days=2), after(days=3))
    with pytest.raises(ClockActRefused):
        act(contest, FIRST, "grant", now)


def test_what_is_done_about_another_phase_is_refused(begun):
    contest = begun(clock=TWO_MISSES)
    contest.sweep(DEADLINE)
    with pytest.raises(ChangedMeanwhile):
        act(contest, FIRST, "offer_pause", after(days=1, hours=1), "HOMES")


def test_a_player_out_of_their_bank_enters_nothing_more_while_the_other_has_time(begun):
    contest = begun(clock=Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY, misses=9))
    act(contest, SECOND, "offer_pause", after(hours=1))
    contest.store(SECOND, LISTS[SECOND], after(hours=2))
    contest.hand_in(SECOND, after(hours=3))
    contest.take_back(SECOND, after(hours=9))
    assert (contest.stored().due_first, contest.stored().due_second) == (DEADLINE, after(hours=30))
    with pytest.raises(PhaseOver):
        contest.store(FIRST, LISTS[FIRST], DEADLINE)
    assert acts(contest, FIRST, DEADLINE) == {ClockAct.OFFER_PAUSE, ClockAct.REFUSE_PAUSE}


def test_there_is_nothing_to_do_about_the_time_of_a_duel_that_is_over(contest):
    contest.happen(FIRST, "conceded")
    assert acts(contest, SECOND, NOON) == set()


def test_leave_that_is_asked_for_as_the_phase_closes_comes_too_late(begun):
    contest = missed_once(begun, misses=3)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    with pytest.raises(ChangedMeanwhile):
        act(contest, SECOND, "take_leave", after(days=2))
    assert contest.stored().times.away == {}


def test_leave_and_the_sweep_at_the_same_moment_one_of_them_has_happened(begun):
    contest = missed_once(begun, misses=3)
    now = after(days=2)

    def take():
        try:
            act(contest, SECOND, "take_leave", now - MOMENT, "S1901B")
        except (ChangedMeanwhile, ClockActRefused) as refused:
            return refused
        return None

    answer, _ = at_once(take, lambda: contest.sweep(now))
    contest.sweep(now)
    is_away = SECOND in contest.stored().times.away
    assert is_away is (answer is None)
    assert contest.phase == ("S1901B" if is_away else "S1901M")


def test_a_leave_that_is_used_up_ends_by_itself_and_the_time_that_was_left_runs(begun):
    contest = missed_once(begun)
    act(contest, SECOND, "take_leave", after(days=1, hours=1))
    over = after(days=1, hours=5)
    assert contest.stored().deadline_at == over
    assert contest.sweep(over) == 0
    stored = contest.stored()
    assert (stored.times.away, stored.due_second) == ({}, after(days=2, hours=4))
    contest.store(SECOND, {"bids": {}}, after(days=2, hours=3))


@pytest.mark.parametrize("stored", [False, True])
def test_leave_begins_by_itself_only_when_the_other_one_can_change_nothing_any_more(begun, stored):
    """Or it would tell them, before the reveal, that nothing is stored."""
    contest = missed_once(begun)
    if stored:
        contest.store(SECOND, {"bids": {}}, after(days=1, hours=1))
    act(contest, FIRST, "take_leave", after(days=2) - MOMENT)
    act(contest, FIRST, "come_back", after(days=2) + MOMENT)
    contest.sweep(after(days=2, minutes=1))
    assert contest.stored().times.away == {}
    contest.enter(FIRST, {"bids": {}}, after(days=2, minutes=2))
    assert contest.phase == ("S1901M" if stored else "S1901B")


def test_while_a_leave_that_began_by_itself_runs_the_other_one_takes_nothing_back(begun):
    clock = Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY, misses=1, leave=4 * HOUR)
    contest = begun(clock=clock)
    with contest.database.writing() as session:
        stored = take_seat(session, contest.token, contest.users[SECOND]).stored
        stored.times = replace(
            stored.times, leaves={SECOND: timedelta(days=2)}, due={**stored.times.due, FIRST: after(days=2)}
        )
    contest.enter(FIRST, LISTS[FIRST], after(days=1, hours=1))
    assert set(contest.stored().times.away) == {SECOND}
    with pytest.raises(NotAwaited):
        contest.take_back(FIRST, after(days=1, hours=2))
    with pytest.raises(NotAwaited):
        contest.store(FIRST, LISTS[SECOND], after(days=1, hours=2))
