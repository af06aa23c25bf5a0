"""Strategies for orders: every legal one of random positions."""

from hypothesis import strategies as st

from adjudicator import Position, legal_orders, standard
from adjudicator.orders import Build, Disband, Move, Retreat, Waive
from adjudicator.units import Kind, Location, Power, Unit

BOARD = standard()
UNITS = [Unit(kind, location) for kind in Kind for location in BOARD.borders[kind]]


@st.composite
def positions(draw):
    """Draw units at random on legal places, one in a province."""
    units = draw(
        st.lists(st.sampled_from(UNITS), min_size=1, max_size=20, unique_by=lambda unit: unit.province)
    )
    return Position({unit: Power("FRANCE") for unit in units}, {}, {})


@st.composite
def movement_orders(draw):
    """Draw a legal order of a random position."""
    position = draw(positions())
    unit = draw(st.sampled_from(list(position.units)))
    return draw(st.sampled_from(legal_orders(position, [unit])[unit]))


def every_other_order():
    """List all moves, retreats, builds and disbandments, and the waived build."""
    yield Waive()
    for unit in UNITS:
        yield from (Build(unit), Disband(unit))
        for to in BOARD.borders[unit.kind][unit.location]:
            yield from (Move(unit, Location(to)), Retreat(unit, Location(to)))
