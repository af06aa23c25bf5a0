"""Finds the neighbours on a drawn map from its shapes alone."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist

from shapely import MultiPolygon, Polygon

Corner = tuple[int, int]
Side = tuple[Corner, Corner]
Pair = tuple[str, str]

SEA, COAST, INLAND = "sea", "coast", "inland"
PATH = re.compile(r'<path id="(\w+)" data-kind="(\w+)" d="([^"]*)"/>')


@dataclass(frozen=True)
class Shape:
    """A drawn space: sea, coast or inland, and its rings, in tenths of a unit."""

    kind: str
    rings: tuple[tuple[Corner, ...], ...]

    @property
    def sides(self) -> Iterator[Side]:
        """Yield every side of its rings, in a canonical direction."""
        for ring in self.rings:
            for a, b in pairwise((*ring, ring[0])):
                yield (a, b) if a < b else (b, a)


Shapes = Mapping[str, Shape]


def read(svg: str) -> dict[str, Shape]:
    """Read the spaces of a drawing: its paths with an id and a kind."""
    return {name: Shape(kind, rings(data)) for name, kind, data in PATH.findall(svg)}


def rings(data: str) -> tuple[tuple[Corner, ...], ...]:
    """Read the rings of a path of `M`, `l` and `z`."""
    return tuple(_ring(part) for part in data.split("M")[1:])


def region_of(lines: Iterable[Sequence[Corner]]) -> MultiPolygon:
    """Return the region of some rings, in units; rings inside others are holes."""
    parts = [Polygon([(x / 10, y / 10) for x, y in line]) for line in lines]
    whole = Polygon()
    for ring in sorted(parts, key=lambda ring: -ring.area):
        whole = whole.symmetric_difference(ring)
    return whole if isinstance(whole, MultiPolygon) else MultiPolygon([whole])


def _ring(part: str) -> tuple[Corner, ...]:
    numbers = [round(10 * float(number)) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
    corners: list[Corner] = []
    x = y = 0
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        corners.append((x, y))
    return tuple(corners)


def armies(shapes: Shapes) -> dict[str, set[str]]:
    """Find the moves of armies: from land to land across a common side."""
    land = [name for name, shape in shapes.items() if shape.kind != SEA]
    return _table(
        land, (pair for pair in _adjoining(shapes) if all(shapes[name].kind != SEA for name in pair))
    )


def fleets(shapes: Shapes, anchors: Mapping[str, Corner]) -> dict[str, set[str]]:
    """Find the moves of fleets: across a common side at sea or between sea and coast, and along coasts.

    An anchor is a point, in tenths, near a named coast such as `SPA/NC`.
    """
    names = _Coasts(shapes, anchors)
    return _table(names.locations, (*_by_sea(shapes, names), *_along_coasts(shapes, names)))


class _Coasts:
    """The coasts of each coastal space: the location of each corner by the sea."""

    def __init__(self, shapes: Shapes, anchors: Mapping[str, Corner]) -> None:
        self.seas: dict[Corner, set[str]] = defaultdict(set)
        for name, shape in shapes.items():
            if shape.kind == SEA:
                for side in shape.sides:
                    for corner in side:
                        self.seas[corner].add(name)
        self._at: dict[tuple[str, Corner], str] = {}
        shores = _shores(shapes)
        for name, sides in shores.items():
            own = {place: anchor for place, anchor in anchors.items() if place.partition("/")[0] == name}
            for coast in _connected(sides):
                place = min(
                    own, key=lambda place: min(dist(own[place], corner) for corner in coast), default=name
                )
                self._at.update(((name, corner), place) for corner in coast)
        self.locations = [name for name, shape in shapes.items() if shape.kind == SEA]
        self.locations += sorted(set(self._at.values()))

    def at(self, name: str, corner: Corner) -> str | None:
        """Return the location of a coastal space at a corner by the sea."""
        return self._at.get((name, corner))


def _shores(shapes: Shapes) -> dict[str, list[Side]]:
    """Return the sides of coastal spaces that border the sea."""
    shores: dict[str, list[Side]] = {name: [] for name, shape in shapes.items() if shape.kind == COAST}
    for side, names in _owners(shapes).items():
        if any(shapes[name].kind == SEA for name in names):
            for name in names & shores.keys():
                shores[name].append(side)
    return shores


def _by_sea(shapes: Shapes, coasts: _Coasts) -> Iterator[Pair]:
    for (a, b), sides in _adjoining(shapes).items():
        kinds = {shapes[a].kind, shapes[b].kind}
        if kinds == {SEA}:
            yield a, b
        elif kinds == {SEA, COAST}:
            sea, land = (a, b) if shapes[a].kind == SEA else (b, a)
            for side in sides:
                yield sea, coasts.at(land, side[0]) or land


def _along_coasts(shapes: Shapes, coasts: _Coasts) -> Iterator[Pair]:
    """Yield adjacent coasts: the border between their spaces ends at a sea."""
    for (a, b), sides in _adjoining(shapes).items():
        for corner in {corner for side in sides for corner in side}:
            here, there = coasts.at(a, corner), coasts.at(b, corner)
            if here and there and coasts.seas[corner]:
                yield here, there


def _owners(shapes: Shapes) -> dict[Side, set[str]]:
    owners: dict[Side, set[str]] = defaultdict(set)
    for name, shape in shapes.items():
        for side in shape.sides:
            owners[side].add(name)
    return owners


def _adjoining(shapes: Shapes) -> dict[Pair, list[Side]]:
    """Return the common sides of each pair of spaces."""
    adjoining: dict[Pair, list[Side]] = defaultdict(list)
    for side, names in _owners(shapes).items():
        for pair in combinations(sorted(names), 2):
            adjoining[pair].append(side)
    return adjoining


def _connected(sides: Iterable[Side]) -> list[set[Corner]]:
    """Group connected sides; return the corners of each group."""
    parts: list[set[Corner]] = []
    for side in sides:
        meeting = [part for part in parts if not part.isdisjoint(side)]
        parts = [part for part in parts if part.isdisjoint(side)]
        parts.append(set(side).union(*meeting))
    return parts


def _table(names: Iterable[str], pairs: Iterable[Pair]) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {name: set() for name in names}
    for a, b in pairs:
        table[a].add(b)
        table[b].add(a)
    return table
