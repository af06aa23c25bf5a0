"""All possible answers by number: one vocabulary of actions for all positions.

An action is a word: an order in the canonical notation, `BID 3`, `RANK FRANCE`, or `NOTHING` for an agent
without a question while the other one has one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Location,
    Move,
    Retreat,
    Support,
    Unit,
    Waive,
    standard,
)

NOTHING = "NOTHING"
HIGHEST_BID = 60
"""The highest bid with a word; nobody can bid more for one mercenary."""


@cache
def words() -> Sequence[str]:
    """Every word, in the order of its number; `NOTHING` is 0."""
    board = standard()
    found: dict[str, None] = dict.fromkeys([NOTHING, *(f"RANK {power}" for power in board.powers)])
    found |= dict.fromkeys(f"BID {bid}" for bid in range(HIGHEST_BID + 1))
    units = [Unit(kind, place) for kind in Kind for place in sorted(board.borders[kind])]
    for unit in units:
        found |= dict.fromkeys(_of(unit, units))
    return (*found, str(Waive()))


@cache
def numbers() -> Mapping[str, int]:
    """The number of each word."""
    return {word: number for number, word in enumerate(words())}


def _of(unit: Unit, units: Sequence[Unit]) -> Iterator[str]:
    """All orders of a unit that any position and any edition allow."""
    board = standard()
    yield from (str(Hold(unit)), str(Disband(unit)), str(Build(unit)))
    for place in board.borders[unit.kind][unit.location]:
        yield str(Move(unit, place))
        yield str(Retreat(unit, place))
    ports = _ports()
    if unit.kind is Kind.ARMY and unit.location in ports:
        yield from (str(Move(unit, end, via=True)) for end in ports if end != unit.location)
    reach = board.reach[unit.kind][unit.location]
    for other in units:
        if other.province == unit.province:
            continue
        if other.province in reach:
            yield str(Support(unit, other))
        yield from (str(Support(unit, other, end)) for end in _ends(other) if end[:3] in reach)
    if unit.kind is Kind.FLEET and unit.province in board.seas:
        for start in ports:
            army = Unit(Kind.ARMY, start)
            yield from (str(Convoy(unit, army, end)) for end in ports if end != start)


@cache
def _ports() -> Sequence[Location]:
    """The coastal provinces."""
    board = standard()
    return sorted(place for place in board.borders[Kind.ARMY] if board.neighbours[place[:3]] & board.seas)  # type: ignore[index]  # an army's place is a province


@cache
def _ends(unit: Unit) -> Sequence[Location]:
    """The goals of a unit's moves, with and without coast, also by convoy."""
    near = standard().borders[unit.kind][unit.location]
    ends = {*near, *(Location(place[:3]) for place in near)}
    if unit.kind is Kind.ARMY and unit.location in _ports():
        ends |= set(_ports()) - {unit.location}
    return sorted(ends)
