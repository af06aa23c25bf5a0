"""Questions about powers that are not on the board, or have nothing to do."""

from functools import partial
from typing import cast

import pytest

from adjudicator import (
    OrderError,
    Position,
    PositionError,
    Power,
    build_choice,
    builds_possible,
    default_removals,
    due,
    legal_builds,
    removal_choice,
    vacant_homes,
)


@pytest.mark.parametrize(
    "asked",
    [
        due,
        vacant_homes,
        builds_possible,
        legal_builds,
        build_choice,
        removal_choice,
        partial(default_removals, count=1),
    ],
)
def test_an_unknown_power_is_refused_by_name(asked):
    with pytest.raises(PositionError) as refused:
        asked(Position.initial(), power=cast("Power", "FRANK"))
    assert (refused.value.field, refused.value.message) == ("power", "'FRANK' is not a power")


@pytest.mark.parametrize("count", [0, -1, -3])
def test_a_power_that_need_not_remove_anything_keeps_all(count):
    """DATC 4.D.8: `-due(...)` of a power that may build is below 0."""
    assert default_removals(Position.initial(), Power("FRANCE"), count) == []


@pytest.mark.parametrize("among", [["A PAR"], "A PAR", [None]])
def test_removals_among_texts_are_refused_with_a_hint_at_unit_parse(among):
    with pytest.raises(OrderError) as refused:
        default_removals(Position.initial(), Power("FRANCE"), 1, among=among)
    assert refused.value.field == "among"
    assert refused.value.message.endswith(" is not a unit: use Unit.parse for a text")
