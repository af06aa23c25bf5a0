"""Time off from all duels at once: each duel gives up to what it has granted, and no more."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from clocks.terms import HOUR, Clock
from models import StoredDuel, TimeOff
from services.duels.access import lock_duel
from services.duels.events import ClockAct, store_clock_act
from services.duels.refusals import DuelRefusal
from services.duels.time_off_everywhere import (
    FARTHEST,
    LONGEST,
    allowances,
    begin_planned,
    come_back_everywhere,
    plan_time_off,
    take_everywhere,
)
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.refusing import refuses

GIVING = Clock(time_off=12 * HOUR)
BIDS = {"bids": {}}


def after(**length):
    return NOON + timedelta(**length)


@pytest.fixture
def played(begun):
    """Return a function that begins a duel two days into its play; each day granted half a day off."""

    def play(clock=GIVING):
        contest = begun(clock=clock)
        for day, entries in enumerate((LISTS, {FIRST: BIDS, SECOND: BIDS})):
            for player in (FIRST, SECOND):
                contest.store(player, entries[player], after(days=day))
            contest.sweep(after(days=day + 1))
        return contest

    return play


def plan(contest, begins, ends, now):
    with contest.database.writing() as session:
        plan_time_off(session, contest.users[FIRST], begins, ends, now)


def take(contest, now):
    return take_everywhere(contest.database, lambda: now, contest.users[FIRST])


def clock_act(contest, player, act, now):
    with contest.database.writing() as session:
        locked = lock_duel(session, contest.token, contest.users[player])
        store_clock_act(locked, ClockAct(act), locked.stored.phase, now)


def plans(database):
    with database.reading() as session:
        return session.scalars(select(TimeOff)).all()


def test_time_off_begins_in_every_running_duel_that_has_given_some(played):
    contest, other, giving_none = played(), played(), played(Clock())
    plan(contest, after(days=2), after(days=9), after(days=2))
    assert take(contest, after(days=2)) == 2
    for duel in (contest, other):
        away = duel.stored().times.away
        assert set(away) == {FIRST}
        assert away[FIRST].until == after(days=3)
        assert duel.stored().due_first == after(days=4)
        assert duel.stored().due_second == after(days=3)
    assert giving_none.stored().times.away == {}


def test_planned_time_off_ends_on_time_and_the_rest_is_kept(played):
    contest = played()
    plan(contest, after(days=2), after(days=2, hours=6), after(days=2))
    take(contest, after(days=2))
    contest.sweep(after(days=2, hours=6))
    times = contest.stored().times
    assert times.away == {}
    assert times.time_off[FIRST] == timedelta(hours=18)
    assert times.due[FIRST] == after(days=3, hours=6)


def test_only_earned_time_off_can_be_taken(played):
    contest = played()
    plan(contest, after(days=2), after(days=30), after(days=2))
    take(contest, after(days=2))
    contest.sweep(after(days=3))
    assert contest.stored().times.away == {}
    assert contest.stored().times.time_off[FIRST] == timedelta()
    assert take(contest, after(days=3)) == 0


def test_while_it_lasts_it_begins_with_each_phase_that_awaits_its_player(played, begun):
    contest = played()
    plan(contest, after(days=2), after(days=9), after(days=2))
    take(contest, after(days=2))
    clock_act(contest, FIRST, "come_back", after(days=2, hours=1))
    assert contest.stored().times.away == {}
    contest.resolve({"orders": {}}, {"orders": {}}, after(days=2, hours=2))
    away = contest.stored().times.away
    assert set(away) == {FIRST}
    assert away[FIRST].since == after(days=2, hours=2)


def test_a_player_back_from_time_off_stays_back_for_the_phase(played):
    contest = played()
    plan(contest, after(days=2), after(days=9), after(days=2))
    take(contest, after(days=2))
    clock_act(contest, FIRST, "come_back", after(days=2, hours=1))
    contest.happen(SECOND, "draw_offered", after(days=2, hours=2))
    assert contest.stored().times.away == {}
    contest.enter(FIRST, {"orders": {}}, after(days=2, hours=3))
    assert contest.stored().times.away == {}


def test_after_a_pause_it_goes_on(played):
    contest = played()
    for player in (FIRST, SECOND):
        clock_act(contest, player, "offer_pause", after(days=2, hours=1))
    plan(contest, after(days=2, hours=2), after(days=9), after(days=2, hours=2))
    assert take(contest, after(days=2, hours=2)) == 0
    clock_act(contest, SECOND, "resume", after(days=3))
    assert set(contest.stored().times.away) == {FIRST}


def test_time_off_planned_for_later_begins_by_itself_and_is_forgotten_when_it_is_over(played):
    contest = played()
    plan(contest, after(days=2, hours=5), after(days=2, hours=9), after(days=2))
    assert begin_planned(contest.database, lambda: after(days=2, hours=4)) == 0
    assert contest.stored().times.away == {}
    assert begin_planned(contest.database, lambda: after(days=2, hours=5)) == 1
    assert set(contest.stored().times.away) == {FIRST}
    assert begin_planned(contest.database, lambda: after(days=2, hours=6)) == 0
    assert len(plans(contest.database)) == 1
    begin_planned(contest.database, lambda: after(days=2, hours=9))
    assert plans(contest.database) == []


def test_one_press_ends_it_everywhere(played):
    contest, other = played(), played()
    plan(contest, after(days=2), after(days=9), after(days=2))
    take(contest, after(days=2))
    come_back_everywhere(contest.database, lambda: after(days=2, hours=3), contest.users[FIRST])
    for duel in (contest, other):
        assert duel.stored().times.away == {}
        assert duel.stored().due_first == after(days=3, hours=3)
        assert duel.stored().times.time_off[FIRST] == timedelta(hours=21)
    assert plans(contest.database) == []


def test_a_player_who_has_handed_in_uses_no_time_off(played):
    contest = played()
    contest.enter(FIRST, {"orders": {}}, after(days=2))
    plan(contest, after(days=2), after(days=9), after(days=2))
    assert take(contest, after(days=2, hours=1)) == 0
    assert contest.stored().times.time_off[FIRST] == timedelta(days=1)


def test_nothing_is_entered_during_it(played):
    contest = played()
    plan(contest, after(days=2), after(days=9), after(days=2))
    take(contest, after(days=2))
    with refuses(DuelRefusal.TIME_OFF):
        contest.store(FIRST, {"orders": {}}, after(days=2, hours=1))
    contest.enter(SECOND, {"orders": {}}, after(days=2, hours=1))
    assert contest.stored().times.away != {}


def test_a_duel_set_aside_by_an_error_is_left_alone(played):
    contest = played()
    with contest.database.writing() as session:
        session.execute(update(StoredDuel).values(stuck_at=NOON, stuck_by="ValueError"))
    plan(contest, after(days=2), after(days=9), after(days=2))
    assert take(contest, after(days=2)) == 0
    assert contest.stored().times.away == {}


def test_another_plan_takes_the_place_of_the_first(played):
    contest = played()
    plan(contest, after(days=2), after(days=9), after(days=2))
    take(contest, after(days=2))
    plan(contest, after(days=2, hours=1), after(days=2, hours=3), after(days=2, hours=1))
    take(contest, after(days=2, hours=1))
    assert contest.stored().times.away[FIRST].until == after(days=2, hours=3)
    assert [each.ends_at for each in plans(contest.database)] == [after(days=2, hours=3)]


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        (after(days=-1), after(days=3)),
        (after(days=1), after(days=1)),
        (after(days=2), after(days=1)),
        (NOON, NOON + LONGEST + timedelta(seconds=1)),
        (NOON + FARTHEST + timedelta(seconds=1), NOON + FARTHEST + timedelta(days=1)),
    ],
)
def test_impossible_plans_are_refused(begun, begins, ends):
    contest = begun()
    with pytest.raises(ValueError, match="datetime"):
        plan(contest, begins, ends, NOON)
    assert plans(contest.database) == []


def test_the_time_off_earned_in_each_duel_is_listed(played):
    contest, _ = played(), played(Clock())
    with contest.database.reading() as session:
        found = allowances(session, contest.users[FIRST])
    assert [(each.opponent.name, each.left, each.can_earn, each.is_away) for each in found] == [
        ("boris", timedelta(days=1), True, False),
        ("boris", timedelta(), False, False),
    ]
