"""The result of a phase, from the answers of the slow adjudicator."""

from adjudicator import Convoy, Move, Support, province_of
from tests.adjudicator.slow_equations import GIVEN, MOVE, PATH
from tests.adjudicator.slow_orders import Sea


class Phase:
    """The result of a phase, from the answers."""

    def __init__(self, position, equations, known):
        self.board, self.position, self.equations, self.known = position.board, position, equations, known
        self.entered = {equations.target[p]: p for (kind, p), yes in known.items() if kind == MOVE and yes}
        self.left = set(self.entered.values())
        self.beaten = {p for p in equations.orders if p in self.entered and p not in self.left}

    def says(self, decision, **_):
        return self.known[decision]

    def as_result(self):
        after, routed = {}, {}
        contested = self.contested()
        for unit, power in self.position.units.items():
            if unit.province in self.left:
                after[unit.at(self.equations.orders[unit.province].to)] = power
            elif unit.province in self.beaten:
                routed[unit] = power, self.retreats(unit, contested)
            else:
                after[unit] = power
        return after, routed, contested, {unit: self.flags(unit.province) for unit in self.position.units}

    def occupied(self):
        return set(self.entered) | (self.equations.orders.keys() - self.left)

    def contested(self):
        """List the provinces that are vacant after a stand-off (1971 XI)."""
        equations, moves = self.equations, self.equations.target
        failed = [p for p in moves if p not in self.left and equations.prevent(p, self.says)]
        towards = [moves[p] for p in failed]
        return {there for there in towards if towards.count(there) > 1} - self.occupied()

    def retreats(self, unit, contested):
        """Not to occupied places, nor to stand-offs, nor to the attacker's origin (by sea: DATC 4.A.5)."""
        allowed = self.equations.edition.convoy_origin_retreat == "allowed"
        origin = {self.entered[unit.province]} - (self.equations.at_sea if allowed else set())
        barred = self.occupied() | contested | origin
        there = self.board.borders[unit.kind][unit.location]
        return {to for to in there if province_of(to) not in barred}

    def flags(self, here):
        flags = {"dislodged"} if here in self.beaten else set()
        order = self.equations.orders[here]
        if here in self.equations.void or self.unmatched(here, order):
            return flags | {"void"}
        if isinstance(order, Move) and here not in self.left:
            return flags | {self.failure(here)}
        if isinstance(order, Support) and not self.known[GIVEN, here]:
            return flags | {"cut"}
        if isinstance(order, Convoy) and not self.useful(here, order):
            return flags | {"no convoy"}
        return flags

    def unmatched(self, here, order):
        if isinstance(order, Support):
            return here not in self.equations.helpers[order.supported.province]
        return isinstance(order, Convoy) and here not in self.equations.fleets.get(order.army.province, ())

    def failure(self, here):
        """A move that arrives bounces; otherwise a chain was ordered and broken, or none was ordered."""
        if here not in self.equations.at_sea or self.known[PATH, here]:
            return "bounce"
        ordered = set(self.equations.fleets[here])
        whole = self.equations.sea.carries(here, self.equations.target[here], ordered)
        return "disrupted" if whole else "no convoy"

    def useful(self, here, order):
        """Whether a chain of ordered fleets needs the fleet."""
        ordered = self.equations.fleets[order.army.province]
        sea, ends = Sea(self.board, ordered), (order.army.province, province_of(order.to))
        return (
            sea.carries(*ends) if self.equations.edition.convoy_routes == "all" else sea.needed(here, *ends)
        )
