"""The clock that both agree to: what there can be, and how long each kind of phase lasts."""

import pytest

from adjudicator import PhaseKind
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
)
from intimate.errors import SettingError


def test_a_clock_has_a_time_for_each_kind_of_phase():
    clock = Clock(3 * HOUR, 2 * HOUR, HOUR)
    times = {kind: clock.seconds(kind) // HOUR for kind in PhaseKind}
    assert times == {
        PhaseKind.HOMES: 3,
        PhaseKind.AUCTION: 2,
        PhaseKind.MOVEMENT: 3,
        PhaseKind.RETREATS: 1,
        PhaseKind.ADJUSTMENTS: 1,
    }


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"moves": 0}, "moves"),
        ({"moves": -DAY}, "moves"),
        ({"auctions": MINUTE - 1}, "auctions"),
        ({"shorts": LONGEST_PHASE + 1}, "shorts"),
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
def test_a_clock_that_there_cannot_be_is_refused_by_the_name_of_what_is_wrong(values, setting):
    with pytest.raises(SettingError) as refused:
        Clock(**values)
    assert refused.value.setting == setting


def test_some_of_the_clocks_that_need_no_thought_have_banks():
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
