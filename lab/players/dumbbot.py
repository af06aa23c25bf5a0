"""David Norman's DumbBot, adapted to duels: a yardstick that the opponent was not tuned against.

The greedy player of `opponent/greed` is derived from it, and the opponent expects people to play like that
one. This one has separate code and the original's figures, and only knows goals as places of higher value.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random

import numpy as np

from adjudicator import (
    Hold,
    Location,
    Move,
    MovementOrder,
    Order,
    PhaseKind,
    Power,
    Province,
    Retreat,
    Season,
    Support,
    Unit,
    standard,
)
from intimate.duel import Duel
from intimate.entries import HomesList, Orders, Sheet
from intimate.options import Choices, UnitChoice, WinterChoice
from intimate.players import Player
from intimate.view import View
from lab.players.contestant import Past, Reply
from opponent.greed.ground import Array, ground

ATTACK = {Season.SPRING: 700, Season.AUTUMN: 600, Season.WINTER: 600}
DEFENCE = {Season.SPRING: 300, Season.AUTUMN: 400, Season.WINTER: 1000}
CROWD = 1000
"""The value that each own unit in reach adds to a place, and each enemy unit in reach subtracts."""
ALTERNATIVE, DIFFERENCE = 0.5, 5.0
"""The probability of taking the next best place, and how fast it falls with the difference to the best."""
GOAL = 100
"""The factor on the value of enemy home centres, for units of the home power."""


class Values:
    """The values of places to a player, for units of the home power and for mercenaries."""

    def __init__(self, duel: Duel, player: Player) -> None:
        self.duel, self.home, self.enemy = duel, duel.homes[player], duel.homes[player.opponent]
        self.mine = {
            unit: power for unit, power in duel.position.units.items() if duel.commander(power) is player
        }
        theirs = [
            unit for unit, power in duel.position.units.items() if duel.commander(power) is player.opponent
        ]
        self.strength, self.competition = _touching(self.mine), _touching(theirs)
        self.occupants = duel.position.occupants()
        owners = Counter(duel.position.owners.values())
        self.sizes = {power: size * size + 4 * size + 16 for power, size in owners.items()}
        self.of_home, self.of_hired = self._spread(goal=GOAL), self._spread(goal=1)

    def _spread(self, goal: int) -> list[float]:
        assert self.duel.phase  # noqa: S101  # a phase is awaited
        season, board, tables = self.duel.phase.season, standard(), ground()
        worth = np.zeros(len(board.spaces))
        for place in board.centres:
            owner = self.duel.position.owners.get(place)
            size = self.sizes.get(owner, 16) if owner else 16
            factor = goal if place in board.homes[self.enemy] else 1
            attack = 0 if owner == self.home else size * factor
            threatened = place in board.homes[self.home] and self.competition[place]
            defence = self.sizes.get(self.enemy, 16) * goal if threatened else 0
            worth[board.index[place]] = attack * ATTACK[season] + defence * DEFENCE[season]
        kernel = tables.spring if season is Season.SPRING else tables.autumn
        crowd = [CROWD * (self.strength[code] - self.competition[code]) for code in board.codes]
        values: Array = kernel @ worth / 1000 + np.array(crowd)[tables.place]
        found: list[float] = values.tolist()
        return found

    def of(self, unit: Unit, power: Power) -> float:
        """Return the value of a unit's place to its power."""
        return (self.of_home if power == self.home else self.of_hired)[ground().node[unit]]


class DumbBot:
    """Each unit, in random sequence, goes to the best place in reach, or supports a unit that does."""

    def answer(self, view: View, chance: Random, _past: Past = ()) -> Reply:
        """Answer."""
        assert view.player  # noqa: S101  # spectators are not awaited
        if view.duel.kind is PhaseKind.HOMES:
            powers = list(standard().powers)
            chance.shuffle(powers)
            return Reply(HomesList(tuple(powers)))
        values = Values(view.duel, view.player)
        if view.duel.kind is PhaseKind.AUCTION:
            return Reply(_sheet(view, values, chance))
        if view.duel.kind is PhaseKind.MOVEMENT:
            return Reply(Orders(Turn(values, chance).orders_by_power()))
        return Reply(_adjusted(view.choices, values))


