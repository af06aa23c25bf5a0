"""A position as a picture: a self-contained SVG, with orders as arrows, and failed ones crossed out.

The shapes and places are the site's own (`static/board`, to which `boards/standard` links); units and arrows
are drawn plainly. It has no ids, so a page can have several.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from adjudicator.board import Board, standard
from adjudicator.errors import BoardError
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Unreadable, Waive
from adjudicator.units import Kind, Location, Power, Province, Unit, province_of

WIDTH, HEIGHT = 1000, 941.9
COLOURS: Mapping[str, str] = {
    "AUSTRIA": "#d55e00",
    "ENGLAND": "#0072b2",
    "FRANCE": "#56b4e9",
    "GERMANY": "#4b5257",
    "ITALY": "#009e73",
    "RUSSIA": "#cc79a7",
    "TURKEY": "#f0e442",
}
"""Okabe and Ito's colours, which colour-blind people can tell apart."""
DARK = frozenset({"ENGLAND", "GERMANY"})
"""The powers whose colours need white letters."""
SEA, LAND, INK, FAILED, NOBODY = "#d3e3e4", "#f6eedb", "#14181b", "#c01820", "#5b5b54"
SHAPE = re.compile(r'<path id="(?P<code>[A-Z]{3})" data-kind="(?P<kind>\w+)" d="(?P<path>[^"]+)"/>')
LINE = re.compile(r'<path id="(?P<name>[a-z]+)" class="\w+" d="(?P<path>[^"]+)"/>')
LINES: Mapping[str, str] = {
    "strait": f'fill="none" stroke="{SEA}" stroke-width="2"',
    "lake": f'fill="{SEA}" stroke="none"',
    "closed": 'fill="#e4dcc8" stroke="none"',
    "coast": 'fill="none" stroke="#4d4a3c" stroke-width="1.4"',
}
RADIUS, HEAD, CROSS = 15.0, 11.0, 8.0
DASHES: Mapping[type, str] = {
    Support: ' stroke-dasharray="0.1 7" stroke-linecap="round"',
    Convoy: ' stroke-dasharray="10 5"',
}
MEETING = 0.6
"""Where the arrow of a support or convoy meets the supported move, from 0 to 1."""

Point = tuple[float, float]
Drawn = Build | Convoy | Disband | Hold | Move | Retreat | Support
"""All orders but a waived build."""


class PicturedOutcome(Protocol):
    """What the picture needs of an outcome."""

    @property
    def flags(self) -> Sequence[str]:
        """The ways in which the order failed; none if it succeeded."""


Fates = Mapping[Power, Mapping[Any, PicturedOutcome]]
"""What became of the orders: their outcomes by power and unit."""


