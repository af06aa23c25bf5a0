"""The equations of DATC chapter 5, for the slow adjudicator: one for each decision."""

from itertools import chain

from adjudicator import Convoy, Move, Support, province_of
from tests.adjudicator.slow_orders import Judge

MOVE, GIVEN, PATH = "move", "given", "path"


class Equations:
    """The orders of a phase, and an equation for each decision.

    An equation reads other decisions with `says(decision, helps)`; `helps` tells whether a yes makes a yes
    of the equation likelier. So one text gives the value and, of what is still open, the best and the worst.
    """

    def __init__(self, board, position, given):
        judge = Judge(board, position.units)
        self.board, self.sea = board, judge.sea
        self.power = {unit.province: power for unit, power in position.units.items()}
        self.orders, self.void = judge.sound(given)
        self.target = {p: province_of(o.to) for p, o in self.orders.items() if isinstance(o, Move)}
        self.fleets = {p: self.matching(p, Convoy) for p in self.target}
        self.helpers = {p: self.matching(p, Support) for p in self.orders}
        self.at_sea = {p for p in self.target if self.goes_by_sea(p)}

    def matching(self, province, kind):
        """List who supports or convoys just what the unit of a province was ordered to do."""
        order = self.orders[province]
        wanted = {order.to, province_of(order.to)} if isinstance(order, Move) else {None}
        named = "supported" if kind is Support else "army"
        return [
            p
            for p, o in self.orders.items()
            if isinstance(o, kind) and getattr(o, named) == order.unit and o.to in wanted
        ]

    def goes_by_sea(self, province):
        """VIA, no other way, or a fleet of its own power ordered to convoy it (DATC 4.A.3)."""
        own = [f for f in self.fleets[province] if self.power[f] == self.power[province]]
        return self.orders[province].via or bool(own)

    def decisions(self):
        """List all that is to be decided."""
        given = chain.from_iterable(self.helpers.values())
        return [
            *((MOVE, p) for p in self.target),
            *((GIVEN, p) for p in given),
            *((PATH, p) for p in self.at_sea),
        ]

    def attackers(self, province):
        return [p for p, target in self.target.items() if target == province]

    def opponent(self, here):
        """Head to head: each goes where the other is, none of them by sea (DATC 5.B)."""
        there = self.target[here]
        meets = self.target.get(there) == here and not self.at_sea & {here, there}
        return there if meets else None

    def value(self, decision, says):
        """The equation of a decision."""
        kind, here = decision
        return {MOVE: self.succeeds, GIVEN: self.given, PATH: self.stands}[kind](here, says)

    def succeeds(self, here, says):
        """MOVE: the attack outdoes an opponent's defence or else the hold, and every other move there."""
        strength = self.attack(here, says)
        there, opponent = self.target[here], self.opponent(here)
        against = self.hold(there, says) if opponent is None else self.whole(opponent, says, helps=False)
        rivals = [rival for rival in self.attackers(there) if rival != here]
        return strength > against and all(strength > self.prevent(rival, says) for rival in rivals)

    def given(self, here, says):
        """GIVEN: no foreign attack but from where it is aimed, and not dislodged from there either."""
        order = self.orders[here]
        aim = order.supported.province if order.to is None else province_of(order.to)
        foes = [foe for foe in self.attackers(here) if self.power[foe] != self.power[here]]
        cut = any(foe != aim and self.arrives(foe, says, helps=False) for foe in foes)
        return not cut and not self.dislodged(here, says, helps=False)

    def stands(self, here, says):
        """PATH: the fleets that were ordered to and are not dislodged make a chain."""
        afloat = {f for f in self.fleets[here] if not self.dislodged(f, says, helps=False)}
        return self.sea.carries(here, self.target[here], afloat)

    def dislodged(self, here, says, *, helps):
        """DISLODGE, of a unit that was not ordered to move."""
        return any(says((MOVE, foe), helps=helps) for foe in self.attackers(here))

    def arrives(self, here, says, *, helps):
        return here not in self.at_sea or says((PATH, here), helps=helps)

    def whole(self, here, says, *, helps):
        """One and all supports that are given: DEFEND, and the others when nothing lessens them."""
        return 1 + sum(says((GIVEN, helper), helps=helps) for helper in self.helpers[here])

    def hold(self, there, says):
        """HOLD: none when nobody is there or who is there leaves; one when it fails to."""
        if there not in self.orders:
            return 0
        if there in self.target:
            return 0 if says((MOVE, there), helps=True) else 1
        return self.whole(there, says, helps=False)

    def prevent(self, rival, says):
        """PREVENT: none for whom the convoy fails or who loses a battle head to head."""
        opponent = self.opponent(rival)
        if not self.arrives(rival, says, helps=False) or (opponent and says((MOVE, opponent), helps=True)):
            return 0
        return self.whole(rival, says, helps=False)

    def attack(self, here, says):
        """ATTACK: whole when nobody stays there; none against one's own, nor supports by who is attacked."""
        if not self.arrives(here, says, helps=True):
            return 0
        there = self.target[here]
        leaves = there in self.target and self.opponent(here) is None and says((MOVE, there), helps=True)
        if there not in self.orders or leaves:
            return self.whole(here, says, helps=True)
        if self.power[there] == self.power[here]:
            return 0
        helpers = [h for h in self.helpers[here] if self.power[h] != self.power[there]]
        return 1 + sum(says((GIVEN, helper), helps=True) for helper in helpers)
