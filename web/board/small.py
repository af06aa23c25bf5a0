"""A small picture of a position, for lists: the lands in their owners' colours, and a spot for each unit.

The outlines are those of the board on a coarse grid, on which neighbours still fit together. So a picture
takes a few kilobytes, where a still (`still.py`) takes a hundred.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import current_app

from adjudicator import Province
from intimate.duel import Duel
from web.board import still
from web.board.picture import picture_of
from web.board.points import ground, rings, shapes, view_box
from web.board.still import palette

TEMPLATE = "board/small.svg"
GRID = 3.0
"""The grid in units of the drawing; in lists a pixel has three or four of them."""
WIDTH = 320

Node = tuple[int, int]


def size() -> tuple[int, int]:
    """The width and height of a small picture."""
    width, height = view_box()
    return WIDTH, round(WIDTH * height / width)


@cache
def edition() -> str:
    """A short name for everything except the duel that the look of a small picture depends on."""
    template = Path(__file__).parents[2] / "templates" / TEMPLATE
    return sha256(still.edition().encode() + template.read_bytes()).hexdigest()[:12]


def drawn(duel: Duel, *, dark: bool) -> str:
    """The position as a document of SVG, the same for everybody."""
    width, height = view_box()
    return current_app.jinja_env.get_template(TEMPLATE).render(
        picture=picture_of(duel),
        paint=palette(dark=dark),
        outlines=outlines(),
        closed=coarse(ground()["closed"]),
        grid=GRID,
        size=(round(width / GRID), round(height / GRID)),
    )


@cache
def outlines() -> Mapping[Province, str]:
    """The outline of each space on the grid."""
    return {code: coarse(shape.path) for code, shape in shapes().items()}


@cache
def coarse(path: str) -> str:
    """Draw a path from point to point of the grid; raises ValueError if its lines are not straight."""
    found: list[list[Node]] = []
    for ring in rings(path):
        nodes = [(round(point.x / GRID), round(point.y / GRID)) for point in ring]
        found.append([node for at, node in enumerate(nodes) if not at or node != nodes[at - 1]])
    return "".join(_written(ring) for ring in found if len(set(ring)) > 2)  # noqa: PLR2004  # else it is a line


def _written(ring: list[Node]) -> str:
    """Write a ring as a path, each point as its distance from the one before."""
    (at, *others) = ring
    steps = []
    for node in others:
        steps.append(f"{node[0] - at[0]} {node[1] - at[1]}")
        at = node
    return f"M{ring[0][0]} {ring[0][1]}l{' '.join(steps)}z".replace(" -", "-")