class Svg(str):
    """The text of a picture, which notebooks display."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class BoardContents(NamedTuple):
    """What stands on a board: units and dislodged units with their powers, owners of centres."""

    board: Board
    units: Mapping[Unit, Power]
    dislodged: Mapping[Unit, Power]
    owners: Mapping[Province, Power]


def draw(
    standing: BoardContents,
    orders: Mapping[Power, Sequence[Order | Unreadable]] | None = None,
    outcomes: Fates | None = None,
) -> Svg:
    """Draw the units, and orders as arrows; those that failed according to `outcomes` are crossed out.

    Raises BoardError for any board except the standard one: there are no shapes for others.
    """
    if standing.board.codes != standard().codes:
        raise BoardError("board", "only the standard board can be drawn")
    under, over = _arrows(standing, orders or {}, outcomes or {})
    parts = [*_ground(standing), *under, *_units(standing), *over]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    return Svg("\n".join([head, *parts, "</svg>"]))


def _data(name: str) -> str:
    return (files("adjudicator") / "boards" / "standard" / name).read_text(encoding="utf-8")


@cache
def _places() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(_data("places.json"))["spaces"]
    return found


@cache
def _ends() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(_data("ways.json"))["ends"]
    return found


@cache
def _shapes() -> tuple[Sequence[tuple[Province, str, str]], Sequence[tuple[str, str]]]:
    """The spaces with terrain and path, and the lines drawn over them."""
    drawing = _data("shapes.svg") + _data("coast.svg")
    spaces = [(Province(one["code"]), one["kind"], one["path"]) for one in SHAPE.finditer(drawing)]
    return spaces, [(one["name"], one["path"]) for one in LINE.finditer(drawing) if one["name"] in LINES]


def _ground(standing: BoardContents) -> Iterator[str]:
    spaces, lines = _shapes()
    for code, kind, path in spaces:
        owner = standing.owners.get(code)
        name = escape(standing.board.spaces[code].name)
        yield (
            f'<path d="{path}" fill="{SEA if kind == "sea" else LAND}" stroke="#7d7358" stroke-width="0.8">'
            f"<title>{name}</title></path>"
        )
        if owner:
            yield f'<path d="{path}" fill="{COLOURS[owner]}" fill-opacity="0.4" pointer-events="none"/>'
    yield from (f'<path d="{path}" {LINES[name]} pointer-events="none"/>' for name, path in lines)
    for code, _, _ in spaces:
        place = _places()[code]
        x, y = place["label"]
        yield f'<text x="{x}" y="{y}" font-size="13" text-anchor="middle" fill="{INK}">{code}</text>'
        if "centre" in place:
            x, y = place["centre"]
            owner = standing.owners.get(code)
            fill = COLOURS[owner] if owner else "#fff"
            yield f'<circle cx="{x}" cy="{y}" r="5.5" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def _units(standing: BoardContents) -> Iterator[str]:
    for unit, power in sorted(standing.units.items()):
        yield _unit(unit, power, _stands(unit), dislodged=False)
    for unit, power in sorted(standing.dislodged.items()):
        yield _unit(unit, power, _routed(unit), dislodged=True)


def _stands(unit: Unit) -> Point:
    stands = _places()[unit.province]["unit"]
    x, y = stands.get(unit.location) or next(iter(stands.values()))
    return x, y


def _routed(unit: Unit) -> Point:
    x, y = _places()[unit.province]["dislodged"]
    return x, y


def _unit(unit: Unit, power: Power, at: Point, *, dislodged: bool) -> str:
    """A round army or a long fleet with its letter; a dislodged one has a red rim."""
    x, y = at
    rim = f'fill="{COLOURS[power]}" stroke="{FAILED if dislodged else INK}" stroke-width="2"'
    letter = "#fff" if power in DARK else INK
    if unit.kind is Kind.ARMY:
        body = f'<circle cx="{x}" cy="{y}" r="{RADIUS}" {rim}/>'
    else:
        body = f'<rect x="{x - 20}" y="{y - 11}" width="40" height="22" rx="11" {rim}/>'
    title = f"{power} {unit}{' dislodged' if dislodged else ''}"
    text = (
        f'<text x="{x}" y="{y + 5.5}" font-size="16" font-weight="bold" text-anchor="middle" '
        f'fill="{letter}">{unit.kind.value}</text>'
    )
    return f"<g><title>{title}</title>{body}{text}</g>"


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _short_of(start: Point, end: Point, by: float) -> Point:
    """The point of a line at a distance before its end."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    return _between(start, end, max(0.0, 1 - by / length)) if length else end


def _way(here: Location, there: Location, start: Point) -> list[Point]:
    """The corners of a move, from its start to its tip."""
    corners = _ends().get(here, {}).get(there)
    if corners:
        return [start, *((x, y) for x, y in corners)]
    heads = _places()[province_of(there)]["head"]
    x, y = heads.get(there) or next(iter(heads.values()))
    return [start, (x, y)]


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _arrows(
    standing: BoardContents, orders: Mapping[Power, Sequence[Order | Unreadable]], outcomes: Fates
) -> tuple[list[str], list[str]]:
    """The parts under the units, and over them the crosses of failed orders and removals."""
    under: list[str] = []
    over: list[str] = []
    for power, issued in orders.items():
        for order in issued:
            if isinstance(order, Unreadable | Waive) or not all(map(_is_drawn, _named_by(order))):
                continue
            fate = outcomes.get(power, {}).get(order.unit)
            flags = [str(flag) for flag in fate.flags] if fate else []
            (over if isinstance(order, Disband) else under).append(_arrow(standing, power, order, flags))
            if flags and not isinstance(order, Disband):
                over.append(_cross(_crossing(standing, order)))
    return under, over


