"""Orders checked before they are stored: what a person enters is refused, not void, when it cannot be."""

from adjudicator import (
    Build,
    Cause,
    Disband,
    Move,
    Order,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    builds_possible,
    due,
    parse_or_keep,
    standard,
)
from adjudicator.legality import Scene, examine
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
    """Takes the orders of one player in the awaited phase, in any wording that means one of those offered."""

    def __init__(self, duel: Duel, player: Player) -> None:
        self.duel = duel
        self.kind = duel.phase.kind if duel.phase else ""
        self.offered = orderable(duel, player)
        self.scene = Scene.of(standard(), duel.position, duel.edition)

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
            return _not_his(self.duel, order)
        if self.kind == "M":
            meant = examine(self.scene, power, order)
            return meant if isinstance(meant, Reason) else (power, meant)
        listed = self.offered[power]
        # Orders of two kinds for one unit are equal as tuples, so that it is their texts that are compared.
        exact = [other for other in listed if str(other) == str(order)]
        alike = exact or [other for other in listed if _alike(other, order)]
        return (power, alike[0]) if len(alike) == 1 else _refusal(order, several=len(alike) > 1)

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
            return space.home if space and space.home in self.offered else None
        for power, listed in self.offered.items():
            if any(not isinstance(other, Waive) and same_unit(other.unit, order.unit) for other in listed):
                return power
        return None


def _not_his(duel: Duel, order: Order) -> Reason:
    if isinstance(order, Waive):
        return Reason(Cause.MUST_BUILD)
    if isinstance(order, Build):
        return Reason(Cause.NOT_A_HOME_CENTRE, place=order.unit.province)
    standing = unit_at(duel, order.unit.province)
    if standing is None or not same_unit(standing, order.unit):
        return Reason(Cause.NO_UNIT, (order.unit,))
    return Reason(Cause.FOREIGN_UNIT, (standing,))


def _alike(offered: Order, order: Order) -> bool:
    """Whether an order means an offered one but for a coast that it leaves out."""
    if type(offered) is not type(order) or isinstance(offered, Waive) or isinstance(order, Waive):
        return False
    if isinstance(offered, Retreat) and isinstance(order, Retreat):
        return same_unit(offered.unit, order.unit) and order.to in {offered.to, province_of(offered.to)}
    if isinstance(offered, Build) and isinstance(order, Build):
        named = {offered.unit.location, Province(offered.unit.province)}
        return offered.unit.kind is order.unit.kind and order.unit.location in named
    return same_unit(offered.unit, order.unit)


def _refusal(order: Order, *, several: bool) -> Reason:
    place = province_of(order.unit.location) if isinstance(order, Build) else None
    if isinstance(order, Retreat):
        cause = Cause.COAST_NEEDED if several else Cause.RETREAT_BARRED
        return Reason(cause, (order.unit,), order.to)
    if isinstance(order, Build):
        return Reason(Cause.COAST_NEEDED if several else Cause.NO_SUCH_BUILD, place=place)
    return Reason(Cause.WRONG_PHASE)


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


def _check_kind(duel: Duel, entry: PlainEntry) -> None:
    wanted = {"H": "homes", "B": "bids"}.get(duel.phase.kind if duel.phase else "", "orders")
    if set(entry) != {wanted} or entry[wanted] is None:
        raise EntryError("wrong_kind", wanted, f"must hold {wanted} and nothing else")


def _winter_orders(duel: Duel, power: Power) -> int:
    return max(-due(duel.position, power), builds_possible(standard(), duel.position, power))
