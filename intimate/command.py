"""Command: which orders count for a power, and what happens to units that nobody commands."""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator import Flag, Given, Ordered, Outcome, Outcomes, Position, Power, province_of, standard
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player

EditableOutcomes = dict[Power, dict[Ordered, Outcome]]


def orders_that_count(duel: Duel, entries: Mapping[Player, Orders]) -> Given:
    """Select for every power the orders of its commander."""
    commanders = {power: duel.commander(power) for power in standard().powers}
    return {
        power: entries[player].by_power.get(power, ())
        for power, player in commanders.items()
        if player is not None and player in entries
    }


def editable(outcomes: Outcomes) -> EditableOutcomes:
    """Copy outcomes so that they can be added to."""
    return {power: dict(units) for power, units in outcomes.items()}


def noteworthy(duel: Duel, outcomes: Outcomes) -> Outcomes:
    """Select the outcomes of commanded powers, and of units to which something happened."""
    selected = {
        power: {unit: outcome for unit, outcome in units.items() if outcome.flags or duel.commander(power)}
        for power, units in outcomes.items()
    }
    return {power: units for power, units in selected.items() if units}


def remove_stranded(duel: Duel, position: Position, outcomes: EditableOutcomes) -> Position:
    """Remove dislodged units that are in anarchy (1971 XIV.3) or have nowhere to retreat.

    Adds the flag of a disbandment to their outcomes.
    """
    retreating = {}
    for unit, dislodged in position.dislodged.items():
        places = tuple(place for place in dislodged.retreats if province_of(place) not in duel.closed)
        if duel.commander(dislodged.power) and places:
            retreating[unit] = dislodged._replace(retreats=places) if duel.closed else dislodged
        else:
            before = outcomes[dislodged.power][unit]
            if Flag.DISBAND not in before.flags:
                outcomes[dislodged.power][unit] = before._replace(flags=(*before.flags, Flag.DISBAND))
    return replace(position, dislodged=retreating)
