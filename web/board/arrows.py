"""Orders as arrows: their ends and bends."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
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
    standard,
)
from intimate.players import Player
from web.board.points import BOARD, Point, dislodged_point, head_point, unit_point
from web.board.signs import BODIES

ORDERED, OCCUPIED, EMPTY = 0.01, 1.0, 2.0
"""The cost of a sea on an army's way: with a fleet that convoys it, with another fleet, with none."""


@cache
def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((BOARD / "ways.json").read_text("utf-8"))
    return found


def corners_between(here: Location, there: Location) -> Sequence[Point]:
    """Find the corners of a move's line, and its tip beside a unit that stands there."""
    found = _table()["ends"].get(here, {}).get(there)
    return [Point(*corner) for corner in found] if found else [head_point(there)]


def sea_way(start: Province, seas: Sequence[Province], end: Province) -> Sequence[Point]:
    """The corners of an army's line over these seas, from its place to its tip; none without a chain."""
    pieces = [_between(here, there) for here, there in zip((start, *seas), seas, strict=False)]
    pieces.append(_table()["ashore"].get(seas[-1], {}).get(end, ()) if seas else ())
    if not all(pieces):
        return ()
    corners = [Point(*corner) for piece in pieces for corner in piece[:-1]]
    return [*corners, Point(*pieces[-1][-1])]


def _between(here: Province, there: Province) -> Sequence[Sequence[float]]:
    """The line from a unit to the fleet of a neighbouring sea."""
    found: Sequence[Sequence[float]] = _table()["seas"].get(here, {}).get(there, ())
    return found


@cache
def _seas_by(place: Province) -> Sequence[Province]:
    """The seas that a space borders on."""
    return sorted(standard().neighbours[place] & standard().seas)


def chain(
    start: Province,
    end: Province,
    ordered: Collection[Province],
    occupied: Collection[Province] = (),
) -> Sequence[Province]:
    """The seas over which an army may go: those of fleets ordered to convoy it, else the shortest way."""
    waiting: list[tuple[float, Sequence[Province]]] = [(0.0, (start,))]
    known: set[Province] = set()
    while waiting:
        cost, way = heappop(waiting)
        if way[-1] == end:
            return way[1:-1]
        if way[-1] in known:
            continue
        known.add(way[-1])
        if way[-1] in standard().seas and end in standard().neighbours[way[-1]]:
            heappush(waiting, (cost, (*way, end)))
        for sea in _seas_by(way[-1]):
            step = ORDERED if sea in ordered else OCCUPIED if sea in occupied else EMPTY
            heappush(waiting, (cost + step, (*way, sea)))
    return ()


def chain_over(start: Province, fleet: Province, end: Province) -> Sequence[Province]:
    """The shortest chain of seas between two coasts that includes the sea of a fleet."""
    first, last = chain(start, fleet, ()), chain(end, fleet, ())
    return (*first, fleet, *reversed(last))


def is_by_sea(here: Location, there: Location) -> bool:
    """Tell whether an army can only get there over the sea."""
    return province_of(there) not in standard().neighbours[province_of(here)]


WIDE, HIGH = 54.0, 40.0
"""The box around a unit and its rim, where lines begin."""
RING, ROUND, CUT = 6.0, 14.0, 12.0
"""How much wider and higher a ring around a unit is; the size of its round corners and its cut ones."""
HEAD, HALF_HEAD = 14.0, 7.0
OVERLAP = 0.8
"""How far before the tip a line stops, as a share of the arrow's head."""
CENTRED = 4.0
"""How far from the middle of an empty space a move ends."""
MEETING = 0.6
"""Where a support ends on the line of the supported move, as a share of the line."""
KNOB = 5.0
"""The radius of the end of a support."""
BEND = 0.14
CORNER = 9.0
"""How far before a corner a line begins to turn."""
SHORT, ASIDE = 48.0, 15.0
"""An arrow shorter than SHORT would vanish under its cross, which is drawn ASIDE units beside it."""
CROSSED = (32, 24)
"""How far the cross over a removed unit reaches to each side, and up and down."""

