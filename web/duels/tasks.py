"""What a player is asked, in the reader's words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adjudicator.notation import place_name, read, unit_name, write
from intimate.view import Order, Unit, View, Waive
from web.i18n import language

Content = Mapping[str, Any]


@dataclass(frozen=True)
class Default:
    """What happens without an order, for one power: units that hold or disband, units that are built."""

    power: str
    units: Sequence[str]
    builds: Sequence[str] = ()
    unmade: int = 0
    removed: int = 0


def unit_label(unit: Unit) -> str:
    """A unit where it stands: A Paris."""
    return unit_name(unit, language())


def province_of_order(text: str) -> str:
    """The province of the unit that a stored order is about."""
    return text.split()[1].partition("/")[0]


def place_label(location: str) -> str:
    """A province or one of its coasts."""
    return place_name(location, language())  # type: ignore[arg-type]  # codes come as plain text


def order_words(order: Order) -> str:
    """An order in the reader's words."""
    return write(order, language())


def deed(order: Order) -> str:
    """What a unit is told to do, without naming the unit again where it comes first."""
    return _deed(order, language())


@lru_cache(maxsize=16384)
def _deed(order: Order, written_in: str) -> str:
    words = write(order, written_in)
    if isinstance(order, Waive):
        return words
    return words.removeprefix(unit_name(order.unit, written_in)).strip() or words


def as_text(content: Content) -> str:
    """The stored orders as a sheet for the typed box, one a line, in the reader's words."""
    return "\n".join(
        order_words(read(text, "en")) for texts in (content.get("orders") or {}).values() for text in texts
    )


def defaults(view: View, content: Content) -> list[Default]:
    """What will happen to each power without further orders."""
    if not view.is_awaited:
        return []
    orders: Mapping[str, Sequence[str]] = content.get("orders") or {}
    if view.kind == "A":
        return _of_winter(view, orders)
    choices = {"M": view.movement_choices, "R": view.retreat_choices}
    ordered = {text[:5] for texts in orders.values() for text in texts}
    idle: dict[str, list[str]] = {}
    for choice in choices[view.kind]() if view.kind in choices else ():
        if str(choice.unit)[:5] not in ordered:
            idle.setdefault(choice.power, []).append(unit_label(choice.unit))
    return [Default(power, units) for power, units in idle.items()]


def _of_winter(view: View, orders: Mapping[str, Sequence[str]]) -> list[Default]:
    found = []
    for choice in view.winter_choices():
        given = list(orders.get(choice.power, ()))
        left = choice.number - len(given)
        taken = {province_of_order(text) for text in given if " " in text}
        builds = [unit for unit in choice.by_default if unit.province not in taken][:left]
        if left > 0:
            labels = [unit_label(unit) for unit in builds]
            unmade = 0 if choice.removes else left - len(builds)
            found.append(Default(choice.power, (), labels, unmade, removed=left if choice.removes else 0))
    return found
