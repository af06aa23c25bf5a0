"""Winter: builds that must be made, and what is done by default (rules of the duel, sections 5 and 6)."""

from collections.abc import Mapping, Sequence

from adjudicator import (
    Build,
    Cause,
    Flag,
    Kind,
    Location,
    Outcome,
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
    standard,
    vacant_homes,
)
from adjudicator.orders import Order
from intimate.commands import Entries, Fates, commanded, copied
from intimate.duel import Duel
from intimate.rules import AnarchyBuilds, MercenaryWaive

Issued = Sequence[Order | Unreadable]
SEA_POWER = "ENGLAND"
"""Its builds by default are fleets; those of the others are armies (seed rules, mercenary builds)."""


def must_build(duel: Duel, power: Power) -> bool:
    """Whether builds are made for a power that did not order them."""
    if power in duel.homes.values():
        return False
    return duel.commander(power) is not None or duel.rules.anarchy_builds is AnarchyBuilds.DEFAULT


def may_waive(duel: Duel, power: Power) -> bool:
    """Whether a power may give up a build."""
    return power in duel.homes.values() or duel.rules.mercenary_waive is MercenaryWaive.ALLOWED


def default_builds(duel: Duel, power: Power) -> list[Unit]:
    """The units that would be built by default, in the alphabetical order of the home centres."""
    if not must_build(duel, power):
        return []
    kind = Kind.FLEET if power == SEA_POWER else Kind.ARMY
    homes = vacant_homes(standard(), duel.position, power)
    return [Unit(kind, Location(home)) for home in homes]


def _built(before: Position, result: Result, power: Power) -> set[Province]:
    """Where builds were made by order, whatever coast the orders named."""
    return {unit.province for unit in result.position.units_of(power) if unit not in before.units}


def _missing(duel: Duel, power: Power, orders: Issued, result: Result) -> list[Unit]:
    """The builds that are still to be made for a power."""
    possible = builds_possible(standard(), duel.position, power)
    built = _built(duel.position, result, power)
    left = possible - len(built)
    waived = min(sum(isinstance(order, Waive) for order in orders), left)
    vacant = [unit for unit in default_builds(duel, power) if unit.province not in built]
    return vacant[: left - waived]


def _allowed(duel: Duel, power: Power, orders: Issued) -> Issued:
    if may_waive(duel, power):
        return orders
    return [order for order in orders if not isinstance(order, Waive)]


def resolve_winter(duel: Duel, entries: Entries) -> tuple[Position, Fates]:
    """The position after winter, and what became of each order, build and removal."""
    given = commanded(duel, entries)
    board = standard()
    followed = {power: _allowed(duel, power, given.get(power, ())) for power in board.powers}
    by_order = adjudicate_adjustments(duel.position, followed, board, duel.edition)
    added = {power: _missing(duel, power, followed[power], by_order) for power in board.powers}
    complete = {power: [*followed[power], *map(Build, added[power])] for power in board.powers}
    result = adjudicate_adjustments(duel.position, complete, board, duel.edition)
    fates = copied(result.outcomes)
    _mark_defaults(fates, added)
    _mark_void_waives(duel, fates, given)
    return result.position, fates


def _mark_defaults(fates: Fates, added: Mapping[Power, Sequence[Unit]]) -> None:
    for power, units in fates.items():
        for unit, outcome in units.items():
            removed = outcome.reason is not None and outcome.reason.cause is Cause.DEFAULT_REMOVAL
            if removed or unit in added[power]:
                units[unit] = Outcome((Flag.DEFAULT,), outcome.reason)


def _mark_void_waives(duel: Duel, fates: Fates, given: Mapping[Power, Issued]) -> None:
    for power, orders in given.items():
        if not may_waive(duel, power) and any(isinstance(order, Waive) for order in orders):
            reason = Reason(Cause.MUST_BUILD)
            fates.setdefault(power, {})[Waive()] = Outcome((Flag.VOID,), reason)


def awaited(duel: Duel, power: Power) -> bool:
    """Whether a power has a removal due or a build possible."""
    owned = len(duel.position.centres_of(power))
    if len(duel.position.units_of(power)) > owned:
        return True
    return builds_possible(standard(), duel.position, power) > 0
