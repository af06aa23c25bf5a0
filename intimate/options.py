"""What a player can order in the awaited phase, unit by unit, as canonical texts."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator import (
    Disband,
    Order,
    Power,
    Retreat,
    Unit,
    Waive,
    builds_possible,
    due,
    legal_builds,
    legal_orders,
    standard,
)
from intimate.duel import Duel
from intimate.players import Player
from intimate.winter import default_builds, may_waive, must_build


class UnitChoice(NamedTuple):
    """A unit that can be ordered, and its legal orders; the first is what it does without order."""

    power: Power
    unit: Unit
    orders: Sequence[Order]


class WinterChoice(NamedTuple):
    """The winter of a power: `number` builds possible or removals due, and the legal orders.

    `by_default` are the builds that are made when nothing is ordered.
    """

    power: Power
    number: int
    removes: bool
    orders: Sequence[Order]
    by_default: Sequence[Unit]


def movement_choices(duel: Duel, player: Player) -> list[UnitChoice]:
    """Every unit that a player commands, with its legal orders; hold comes first."""
    units = {unit: power for power in duel.commands(player) for unit in duel.position.units_of(power)}
    legal = legal_orders(standard(), duel.position, units, duel.edition)
    return [UnitChoice(power, unit, legal[unit]) for unit, power in units.items()]


def retreat_choices(duel: Duel, player: Player) -> list[UnitChoice]:
    """Every dislodged unit that a player commands, with its retreats; disbanding comes first."""
    commanded = duel.commands(player)
    return [
        UnitChoice(routed.power, unit, (Disband(unit), *(Retreat(unit, place) for place in routed.retreats)))
        for unit, routed in sorted(duel.position.dislodged.items())
        if routed.power in commanded
    ]


def winter_choices(duel: Duel, player: Player) -> list[WinterChoice]:
    """Every power of a player with a removal due or a build possible."""
    choices = (_winter_choice(duel, power) for power in duel.commands(player))
    return [choice for choice in choices if choice.number]


def _winter_choice(duel: Duel, power: Power) -> WinterChoice:
    if due(duel.position, power) < 0:
        units = duel.position.units_of(power)
        return WinterChoice(
            power,
            -due(duel.position, power),
            removes=True,
            orders=[Disband(unit) for unit in units],
            by_default=(),
        )
    count = builds_possible(standard(), duel.position, power)
    builds: list[Order] = list(legal_builds(standard(), duel.position, power))
    waives: list[Order] = [Waive()] if may_waive(duel, power) else []
    by_default = default_builds(duel, power)[:count] if must_build(duel, power) else []
    return WinterChoice(power, count, removes=False, orders=[*builds, *waives], by_default=by_default)


def orderable(duel: Duel, player: Player) -> Mapping[Power, Sequence[Order]]:
    """All legal orders of a player in the awaited phase, by power."""
    kind = duel.phase.kind if duel.phase else ""
    if kind == "A":
        return {choice.power: choice.orders for choice in winter_choices(duel, player)}
    found: dict[Power, list[Order]] = {}
    choices = {"M": movement_choices, "R": retreat_choices}
    for choice in choices[kind](duel, player) if kind in choices else ():
        found.setdefault(choice.power, []).extend(choice.orders)
    return found