Line = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Arrow:
    """One order drawn: the line, its head or end mark, and its words.

    kind: move, convoyed, support, hold (a support), stay, convoy, retreat, build, disband. `path` and `head`
    are paths of SVG; `cross` is where an order that failed is crossed out; `words` say order, outcome and
    reason. `side` is the player who commands the unit, if any. `idle` is true if the order has no effect with
    the player's other orders.
    """

    kind: str
    power: Power
    unit: Unit
    path: str
    head: str
    cross: Point
    failed: bool = False
    words: str = ""
    side: Player | None = None
    idle: bool = False


def head(tip: Point, behind: Point) -> str:
    """A triangle with its tip at a point, as it comes from another point."""
    foot = tip.towards(behind, HEAD)
    left, right = foot.beside(behind, HALF_HEAD), foot.beside(behind, -HALF_HEAD)
    return f"M{tip}L{left}L{right}Z"


def ring(middle: Point, radius: float) -> str:
    """A circle as a path."""
    half = f"a{radius} {radius} 0 1 0"
    return f"M{Point(middle.x - radius, middle.y)}{half} {radius * 2} 0{half} {-radius * 2} 0Z"


def frame(middle: Point) -> str:
    """A ring around a unit, as a path: a box with round corners."""
    across, down = WIDE + RING - 2 * ROUND, HIGH + RING - 2 * ROUND
    corner = f"a{ROUND} {ROUND} 0 0 1 "
    sides = (
        f"h{across}{corner}{ROUND} {ROUND}v{down}{corner}{-ROUND} {ROUND}",
        f"h{-across}{corner}{-ROUND} {-ROUND}v{-down}{corner}{ROUND} {-ROUND}Z",
    )
    return f"M{Point(middle.x - across / 2, middle.y - down / 2 - ROUND)}{''.join(sides)}"


def line_path(corners: Line) -> str:
    """A line through points, as a path that turns gently."""
    path = f"M{corners[0]}"
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        turn = min(CORNER, corner.far(before) / 2, corner.far(after) / 2)
        path += f"L{corner.towards(before, turn)}Q{corner} {corner.towards(after, turn)}"
    return f"{path}L{corners[-1]}"


def on_line(corners: Line, share: float) -> Point:
    """The point that is some share of the way along a line."""
    left = share * sum(here.far(there) for here, there in pairwise(corners))
    for here, there in pairwise(corners):
        if left <= here.far(there):
            return here.towards(there, left)
        left -= here.far(there)
    return corners[-1]


def crossing(line: Line) -> Point:
    """Where an order is crossed out: in the middle of its line, or to the right of a short one."""
    middle = on_line(line, 0.5)
    if sum(here.far(there) for here, there in pairwise(line)) >= SHORT:
        return middle
    end = line[-1]
    return middle.beside(end, ASIDE)


def at_frame(middle: Point) -> Point:
    """Where an order drawn as a frame around its unit is crossed out: at the corner of the frame."""
    return Point(middle.x + (WIDE + RING) / 2, middle.y - (HIGH + RING) / 2)


def octagon(middle: Point) -> str:
    """An octagon around a unit that stays."""
    across, down = WIDE + RING - 2 * CUT, HIGH + RING - 2 * CUT
    return (
        f"M{Point(middle.x - across / 2, middle.y - down / 2 - CUT)}h{across}l{CUT} {CUT}v{down}"
        f"l{-CUT} {CUT}h{-across}l{-CUT} {-CUT}v{-down}Z"
    )


