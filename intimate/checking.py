"""Orders checked before they are stored: what a person enters is refused, not void, when it cannot be."""

from adjudicator import (
    Build,
    Cause,
    Disband,
    Kind,
    Location,
    Move,
    Order,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    adjudicate_adjustments,
    builds_possible,
    due,
    parse_or_keep,
    standard,
)
from adjudicator.legality import examine
from adjudicator.scene import Scene
from adjudicator.units import province_of, same_unit
from intimate.duel import Duel
from intimate.entries import PlainEntry, orders
from intimate.errors import EntryError
from intimate.options import orderable
from intimate.play import check
from intimate.players import Player

Settled = tuple[Power, Order]
"""An order as it is stored, and the power that it is an order of."""


def unit_at(duel: Duel, province: Province) -> Unit | None:
    """The unit that an order about a province means in the awaited phase."""
    retreating = duel.phase is not None and duel.phase.kind == "R"
    units = duel.position.dislodged if retreating else duel.position.units
    return next((unit for unit in units if unit.province == province), None)


class OrderDesk:
    """Takes the orders of one player in the awaited phase, in any wording that means one that he can give."""

    def __init__(self, duel: Duel, player: Player) -> None:
        self.duel = duel
        self.kind = duel.phase.kind if duel.phase else ""
        self.commanded = duel.commands(player)
        self.offered = orderable(duel, player)
        self.scene = Scene.of(standard(), duel.position, duel.edition)

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations its players know; None for those of today."""
        name = self.duel.rules.edition
        return None if name == "standard" else name

    def unit_at(self, province: Province) -> Unit | None:
        """The unit that an order about a province means in the awaited phase."""
        return unit_at(self.duel, province)

    def settle(self, order: Order, named: Power | None = None) -> Settled | Reason:
        """The order in its stored form with its power, or the reason why the player cannot give it.

        named: the power that the order was written for, if one was named; it matters for a waive only.
        """
        if self.kind == "R" and isinstance(order, Move):
            order = Retreat(order.unit, order.to)
        power = self._power(order, named)
        if power is None:
            return self._not_his(order)
        if self.kind == "M":
            meant = examine(self.scene, power, order)
            return meant if isinstance(meant, Reason) else (power, meant)
        listed = self.offered.get(power, ())
        alike = [order] if order in listed else [other for other in listed if _alike(other, order)]
        return (power, alike[0]) if len(alike) == 1 else self._refusal(power, order, several=len(alike) > 1)

    def surplus(self, power: Power, given: int) -> Reason | None:
        """Why a power can be given no further order, after so many, in winter."""
        full = self.kind == "A" and given >= _winter_orders(self.duel, power)
        return Reason(Cause.NOTHING_DUE) if full else None

    def stores(self, power: Power, text: str) -> bool:
        """Whether a text is an order for a power in the very form in which it is stored."""
        order = parse_or_keep(text)
        settled = Reason(Cause.UNREADABLE) if isinstance(order, Unreadable) else self.settle(order, power)
        return not isinstance(settled, Reason) and settled[0] == power and str(settled[1]) == text

    def _power(self, order: Order, named: Power | None) -> Power | None:
        """The commanded power that an order is about; of a waive, the one named or the only one possible."""
        if isinstance(order, Waive):
            waiving = [power for power, listed in self.offered.items() if Waive() in listed]
            if named is not None:
                return named if named in waiving else None
            return waiving[0] if len(waiving) == 1 else None
        if isinstance(order, Build):
            space = standard().spaces.get(order.unit.province)
            return space.home if space and space.home in self.commanded else None
        unit = self.unit_at(order.unit.province)
        owner = owner_of(self.duel, unit) if unit and same_unit(unit, order.unit) else None
        return owner if owner in self.commanded else None

    def _not_his(self, order: Order) -> Reason:
        if isinstance(order, Waive):
            return self._no_waive()
        if isinstance(order, Build):
            return Reason(Cause.NOT_A_HOME_CENTRE, place=order.unit.province)
        on_board = self.scene.units.get(self.scene.place(order.unit.location))
        found = [unit for unit in (self.unit_at(order.unit.province), on_board) if unit]
        meant = next((unit for unit in found if same_unit(unit, order.unit)), None)
        if meant is None:
            return Reason(Cause.NO_UNIT, (order.unit,))
        own = owner_of(self.duel, meant) in self.commanded
        return Reason(Cause.NOTHING_DUE) if own else Reason(Cause.FOREIGN_UNIT, (meant,))

    def _no_waive(self) -> Reason:
        if self.kind != "A":
            return Reason(Cause.WRONG_PHASE)
        due = any(isinstance(order, Build) for listed in self.offered.values() for order in listed)
        return Reason(Cause.MUST_BUILD if due else Cause.NOTHING_DUE)

    def _refusal(self, power: Power, order: Order, *, several: bool) -> Reason:
        if isinstance(order, Retreat) and self.kind == "R":
            cause = Cause.COAST_NEEDED if several else Cause.RETREAT_BARRED
            return Reason(cause, (order.unit,), order.to)
        if isinstance(order, Build | Disband) and self.kind == "A":
            outcomes = adjudicate_adjustments(
                self.duel.position, {power: [order]}, standard(), self.duel.edition
            ).outcomes[power]
            return next(iter(outcomes.values())).reason or Reason(Cause.NOTHING_DUE)
        return Reason(Cause.WRONG_PHASE)


def owner_of(duel: Duel, unit: Unit) -> Power:
    """The power of a unit, dislodged or not."""
    routed = duel.position.dislodged.get(unit)
    return routed.power if routed else duel.position.units[unit]


def _alike(offered: Order, order: Order) -> bool:
    """Whether an order means an offered one but for a coast left out, or named for an army (DATC 4.B.6)."""
    if isinstance(offered, Retreat) and isinstance(order, Retreat):
        return same_unit(offered.unit, order.unit) and _same_place(offered.unit.at(offered.to), order.to)
    if isinstance(offered, Build) and isinstance(order, Build):
        return same_unit(offered.unit, order.unit) and _same_place(offered.unit, order.unit.location)
    if isinstance(offered, Disband) and isinstance(order, Disband):
        return same_unit(offered.unit, order.unit)
    return False


def _same_place(unit: Unit, named: Location) -> bool:
    if unit.kind is Kind.ARMY:
        return province_of(named) == unit.province
    return named in {unit.location, Location(unit.province)}


def check_strictly(duel: Duel, player: Player, entry: PlainEntry) -> None:
    """Refuse an entry that the rules of a record would take and leave void; raises EntryError.

    It must be of the kind that the phase asks for and nothing else; every order must be one that can
    be given, each unit ordered once, and no winter order too many.
    """
    check(duel, player, entry)
    _check_kind(duel, entry)
    if duel.phase is None or duel.phase.kind in "HB":
        return
    desk = OrderDesk(duel, player)
    for power, texts in orders(entry).by_power.items():
        for text in texts:
            if not desk.stores(power, text):
                raise EntryError(
                    "illegal_order", f"orders.{power}", f"{text!r} cannot be ordered", order=text
                )
        places = [text.split()[1].partition("/")[0] for text in texts if text != str(Waive())]
        if len(set(places)) != len(places):
            raise EntryError("ordered_twice", f"orders.{power}", "a place is ordered twice", power=power)
        if duel.phase.kind == "A" and len(texts) > _winter_orders(duel, power):
            raise EntryError("too_many", f"orders.{power}", "more orders than are due", power=power)


def _check_kind(duel: Duel, entry: PlainEntry) -> None:
    wanted = {"H": "homes", "B": "bids"}.get(duel.phase.kind if duel.phase else "", "orders")
    if set(entry) != {wanted} or entry[wanted] is None:
        raise EntryError("wrong_kind", wanted, f"must hold {wanted} and nothing else")


def _winter_orders(duel: Duel, power: Power) -> int:
    return max(-due(duel.position, power), builds_possible(standard(), duel.position, power))
