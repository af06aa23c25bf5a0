"""Orders as arrows: where each begins and ends, and how it bends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Kind,
    Location,
    Move,
    Order,
    Power,
    Province,
    Retreat,
    Support,
    Unit,
    province_of,
)
from web.board.points import Point, unit_point

UNIT_REACH = 17.0
"""How far from the middle of a unit an arrow begins or ends."""
HEAD, HALF_HEAD = 11.0, 6.0
MEETING = 0.62
"""Where on the way of a move a support for it ends."""
BEND = 0.14
ASIDE = 5.0
"""How far beside one another two moves lie that go against each other."""
BODIES: Mapping[Kind, str] = {
    Kind.ARMY: "m-14-11h28v22h-28Z",
    Kind.FLEET: "m-16-3h13v-9l12 9h7l-5 14h-22Z",
}
"""The outlines of an army and a fleet, from the middle of the unit."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """One order drawn: the line, its head or end mark, and what is to be said of it.

    kind: move, convoyed, support, hold, convoy, retreat, build, disband. `path` and `head` are paths of SVG;
    `cross` is where an order that failed is crossed out; `words` say order, outcome and reason.
    """

    kind: str
    power: Power
    unit: Unit
    path: str
    head: str
    cross: Point
    failed: bool = False
    words: str = ""


def head(tip: Point, behind: Point) -> str:
    """A triangle with its tip there, coming from another point."""
    foot = tip.towards(behind, HEAD)
    left, right = foot.beside(behind, HALF_HEAD), foot.beside(behind, -HALF_HEAD)
    return f"M{tip}L{left}L{right}Z"


def ring(middle: Point, radius: float) -> str:
    """A circle as a path."""
    half = f"a{radius} {radius} 0 1 0"
    return f"M{Point(middle.x - radius, middle.y)}{half} {radius * 2} 0{half} {-radius * 2} 0Z"


def ends(start: Point, end: Point, *, occupied: bool) -> tuple[Point, Point]:
    """Find where a line between two units leaves the one and stops before the other."""
    return start.towards(end, UNIT_REACH), end.towards(start, UNIT_REACH + 3 if occupied else 4)


class Drawer:
    """Draws the orders of one phase, which refer to one another."""

    def __init__(self, orders: Iterable[Order], occupied: Iterable[Province]) -> None:
        """orders: of all units whose orders are to be seen; occupied: the provinces with a unit."""
        self.orders = list(orders)
        self.occupied = set(occupied)
        self.moves: Mapping[Province, Move] = {
            order.unit.province: order for order in self.orders if isinstance(order, Move)
        }

    def drawn(self, order: Order, power: Power) -> Arrow | None:
        """The arrow of an order; None for one that moves nothing."""
        match order:
            case Move():
                return self._move(order, power)
            case Support():
                return self._support(order, power)
            case Convoy():
                return self._convoy(order, power)
            case Retreat():
                return self._straight("retreat", order.unit.location, order.to, power, order.unit)
            case Build() | Disband():
                return self._mark(order, power)
        return None

    def _straight(self, kind: str, here: Location, there: Location, power: Power, unit: Unit) -> Arrow:
        start, end = unit_point(here), unit_point(there)
        if self._meets(here, there):
            start, end = start.beside(end, ASIDE), end.beside(start, -ASIDE)
        first, tip = ends(start, end, occupied=province_of(there) in self.occupied)
        path = f"M{first}L{tip.towards(start, HEAD * 0.8)}"
        return Arrow(kind, power, unit, path, head(tip, start), first.between(tip, 0.5))

    def _meets(self, here: Location, there: Location) -> bool:
        """Tell whether the unit there moves here, so that two arrows would lie on one another."""
        other = self.moves.get(province_of(there))
        return (
            province_of(here) in self.moves
            and other is not None
            and province_of(other.to) == province_of(here)
        )

    def _move(self, order: Move, power: Power) -> Arrow:
        fleets = self._chain(order)
        if not fleets:
            arrow = self._straight("move", order.unit.location, order.to, power, order.unit)
            return replace(arrow, kind="convoyed") if order.via else arrow
        stops = [unit_point(order.unit.location), *fleets, unit_point(order.to)]
        first = stops[0].towards(stops[1], UNIT_REACH)
        tip = stops[-1].towards(stops[-2], UNIT_REACH + 3 if province_of(order.to) in self.occupied else 4)
        path = f"M{first}" + _smooth([first, *fleets, tip.towards(stops[-2], HEAD * 0.8)])
        return Arrow("convoyed", power, order.unit, path, head(tip, stops[-2]), fleets[len(fleets) // 2])

    def _chain(self, order: Move) -> Sequence[Point]:
        """The fleets that are ordered to convoy the army, nearest to its start first."""
        start = unit_point(order.unit.location)
        fleets = [
            unit_point(other.unit.location).beside(start, 12)
            for other in self.orders
            if isinstance(other, Convoy)
            and other.army == order.unit
            and province_of(other.to) == province_of(order.to)
        ]
        chain: list[Point] = []
        here = start
        while fleets:
            here = min(fleets, key=here.far)
            fleets.remove(here)
            chain.append(here)
        return chain

    def _mark(self, order: Build | Disband, power: Power) -> Arrow:
        here = unit_point(order.unit.location)
        if isinstance(order, Disband):
            crossed = f"M{Point(here.x - 13, here.y - 11)}l26 22m0-22l-26 22"
            return Arrow("disband", power, order.unit, "", crossed, here)
        return Arrow("build", power, order.unit, "", f"M{here}{BODIES[order.unit.kind]}", here)

    def _support(self, order: Support, power: Power) -> Arrow:
        start = unit_point(order.unit.location)
        helped = unit_point(order.supported.location)
        if order.to is None:
            first, last = ends(start, helped, occupied=True)
            held = ring(helped, UNIT_REACH + 2)
            return Arrow("hold", power, order.unit, f"M{first}L{last}", held, first.between(last, 0.5))
        meeting = helped.between(unit_point(order.to), MEETING)
        first = start.towards(meeting, UNIT_REACH)
        bend = first.between(meeting, 0.5).beside(meeting, first.far(meeting) * BEND)
        path = f"M{first}Q{bend} {meeting}"
        return Arrow("support", power, order.unit, path, ring(meeting, 4), first.between(meeting, 0.45))

    def _convoy(self, order: Convoy, power: Power) -> Arrow:
        here, army, end = (
            unit_point(place) for place in (order.unit.location, order.army.location, order.to)
        )
        move = self.moves.get(order.army.province)
        if move is not None and province_of(move.to) == province_of(order.to):
            return Arrow("convoy", power, order.unit, "", ring(here, UNIT_REACH + 2), here)
        path = f"M{army.towards(here, UNIT_REACH)}L{here.towards(army, UNIT_REACH)}"
        path += f"M{here.towards(end, UNIT_REACH)}L{end.towards(here, UNIT_REACH)}"
        return Arrow("convoy", power, order.unit, path, ring(here, UNIT_REACH + 2), here)


def _smooth(stops: Sequence[Point]) -> str:
    """A curve through points: quadratic pieces that join half-way."""
    path = ""
    for before, after in pairwise(stops[1:]):
        end = before.between(after, 0.5) if after is not stops[-1] else after
        path += f"Q{before} {end}"
    return path or f"L{stops[-1]}"
