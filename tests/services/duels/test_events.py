"""Draws, stalemates and concessions, as stored (§8)."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from clocks.running import LONGEST_PAUSE
from clocks.terms import DAY, HOUR, PRESETS, Clock
from intimate.duel import Ending
from intimate.errors import DuelError, EventError
from intimate.record import load
from intimate.replay import replay
from services.duels.access import lock_duel
from services.duels.events import ClockAct, possible_acts, store_clock_act
from services.duels.refusals import DuelRefusal, DuelRefused
from services.refused import NotFound
from tests.builders import lonely, start
from tests.fixtures_duels import DAILY, DEADLINE, FIRST, LATER, LISTS, NOON, SECOND
from tests.refusing import refuses
from tests.services.rivals import at_once, checked_chapters


def kinds(contest):
    return [(chapter.event or str(chapter.phase), chapter.player) for chapter in contest.chapters()]


def test_a_concession_loses_at_once(contest):
    contest.enter(FIRST, LISTS[FIRST])
    contest.happen(SECOND, "conceded")
    stored = contest.stored()
    assert (stored.winner, stored.reason, stored.phase) == ("first", "conceded", None)
    assert kinds(contest) == [("conceded", "second")]


def test_an_offer_that_is_agreed_to_is_a_draw(contest):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_agreed")
    assert (contest.stored().winner, contest.stored().reason) == (None, "draw")
    assert kinds(contest) == [("draw_offered", "first"), ("draw_agreed", "second")]


def test_crossing_offers_do_not_agree_by_themselves(contest):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_offered")
    assert contest.phase == "HOMES"
    contest.happen(FIRST, "draw_agreed")
    assert contest.phase is None


def test_an_offer_stands_until_the_next_phase_has_resolved(contest):
    contest.happen(FIRST, "draw_offered")
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "draw_agreed")
    assert refused.value.code == "no_offer"


def test_an_offer_that_is_declined_or_withdrawn_stands_no_more(contest):
    """§8.4."""
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_declined")
    contest.happen(FIRST, "draw_offered")
    contest.happen(FIRST, "draw_withdrawn")
    assert [kind for kind, _ in kinds(contest)] == [
        "draw_offered",
        "draw_declined",
        "draw_offered",
        "draw_withdrawn",
    ]
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "draw_agreed")
    assert refused.value.code == "no_offer"
    assert contest.phase == "HOMES"


def test_a_claim_that_is_withdrawn_stands_no_more(begun):
    """§8.1."""
    contest = begun(lonely("S1902M"))
    contest.happen(FIRST, "stalemate_claimed")
    contest.happen(FIRST, "stalemate_withdrawn")
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "stalemate_agreed")
    assert refused.value.code == "no_claim"


def test_offers_are_limited_in_each_phase_and_allowed_again_in_the_next(contest):
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        contest.happen(FIRST, kind)
    with refuses(DuelRefusal.TOO_MANY_ACTS):
        contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_offered")
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "draw_offered")
    assert kinds(contest)[-2:] == [("HOMES", None), ("draw_offered", "first")]


def test_a_player_at_the_limit_of_offers_may_still_agree_and_concede(contest):
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        contest.happen(FIRST, kind)
    contest.happen(SECOND, "draw_offered")
    contest.happen(FIRST, "draw_agreed")
    assert contest.stored().reason == "draw"


def test_repeating_a_standing_offer_or_claim_adds_no_chapter(begun):
    contest = begun(lonely("S1902M"))
    for kind in ("draw_offered", "stalemate_claimed"):
        contest.happen(FIRST, kind)
        contest.happen(FIRST, kind)
    assert kinds(contest) == [("draw_offered", "first"), ("stalemate_claimed", "first")]
    assert contest.stored().ordinal == 2


def test_a_claim_while_mercenaries_live_is_refused_with_the_reason(begun):
    contest = begun(start("S1902M"))
    with pytest.raises(EventError) as refused:
        contest.happen(FIRST, "stalemate_claimed")
    assert refused.value.code == "claim_too_early"
    assert kinds(contest) == []


def test_a_claim_that_is_agreed_to_ends_the_duel(begun):
    contest = begun(lonely("S1902M", centers={"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR"]}))
    contest.happen(SECOND, "stalemate_claimed")
    contest.happen(FIRST, "stalemate_agreed")
    assert (contest.stored().winner, contest.stored().reason) == ("first", "stalemate")


@pytest.mark.parametrize(
    "kind", ["draw_agreed", "draw_declined", "draw_withdrawn", "stalemate_agreed", "stalemate_withdrawn"]
)
def test_an_offer_that_does_not_exist_cannot_be_answered(begun, kind):
    contest = begun(lonely("S1902M"))
    with pytest.raises(EventError):
        contest.happen(FIRST, kind)
    assert kinds(contest) == []


@pytest.mark.parametrize("kind", ["stalemate_granted", "nonsense", ""])
def test_events_that_players_cannot_cause_are_refused(begun, kind):
    contest = begun(lonely("S1902M"))
    with pytest.raises(DuelError):
        contest.happen(FIRST, kind)
    assert kinds(contest) == []


def test_an_event_from_an_outdated_page_is_refused(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        contest.happen(FIRST, "conceded", phase="HOMES")
    assert contest.phase == "S1901B"


def test_at_the_deadline_the_phase_comes_before_what_a_player_does(contest):
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        contest.happen(FIRST, "conceded", DEADLINE)
    contest.sweep()
    assert contest.phase == "S1901B"


def test_after_the_end_nothing_happens(contest):
    contest.happen(FIRST, "conceded")
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "conceded", phase="HOMES")
    assert refused.value.code == "ended"
    assert contest.stored().winner == "second"


@pytest.mark.parametrize("public", [True, False])
def test_only_players_can_act_in_a_duel(begun, people, public):
    contest = begun(public=public)
    with refuses(DuelRefusal.NOT_A_PLAYER) if public else pytest.raises(NotFound):
        contest.happen(people["clara"], "conceded")
    assert contest.phase == "HOMES"


def test_the_record_holds_what_happened_and_replays_to_the_same_end(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_declined")
    contest.happen(SECOND, "conceded")
    record = contest.record()
    assert record["chapters"][1:] == [
        {"event": "draw_offered", "player": "first"},
        {"event": "draw_declined", "player": "second"},
        {"event": "conceded", "player": "second"},
    ]
    *lines, last = replay(load(record))
    assert lines[1:] == [{**chapter.line} for chapter in contest.chapters()[1:]]
    assert (last["result"]["winner"], last["result"]["phase"]) == ("first", "S1901B")


def test_a_concession_and_the_last_entry_at_once_are_ordered(begun):
    for _ in range(5):
        contest = begun()
        contest.enter(FIRST, LISTS[FIRST])
        contest.store(SECOND, LISTS[SECOND])
        acts = (
            partial(contest.hand_in, SECOND, LATER, "HOMES"),
            partial(quietly, contest.happen, FIRST, "conceded", LATER, "HOMES"),
        )
        answers = at_once(*acts)
        names = [chapter.event or str(chapter.phase) for chapter in checked_chapters(contest)]
        assert names == (["HOMES"] if answers[1] == DuelRefusal.DUEL_MOVED_ON else ["conceded"])


def quietly(act, *arguments):
    """Act; return the refusal, if any."""
    try:
        return act(*arguments)
    except DuelRefused as refused:
        return refused.code


@pytest.mark.parametrize("clock", [DAILY, PRESETS["days_bank"]], ids=["by days", "banks"])
def test_a_claim_of_a_stalemate_gains_no_time(begun, clock):
    """However often it is made and withdrawn, no deadline moves and no clock stops."""
    contest = begun(lonely("S1902M"), clock=clock)
    contest.store(FIRST, {"orders": {}})
    before = contest.stored().times, contest.stored().deadline_at
    for kind in ("stalemate_claimed", "stalemate_withdrawn", "stalemate_claimed"):
        contest.happen(SECOND, kind, LATER)
        assert (contest.stored().times, contest.stored().deadline_at) == before
    assert contest.sweep(before[1]) == 1


MOMENT = timedelta(seconds=1)
TWO_MISSES = Clock(time_off=4 * HOUR)
LIVE = PRESETS["live"]


def after(**length):
    return NOON + timedelta(**length)


def act(contest, player, name, now, phase=None):
    with contest.database.writing() as session:
        locked = lock_duel(session, contest.token, contest.users[player])
        store_clock_act(locked, ClockAct(name), contest._phase(phase), now)


def acts(contest, player, now, ready=()):
    return possible_acts(contest.stored(), player, ready=frozenset(ready), now=now)


def missed_once(begun, **clock):
    """Return a duel at its first auction; the second player handed in no list of powers before it."""
    contest = begun(clock=Clock(time_off=4 * HOUR, **clock))
    contest.store(FIRST, LISTS[FIRST], after(hours=1))
    contest.sweep(DEADLINE)
    assert contest.phase == "S1901B"
    return contest


def test_before_the_loss_time_off_begins_by_itself_and_is_used_up(begun):
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


def test_a_player_back_in_time_plays_on(begun):
    contest = missed_once(begun)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    contest.sweep(after(days=2))
    now = after(days=2, hours=1)
    with refuses(DuelRefusal.TIME_OFF):
        contest.store(SECOND, {"bids": {}}, now)
    act(contest, SECOND, "come_back", now)
    contest.enter(SECOND, {"bids": {}}, now)
    assert (contest.phase, contest.stored().times.misses[SECOND]) == ("S1901M", 0)


def test_without_time_off_the_duel_is_lost_at_once(begun):
    contest = begun(clock=Clock())
    contest.store(FIRST, LISTS[FIRST], after(hours=1))
    contest.sweep(DEADLINE)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    contest.sweep(after(days=2))
    assert contest.stored().reason is Ending.ABSENT


def test_both_with_time_off_and_never_back_is_a_draw_after_it(begun):
    contest = begun(clock=TWO_MISSES)
    contest.sweep(DEADLINE)
    assert contest.sweep(after(days=2)) == 0
    assert set(contest.stored().times.away) == {FIRST, SECOND}
    assert contest.sweep(after(days=2, hours=4)) == 1
    assert (contest.stored().winner, contest.stored().reason) == (None, Ending.ABSENT)


def test_a_miss_that_does_not_lose_the_duel_takes_no_time_off(begun):
    contest = missed_once(begun, misses=3)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    assert contest.sweep(after(days=2)) == 1
    assert contest.stored().times.time_off[SECOND] == timedelta(hours=8)


def test_time_off_is_taken_and_ended_by_hand(begun):
    contest = missed_once(begun)
    assert ClockAct.TAKE_TIME_OFF in acts(contest, SECOND, after(days=1, hours=1))
    assert ClockAct.TAKE_TIME_OFF not in acts(contest, SECOND, after(days=1, hours=1), ready={SECOND})
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
        with refuses(DuelRefusal.CLOCKS_CHANGED):
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


def test_more_time_can_be_granted_once_to_a_player_who_missed(begun):
    contest = missed_once(begun)
    now = after(days=1, hours=1)
    assert ClockAct.GRANT not in acts(contest, SECOND, now)
    act(contest, FIRST, "grant", now)
    stored = contest.stored()
    assert (stored.due_first, stored.due_second) == (after(days=2), after(days=3))
    with refuses(DuelRefusal.CLOCKS_CHANGED):
        act(contest, FIRST, "grant", now)


def test_an_act_for_another_phase_is_refused(begun):
    contest = begun(clock=TWO_MISSES)
    contest.sweep(DEADLINE)
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        act(contest, FIRST, "offer_pause", after(days=1, hours=1), "HOMES")


def test_a_player_out_of_their_bank_enters_nothing_more_while_the_other_has_time(begun):
    contest = begun(clock=Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY, misses=9))
    act(contest, SECOND, "offer_pause", after(hours=1))
    contest.store(SECOND, LISTS[SECOND], after(hours=2))
    contest.hand_in(SECOND, after(hours=3))
    contest.take_back(SECOND, after(hours=9))
    assert (contest.stored().due_first, contest.stored().due_second) == (DEADLINE, after(hours=30))
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(FIRST, LISTS[FIRST], DEADLINE)
    assert acts(contest, FIRST, DEADLINE) == {ClockAct.OFFER_PAUSE, ClockAct.REFUSE_PAUSE}


def test_there_is_nothing_to_do_about_the_time_of_a_duel_that_is_over(contest):
    contest.happen(FIRST, "conceded")
    assert acts(contest, SECOND, NOON) == set()


def test_time_off_that_is_asked_for_as_the_phase_closes_comes_too_late(begun):
    contest = missed_once(begun, misses=3)
    contest.store(FIRST, {"bids": {}}, after(days=1, hours=1))
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        act(contest, SECOND, "take_leave", after(days=2))
    assert contest.stored().times.away == {}


def test_of_time_off_and_a_sweep_at_once_exactly_one_happens(begun):
    contest = missed_once(begun, misses=3)
    now = after(days=2)

    def take():
        try:
            act(contest, SECOND, "take_leave", now - MOMENT, "S1901B")
        except DuelRefused as refused:
            return refused
        return None

    answer, _ = at_once(take, lambda: contest.sweep(now))
    contest.sweep(now)
    is_away = SECOND in contest.stored().times.away
    assert is_away is (answer is None)
    assert contest.phase == ("S1901B" if is_away else "S1901M")


def test_time_off_that_is_used_up_ends_by_itself_and_the_time_that_was_left_runs(begun):
    contest = missed_once(begun)
    act(contest, SECOND, "take_leave", after(days=1, hours=1))
    over = after(days=1, hours=5)
    assert contest.stored().deadline_at == over
    assert contest.sweep(over) == 0
    stored = contest.stored()
    assert (stored.times.away, stored.due_second) == ({}, after(days=2, hours=4))
    contest.store(SECOND, {"bids": {}}, after(days=2, hours=3))


@pytest.mark.parametrize("stored", [False, True])
def test_time_off_begins_by_itself_only_when_the_other_one_can_change_nothing_any_more(begun, stored):
    """Otherwise it would reveal to them that nothing is stored."""
    contest = missed_once(begun)
    if stored:
        contest.store(SECOND, {"bids": {}}, after(days=1, hours=1))
    act(contest, FIRST, "take_leave", after(days=2) - MOMENT)
    act(contest, FIRST, "come_back", after(days=2) + MOMENT)
    contest.sweep(after(days=2, minutes=1))
    assert contest.stored().times.away == {}
    contest.enter(FIRST, {"bids": {}}, after(days=2, minutes=2))
    assert contest.phase == ("S1901M" if stored else "S1901B")


def test_while_time_off_that_began_by_itself_runs_the_other_one_takes_nothing_back(begun):
    clock = Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY, misses=1, time_off=4 * HOUR)
    contest = begun(clock=clock)
    with contest.database.writing() as session:
        stored = lock_duel(session, contest.token, contest.users[SECOND]).stored
        stored.times = replace(
            stored.times, time_off={SECOND: timedelta(days=2)}, due={**stored.times.due, FIRST: after(days=2)}
        )
    contest.enter(FIRST, LISTS[FIRST], after(days=1, hours=1))
    assert set(contest.stored().times.away) == {SECOND}
    with refuses(DuelRefusal.NOT_AWAITED):
        contest.take_back(FIRST, after(days=1, hours=2))
    with refuses(DuelRefusal.NOT_AWAITED):
        contest.store(FIRST, LISTS[SECOND], after(days=1, hours=2))
