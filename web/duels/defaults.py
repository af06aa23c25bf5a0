"""The defaults of the awaited phase: its result without further orders."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator import Power
from intimate.entries import NO_ORDERS, Orders
from intimate.options import WinterChoice
from intimate.view import View
from web.board.words import unit_label
from web.words.collation import collation_key
from web.words.powers import by_name


@dataclass(frozen=True)
class Default:
    """The defaults of one power: units that hold or disband, units built, builds and removals left."""

    power: Power
    units: Sequence[str] = ()
    builds: Sequence[str] = ()
    unmade: int = 0
    removed: int = 0


def defaults_of(view: View, orders: Orders | None) -> list[Default]:
    """List what will happen to each power of the player, their home power first."""
    given = orders or NO_ORDERS
    winters = (_of_winter(choice, given) for choice in view.winters)
    found = {default.power: default for default in (*_of_units(view, given), *winters) if default}
    return [found[power] for power in by_name(found, view.home)]


def _of_units(view: View, orders: Orders) -> list[Default]:
    ordered = {order.unit.province for order in orders.all if order.unit}
    idle: dict[Power, list[str]] = {}
    for power, unit in view.units:
        if unit.province not in ordered:
            idle.setdefault(power, []).append(unit_label(unit))
    return [Default(power, sorted(units, key=collation_key)) for power, units in idle.items()]


def _of_winter(choice: WinterChoice, orders: Orders) -> Default | None:
    given = orders.by_power.get(choice.power, ())
    left = choice.number - len(given)
    if left <= 0:
        return None
    if choice.removes:
        return Default(choice.power, removed=left)
    taken = {order.unit.province for order in given if order.unit}
    builds = [unit_label(unit) for unit in choice.by_default if unit.province not in taken][:left]
    return Default(choice.power, builds=sorted(builds, key=collation_key), unmade=left - len(builds))
