"""A duel that ends after an agreed number of hours (source 002, 1; §8.9)."""

from datetime import timedelta
from functools import partial

import pytest

from clocks.terms import HOUR, MINUTE, Clock
from intimate.duel import Ending
from intimate.events import EventKind
from intimate.record import load
from intimate.replay import replay
from services.arbiters import rulings
from services.duels import deadlines
from services.duels.events import ClockAct
from services.duels.refusals import DuelRefusal
from services.outages import give_all_back
from tests.builders import lonely
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.refusing import refuses
from tests.services.arbiters.bench import Bench
from tests.services.duels.test_events import MOMENT, act, after
from tests.services.rivals import at_once, checked_chapters, sweep_elsewhere

THREE_HOURS = Clock(40 * MINUTE, 40 * MINUTE, 20 * MINUTE, misses=9, limit=3 * HOUR)
END = after(hours=3)
AHEAD = lonely(
    "F1903M",
    centers={"AUSTRIA": ["VIE", "BUD", "TRI"], "FRANCE": ["PAR", "MAR"]},
    units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR", "A MAR"]},
)
"""More centres for the first player, more units for the second."""
OPEN_AT_THE_END = "S1905M"
ORDERS = {"orders": {"AUSTRIA": ["A VIE - TYR"]}}


@pytest.fixture
def played(begun):
    """Return a function that begins a duel of three hours; both players arrived at noon."""

    def begin(start=AHEAD, clock=THREE_HOURS, **settings):
        contest = begun(start, clock=clock, **settings)
        for player in (FIRST, SECOND):
            act(contest, player, "come", NOON)
        return contest

    return begin


def play_on(contest, end=END):
    """Sweep at each deadline up to an instant."""
    while contest.stored().deadline_at < end:
        contest.sweep(contest.stored().deadline_at)
    return contest


def pause_between(contest, begin, end):
    for player in (FIRST, SECOND):
        act(contest, player, ClockAct.OFFER_PAUSE, begin)
    act(contest, FIRST, ClockAct.RESUME, end)


@pytest.mark.parametrize(
    ("settings", "winner", "counts"),
    [({}, FIRST, {"first": 3, "second": 2}), ({"limit_counts": "units"}, SECOND, {"first": 1, "second": 2})],
)
def test_when_the_agreed_hours_end_the_higher_count_wins(played, settings, winner, counts):
    """Source 002, 1: the player with the most centres wins; source 000, III: or with the most pieces."""
    contest = play_on(played(**settings))
    assert contest.sweep(END - MOMENT) == 0
    assert contest.sweep(END) == 1
    stored = contest.stored()
    assert (stored.phase, stored.winner, stored.reason) == (None, winner, Ending.TIME_UP)
    assert (stored.deadline_at, stored.due_first, stored.times.over_at) == (None, None, None)
    assert stored.counts
    record = {**contest.record(), "start": AHEAD}
    *_, last = replay(load(record))
    assert last["result"] == {
        "winner": winner,
        "reason": "time_up",
        "phase": OPEN_AT_THE_END,
        "counts": counts,
    }
    assert record["format"] == "intimate-duel/3"


def test_the_phase_that_is_open_then_is_not_resolved_and_its_entries_stay_secret(played):
    contest = play_on(played())
    contest.store(FIRST, ORDERS, END - MOMENT)
    contest.sweep(END)
    last = contest.chapters()[-1]
    assert (last.event, last.player, last.entries) == (EventKind.TIME_UP, None, {})
    assert contest.record()["chapters"][-1] == {"event": "time_up"}
    assert contest.entry(FIRST, OPEN_AT_THE_END) is None
    assert "VIE - TYR" not in str(contest.record())


def test_equal_numbers_are_a_draw(played):
    contest = play_on(played(lonely("F1903M")))
    contest.sweep(END)
    assert (contest.stored().winner, contest.stored().reason) == (None, Ending.TIME_UP)


