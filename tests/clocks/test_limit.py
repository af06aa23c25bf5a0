"""An end after an agreed number of hours (source 002, 1): when it comes, and what postpones it."""

from datetime import UTC, datetime, timedelta

import pytest

from clocks.running import (
    arrive,
    begin_anew,
    begin_phase,
    end_phase,
    extend,
    give_back,
    open_doors,
    pause,
    pause_until,
    resume,
)
from clocks.terms import DAY, HOUR, MINUTE, Clock
from clocks.times import Times, read_times, write_times
from intimate.errors import SettingError
from intimate.players import Player

FIRST, SECOND = Player
BOTH = frozenset(Player)
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
LIVE = Clock(15 * MINUTE, 15 * MINUTE, 5 * MINUTE, limit=3 * HOUR)
QUARTER, MOMENT = timedelta(minutes=15), timedelta(microseconds=1)


def after(**length):
    return NOON + timedelta(**length)


def begun(now=NOON, times=None):
    return begin_phase(LIVE, times or Times(), QUARTER, BOTH, now)


def test_the_hours_begin_once_both_have_come_and_no_later_phase_moves_their_end():
    one = arrive(LIVE, open_doors(LIVE, NOON), FIRST, QUARTER, BOTH, after(minutes=1))
    assert one.over_at is None
    times = arrive(LIVE, one, SECOND, QUARTER, BOTH, after(minutes=5))
    assert times.over_at == after(hours=3, minutes=5)
    later = begun(after(hours=1), end_phase(LIVE, times, BOTH, (), after(hours=1)))
    assert later.over_at == times.over_at


def test_everybody_is_out_at_the_very_instant_and_not_before():
    times = begun(after(hours=2, minutes=50), begun())
    assert times.wakes_at == after(hours=3)
    assert times.due[FIRST] > after(hours=3)
    assert not times.is_out(FIRST, after(hours=3) - MOMENT)
    assert times.is_up(after(hours=3))
    assert times.is_out(FIRST, after(hours=3))


def test_a_pause_an_outage_and_the_arbiter_put_the_end_off():
    times = begun()
    paused = pause(LIVE, times, after(minutes=5))
    assert not paused.is_up(after(hours=9))
    assert resume(LIVE, paused, after(minutes=25)).over_at == after(hours=3, minutes=20)
    lost = give_back(LIVE, paused, after(minutes=6), after(minutes=16))
    assert resume(LIVE, lost, after(minutes=25)).over_at == after(hours=3, minutes=20)
    assert give_back(LIVE, times, NOON, after(minutes=7)).over_at == after(hours=3, minutes=7)
    assert extend(LIVE, times, timedelta(hours=1), NOON).over_at == after(hours=4)
    ordered = pause_until(LIVE, times, after(days=1), NOON)
    assert resume(LIVE, ordered, after(hours=2)).over_at == after(hours=5)


def test_a_restarted_phase_has_its_whole_time_and_the_duel_no_more():
    times = begin_anew(LIVE, begun(), QUARTER, BOTH, after(hours=1))
    assert (times.due[FIRST], times.over_at) == (after(hours=1, minutes=15), after(hours=3))


def test_the_end_is_stored_and_survives_a_restart():
    assert read_times(write_times(begun())) == begun()
    assert "over_at" not in write_times(Times())


@pytest.mark.parametrize(
    "values",
    [
        {"limit": HOUR - 1},
        {"limit": DAY + 1},
        {"limit": -HOUR},
        {"limit": HOUR, "moves": HOUR},
        {"limit": HOUR, "unlimited": True},
    ],
)
def test_only_a_live_duel_ends_after_an_hour_to_a_day(values):
    with pytest.raises(SettingError) as refused:
        Clock(**{"moves": MINUTE, "auctions": MINUTE, "shorts": MINUTE, **values})
    assert refused.value.setting == "limit"
