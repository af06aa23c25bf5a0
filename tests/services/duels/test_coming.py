"""A live duel begins once both players are there; otherwise it lapses."""

from datetime import timedelta

from clocks.running import OPEN_FOR
from clocks.terms import PRESETS
from intimate.duel import Ending
from intimate.events import EventKind
from services.duels.events import ClockAct
from services.duels.refusals import DuelRefusal
from tests.builders import RANKS
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.refusing import refuses
from tests.services.duels.test_events import MOMENT, act, acts, after

LIVE = PRESETS["live"]


def test_a_live_duel_begins_once_both_are_there(begun):
    contest = begun(clock=LIVE)
    assert (contest.stored().due_first, contest.stored().deadline_at) == (None, NOON + OPEN_FOR)
    assert acts(contest, FIRST, NOON) == {ClockAct.COME}
    act(contest, FIRST, "come", after(minutes=1))
    assert acts(contest, FIRST, NOON) == set()
    act(contest, SECOND, "come", after(minutes=5))
    assert contest.stored().deadline_at == after(minutes=20)


def test_handing_in_counts_as_arriving_and_storing_does_not(begun):
    contest = begun(clock=LIVE)
    before = contest.stored().version
    contest.store(FIRST, LISTS[FIRST], after(minutes=1))
    assert (contest.stored().times.here, contest.stored().version) == (frozenset(), before)
    contest.hand_in(FIRST, after(minutes=2))
    assert contest.stored().times.here == {FIRST}
    contest.enter(SECOND, {"homes": RANKS["second"]}, after(minutes=3))
    assert (contest.phase, contest.stored().deadline_at) == ("S1901B", after(minutes=18))


def test_a_live_duel_to_which_not_both_come_lapses_and_counts_for_nobody(begun):
    contest = begun(clock=LIVE)
    act(contest, FIRST, "come", after(minutes=1))
    assert contest.sweep(NOON + OPEN_FOR - MOMENT) == 0
    assert contest.sweep(NOON + OPEN_FOR) == 1
    stored = contest.stored()
    assert (stored.phase, stored.winner, stored.reason, stored.deadline_at) == (
        None,
        None,
        Ending.LAPSED,
        None,
    )
    (last,) = contest.chapters()
    assert (last.event, last.player) == (EventKind.LAPSED, None)
    assert contest.record()["chapters"] == [{"event": "lapsed"}]


def test_arriving_at_the_instant_when_a_live_duel_lapses_is_too_late(begun):
    contest = begun(clock=LIVE)
    act(contest, FIRST, "come", after(minutes=1))
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        act(contest, SECOND, "come", NOON + OPEN_FOR)


def test_the_bank_of_a_player_who_hands_in_before_the_other_arrives_does_not_run(begun):
    contest = begun(clock=PRESETS["live_bank"])
    contest.enter(FIRST, LISTS[FIRST], after(minutes=1))
    act(contest, SECOND, "come", after(minutes=2))
    stored = contest.stored()
    assert stored.due_first is None
    assert stored.times.banks[FIRST] == timedelta(minutes=45)
    assert stored.due_second == after(minutes=47)


def test_nobody_comes_or_hands_in_once_a_live_duel_has_lapsed(begun):
    contest = begun(clock=LIVE)
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(FIRST, LISTS[FIRST], NOON + OPEN_FOR)