def test_an_end_before_home_powers_are_known_is_a_draw_that_is_not_rated(played):
    contest = played(None, Clock(MINUTE, MINUTE, MINUTE, bank=2 * HOUR, cap=2 * HOUR, limit=HOUR))
    contest.store(FIRST, LISTS[FIRST], after(minutes=1))
    assert contest.sweep(after(hours=1)) == 1
    stored = contest.stored()
    assert (stored.winner, stored.reason, stored.counts) == (None, Ending.TIME_UP, False)


def test_a_phase_that_was_due_before_the_end_is_resolved_first_however_late_that_is(played):
    contest = play_on(played(), after(hours=2))
    contest.store(FIRST, ORDERS, after(hours=2))
    assert contest.phase == "F1904M"
    contest.sweep(after(hours=5))
    assert [(str(each.phase or ""), each.event) for each in contest.chapters()[-2:]] == [
        ("F1904M", None),
        ("", EventKind.TIME_UP),
    ]
    assert "VIE - TYR" in str(contest.record())


def test_a_phase_due_at_the_very_end_is_resolved_and_the_next_one_is_not(played):
    clock = Clock(30 * MINUTE, 30 * MINUTE, 30 * MINUTE, misses=9, limit=HOUR)
    contest = play_on(played(clock=clock), after(hours=1))
    before = contest.stored()
    assert before.due_first == before.times.over_at == after(hours=1)
    contest.sweep(after(hours=1))
    assert contest.stored().ordinal == before.ordinal + 2
    assert contest.chapters()[-1].event is EventKind.TIME_UP


def test_nothing_is_entered_conceded_or_offered_once_the_hours_are_over(played):
    contest = play_on(played())
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(FIRST, ORDERS, END)
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        contest.happen(FIRST, "conceded", END)
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        act(contest, FIRST, ClockAct.OFFER_PAUSE, END)
    assert contest.phase == OPEN_AT_THE_END


def test_a_pause_and_an_outage_put_the_end_off(played):
    contest = played()
    pause_between(contest, after(minutes=5), after(minutes=45))
    assert contest.stored().times.over_at == END + timedelta(minutes=40)
    with contest.database.writing() as session:
        give_all_back(session, after(minutes=46), after(minutes=56))
    end = END + timedelta(minutes=50)
    assert play_on(contest, end).stored().times.over_at == end
    contest.sweep(end)
    assert contest.stored().reason is Ending.TIME_UP


def test_time_that_the_arbiter_adds_is_added_to_the_hours(played):
    contest = played()
    bench = Bench(contest)
    bench.rule(rulings.extend_time, timedelta(hours=1), now=after(minutes=1))
    assert contest.stored().times.over_at == after(hours=4)
    play_on(contest, after(hours=4)).sweep(after(hours=4))
    assert contest.stored().reason is Ending.TIME_UP


def test_a_duel_that_the_arbiter_takes_back_ends_when_it_would_have_ended(played):
    contest = play_on(played(), after(minutes=70))
    Bench(contest).take_back(1, now=after(minutes=70))
    assert contest.phase == "W1903A"
    assert contest.stored().times.over_at == END
    play_on(contest).sweep(END)
    assert contest.stored().reason is Ending.TIME_UP


def test_several_processes_end_a_duel_once(played):
    for _ in range(4):
        contest = play_on(played())
        sweep = partial(deadlines.sweep, contest.database, lambda: END)
        look = partial(deadlines.try_to_resolve, contest.database, contest.id, lambda: END)
        at_once(sweep, look, look)
        contest.sweep(END)
        assert [chapter.event for chapter in checked_chapters(contest)].count(EventKind.TIME_UP) == 1


def test_a_process_that_starts_later_knows_the_end(played):
    contest = play_on(played())
    url = contest.database.url.render_as_string(hide_password=False)
    assert sweep_elsewhere(url, END) == 1
    assert contest.stored().reason is Ending.TIME_UP
