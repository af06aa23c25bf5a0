"""The agreed clock: its limits, and the length of each kind of phase."""

from datetime import timedelta

import pytest

from adjudicator import Phase
from clocks.terms import (
    DAY,
    HOUR,
    LARGEST_BANK,
    LONGEST_PHASE,
    MINUTE,
    PRESETS,
    WEEK,
    WEEKEND,
    Clock,
    read_clock,
    write_clock,
)
from intimate.errors import SettingError

YEAR = ("HOMES", "S1901B", "S1901M", "S1901R", "F1901M", "F1901R", "W1901A")


def minutes_of(clock, *phases, first_year=1901):
    """Return the minutes that a clock gives each phase."""
    return [clock.length(Phase.parse(phase), first_year) // timedelta(minutes=1) for phase in phases]


def test_a_clock_has_a_time_for_each_kind_of_phase():
    assert minutes_of(Clock(3 * MINUTE, 2 * MINUTE, MINUTE), *YEAR) == [3, 2, 3, 1, 3, 1, 1]


def test_the_first_moves_may_have_more_time():
    """Source 000, IV: 30 minutes before the first move, 15 before each of the others."""
    clock = Clock(15 * MINUTE, 5 * MINUTE, 5 * MINUTE, first=30 * MINUTE)
    assert minutes_of(clock, *YEAR) == [15, 5, 30, 5, 15, 5, 5]
    assert minutes_of(clock, "S1902M", "S1914M") == [15, 15]
    assert minutes_of(clock, "S1914M", first_year=1914) == [30]
    assert clock.is_live


@pytest.mark.parametrize(("spring", "autumn"), [(16, 18), (15, 17)])
def test_moves_in_autumn_may_have_a_time_of_their_own(spring, autumn):
    """Source 004, VI: 16 and 18 minutes on Saturday afternoon, 15 and 17 afterwards."""
    clock = Clock(spring * MINUTE, spring * MINUTE, 5 * MINUTE, autumns=autumn * MINUTE)
    assert minutes_of(clock, "S1901M", "F1901M", "F1901R", "S1902M") == [spring, autumn, 5, spring]


def test_a_long_season_decides_what_else_a_clock_can_be():
    assert not Clock(MINUTE, MINUTE, MINUTE, autumns=HOUR).is_live
    with pytest.raises(SettingError, match="cap"):
        Clock(HOUR, HOUR, HOUR, bank=HOUR, cap=2 * HOUR, first=3 * HOUR)


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"moves": 0}, "moves"),
        ({"moves": -DAY}, "moves"),
        ({"auctions": MINUTE - 1}, "auctions"),
        ({"shorts": LONGEST_PHASE + 1}, "shorts"),
        ({"autumns": MINUTE - 1}, "autumns"),
        ({"autumns": -DAY}, "autumns"),
        ({"first": LONGEST_PHASE + 1}, "first"),
        ({"ends_at": 0, "first": HOUR}, "ends_at"),
        ({"bank": -1}, "bank"),
        ({"bank": LARGEST_BANK + 1, "cap": LARGEST_BANK + 1}, "bank"),
        ({"bank": 2 * DAY, "cap": DAY}, "cap"),
        ({"moves": 3 * DAY, "bank": DAY, "cap": 2 * DAY}, "cap"),
        ({"cap": DAY}, "cap"),
        ({"misses": 0}, "misses"),
        ({"misses": 10}, "misses"),
        ({"rest_days": tuple(WEEK)}, "rest_days"),
        ({"rest_days": (6, 5)}, "rest_days"),
        ({"rest_days": (5, 5)}, "rest_days"),
        ({"rest_days": (7,)}, "rest_days"),
        ({"moves": MINUTE, "auctions": MINUTE, "shorts": MINUTE, "rest_days": WEEKEND}, "rest_days"),
    ],
)
def test_an_impossible_clock_is_refused_at_the_wrong_field(values, setting):
    with pytest.raises(SettingError) as refused:
        Clock(**values)
    assert refused.value.setting == setting


def test_some_ready_made_clocks_have_banks():
    assert {name for name, clock in PRESETS.items() if clock.has_banks} == {"live_bank", "days_bank"}


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ({}, ()),
        ({"weekends": True}, ()),
        ({"weekends": False}, WEEKEND),
        ({"rest_days": [0, 3]}, (0, 3)),
        ({"rest_days": []}, ()),
    ],
)
def test_a_clock_that_was_stored_before_rests_at_weekends_or_not_at_all(written, days):
    assert read_clock({"moves": HOUR, **written}) == Clock(moves=HOUR, rest_days=days)


def test_time_off_is_stored_under_its_first_name():
    written = write_clock(Clock(time_off=HOUR))
    assert (written["leave"], read_clock(written)) == (HOUR, Clock(time_off=HOUR))
