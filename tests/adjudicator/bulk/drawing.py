"""Random order sets whose orders interact: colliding moves, matching supports, convoys."""

from adjudicator import Convoy, Move, Support, province_of


class Lots:
    """Draws sets of order numbers from a slate."""

    def __init__(self, slate, random):
        self.slate, self.random = slate, random
        self.moves = [self.of(unit, Move) for unit in range(len(slate.units))]
        self.convoys = [self.of(unit, Convoy) for unit in range(len(slate.units))]
        self.aids = [self.of(unit, Support) for unit in range(len(slate.units))]
        self.occupied = {unit.province for unit in slate.units}

    def of(self, unit, kind):
        return [n for n in self.slate.ranges[unit] if isinstance(self.slate.orders[n], kind)]

    def drawn(self):
        """Return a set; every eighth is purely random."""
        if self.random.random() < 0.125:
            return [
                self.random.choice(numbers) for numbers in self.slate.ranges if self.random.random() < 0.9
            ]
        chosen = {}
        share = self.random.choice([0.3, 0.5, 0.8])
        indices = list(range(len(self.slate.units)))
        self.random.shuffle(indices)
        for unit in indices:
            if self.moves[unit] and self.random.random() < share:
                chosen[unit] = self.random.choice(self.busy(unit) or self.moves[unit])
        self.carry(chosen, indices)
        for unit in indices:
            if unit not in chosen and self.aids[unit] and self.random.random() < 0.9:
                chosen[unit] = self.random.choice(self.fitting(unit, chosen) or self.aids[unit])
        return list(chosen.values())

    def busy(self, unit):
        """Return moves to occupied places, or by sea."""
        if self.random.random() < 0.2:
            return []
        orders = self.slate.orders
        return [n for n in self.moves[unit] if orders[n].via or province_of(orders[n].to) in self.occupied]

    def carry(self, chosen, indices):
        """Let fleets convoy armies that go by sea, or a neighbour that could also walk."""
        ends = {(self.slate.orders[n].unit, province_of(self.slate.orders[n].to)) for n in chosen.values()}
        for unit in indices:
            fitting = [n for n in self.convoys[unit] if self.carries(n) in ends]
            if fitting and self.random.random() < 0.8:
                chosen[unit] = self.random.choice(fitting)

    def carries(self, number):
        order = self.slate.orders[number]
        return order.army, order.to

    def fitting(self, unit, chosen):
        """Return supports of what the others do."""
        done = {}
        for number in chosen.values():
            order = self.slate.orders[number]
            done[order.unit] = province_of(order.to) if isinstance(order, Move) else None
        found = []
        for number in self.aids[unit]:
            order = self.slate.orders[number]
            if done.get(order.supported) == (None if order.to is None else province_of(order.to)):
                found.append(number)
        return found
