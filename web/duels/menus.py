"""Menus of orders: one for each unit, build or removal; written once, with the choice filled in later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol, cast

from flask import request
from markupsafe import Markup, escape

from adjudicator import (
    Convoy,
    Move,
    Order,
    Power,
    Retreat,
    Support,
    Unit,
    Unreadable,
    parse_or_keep,
)
from intimate.entries import Orders
from intimate.options import Choices, UnitChoice, WinterChoice
from web.core.translation import gettext
from web.duels.forms import surplus
from web.words.names import by_name
from web.words.numbers import collation_key
from web.words.orders import action_words, order_words, place_label, unit_in_full

NOBODY = cast("Power", "")
"""The power of an order from an unknown menu; the rules refuse it."""
UNIT, WINTER = "order_", "winter_"


@dataclass(frozen=True)
class Menu:
    """A menu of orders, written without a choice.

    `name` is the name of its field, `power` the commanded power, `unit` the unit that it is for, if any.
    """

    name: str
    power: Power
    label: str
    html: str
    values: frozenset[str]
    unit: Unit | None = None

    def chosen(self, value: str = "", fault: str = "") -> Markup:
        """Write the menu with one option chosen, added if it is missing; fault: what is wrong."""
        tag, chosen_tag = _tag(value), _tag(value, selected=True)
        if value in self.values:
            html = self.html.replace(tag, chosen_tag, 1)
        else:
            # A support typed with a coast is no option, but stays the order.
            added = f"{chosen_tag}{escape(action_words(parse_or_keep(value)))}</option></select>"
            html = self.html.removesuffix("</select>") + added
        return Markup(_with_fault(html, self.name, fault) if fault else html)  # noqa: S704  # written by escaping


@dataclass(frozen=True)
class Menus:
    """All menus of a phase by name, and the winters of those for builds and removals."""

    by_name: Mapping[str, Menu]
    winters: Sequence[WinterChoice] = ()
    powers: Sequence[Power] = ()

    def of(self, power: Power) -> Sequence[Menu]:
        """List the menus of one power."""
        return [menu for menu in self.by_name.values() if menu.power == power]

    @property
    def size(self) -> int:
        """Estimate the bytes in memory."""
        return sum(2 * len(menu.html) + 200 * len(menu.values) for menu in self.by_name.values())


def _with_fault(html: str, name: str, fault: str) -> str:
    marked = html.replace("<select ", f'<select aria-invalid="true" aria-describedby="{name}-errors" ', 1)
    return f'{marked}<p class="error" id="{name}-errors">{escape(fault)}</p>'


def _tag(value: str, *, selected: bool = False) -> str:
    return f'<option {"selected " if selected else ""}value="{escape(value)}">'


@lru_cache(maxsize=16384)
def _option(value: str, words: str) -> str:
    return f"{_tag(value)}{escape(words)}</option>"


def _heading(order: Order) -> str:
    match order:
        case Move():
            return gettext("Move")
        case Support():
            return gettext("Support")
        case Convoy():
            return gettext("Convoy")
        case Retreat():
            return gettext("Retreat")
    return gettext("Other")


def _menu(name: str, power: Power, label: str, groups: Mapping[str, Mapping[str, str]]) -> Menu:
    """Write a menu of groups {heading: {value: words}}; options without a heading come first."""
    html = f'<select id="{name}" name="{name}">'
    for heading, words in groups.items():
        options = "".join(_option(value, said) for value, said in words.items())
        html += f'<optgroup label="{escape(heading)}">{options}</optgroup>' if heading else options
    values = frozenset(value for words in groups.values() for value in words)
    return Menu(name, power, label, html + "</select>", values)


def _unit_menu(choice: UnitChoice) -> Menu:
    default, *others = choice.orders
    by_default = action_words(default, in_full=True)
    groups = {"": {"": gettext("— no order (%(action)s)", action=by_default), str(default): by_default}}
    for order in others:
        groups.setdefault(_heading(order), {})[str(order)] = _found_by_place(order)
    listed = {heading: _in_order(words) if heading else words for heading, words in groups.items()}
    unit = choice.unit
    menu = _menu(f"{UNIT}{unit.province}", choice.power, unit_in_full(unit), listed)
    return replace(menu, unit=unit)


def _found_by_place(order: Order) -> str:
    """Write an order as an option; a move begins with its destination, so that typing finds it."""
    match order:
        case Move(via=True):
            return gettext("%(place)s by convoy", place=place_label(order.to))
        case Move(trade=False):
            return place_label(order.to)
    return action_words(order, in_full=True)


def _in_order(words: Mapping[str, str]) -> dict[str, str]:
    """Sort {value: words} by the words."""
    return dict(sorted(words.items(), key=lambda item: collation_key(item[1])))


def _winter_menus(choice: WinterChoice) -> list[Menu]:
    label = gettext("Removal %(number)d") if choice.removes else gettext("Build %(number)d")
    usual = gettext("by the rules of default removals") if choice.removes else gettext("nothing")
    if choice.by_default:
        usual = gettext("what is built by default")
    orders = _in_order({str(order): order_words(order, winter=True, in_full=True) for order in choice.orders})
    words = {"": usual} | orders
    return [
        _menu(f"{WINTER}{choice.power}_{number}", choice.power, label % {"number": number + 1}, {"": words})
        for number in range(choice.number)
    ]


def menus_of(choices: Choices, home: Power | None = None) -> Menus:
    """Write the menus of all that can be ordered, in the language of the page, the home power first."""
    powers = by_name(choices.powers, home)
    menus = sorted(
        map(_unit_menu, choices.units),
        key=lambda menu: (powers.index(menu.power), collation_key(menu.label)),
    )
    menus += [menu for choice in choices.winters for menu in _winter_menus(choice)]
    return Menus({menu.name: menu for menu in menus}, choices.winters, powers)


def chosen_values(orders: Orders | None, names: Sequence[str]) -> dict[str, str]:
    """Find the value of each menu for the stored orders."""
    values: dict[str, str] = {}
    if orders is None:
        return values
    for power, given in orders.by_power.items():
        for number, order in enumerate(given):
            winter = f"{WINTER}{power}_{number}"
            if winter in names:
                values[winter] = str(order)
            elif order.unit:
                values[f"{UNIT}{order.unit.province}"] = str(order)
    return values


class AwaitedOrders(Protocol):
    """The orders that a phase needs: for units, builds and removals."""

    @property
    def units(self) -> Sequence[tuple[Power, Unit]]:
        """The units that can be ordered."""

    @property
    def winters(self) -> Sequence[WinterChoice]:
        """The builds and removals that can be ordered."""


def menu_names(asked: AwaitedOrders) -> dict[str, Power]:
    """Name the menus of all that can be ordered, without their options."""
    names = {f"{UNIT}{unit.province}": power for power, unit in asked.units}
    for winter in asked.winters:
        names |= {f"{WINTER}{winter.power}_{number}": winter.power for number in range(winter.number)}
    return names


@dataclass
class SentOrders:
    """All orders in a form, and the value of each menu by its field, to show the form again."""

    orders: Orders
    values: Mapping[str, str] = field(default_factory=dict)


def read_menus(asked: AwaitedOrders) -> SentOrders:
    """Read the menus of all that can be ordered from the form that was sent.

    Fields that the phase does not ask for, and second values of others, become part of the entry, so that the
    rules refuse them with a reason.
    """
    names = menu_names(asked)
    by_power: dict[Power, list[Order | Unreadable]] = {}
    values: dict[str, str] = {}
    for name, power in names.items():
        values[name] = request.form.get(name, "").strip()
        if values[name]:
            by_power.setdefault(power, []).append(parse_or_keep(values[name]))
    for prefix in (UNIT, WINTER):
        for name, value in surplus(prefix, names):
            power = names.get(f"{prefix}{name}", NOBODY)
            by_power.setdefault(power, []).append(parse_or_keep(value))
    return SentOrders(Orders(by_power), values)
