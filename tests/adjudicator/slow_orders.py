"""The valid orders, found in the long way for the slow adjudicator: from the rules, not from the package.

Only the vocabulary is shared: the board's borders, units, and orders as values.
"""

from dataclasses import replace

from adjudicator import STANDARD, Convoy, Hold, Kind, Location, Move, Support, province_of
from adjudicator.board import Terrain
from tests.adjudicator.slow_missing import Missing


class Sea:
    """The fleets at sea, and where they could carry an army (1971 XII.2, XIV.5)."""

    def __init__(self, board, fleets):
        self.board = board
        self.fleets = frozenset(fleets)
        self.known = {}

    def carries(self, start, end, fleets=None):
        """Whether the fleets, or all of them, form a chain from one coastal province to another."""
        waiting, seen = [start], set()
        fleets = self.fleets if fleets is None else fleets
        while waiting:
            here = waiting.pop()
            if here != start and end in self.board.neighbours[here]:
                return True
            new = (self.board.neighbours[here] & fleets) - seen
            seen |= new
            waiting.extend(new)
        return False

    def needed(self, fleet, start, end):
        """Whether some chain needs that fleet: one that breaks without any of its fleets (DATC 6.G.19)."""
        if (start, end) not in self.known:
            self.known[start, end] = set().union(*self.chains(start, end, ()))
        return fleet in self.known[start, end]

    def joins(self, fleet, start, end):
        """Whether a fleet is linked over fleets with one place and with the other (1971 XII.4)."""
        group, waiting = {fleet}, [fleet]
        while waiting:
            new = (self.board.neighbours[waiting.pop()] & self.fleets) - group
            group |= new
            waiting.extend(new)
        return all(self.board.neighbours[place] & group for place in (start, end))

    def chains(self, start, end, chain):
        """List every chain without needless fleets."""
        last = chain[-1] if chain else start
        if chain and any(self.carries(start, end, set(chain) - {one}) for one in chain):
            return
        if chain and end in self.board.neighbours[last]:
            yield chain
            return
        for fleet in (self.board.neighbours[last] & self.fleets) - set(chain):
            yield from self.chains(start, end, (*chain, fleet))


class Judge:
    """Accepts the orders that units could carry out where they are; all others are ignored (DATC 4.E.1)."""

    def __init__(self, board, units, edition=STANDARD):
        self.board, self.edition = board, edition
        self.powers = units
        self.there = {unit.province: unit for unit in units}
        at_sea = {p for p, unit in self.there.items() if self.is_at_sea(p) and unit.kind is Kind.FLEET}
        self.sea = Sea(board, at_sea)

    def is_at_sea(self, province):
        return self.board.spaces[province].terrain is Terrain.SEA

    def is_coastal(self, province):
        return province in self.board.spaces and self.board.spaces[province].terrain is Terrain.COAST

    def sound(self, given):
        """Return the valid order of each province's unit, and the places of void orders."""
        orders = {province: Hold(unit) for province, unit in self.there.items()}
        tried, legal = set(), {}
        for power, issued in given.items():
            for order in issued:
                unit = self.meant(order)
                if unit and self.powers[unit] == power:
                    tried.add(unit.province)
                    settled = self.settled(unit, order)
                    if settled:
                        legal.setdefault(unit.province, []).append(settled)
        if self.edition.missing_order == "taken":
            legal.update(Missing(self, given, legal).taken())
        for province, found in legal.items():
            if self.edition.several_orders == "void" and len(set(found)) > 1:
                tried.add(province)
            else:
                orders[province] = found[-1]
                tried.discard(province)
        return orders, tried

    def meant(self, order):
        """Find the unit named by an order; a wrong coast does not matter (DATC 4.B.5)."""
        named = getattr(order, "unit", None)
        unit = named and self.there.get(named.province)
        return unit if unit and unit.kind is named.kind else None

    def settled(self, unit, order):
        """Return the order with its coasts filled in, or None if it is void."""
        if isinstance(order, Move):
            return self.move(unit, order)
        if isinstance(order, Support):
            return self.support(unit, order)
        if isinstance(order, Convoy):
            return self.convoy(unit, order)
        return Hold(unit) if isinstance(order, Hold) else None

    def landings(self, unit, province):
        return [to for to in self.board.borders[unit.kind][unit.location] if province_of(to) == province]

    def could_be_carried(self, unit, end, without=None):
        coastal = unit.kind is Kind.ARMY and self.is_coastal(unit.province) and self.is_coastal(end)
        fleets = self.sea.fleets - {without}
        return coastal and end != unit.province and self.sea.carries(unit.province, end, fleets)

    def move(self, unit, order):
        """Armies go by land unless VIA is given or there is no land route; a fleet to a coast it reaches."""
        end = province_of(order.to)
        landings = self.landings(unit, end)
        by_its_ends = self.edition.adjacent_convoy == "chain" and not self.could_be_carried(unit, end)
        if order.via and by_its_ends:
            order = replace(order, unit=unit, via=False)
        if unit.kind is Kind.ARMY:
            if landings and not order.via:
                return Move(unit, Location(end), trade=order.trade)
            return Move(unit, Location(end), via=True) if self.could_be_carried(unit, end) else None
        if order.via:
            return None
        exact = [to for to in landings if to == order.to]
        open_coast = order.to == end and self.edition.missing_coast == "only_one"
        meant = exact or (landings if open_coast else [])
        return Move(unit, meant[0], trade=order.trade) if len(meant) == 1 else None

    def support(self, unit, order):
        """A support reaches its target, and the supported unit could go there without the supporter."""
        other = self.there.get(order.supported.province)
        if other is None or other.kind is not order.supported.kind or other == unit:
            return None
        target = other.province if order.to is None else province_of(order.to)
        if not self.landings(unit, target):
            return None
        if order.to is None:
            return Support(unit, other)
        landings = self.landings(other, target)
        if other.kind is Kind.ARMY:
            possible = landings or self.could_be_carried(other, target, without=unit.province)
            return Support(unit, other, Location(target)) if possible else None
        if order.to == target and len(landings) > 1 and self.must_name_coast(unit, other):
            return None
        return Support(unit, other, order.to) if landings and order.to in {target, *landings} else None

    def must_name_coast(self, unit, other):
        """004: for a foreign fleet that has a choice."""
        return self.edition.support_coast == "must" and self.powers[unit] != self.powers[other]

    def convoy(self, unit, order):
        """A fleet at sea on a chain from an army to another coastal province; see the edition."""
        army, end = self.there.get(order.army.province), province_of(order.to)
        if army is None or army.kind is not Kind.ARMY or unit.province not in self.sea.fleets:
            return None
        serves = self.sea.joins if self.edition.convoy_routes == "all" else self.sea.needed
        possible = self.could_be_carried(army, end) and serves(unit.province, army.province, end)
        return Convoy(unit, army, Location(end)) if possible else None