def _named_by(order: Drawn) -> Iterator[Location]:
    """The places that an order names."""
    match order:
        case Move(unit, to) | Retreat(unit, to):
            yield from (unit.location, to)
        case Support(unit, other, to):
            yield from (unit.location, other.location, *([] if to is None else [to]))
        case Convoy(unit, army, to):
            yield from (unit.location, army.location, to)
        case Hold(unit) | Build(unit) | Disband(unit):
            yield unit.location


def _is_drawn(location: Location) -> bool:
    """True if the picture has a location; a province with coasts may be named without one."""
    province = province_of(location)
    place = _places().get(province)
    return place is not None and location in {province, *place["unit"]}


def _arrow(standing: BoardContents, power: Power, order: Drawn, flags: Sequence[str]) -> str:
    """An order as a line with a title: moves thick, supports dotted, convoys dashed."""
    points, marks = _line(standing, order)
    failure = f" ({', '.join(flags)})" if flags else ""
    colour = COLOURS.get(power, NOBODY)
    dashes = DASHES.get(type(order), "")
    parts = [f"<title>{power}: {escape(str(order))}{failure}</title>"]
    if points:
        path = _path(points)
        wide = "" if dashes else f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="6.5"/>'
        ink = colour if not dashes else INK
        parts.append(f'{wide}<path d="{path}" fill="none" stroke="{ink}" stroke-width="4"{dashes}/>')
        if isinstance(order, Move | Retreat):
            parts.append(_head(points[-2], points[-1], colour))
        else:
            x, y = points[-1]
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>')
    parts.append(marks)
    return f"<g>{''.join(parts)}</g>"


def _crossing(standing: BoardContents, order: Drawn) -> Point:
    """Where a failed order is crossed out."""
    points, _ = _line(standing, order)
    return _between(points[-2], points[-1], MEETING) if points else _where(standing, order)


def _where(standing: BoardContents, order: Drawn) -> Point:
    unit = order.unit
    return _routed(unit) if unit in standing.dislodged else _stands(unit)


def _line(standing: BoardContents, order: Drawn) -> tuple[list[Point], str]:
    """The corners of an order's line, if it has one, and other marks."""
    unit = order.unit
    start = _where(standing, order)
    match order:
        case Move(to=to) | Retreat(to=to):
            return _way(unit.location, to, start), ""
        case Support(supported=other, to=to) | Convoy(army=other, to=to):
            return [start, _helped(other, to)], ""
        case Build():
            ring = 'fill="none" stroke="#0a7d32" stroke-width="3" stroke-dasharray="5 3"'
            return [], _unit(unit, _builder(standing, unit), start, dislodged=False) + _ring(start, ring)
        case Disband():
            return [], _cross(start)
    return [], _ring(start, f'fill="none" stroke="{INK}" stroke-width="2"')


def _helped(other: Unit, to: Location | None) -> Point:
    """Where the line of a support or convoy ends: on the unit's move, or at the unit."""
    x, y = _stands(other)
    if to is None:
        return x, y + RADIUS
    way = _way(other.location, to, (x, y))
    return _between(way[-2], way[-1], MEETING)


def _builder(standing: BoardContents, unit: Unit) -> Power:
    home = standing.board.spaces[unit.province].home
    return home or standing.owners[unit.province]


def _ring(at: Point, stroke: str) -> str:
    return f'<circle cx="{at[0]}" cy="{at[1]}" r="{RADIUS + 6}" {stroke}/>'


def _head(behind: Point, tip: Point, colour: str) -> str:
    foot = _short_of(behind, tip, HEAD + 4)
    dx, dy = (tip[0] - foot[0]) / 2, (tip[1] - foot[1]) / 2
    corners = [tip, (foot[0] - dy, foot[1] + dx), (foot[0] + dy, foot[1] - dx)]
    return f'<path d="{_path(corners)}Z" fill="{colour}" stroke="{INK}" stroke-width="1.5"/>'


def _cross(at: Point) -> str:
    x, y = at
    strokes = (
        f"M{x - CROSS:.1f} {y - CROSS:.1f}L{x + CROSS:.1f} {y + CROSS:.1f}"
        f"M{x - CROSS:.1f} {y + CROSS:.1f}L{x + CROSS:.1f} {y - CROSS:.1f}"
    )
    return (
        f'<path d="{strokes}" stroke="#fff" stroke-width="7"/>'
        f'<path d="{strokes}" stroke="{FAILED}" stroke-width="4"/>'
    )
