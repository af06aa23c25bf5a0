"""The lines of orders between spaces: the ends of moves, and the routes of convoyed armies."""

from collections.abc import Iterator, Sequence
from typing import Any

from shapely import LineString, MultiPolygon, Point, get_coordinates, union_all

from adjudicator.board import Board
from adjudicator.units import Kind, Location, Province, province_of
from tools.map.atlas import polygons
from tools.map.drawing import Drawing
from tools.map.heads import DRAWN_UNIT, LONG, Around, End, Target, around, ends, side_by_side
from tools.map.labels import label_size
from tools.map.places import CENTRE
from tools.map.places import Point as Place
from tools.map.routes import way

Table = dict[str, dict[str, Any]]
ASTRAY = 12.0
"""How far a straight line may run over other spaces before it has to bend."""
LANE = 5.5
"""The sideways offset of a line that bends."""
WIGGLE = 0.7
"""The tolerance for simplifying an offset line."""
RIGHT, LEFT = 1, -1
NEAR = 75.0
"""The greatest distance between the end of a move to a named coast and the fleet's place there."""


class Ways:
    """Computes the lines of a drawing with its points."""

    def __init__(self, drawing: Drawing, board: Board, spaces: dict[str, Any]) -> None:
        self._shapes = drawing.spaces
        self._board = board
        self._spaces = spaces
        self._around = Around(
            union_all([box for code in spaces for box in self._unit_boxes(code)]),
            union_all([box for code in spaces for box in self._marks_of(code)]),
        )
        self._ends: Table = {}

    def table(self) -> dict[str, Table]:
        """Return all lines: `ends` of moves; for convoyed armies `seas` to fleets and `ashore`."""
        for here, there in self._moves():
            self._add_ends(here, there)
        seas: Table = {}
        ashore: Table = {}
        for sea in sorted(self._board.seas):
            for other in sorted(self._board.neighbours[sea]):
                if other in self._board.seas:
                    seas.setdefault(sea, {})[other] = self._way(sea, other)
                elif self._board.spaces[other].admits(Kind.FLEET):
                    seas.setdefault(other, {})[sea] = self._way(other, sea)
                    ashore.setdefault(sea, {})[other] = self._landing(sea, other)
        return {"ends": self._ends, "seas": seas, "ashore": ashore}

    def _moves(self) -> Iterator[tuple[Location, Location]]:
        """Yield each pair of places between which an army or a fleet can move."""
        pairs = {
            (here, there)
            for borders in self._board.borders.values()
            for here, others in borders.items()
            for there in others
            if here < there
        }
        yield from sorted(pairs)

    def _unit(self, place: str) -> Place:
        x, y = self._spaces[province_of(Location(place))]["unit"][place]
        return x, y

    def _add_ends(self, here: Location, there: Location) -> None:
        """Find the corners and tips of a move and of the opposite move, beside each other."""
        units = union_all([around(self._unit(place), DRAWN_UNIT) for place in (here, there)])
        _, one, two = min(
            (
                side_by_side(self._ends_of(here, there, side), self._ends_of(there, here, side), units)
                for side in (RIGHT, LEFT)
            ),
            key=lambda found: found[0],
        )
        self._ends.setdefault(here, {})[there] = _rounded(one.corners[1:])
        self._ends.setdefault(there, {})[here] = _rounded(two.corners[1:])

    def _ends_of(self, here: Location, there: Location, side: int) -> list[End]:
        """Return the possible ends of a move."""
        start, goal = self._unit(here), self._unit(there)
        room = self._room(province_of(here), province_of(there))
        line = [start]
        if LineString([start, goal]).difference(room).length > ASTRAY:
            line += _aside(way(room, start, goal), room, side)
        found = ends(line, self._target(there), self._around, side)
        return found or [End((*line, self._middle_of_head(there, line[-1])), 0.0)]

    def _room(self, here: Province, there: Province) -> MultiPolygon:
        """Return the area for the line of a move: both spaces and, between coasts, their common waters."""
        board = self._board
        common = board.seas & board.neighbours[here] & board.neighbours[there]
        between = () if {here, there} & board.seas else common
        return polygons(union_all([self._shapes[code] for code in (here, there, *sorted(between))]))

    def _target(self, place: str) -> Target:
        code = province_of(Location(place))
        shape = self._shapes[code]
        if "/" in place:
            shape = polygons(shape.intersection(Point(self._unit(place)).buffer(NEAR)))
        return Target(shape, self._unit(place), self._boxes(code), DRAWN_UNIT)

    def _middle_of_head(self, place: str, start: Place) -> Place:
        """Return the tip of a head in its reserved place."""
        x, y = self._spaces[province_of(Location(place))]["head"][place]
        far = ((start[0] - x) ** 2 + (start[1] - y) ** 2) ** 0.5
        return round(x - (start[0] - x) / far * LONG / 2, 1), round(y - (start[1] - y) / far * LONG / 2, 1)

    def _way(self, here: Province, there: Province) -> list[Place]:
        """Return the line between the units of two neighbours, over no other space."""
        return _rounded(way(self._both(here, there), self._unit(here), self._unit(there)))

    def _landing(self, sea: Province, coast: Province) -> list[Place]:
        """Return the line from a fleet to a head on the coast."""
        both = self._both(sea, coast)
        line = way(both, self._unit(sea), self._unit(coast))
        crossing = LineString(line).intersection(self._shapes[coast].boundary)
        first = min(get_coordinates(crossing), key=lambda place: LineString(line).project(Point(place)))
        target = Target(self._shapes[coast], (float(first[0]), float(first[1])), self._boxes(coast))
        for bends in range(len(line) - 1, 0, -1):
            found = ends(line[:bends], target, self._around, within=both)
            if found:
                return _rounded(found[0].corners)
        return _rounded(way(both, line[0], self._middle_of_head(coast, line[-2])))

    def _both(self, here: Province, there: Province) -> MultiPolygon:
        return polygons(union_all([self._shapes[here], self._shapes[there]]))

    def _boxes(self, code: str) -> list[Any]:
        """Return the boxes that the head of an arrow must not touch."""
        return [*self._unit_boxes(code), *self._marks_of(code)]

    def _unit_boxes(self, code: str) -> list[Any]:
        return [around(place, DRAWN_UNIT) for place in self._spaces[code]["unit"].values()]

    def _marks_of(self, code: str) -> list[Any]:
        what = self._spaces[code]
        boxes = [around(what["label"], label_size(self._board.spaces[Province(code)]))]
        return boxes + ([around(what["centre"], CENTRE)] if "centre" in what else [])


def _rounded(line: Sequence[Place]) -> list[Place]:
    return [(round(x, 1), round(y, 1)) for x, y in line]


def _aside(line: list[Place], room: MultiPolygon, side: int) -> list[Place]:
    """Offset the corners of a line to a side if there is room, which keeps it apart from the opposite one."""
    beside = LineString(line).offset_curve(side * LANE, join_style="mitre", mitre_limit=1.5).simplify(WIGGLE)
    corners = list(beside.coords)[1:-1] if beside.geom_type == "LineString" else []
    if len(corners) > 1 and not room.contains(LineString(corners)):
        corners = []
    return [(float(x), float(y)) for x, y in corners] or line[1:-1]
