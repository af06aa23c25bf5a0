"""The pieces of the map as shapes of the drawing: distorted, generalised, rounded, one per space."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from shapely import (
    LineString,
    MultiLineString,
    MultiPolygon,
    Polygon,
    STRtree,
    coverage_is_valid,
    coverage_simplify,
    coverage_union_all,
    get_parts,
    line_merge,
    polygonize,
    segmentize,
    transform,
    union_all,
)

from tools.map.atlas import polygons
from tools.map.faces import CLOSED, LAKE, Face
from tools.map.warp import SEGMENT, Warp

DETAIL = 1.25
"""Details smaller than the square of this are left out, in units of the drawing."""
GRID = 0.1
"""The width of the grid for corners, in units of the drawing."""
SMALLEST = 5.0
"""Smaller islands and lakes are left out, in square units."""


@dataclass(frozen=True)
class Drawing:
    """The parts of a drawing, in units of the drawing."""

    spaces: dict[str, MultiPolygon]
    """Each province with its islands and the straits within it."""
    straits: MultiPolygon
    """Water within provinces."""
    closed: MultiPolygon
    lakes: MultiPolygon
    coast: MultiLineString


def draw(faces: list[Face], warp: Warp) -> Drawing:
    """Distort, generalise and round the pieces, and join those of each space."""
    faces = _without_specks([Face(face.space, face.land, _warped(face.shape, warp)) for face in faces])
    simple = coverage_simplify([face.shape for face in faces], DETAIL)
    return _assembled(
        rounded([Face(face.space, face.land, shape) for face, shape in zip(faces, simple, strict=True)])
    )


def rounded(faces: list[Face]) -> list[Face]:
    """Snap all corners to the grid; if lines touch then, cut the pieces anew."""
    lines = union_all([face.shape.boundary for face in faces], grid_size=GRID)
    tree = STRtree([face.shape for face in faces])
    final = []
    for piece in get_parts(polygonize(get_parts(lines))):
        face = faces[int(tree.nearest(piece.representative_point()))]
        final.append(Face(face.space, face.land, transform(piece, lambda points: np.round(points, 1))))
    if not coverage_is_valid([face.shape for face in final]):
        raise ValueError("rounding let shapes overlap")
    return final


def _assembled(faces: list[Face]) -> Drawing:
    groups = defaultdict(list)
    for face in faces:
        groups[face.space].append(face.shape)
    whole = {space: polygons(coverage_union_all(shapes)) for space, shapes in groups.items()}
    ashore = {face.space for face in faces if face.land}
    straits = [face.shape for face in faces if not face.land and face.space in ashore]
    closed, lakes = (whole.pop(space, MultiPolygon()) for space in (CLOSED, LAKE))
    return Drawing(whole, MultiPolygon(straits), closed, lakes, _coast(faces))


def _warped(shape: Polygon, warp: Warp) -> Polygon:
    return transform(segmentize(shape, SEGMENT), warp)


def _without_specks(faces: list[Face]) -> list[Face]:
    """Merge tiny pieces with the piece around them."""
    large = [face for face in faces if face.shape.area >= SMALLEST]
    for speck in (face.shape for face in faces if face.shape.area < SMALLEST):
        around = max(
            range(len(large)), key=lambda n: large[n].shape.boundary.intersection(speck.boundary).length
        )
        face = large[around]
        large[around] = Face(face.space, face.land, coverage_union_all([face.shape, speck]))
    return large


def _coast(faces: Iterable[Face]) -> MultiLineString:
    """Trace the coast: all edges between land and water."""
    sides: dict[tuple[tuple[float, ...], ...], set[bool]] = defaultdict(set)
    for face in faces:
        for ring in (face.shape.exterior, *face.shape.interiors):
            points = list(ring.coords)
            for edge in pairwise(points):
                sides[tuple(sorted(edge))].add(face.land)
    edges = [LineString(edge) for edge, lands in sides.items() if len(lands) > 1]
    return MultiLineString(get_parts(line_merge(union_all(edges))).tolist())
