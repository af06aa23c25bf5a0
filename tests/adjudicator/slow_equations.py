"""The equations of DATC chapter 5, for the slow adjudicator: one for each decision."""

from itertools import chain

from adjudicator import STANDARD, Convoy, Kind, Move, Support, province_of
from adjudicator.board import Terrain
from tests.adjudicator.slow_orders import Judge

MOVE, GIVEN, PATH = "move", "given", "path"


class Equations:
    """The orders of a phase, and an equation for each decision.

    An equation reads other decisions with `says(decision, helps)`; `helps` says whether a yes makes a yes
    of the equation likelier. So the same code computes the value and, for open decisions, both bounds.
    """

    def __init__(self, position, given, edition=STANDARD):
        judge = Judge(position.board, position.units, edition)
        self.board, self.sea, self.edition = position.board, judge.sea, edition
        self.power = {unit.province: power for unit, power in position.units.items()}
        self.orders, self.void = judge.sound(given)
        self.target = {p: province_of(o.to) for p, o in self.orders.items() if isinstance(o, Move)}
        self.fleets = {p: self.matching(p, Convoy) for p in self.target}
        self.helpers = {p: self.matching(p, Support) for p in self.orders}
        self.at_sea = {p for p in self.target if self.goes_by_sea(p)}

    def matching(self, province, kind):
        """List the units that support or convoy exactly the order of a province's unit."""
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
        own = {f for f in self.fleets[province] if self.power[f] == self.power[province]}
        if self.orders[province].via or self.edition.adjacent_convoy == "intent":
            return self.orders[province].via or bool(own)
        return any(self.all_own_convoy(chain, province, own) for chain in self.ways(province))

    def ways(self, province):
        """List every chain of fleets on the board that could convoy a unit to its destination."""
        start = self.board.spaces[province]
        army = self.orders[province].unit.kind is Kind.ARMY and start.terrain is Terrain.COAST
        return self.sea.chains(province, self.target[province], ()) if army else ()

    def all_own_convoy(self, chain, province, own):
        """004, between neighbours: all fleets of the army's power on the chain, at least one, convoy it."""
        theirs = {fleet for fleet in chain if self.power[fleet] == self.power[province]}
        return bool(theirs) and theirs <= own

    def decisions(self):
        """List all decisions."""
        given = chain.from_iterable(self.helpers.values())
        return [
            *((MOVE, p) for p in self.target),
            *((GIVEN, p) for p in given),
            *((PATH, p) for p in self.at_sea),
        ]

    def attackers(self, province):
        return [p for p, target in self.target.items() if target == province]

    def opponent(self, here):
        """Head to head: each moves to the other's place, neither by sea (DATC 5.B)."""
        there = self.target[here]
        meets = self.target.get(there) == here and not self.at_sea & {here, there}
        return there if meets and not self.may_trade(here, there) else None

    def may_trade(self, here, there):
        """001: two units of one power, of two that agree, or two fleets by different coasts."""
        if self.edition.trading_places != "kin":
            return False
        kin = self.power[here] == self.power[there]
        agreed = self.orders[here].trade and self.orders[there].trade
        return kin or agreed or self.by_two_coasts(here, there) or self.by_two_coasts(there, here)

    def by_two_coasts(self, leaving, entering):
        """Whether one fleet leaves a province by one coast while the other enters by another."""
        coast, to = self.orders[leaving].unit.location, self.orders[entering].to
        return "/" in coast and "/" in to and coast != to

    def value(self, decision, says):
        """Return the value of a decision's equation."""
        kind, here = decision
        return {MOVE: self.succeeds, GIVEN: self.given, PATH: self.stands}[kind](here, says)

    def succeeds(self, here, says):
        """MOVE: the attack outdoes an opponent's defence or else the hold, and every other move there."""
        strength = self.attack(here, says)
        there, opponent = self.target[here], self.opponent(here)
        against = self.hold(there, says) if opponent is None else self.lasting(opponent, says, helps=False)
        rivals = [rival for rival in self.attackers(there) if rival != here]
        return strength > against and all(strength > self.prevent(rival, says) for rival in rivals)

    def given(self, here, says):
        """GIVEN: no foreign attack but from where it is aimed, and not dislodged from there either."""
        aim = self.aim(here)
        foes = [foe for foe in self.attackers(here) if self.can_cut(foe, here)]
        spared = aim if self.edition.aimed_attack == "spares" else None
        cut = any(foe != spared and self.arrives(foe, says, helps=False) for foe in foes)
        return not cut and not any(says((MOVE, foe), helps=False) for foe in foes)

    def aim(self, here):
        order = self.orders[here]
        return order.supported.province if order.to is None else province_of(order.to)

    def can_cut(self, foe, here):
        """Not one's own (1971 IX.6), nor an army whose convoy the supported unit attacks (1971 XII.5)."""
        if self.power[foe] == self.power[here]:
            return False
        protects = self.edition.convoy_paradox == "rule_1971" and foe in self.at_sea
        return not (protects and self.orders[here].to is not None and self.aim(here) in self.fleets[foe])

    def stands(self, here, says):
        """PATH: the fleets ordered to convoy and not dislodged form a chain; or none is dislodged."""
        ordered = set(self.fleets[here])
        afloat = {f for f in ordered if not self.dislodged(f, says, helps=False)}
        if self.edition.convoy_routes == "all" and afloat != ordered:
            return False
        return self.sea.carries(here, self.target[here], afloat)

    def dislodged(self, here, says, *, helps):
        """DISLODGE, for a unit that was not ordered to move."""
        return any(says((MOVE, foe), helps=helps) for foe in self.attackers(here))

    def arrives(self, here, says, *, helps):
        return here not in self.at_sea or says((PATH, here), helps=helps)

    def whole(self, here, says, *, helps):
        """One plus all given supports: DEFEND, and the others if nothing reduces them."""
        return 1 + sum(says((GIVEN, helper), helps=helps) for helper in self.helpers[here])

    def lasting(self, here, says, *, helps):
        """DEFEND and PREVENT: by 001 without supports that would dislodge a unit of their own power."""
        there = self.target[here]
        if self.edition.self_dislodging_support == "counts" or there not in self.orders:
            return self.whole(here, says, helps=helps)
        leaves = there in self.target and self.opponent(here) is None and says((MOVE, there), helps=helps)
        if leaves:
            return self.whole(here, says, helps=helps)
        helpers = [h for h in self.helpers[here] if self.power[h] != self.power[there]]
        return 1 + sum(says((GIVEN, helper), helps=helps) for helper in helpers)

    def hold(self, there, says):
        """HOLD: none if the province is empty or its unit leaves; one if that unit fails to leave."""
        if there not in self.orders:
            return 0
        if there in self.target:
            return 0 if says((MOVE, there), helps=True) else 1
        return self.whole(there, says, helps=False)

    def prevent(self, rival, says):
        """PREVENT: none if the convoy fails, or if the unit was dislodged from its destination."""
        if not self.arrives(rival, says, helps=False) or self.beaten(rival, says):
            return 0
        return self.lasting(rival, says, helps=False)

    def beaten(self, rival, says):
        """Head to head, or by 1971 IX.7 for any two moves; a unit that gets away is not beaten."""
        there = self.target[rival]
        if self.opponent(rival) is not None:
            return says((MOVE, there), helps=True)
        if self.edition.dislodged_effect != "always" or self.target.get(there) != rival:
            return False
        return says((MOVE, there), helps=True) and not says((MOVE, rival), helps=False)

    def attack(self, here, says):
        """ATTACK: whole if nobody stays there; none against an own unit, nor by supports of its power."""
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
