"""What a player can order in the awaited phase."""

from collections.abc import Collection

from adjudicator import (
    Choices,
    PhaseKind,
    Power,
    Province,
    Unit,
    UnitChoice,
    Waive,
    WinterChoice,
    build_choice,
    closed_goal,
    due,
    legal_choices,
    removal_choice,
)
from intimate.duel import Duel
from intimate.players import Player
from intimate.winter import default_builds, may_waive, must_build

__all__ = ["Choices", "UnitChoice", "WinterChoice", "choices_of", "orderable_units", "winter_choices"]


def winter_choices(duel: Duel, player: Player) -> list[WinterChoice]:
    """List every power of a player with a removal due or a build possible."""
    choices = (_winter_choice(duel, power) for power in duel.commands(player))
    return [choice for choice in choices if choice.number]


def _winter_choice(duel: Duel, power: Power) -> WinterChoice:
    if due(duel.position, power) < 0:
        return removal_choice(duel.position, power)
    by_default = default_builds(duel, power) if must_build(duel, power) else ()
    return build_choice(duel.position, power, [Waive()] if may_waive(duel, power) else [], by_default)


def orderable_units(duel: Duel, player: Player) -> list[tuple[Power, Unit]]:
    """List the units that a player can order in movement or retreats, without their possible orders."""
    powers = duel.commands(player)
    if duel.kind is PhaseKind.MOVEMENT:
        return [(power, unit) for power in powers for unit in duel.position.units_of(power)]
    if duel.kind is PhaseKind.RETREATS:
        return [(choice.power, choice.unit) for choice in choices_of(duel, player).units]
    return []


def choices_of(duel: Duel, player: Player) -> Choices:
    """List all legal orders of a player in the awaited phase; nothing if it takes none."""
    if duel.kind is None:
        return Choices()
    if duel.kind is PhaseKind.ADJUSTMENTS:
        return Choices(winters=winter_choices(duel, player))
    choices = legal_choices(duel.position, duel.kind, duel.commands(player), duel.edition)
    return _outside(choices, duel.closed) if duel.closed else choices


def _outside(choices: Choices, closed: Collection[Province]) -> Choices:
    """Leave out orders into closed provinces."""
    return Choices(
        [
            choice._replace(orders=[order for order in choice.orders if not closed_goal(order, closed)])
            for choice in choices.units
        ]
    )
