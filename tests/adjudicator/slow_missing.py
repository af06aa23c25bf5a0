"""Missing orders that other orders state in full (004, part IV), for the slow adjudicator."""

from adjudicator import Convoy, Hold, Kind, Move, Support, province_of


class Missing:
    """The units of a phase without an order, and what their own power's orders say of them."""

    def __init__(self, judge, given, legal):
        self.judge, self.legal = judge, legal
        ordered = {
            (power, judge.meant(order))
            for power, issued in given.items()
            for order in issued
            if isinstance(order, Hold | Move | Support | Convoy) and not self.lacks_coast(order)
        }
        self.idle = [unit for unit, power in judge.powers.items() if (power, unit) not in ordered]
        self.partly = {}
        for power, issued in given.items():
            for order in issued:
                unit = judge.meant(order)
                if unit and isinstance(order, Move) and judge.powers[unit] == power and unit in self.idle:
                    self.partly.setdefault(unit, set()).add(order.to)

    def taken(self):
        """Return {province: [order]} for the units without doubt."""
        found = {}
        for unit in self.idle:
            said = {*self.said_of(unit), *self.needed_of(unit)}
            if unit in self.partly:
                said = {
                    order
                    for order in said
                    if isinstance(order, Move) and {province_of(order.to)} == self.partly[unit]
                }
            if len(said) == 1:
                settled = self.judge.settled(unit, said.pop())
                if settled:
                    found[unit.province] = [settled]
        return found

    def lacks_coast(self, order):
        """Whether a fleet's move leaves out which of several coasts."""
        unit = self.judge.meant(order)
        if not unit or unit.kind is not Kind.FLEET or not isinstance(order, Move):
            return False
        return order.to == province_of(order.to) and len(self.judge.landings(unit, order.to)) > 1

    def own_orders(self, unit):
        """List the legal orders of a unit's own power."""
        for province, orders in self.legal.items():
            if self.judge.powers[self.judge.there[province]] == self.judge.powers[unit]:
                yield from orders

    def said_of(self, unit):
        """List what supports and convoys say; an omitted coast adds nothing if another order names it."""
        said = set()
        for order in self.own_orders(unit):
            if isinstance(order, Convoy) and order.army == unit:
                said.add(Move(unit, order.to))
            if isinstance(order, Support) and order.supported == unit:
                said.add(Hold(unit) if order.to is None else Move(unit, order.to))
        ends = [order.to for order in said if isinstance(order, Move)]
        coastless = {province_of(to) for to in ends if to != province_of(to)}
        return {order for order in said if isinstance(order, Hold) or order.to not in coastless}

    def needed_of(self, unit):
        """List the convoys without which an attack by sea of the same power would be impossible."""
        for order in self.own_orders(unit):
            if (
                unit not in self.partly
                and isinstance(order, Move)
                and order.via
                and unit.province in self.judge.sea.fleets
            ):
                start, end = order.unit.province, province_of(order.to)
                fleets = self.willing(order, unit)
                carries = self.judge.sea.carries
                if carries(start, end, fleets) and not carries(start, end, fleets - {unit.province}):
                    yield Convoy(unit, order.unit, order.to)

    def willing(self, move, unit):
        """List the fleets ordered to convoy an army, and those of its power that have no order."""
        power = self.judge.powers[unit]
        idle = {
            fleet.province
            for fleet in self.idle
            if self.judge.powers[fleet] == power and fleet not in self.partly
        }
        return (idle & self.judge.sea.fleets) | {
            province
            for province, orders in self.legal.items()
            for order in orders
            if isinstance(order, Convoy)
            and order.army == move.unit
            and province_of(order.to) == province_of(move.to)
        }
