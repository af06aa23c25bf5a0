"""The graph of a rating: everything lies within its frame, and each duel is a step."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from models import RatingChange
from tests.fixtures_site import NOON
from web.players import MOST_TICKS, TOP, graph_of

RATINGS = st.floats(200, 3500)
DEVIATIONS = st.floats(20, 250)
CHANGES = st.builds(
    RatingChange,
    rating_before=RATINGS,
    deviation_before=DEVIATIONS,
    rating=RATINGS,
    deviation=DEVIATIONS,
    rated_at=st.integers(0, 2000).map(lambda hours: NOON + timedelta(hours=hours)),
)


def places(points):
    return [tuple(map(float, point.split(","))) for point in points.split()]


@given(st.lists(CHANGES, min_size=1, max_size=12))
def test_all_of_it_lies_within_the_frame_and_goes_from_left_to_right(changes):
    changes.sort(key=lambda change: change.rated_at)
    graph = graph_of(changes)
    line, band = places(graph.line), places(graph.band)
    for x, y in [*line, *band, *((dot.x, dot.y) for dot in graph.dots)]:
        assert graph.left <= x <= graph.right
        assert TOP <= y <= graph.bottom
    assert [x for x, _ in line] == sorted(x for x, _ in line)
    assert (len(line), len(graph.dots)) == (2 * len(changes) + 2, len(changes))
    upper, lower = band[: len(line)], band[: len(line) - 1 : -1]
    assert all(high[1] <= middle[1] <= low[1] for high, middle, low in zip(upper, line, lower, strict=True))


@given(st.lists(CHANGES, min_size=1, max_size=12))
def test_its_axis_names_few_round_values_from_below_upwards(changes):
    changes.sort(key=lambda change: change.rated_at)
    ticks = graph_of(changes).ticks
    values = [value for _, value in ticks]
    assert values == sorted(values)
    assert all(value % 50 == 0 for value in values)
    assert 2 <= len(ticks) <= MOST_TICKS + 5
    assert [y for y, _ in ticks] == sorted((y for y, _ in ticks), reverse=True)


def test_there_is_none_without_a_duel():
    assert graph_of([]) is None
