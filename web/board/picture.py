"""A position, and what was ordered in it, as a picture: what stands where, and what is said of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask_babel import gettext

from adjudicator.notation import place_name, read, reason_in_words, unit_name, write
from intimate.view import Build, Disband, Order, Reason, Unreadable, Waive
from services.telling import Told, home_centres
from web.board.arrows import BODIES, Arrow, Drawer
from web.board.points import Point, centre_points, dislodged_point, label_point, shapes, unit_point, view_box
from web.i18n import language
from web.outcome_words import outcome_words
from web.words import power_name

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Space:
    """A province: terrain, owner, the player whose home it is a centre of, where code and mark stand."""

    code: str
    terrain: str
    owner: str
    home: str
    lawless: bool
    label: Point
    centre: Point | None
    words: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit: `chief` is the home power of whoever has hired it; `state` is dislodged, or nothing."""

    unit: str
    power: str
    chief: str
    lawless: bool
    at: Point
    state: str
    words: str

    @property
    def kind(self) -> str:
        """`A` or `F`."""
        return self.unit[0]

    @property
    def outline(self) -> str:
        """The path of its shape around its place."""
        return BODIES[self.kind]

    @property
    def letter(self) -> str:
        """The initial of its power."""
        return self.power[0]

    @property
    def province(self) -> str:
        """Where it stands."""
        return self.unit[2:5]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn; `after` are the units when the orders have been carried out, if that is shown."""

    spaces: Sequence[Space]
    pieces: Sequence[Piece]
    arrows: Sequence[Arrow] = ()
    after: Sequence[Piece] = ()
    caption: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the drawing, in its own units."""
        return view_box()


def picture_of(line: Line, caption: str = "") -> Picture:
    """The position that a line tells of."""
    return Picture(spaces(line), pieces(line), caption=caption)


def happened(before: Line, line: Line, told: Iterable[Told], caption: str = "") -> Picture:
    """A chapter: the position before it, its orders with what became of them, and the units afterwards."""
    pictured = Picture(spaces(line), pieces(before), (), pieces(line), caption)
    return with_orders(pictured, told)


def with_orders(pictured: Picture, told: Iterable[Told]) -> Picture:
    """The same picture with arrows of the orders."""
    standing = {piece.unit for piece in pictured.pieces}
    orders = ((each, each.order or _by_default(each, standing)) for each in told)
    ordered = [(each, order) for each, order in orders if order and not isinstance(order, Unreadable)]
    drawer = Drawer((order for _, order in ordered), (piece.province for piece in pictured.pieces))
    drawn = ((each, drawer.drawn(order, each.power)) for each, order in ordered)
    arrows = [
        replace(arrow, failed=bool(set(each.flags) - {"default"}), words=_said(each))
        for each, arrow in drawn
        if arrow
    ]
    return replace(pictured, arrows=arrows)


def _by_default(told: Told, standing: Collection[str]) -> Order | None:
    """What was built or removed for a power that did not order it."""
    if "default" not in told.flags or told.unit is None:
        return None
    return Disband(told.unit) if str(told.unit) in standing else Build(told.unit)


def pending(line: Line, orders: Mapping[str, Iterable[str]]) -> Sequence[Arrow]:
    """The arrows of orders that were stored and are not resolved yet; orders {power: [order]}."""
    told = [
        Told(power, None, read(text, "en"), (), ())  # type: ignore[arg-type]  # codes come as plain text
        for power, texts in orders.items()
        for text in texts
    ]
    return with_orders(Picture((), pieces(line)), told).arrows


def spaces(line: Line) -> list[Space]:
    """Every province as a line leaves it."""
    owners = {code: power for power, codes in line["centers"].items() for code in codes}
    units = {text[2:5]: (text, power) for power, texts in line["units"].items() for text in texts}
    homes = home_centres(line)
    lawless = leaderless(line)
    return [
        Space(
            code,
            shape.kind,
            owners.get(code, ""),
            homes.get(code, ""),
            owners.get(code, "") in lawless,
            label_point(code),
            centre_points().get(code),
            _space_words(code, owners.get(code), units.get(code)),
        )
        for code, shape in shapes().items()
    ]


def leaderless(line: Line) -> frozenset[str]:
    """The powers in anarchy: nobody's home, hired by nobody, when no auction is to come."""
    if not line["homes"] or str(line["next"]).endswith("B"):
        return frozenset()
    return frozenset(power for power, commander in line["control"].items() if not commander)


def pieces(line: Line) -> list[Piece]:
    """Every unit of a line, and the dislodged ones beside those that drove them out."""
    chiefs = {power: line["homes"][player] for power, player in line["control"].items() if player}
    lawless = leaderless(line)
    found = []
    for state, listed, point in (
        ("", line["units"], unit_point),
        ("dislodged", line["dislodged"], dislodged_point),
    ):
        for power, texts in listed.items():
            found += [
                Piece(
                    text,
                    power,
                    chiefs.get(power, ""),
                    power in lawless,
                    point(text[2:]),
                    state,
                    _piece_words(text, power, state),
                )
                for text in texts
            ]
    return found


def _unit_words(text: str) -> str:
    return _unit_name(text, language())


@lru_cache(maxsize=2048)
def _unit_name(text: str, written_in: str) -> str:
    order = read(f"{text} H", "en")
    return unit_name(order.unit, written_in)  # type: ignore[union-attr]  # a hold has its unit


def _piece_words(text: str, power: str, state: str) -> str:
    words = f"{_unit_words(text)} ({power_name(power)})"
    return gettext("%(unit)s, dislodged", unit=words) if state else words


def _space_words(code: str, owner: str | None, unit: tuple[str, str] | None) -> str:
    words = [f"{place_name(code, language())} ({code})"]  # type: ignore[arg-type]  # as above
    if owner:
        words.append(gettext("centre of %(power)s", power=power_name(owner)))
    elif code in centre_points():
        words.append(gettext("centre of nobody"))
    if unit:
        words.append(_piece_words(*unit, ""))
    return ", ".join(words)


def _said(told: Told) -> str:
    """An order, what became of it, and why: A Paris - Bourgogne: repoussée par A Munich."""
    if told.order is None:
        return (
            f"{unit_name(told.unit, language())}{gettext(':')} {outcome_words(told.flags)}"
            if told.unit
            else ""
        )
    words = order_words(told.order)
    if not told.flags:
        return words
    reasons: Sequence[Reason] = told.reasons
    why = [reason_in_words(reason, language()) for reason in reasons] or [outcome_words(told.flags)]
    return words + gettext(":") + " " + gettext("; ").join(why)


def order_words(order: Order | Unreadable) -> str:
    """An order in the reader's words."""
    return str(order) if isinstance(order, Unreadable | Waive) else write(order, language())
