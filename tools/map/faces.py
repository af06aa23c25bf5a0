"""The pieces into which coasts and borders divide the flat map, each given to its space."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from shapely import (
    LineString,
    MultiPolygon,
    Point,
    Polygon,
    box,
    coverage_union_all,
    get_parts,
    polygonize,
    prepare,
    segmentize,
    transform,
    union_all,
)

from tools.map.atlas import Atlas, polygons
from tools.map.lines import land_borders, sea_borders, seeds, straits
from tools.map.projection import project

FRAME = box(-2260, -2140, 2560, 2400)
"""The drawn part of the flat map, in km."""
CLOSE, OPEN = 2.6, 1.5
"""Channels and necks of land narrower than twice this disappear, in km."""
STRAIT = 45.0
"""Within this distance of the straits in data/straits.csv, channels are kept, in km."""
SMALLEST_ISLAND = 500.0
"""Smaller islands are left out, in km²."""
NEAR = 160.0
"""An island without a seed belongs to the nearest province within this distance, in km."""
SCRAP = 2500.0
"""A piece without a seed, up to this size in km², joins the neighbour with the longest common side."""
GRID = 1e-4
"""The grid to which lines are snapped where they meet, in km."""
CLOSED, LAKE = "closed", "lake"
"""The names for land and water that no unit can enter."""


@dataclass(frozen=True)
class Face:
    """A piece of the map: its space, whether it is land, its shape."""

    space: str
    land: bool
    shape: Polygon


def faces(atlas: Atlas) -> list[Face]:
    """Return the pieces of the map; they cover its frame without gaps or overlaps."""
    land = flat_land(atlas)
    settled = {True: seeds("land"), False: seeds("water")}
    mainland = union_all(
        [part for part in get_parts(land) if any(part.contains(seed) for _, seed in settled[True])]
    )
    found = []
    prepare(land)
    for piece in cut(land, mainland, atlas):
        is_land = land.contains(piece.representative_point())
        found.append(Face(_sown(piece, settled[is_land]), is_land, piece))
    _check(found, settled)
    return joined(absorb_scraps(give_islands(found, mainland)))


def flat_land(atlas: Atlas) -> MultiPolygon:
    """Return the land on the flat map, without details too small to draw."""
    shape = transform(segmentize(atlas.land(), 0.1), project)
    shape = polygons(shape.buffer(0).intersection(FRAME.buffer(60)))
    kept = union_all([strait.buffer(STRAIT) for strait in straits()])
    closed = shape.buffer(CLOSE, quad_segs=4).buffer(-CLOSE, quad_segs=4)
    shape = shape.union(closed.difference(kept))
    shape = shape.buffer(-OPEN, quad_segs=4).buffer(OPEN, quad_segs=4)
    parts = [_filled(part) for part in get_parts(shape) if part.area > SMALLEST_ISLAND]
    return MultiPolygon(parts).simplify(0.4)


def _filled(part: Polygon) -> Polygon:
    lakes = [hole for hole in part.interiors if Polygon(hole).area > SMALLEST_ISLAND]
    return Polygon(part.exterior, lakes)


def cut(land: MultiPolygon, mainland: MultiPolygon, atlas: Atlas) -> list[Polygon]:
    """Cut the frame along all coasts and borders; land borders only cut land, sea borders only water."""
    ashore, at_sea = mainland.buffer(0.5), FRAME.difference(land).buffer(0.5)
    lines: list[LineString] = [
        FRAME.exterior,
        *(part.boundary for part in get_parts(land)),
        *(line.intersection(ashore) for line in land_borders(atlas)),
        *(line.intersection(at_sea) for line in sea_borders()),
    ]
    pieces = get_parts(polygonize(get_parts(union_all(lines, grid_size=GRID))))
    return [piece for piece in pieces if FRAME.contains(piece.representative_point())]


def _sown(piece: Polygon, seeds: Iterable[tuple[str, Point]]) -> str:
    spaces = sorted({space for space, seed in seeds if piece.contains(seed)})
    if len(spaces) > 1:
        raise ValueError(f"no border between {' and '.join(spaces)}")
    return spaces[0] if spaces else ""


def _check(found: list[Face], settled: dict[bool, list[tuple[str, Point]]]) -> None:
    for is_land, sown in settled.items():
        whole = union_all([face.shape for face in found if face.land == is_land])
        lost = [f"{space} at {seed}" for space, seed in sown if not whole.contains(seed)]
        if lost:
            raise ValueError(f"not where they should be: {', '.join(lost)}")


def give_islands(found: list[Face], mainland: MultiPolygon) -> list[Face]:
    """Assign each island without a seed to the nearest province, or to CLOSED."""
    provinces = [face for face in found if face.land and face.space not in {"", CLOSED}]
    prepare(mainland)
    return [
        replace(face, space=_nearest(face, provinces))
        if face.land and not face.space and not mainland.contains(face.shape.representative_point())
        else face
        for face in found
    ]


def _nearest(island: Face, provinces: list[Face]) -> str:
    nearest = min(provinces, key=lambda face: face.shape.distance(island.shape))
    return nearest.space if nearest.shape.distance(island.shape) <= NEAR else CLOSED


def absorb_scraps(found: list[Face]) -> list[Face]:
    """Join each small piece without a seed to the neighbour of its kind with the longest common side."""
    settled = [face for face in found if face.space]
    return settled + [replace(face, space=_host(face, settled)) for face in found if not face.space]


def _host(scrap: Face, settled: list[Face]) -> str:
    sides: dict[str, float] = defaultdict(float)
    for face in settled:
        if face.land == scrap.land and face.shape.intersects(scrap.shape):
            sides[face.space] += face.shape.boundary.intersection(scrap.shape.boundary).length
    if any(sides.values()) and scrap.shape.area < SCRAP:
        return max(sides, key=sides.__getitem__)
    if scrap.land:
        where = np.round(scrap.shape.representative_point().coords[0])
        raise ValueError(f"{scrap.shape.area:.0f} km² of land at {where} km belong to no space")
    return LAKE


def joined(found: list[Face]) -> list[Face]:
    """Merge pieces into one for each connected part of each space."""
    groups = defaultdict(list)
    for face in found:
        groups[face.space, face.land].append(face.shape)
    return [
        Face(space, land, part)
        for (space, land), shapes in groups.items()
        for part in get_parts(coverage_union_all(shapes))
    ]
