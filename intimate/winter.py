"""Winter: builds that must be made, and what is done by default (rules of the duel, sections 5 and 6)."""

from collections.abc import Mapping, Sequence

from adjudicator import (
    Build,
    Cause,
    Flag,
    Kind,
    Location,
    Order,
    Outcome,
    Outcomes,
    Position,
    Power,
    Province,
    Reason,
    Result,
    Unit,
    Unreadable,
    Waive,
    adjudicate_adjustments,
    builds_possible,
    due,
    standard,
    vacant_homes,
)
from intimate.command import EditableOutcomes, editable, orders_that_count
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player
from intimate.rules import AnarchyBuilds, MercenaryWaive

Issued = Sequence[Order | Unreadable]
SEA_POWER = "ENGLAND"
"""The power whose default builds are fleets; the others build armies (seed rules, mercenary builds)."""


def must_build(duel: Duel, power: Power) -> bool:
    """Tell whether a power builds without orders."""
    if duel.is_own(power):
        return False
    return duel.commander(power) is not None or duel.rules.anarchy_builds is AnarchyBuilds.DEFAULT


def may_waive(duel: Duel, power: Power) -> bool:
    """Tell whether a power may give up a build."""
    return duel.is_own(power) or duel.rules.mercenary_waive is MercenaryWaive.ALLOWED


def default_builds(duel: Duel, power: Power) -> list[Unit]:
    """List the units that would be built by default, in the alphabetical order of the home centres."""
    if not must_build(duel, power):
        return []
    kind = Kind.FLEET if power == SEA_POWER else Kind.ARMY
    homes = vacant_homes(duel.position, power)
    return [Unit(kind, Location(home)) for home in homes]


def _built(before: Position, result: Result, power: Power) -> set[Province]:
    """Find where builds were ordered, ignoring coasts."""
    return {unit.province for unit in result.position.units_of(power) if unit not in before.units}


def _missing(duel: Duel, power: Power, orders: Issued, result: Result) -> list[Unit]:
    """List the builds that are still to be made for a power."""
    possible = builds_possible(duel.position, power)
    built = _built(duel.position, result, power)
    left = possible - len(built)
    waived = min(sum(isinstance(order, Waive) for order in orders), left)
    vacant = [unit for unit in default_builds(duel, power) if unit.province not in built]
    return vacant[: left - waived]


def _allowed(duel: Duel, power: Power, orders: Issued) -> Issued:
    if may_waive(duel, power):
        return orders
    return [order for order in orders if not isinstance(order, Waive)]


def resolve_winter(duel: Duel, entries: Mapping[Player, Orders]) -> tuple[Position, Outcomes]:
    """Return the position after winter, and the outcome of each order, build and removal."""
    given = orders_that_count(duel, entries)
    powers = standard().powers
    followed = {power: _allowed(duel, power, given.get(power, ())) for power in powers}
    by_order = adjudicate_adjustments(duel.position, followed, duel.edition)
    added = {power: _missing(duel, power, followed[power], by_order) for power in powers}
    complete = {power: [*followed[power], *map(Build, added[power])] for power in powers}
    result = adjudicate_adjustments(duel.position, complete, duel.edition)
    outcomes = editable(result.outcomes)
    _mark_defaults(outcomes, added)
    _mark_void_waives(duel, outcomes, given)
    return result.position, outcomes


def _mark_defaults(outcomes: EditableOutcomes, added: Mapping[Power, Sequence[Unit]]) -> None:
    for power, units in outcomes.items():
        for unit, outcome in units.items():
            removed = outcome.reason is not None and outcome.reason.cause is Cause.DEFAULT_REMOVAL
            if removed or unit in added[power]:
                units[unit] = Outcome((Flag.DEFAULT,), outcome.reason)


def _mark_void_waives(duel: Duel, outcomes: EditableOutcomes, given: Mapping[Power, Issued]) -> None:
    for power, orders in given.items():
        if not may_waive(duel, power) and any(isinstance(order, Waive) for order in orders):
            outcomes.setdefault(power, {})[Waive()] = Outcome((Flag.VOID,), Reason(Cause.MUST_BUILD))


def adjusts(duel: Duel, power: Power) -> bool:
    """Tell whether a power has a removal due or a build possible."""
    return due(duel.position, power) < 0 or builds_possible(duel.position, power) > 0
