"""Random phases that are hard to resolve: crowded, full of interacting supports and convoys, some nonsense.

A random phase is a request of the interchange format, made from a seed alone.
"""

import tomllib
from pathlib import Path
from random import Random

from adjudicator import Kind, Location, Move, Unit, parse, province_of, standard
from adjudicator.board import Terrain
from tests.adjudicator.slow_orders import Sea

BOARD = standard()
NEAR = {code: BOARD.distances([code]) for code in BOARD.spaces}
THEMES = [
    case
    for chapter in ("6C", "6D", "6E", "6F", "6G")
    for case in tomllib.loads((Path(__file__).parents[1] / "datc" / f"{chapter}.toml").read_text("utf-8"))[
        "case"
    ]
]
"""DATC cases to start from, because they are known to be hard."""


class RandomPhase:
    """One phase in the making: `plans` holds the order of each unit that has one."""

    def __init__(self, seed):
        self.random = Random(seed)  # noqa: S311 (repeatable randomness)
        self.powers = self.random.sample(BOARD.powers, self.random.randint(2, 7))
        self.nonsense = self.random.choice([0, 0, 0.03, 0.1])
        self.malice = self.random.choice([0, 0.5, 0.9])
        self.units, self.goals, self.plans = {}, {}, {}
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            self.begin_with(self.random.choice(THEMES))
        self.place()
        self.there = {unit.province: unit for unit in self.units}
        seas = {p for p in self.there if BOARD.spaces[p].terrain is Terrain.SEA}
        self.sea = Sea(BOARD, seas)

    def chance(self, share):
        return self.random.random() < share

    def begin_with(self, theme):
        """Take over units and orders, and change a few of them."""
        cast = {
            power: power if self.chance(0.9) else self.random.choice(self.powers) for power in theme["units"]
        }
        for power, units in theme["units"].items():
            for text in units:
                unit = Unit.parse(text)
                if unit.province not in self.occupied() and self.chance(0.95):
                    self.units[unit] = cast[power]
        for text in (text for orders in theme["orders"].values() for text in orders):
            order = parse(text)
            if order.unit in self.units and order.unit not in self.plans and self.chance(0.9):
                self.plans[order.unit] = text.removeprefix(f"{order.unit} ")
                if isinstance(order, Move) and order.to in BOARD.spaces:
                    self.goals[order.unit] = order.to

    def occupied(self):
        return {unit.province for unit in self.units}

    def place(self):
        """Place units around the existing ones or a few centres, fewer with the distance."""
        drawn = self.random.sample(sorted(BOARD.spaces), self.random.choice([1, 1, 2, 3]))
        centres = sorted(self.occupied()) or drawn
        spread = self.random.choice([1.2, 2, 4])
        nearness = {code: min(NEAR[centre][code] for centre in centres) for code in BOARD.spaces}
        drawn = sorted(nearness, key=lambda code: nearness[code] + spread * self.random.random() * 2)
        chosen = drawn[: self.random.randint(3, 34 if not self.units else 14)]
        for code in chosen:
            if code not in self.occupied():
                self.units[self.unit(code)] = self.random.choice(self.powers)

    def unit(self, code):
        space = BOARD.spaces[code]
        by_sea = space.terrain is Terrain.SEA or (space.terrain is Terrain.COAST and self.chance(0.4))
        if by_sea:
            return Unit(Kind.FLEET, self.random.choice(space.locations))
        return Unit(Kind.ARMY, Location(code))

    def request(self):
        """Return the phase as a request."""
        self.plan_convoys()
        self.plan_moves()
        self.plan_help()
        units, orders = {}, {}
        for unit, power in self.units.items():
            units.setdefault(power, []).append(str(unit))
            giver = self.random.choice(BOARD.powers) if self.chance(self.nonsense / 3) else power
            orders.setdefault(giver, []).append(self.written(unit))
            if self.chance(self.nonsense / 2):
                orders[giver].append(self.absurd(unit))
        return {"phase": "S1901M", "units": units, "orders": orders}

    def written(self, unit):
        if self.chance(self.nonsense):
            return self.absurd(unit)
        return f"{unit} {self.plans.get(unit, 'H')}"

    def absurd(self, unit):
        """Return a text that may mean anything, or nothing."""
        other = self.random.choice(sorted(self.units))
        place = self.random.choice([*BOARD.borders[Kind.FLEET], *BOARD.spaces, "XYZ"])
        bare = f"{unit.kind} {unit.province}"
        wrong = f"{'A' if other.kind is Kind.FLEET else 'F'} {other.location}"
        return self.random.choice(
            [
                f"{unit} - {place}",
                f"{bare} - {place} VIA",
                f"{unit} S {other} - {place}",
                f"{bare} S {wrong}",
                f"{unit} C {other} - {place}",
                f"{unit} D",
                f"{unit} ?",
                f"{unit} S {unit}",
            ]
        )

    def plan_convoys(self):
        """Send armies over sea, preferably where a unit may interfere with convoying fleets."""
        armies = [u for u in self.units if u.kind is Kind.ARMY and self.nearby(u.province, self.sea.fleets)]
        self.random.shuffle(armies)
        for army in armies[: self.random.choice([0, 1, 2, 3, 5])]:
            ends = [p for p in BOARD.spaces if self.can_sail(army.province, p)]
            if army not in self.plans and ends:
                manned = [p for p in ends if p in self.there]
                end = self.random.choice(manned if manned and self.chance(0.7) else ends)
                self.sail(army, end)

    def can_sail(self, start, end):
        coast = BOARD.spaces[start].terrain is BOARD.spaces[end].terrain is Terrain.COAST
        return coast and start != end and self.sea.carries(start, end)

    @staticmethod
    def nearby(province, places):
        return BOARD.neighbours[province] & set(places)

    def sail(self, army, end):
        fleets = [f for f in sorted(self.sea.fleets) if self.sea.needed(f, army.province, end)]
        via = " VIA" if self.chance(0.2) else ""
        self.plans[army] = f"- {end}{via}"
        self.goals[army] = Location(end)
        chain = self.random.choice(sorted(self.sea.chains(army.province, end, ())))
        for fleet in fleets:
            if self.there[fleet] not in self.plans and self.chance(0.96 if fleet in chain else 0.3):
                self.plans[self.there[fleet]] = f"C {army} - {end}"

    def plan_moves(self):
        """Let many units move, preferably to occupied or contested places."""
        share = self.random.choice([0.3, 0.5, 0.8])
        convoying = [unit.province for unit, plan in self.plans.items() if plan.startswith("C")]
        ends = {province_of(to) for to in self.goals.values()}
        for unit in self.units:
            ways = BOARD.borders[unit.kind][unit.location]
            stays = unit in self.plans or (unit.province in ends and self.chance(self.malice))
            if ways and not stays and self.chance(share):
                wanted = [*self.there, *map(province_of, self.goals.values())]
                busy = [to for to in ways if province_of(to) in self.random.choice([wanted, convoying])]
                to = self.random.choice(busy if busy and self.chance(0.8) else ways)
                self.goals[unit] = to
                bare = province_of(to) if self.chance(0.05) else to
                mark = " TRADE" if self.chance(0.2) else " VIA" if self.chance(0.02) else ""
                self.plans[unit] = f"- {bare}{mark}"

    def plan_help(self):
        """Let the others support, mostly orders that are really given."""
        for unit in self.units:
            if unit not in self.plans and self.chance(0.9):
                reach = BOARD.reach[unit.kind][unit.location]
                moves = [f"S {u} - {to}" for u, to in self.goals.items() if province_of(to) in reach]
                holds = [f"S {u}" for u in self.units if u.province in reach and u not in self.goals]
                afloat = [aid for aid in moves + holds if self.at_sea(aid)]
                aimed = afloat if self.chance(self.malice) else None
                kinds = [kind for kind in ([aimed] if aimed else [moves, moves, holds]) if kind]
                if kinds:
                    self.plans[unit] = self.random.choice(self.random.choice(kinds))

    @staticmethod
    def at_sea(aid):
        return BOARD.spaces[province_of(aid.split()[-1])].terrain is Terrain.SEA


def random_phase(seed):
    """Return the request of a seed."""
    return {"id": str(seed), **RandomPhase(seed).request()}
