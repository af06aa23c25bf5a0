"""The orders of both players, each for the powers that he commands, and what the base game makes of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator import Flag, Outcome, Position, Power, Unreadable, parse_or_keep, standard
from adjudicator.orders import Order
from adjudicator.results import Ordered, Outcomes
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player

Entries = Mapping[Player, Orders]
Fates = dict[Power, dict[Ordered, Outcome]]


def commanded(duel: Duel, entries: Entries) -> dict[Power, Sequence[Order | Unreadable]]:
    """The orders that count: for every power those of its commander."""
    counted: dict[Power, Sequence[Order | Unreadable]] = {}
    for power in standard().powers:
        player = duel.commander(power)
        if player is not None and player in entries:
            texts = entries[player].by_power.get(power, ())
            counted[power] = [parse_or_keep(text) for text in texts]
    return counted


def copied(outcomes: Outcomes) -> Fates:
    """Outcomes that may be added to."""
    return {power: dict(units) for power, units in outcomes.items()}


def worth_telling(duel: Duel, fates: Outcomes) -> Outcomes:
    """The outcomes of powers that somebody commands, and of units that something happened to."""
    told = {
        power: {unit: outcome for unit, outcome in units.items() if outcome.flags or duel.commander(power)}
        for power, units in fates.items()
    }
    return {power: units for power, units in told.items() if units}


def remove_at_once(duel: Duel, position: Position, fates: Fates) -> Position:
    """Dislodged units in anarchy, or with nowhere to go, leave at once (1971 XI, XIV.3)."""
    staying = {}
    for unit, dislodged in position.dislodged.items():
        if dislodged.retreats and duel.commander(dislodged.power):
            staying[unit] = dislodged
        else:
            before = fates[dislodged.power][unit]
            fates[dislodged.power][unit] = before._replace(flags=(*before.flags, Flag.DISBAND))
    return replace(position, dislodged=staying)
