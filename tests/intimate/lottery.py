"""Random duels: good, bad and absurd entries, from a random number generator alone."""

from adjudicator import (
    Kind,
    Location,
    Move,
    PhaseKind,
    Support,
    Unit,
    legal_builds,
    legal_orders,
    standard,
)
from intimate.codec import read_entry, write_draws, write_entry
from intimate.draws import Draws
from intimate.play import awaits, play
from intimate.players import Player
from tests.builders import POWERS

NONSENSE = [
    "",
    "H",
    "A XXX H",
    "A PAR",
    "A PAR - - BUR",
    "F STP",
    "F STP/NC B",
    "A VIE B",
    "WAIVE",
    "A MUN D",
    "a par h",
]
BOARD = standard()


class Lottery:
    """Draws random entries for a duel's current phase; `wild` is the share of void orders."""

    def __init__(self, random, wild=0.1, thrift=1.0):
        self.random, self.wild, self.thrift = random, wild, thrift

    def entries(self, duel):
        """Draw an entry for each player, sometimes none."""
        given = {player: self.entry(duel, player) for player in Player}
        return {player: entry for player, entry in given.items() if entry is not None}

    def entry(self, duel, player):
        if duel.kind is PhaseKind.HOMES:
            return read_entry({"homes": self.random.sample(POWERS, 7)}, duel.kind)
        if self.random.random() < 0.05:
            return None
        if duel.kind is PhaseKind.AUCTION:
            return read_entry({"bids": self.bids(duel, player)}, duel.kind)
        return read_entry({"orders": self.orders(duel, player)}, duel.kind)

    def bids(self, duel, player):
        """Draw a sheet; thrifty players seldom bid more than they have, and never if that is forbidden."""
        reserve, sheet = duel.credits[player], {}
        most = max(1, round(reserve * self.thrift / max(1, len(duel.for_hire))))
        for power in duel.for_hire:
            left = reserve - sum(sheet.values()) if duel.rules.overbid == "forbidden" else most
            if self.random.random() < 0.8:
                sheet[power] = self.random.randint(0, min(most, left))
        return sheet

    def orders(self, duel, player):
        draw = {
            PhaseKind.MOVEMENT: self.moves,
            PhaseKind.RETREATS: self.retreats,
            PhaseKind.ADJUSTMENTS: self.adjustments,
        }[duel.kind]
        given = {power: self.spoiled(texts) for power, texts in draw(duel, duel.commands(player)).items()}
        if self.random.random() < self.wild:
            given[self.random.choice([*POWERS, "SPAIN"])] = self.random.sample(NONSENSE, 3)
        return given

    def spoiled(self, texts):
        self.random.shuffle(texts)
        return [text if self.random.random() >= self.wild else self.random.choice(NONSENSE) for text in texts]

    def moves(self, duel, powers):
        units = {unit: power for power in powers for unit in duel.position.units_of(power)}
        drawn = {power: [] for power in powers}
        legal = legal_orders(duel.position, units)
        for unit, order in self.concert(legal, duel.position.units.keys() - units.keys()).items():
            drawn[units[unit]].append(str(order))
        return drawn

    def concert(self, legal, others):
        """Draw an order for each unit; sometimes all units that can attack the same enemy unit."""
        orders = {unit: self.towards_centres(choices) for unit, choices in legal.items()}
        for place in sorted({other.province for other in others}):
            able = [unit for unit, choices in legal.items() if Move(unit, Location(place)) in choices]
            if len(able) > 1 and self.random.random() < 0.7:
                first, *helpers = self.random.sample(able, len(able))
                orders[first] = Move(first, Location(place))
                orders.update({unit: Support(unit, first, Location(place)) for unit in helpers})
        return orders

    def towards_centres(self, orders):
        """Draw an order; two units of three go to a supply centre if they can."""
        taking = [order for order in orders if getattr(order, "to", None) in BOARD.centres]
        return self.random.choice(taking if taking and self.random.random() < 0.7 else orders)

    def retreats(self, duel, powers):
        drawn = {power: [] for power in powers}
        for unit, (power, places) in duel.position.dislodged.items():
            if power in drawn:
                drawn[power].append(
                    self.random.choice([f"{unit} D", *(f"{unit} R {place}" for place in places)])
                )
        return drawn

    def adjustments(self, duel, powers):
        return {power: self.adjusted(duel.position, power) for power in powers}

    def adjusted(self, position, power):
        builds = [str(order) for order in legal_builds(position, power)]
        removals = [f"{unit} D" for unit in position.units_of(power)]
        drawn = [*builds, *removals, "WAIVE", "WAIVE"]
        return self.random.sample(drawn, min(len(drawn), self.random.randint(0, 4)))

    def lots(self):
        drawn = {player: tuple(self.random.sample(POWERS, 7)) for player in Player}
        winner = self.random.choice(list(Player))
        return Draws(drawn, winner, winner)


def position(random):
    """Draw a start: three to five powers with few units and centres scattered over the board."""
    powers = random.sample(POWERS, random.randint(3, 5))
    centres = random.sample(sorted(BOARD.centres), random.randint(6, 18))
    places = random.sample(sorted(BOARD.spaces), random.randint(4, 14))
    units = [Unit(random.choice(list(Kind)), Location(place)) for place in places]
    return {
        "phase": random.choice(["S1905B", "S1905M", "F1905M", "W1905A"]),
        "homes": {"first": powers[0], "second": powers[1]},
        "credits": {"first": random.randint(0, 12), "second": random.randint(0, 12)},
        "control": {power: random.choice(["first", "second"]) for power in powers[2:4]},
        "units": dealt(random, powers, [str(unit) for unit in units if BOARD.stands(unit)]),
        "centers": dealt(random, powers, centres),
    }


def dealt(random, powers, things):
    """Deal things out at random, most of them to the home powers."""
    hands = {power: [] for power in powers}
    for thing in things:
        hands[random.choice([*powers, *powers[:2]])].append(thing)
    return hands


def played(duel, lottery, most=30):
    """Play a random duel; yield (the duel before, the chapter)."""
    steps = []
    while awaits(duel) and len(steps) < most:
        chapter = play(duel, lottery.entries(duel), lottery.lots())
        steps.append((duel, chapter))
        duel = chapter.after
    return steps


def plain_chapter(chapter):
    """Return what was played as a chapter of a record."""
    return {
        "phase": str(chapter.phase),
        "entries": {player.value: write_entry(entry) for player, entry in chapter.entries.items()},
        "lots": write_draws(chapter.draws),
    }