class Turn:
    """Builds the orders of a movement."""

    def __init__(self, values: Values, chance: Random) -> None:
        self.values, self.chance = values, chance
        self.orders: dict[Unit, MovementOrder] = {}
        self.movers: dict[Province, Unit] = {}
        self.deciding: set[Unit] = set()

    def orders_by_power(self) -> Mapping[Power, list[MovementOrder]]:
        """Order all units."""
        units = sorted(self.values.mine)
        self.chance.shuffle(units)
        for unit in units:
            self._order(unit)
        for unit in units:
            if isinstance(self.orders[unit], Hold):
                self.orders[unit] = self._instead_of_holding(unit)
        given: dict[Power, list[MovementOrder]] = {}
        for unit, order in self.orders.items():
            given.setdefault(self.values.mine[unit], []).append(order)
        return given

    def _order(self, unit: Unit) -> None:
        if unit in self.orders or unit in self.deciding:
            return
        self.deciding.add(unit)
        power, order = self.values.mine[unit], None
        places = [unit, *(unit.at(place) for place in sorted(standard().steps[unit]))]
        places.sort(key=lambda place: -self.values.of(place, power))
        while places and order is None:
            order = self._towards(
                unit, places.pop(self._choice([self.values.of(each, power) for each in places]))
            )
        self.orders[unit] = order or Hold(unit)

    def _choice(self, worth: list[float]) -> int:
        chosen = 0
        while chosen + 1 < len(worth) and worth[chosen] > 0:
            worse = DIFFERENCE * (worth[chosen] - worth[chosen + 1]) / worth[chosen]
            if self.chance.random() >= ALTERNATIVE or self.chance.random() < worse:
                break
            chosen += 1
        return chosen

    def _towards(self, unit: Unit, goal: Unit) -> MovementOrder | None:
        """Return an order that helps to take a place; None if none makes sense."""
        place = goal.province
        if place == unit.province:
            return Hold(unit)
        occupant = self.values.occupants.get(place)
        if occupant in self.values.mine and place not in self.movers:
            self._order(occupant)
            standing = self.orders.get(occupant)
            if not isinstance(standing, Move):
                return Support(unit, occupant) if standing and self.values.competition[place] > 1 else None
            if standing.to[:3] == unit.province:
                return None
        if place in self.movers:
            mover = self.movers[place]
            contested = self.values.competition[place] or occupant
            return Support(unit, mover, Location(place)) if contested else None
        self.movers[place] = unit
        return Move(unit, goal.location)

    def _instead_of_holding(self, unit: Unit) -> MovementOrder:
        """Support the neighbour in the most valuable contested place."""
        found: MovementOrder = Hold(unit)
        most = 0.0
        for other, order in self.orders.items():
            end = other.at(order.to) if isinstance(order, Move) else other
            if other == unit or end.province not in standard().reach[unit.kind][unit.location]:
                continue
            worth = self.values.competition[end.province] * self.values.of(end, self.values.mine[other])
            if worth > most:
                most = worth
                found = Support(unit, other, Location(end.province) if isinstance(order, Move) else None)
        return found


def _touching(units: Mapping[Unit, Power] | list[Unit]) -> Counter[Province]:
    found: Counter[Province] = Counter()
    for unit in units:
        found.update(standard().reach[unit.kind][unit.location])
    return found


def _sheet(view: View, values: Values, chance: Random) -> Sheet:
    """Divide most of the reserve among the mercenaries, by their sizes and at random."""
    assert view.player  # noqa: S101
    shares = {power: values.sizes[power] * (0.5 + chance.random()) for power in view.duel.for_hire}
    spent = view.duel.credits[view.player] * (0.7 + 0.3 * chance.random())
    bids = {power: int(spent * share / sum(shares.values())) for power, share in shares.items()}
    return Sheet({power: bid for power, bid in bids.items() if bid})


def _adjusted(choices: Choices, values: Values) -> Orders:
    given: dict[Power, list[Order]] = {}
    taken: set[Province] = set()
    for choice in choices.units:
        given.setdefault(choice.power, []).append(_retreat(choice, values, taken))
    for winter in choices.winters:
        given[winter.power] = _winter(winter, values)
    return Orders(given)


def _retreat(choice: UnitChoice, values: Values, taken: set[Province]) -> Order:
    places = [order for order in choice.orders if isinstance(order, Retreat) and order.to[:3] not in taken]
    best = max(places, key=lambda order: values.of(order.unit.at(order.to), choice.power), default=None)
    if best:
        taken.add(Province(best.to[:3]))
    return best or choice.orders[0]


def _winter(winter: WinterChoice, values: Values) -> list[Order]:
    """Build in the most valuable places, or remove units from the least valuable."""
    worth = {
        order.unit: (values.of(order.unit, winter.power), order) for order in winter.orders if order.unit
    }
    chosen: dict[Province, Order] = {}
    for unit in sorted(worth, key=lambda unit: worth[unit][0], reverse=not winter.removes):
        if len(chosen) < winter.number:
            chosen.setdefault(unit.province, worth[unit][1])
    return list(chosen.values())