class Drawer:
    """Draws the orders of one phase together, since they refer to one another."""

    def __init__(self, orders: Iterable[Order], occupied: Iterable[Province]) -> None:
        """orders: those of all visible units; occupied: the provinces with a unit."""
        self.orders = list(orders)
        self.occupied = set(occupied)
        self.moves: Mapping[Province, Move] = {
            order.unit.province: order for order in self.orders if isinstance(order, Move)
        }

    def drawn(self, order: Order, power: Power) -> Arrow | None:
        """The arrow of an order; None for a build that is waived."""
        match order:
            case Move():
                over_sea = bool(self._seas(order))
                return _arrow(
                    "convoyed" if over_sea or order.via else "move", power, order.unit, self._course(order)
                )
            case Support():
                return self._support(order, power)
            case Convoy():
                return self._convoy(order, power)
            case Retreat():
                start, end = dislodged_point(order.unit.location), unit_point(order.to)
                course = [start.edge(end, WIDE, HIGH), end.towards(start, CENTRED)]
                return _arrow("retreat", power, order.unit, course)
            case Build() | Disband() | Hold():
                return self._mark(order, power)
        return None

    def _course(self, move: Move) -> Line:
        """The line of a move, from the edge of its unit to its tip."""
        here, there = move.unit.location, move.to
        seas = self._seas(move)
        corners = sea_way(move.unit.province, seas, province_of(there)) if seas else ()
        if corners:
            return [corners[0].edge(corners[1], WIDE, HIGH), *corners[1:]]
        *bends, tip = corners_between(here, there)
        corners = [unit_point(here), *bends, tip]
        if province_of(there) not in self.occupied:
            corners[-1] = unit_point(there).towards(corners[-2], CENTRED)
        return [corners[0].edge(corners[1], WIDE, HIGH), *corners[1:]]

    def _seas(self, move: Move) -> Sequence[Province]:
        """The seas over which fleets convoy an army, or could."""
        if move.unit.kind is not Kind.ARMY:
            return ()
        convoys = (order for order in self.orders if isinstance(order, Convoy))
        ordered = {order.unit.province for order in convoys if _convoys(order, move)}
        if not (ordered or move.via or is_by_sea(move.unit.location, move.to)):
            return ()
        return chain(move.unit.province, province_of(move.to), ordered, self.occupied)

    def _move_of(self, unit: Unit, there: Location) -> Move:
        """The move that a unit was ordered to make, or the one that a support or convoy assumes."""
        move = self.moves.get(unit.province)
        if move is not None and province_of(move.to) == province_of(there):
            return move
        return Move(unit, there)

    def _mark(self, order: Build | Disband | Hold, power: Power) -> Arrow:
        here = unit_point(order.unit.location)
        if isinstance(order, Hold):
            return Arrow("stay", power, order.unit, "", octagon(here), at_frame(here))
        if isinstance(order, Disband):
            wide, high = CROSSED
            corner = Point(here.x - wide, here.y - high)
            crossed = f"M{corner}l{2 * wide} {2 * high}m0-{2 * high}l-{2 * wide} {2 * high}"
            return Arrow("disband", power, order.unit, "", crossed, here)
        return Arrow("build", power, order.unit, "", f"M{here}{BODIES[order.unit.kind]}", here)

    def _support(self, order: Support, power: Power) -> Arrow:
        start, helped = unit_point(order.unit.location), unit_point(order.supported.location)
        if order.to is None:
            first = start.edge(helped, WIDE, HIGH)
            last = helped.edge(start, WIDE + RING, HIGH + RING)
            return Arrow(
                "hold", power, order.unit, f"M{first}L{last}", frame(helped), crossing([first, last])
            )
        meeting = _meeting(self._course(self._move_of(order.supported, order.to)))
        first = start.edge(meeting, WIDE, HIGH)
        bend = first.between(meeting, 0.5).beside(meeting, first.far(meeting) * BEND)
        path = f"M{first}Q{bend} {meeting}"
        return Arrow("support", power, order.unit, path, ring(meeting, KNOB), crossing([first, meeting]))

    def _convoy(self, order: Convoy, power: Power) -> Arrow:
        here, army, end = order.unit.province, order.army.province, province_of(order.to)
        place, move = unit_point(order.unit.location), self.moves.get(army)
        arrow = Arrow("convoy", power, order.unit, "", frame(place), at_frame(place))
        if move is not None and province_of(move.to) == end:
            return arrow
        corners = sea_way(army, chain_over(army, here, end), end)
        if not corners:
            return arrow
        start = corners[0].edge(corners[1], WIDE, HIGH)
        return replace(arrow, path=line_path([start, *corners[1:]]))


def _convoys(order: Convoy, move: Move) -> bool:
    """Tell whether an order is to convoy a move."""
    return order.army == move.unit and province_of(order.to) == province_of(move.to)


def _meeting(course: Line) -> Point:
    """Where a support meets the line of a move: on its last piece, since others lie over seas."""
    before, tip = course[-2], course[-1]
    return before.between(tip.towards(before, HEAD), MEETING)


def _arrow(kind: str, power: Power, unit: Unit, course: Line) -> Arrow:
    """The arrow of a line with a head."""
    *_, before, tip = course
    shaft = [*course[:-1], tip.towards(before, HEAD * OVERLAP)]
    return Arrow(kind, power, unit, line_path(shaft), head(tip, before), crossing(course))
