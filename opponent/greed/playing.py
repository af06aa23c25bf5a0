"""A greedy player in the manner of DumbBot (David Norman): the best place for each unit, with supports."""

from collections.abc import Iterator, Mapping

from adjudicator import (
    Build,
    Convoy,
    Hold,
    Kind,
    Location,
    Move,
    MovementOrder,
    Order,
    PhaseKind,
    Power,
    Province,
    Retreat,
    Support,
    Unit,
    standard,
)
from intimate.entries import HIGHEST_BID, Entry, HomesList, Orders, Sheet
from intimate.options import Choices, WinterChoice
from intimate.view import View
from opponent.chance import Chance, shuffled
from opponent.greed.ground import ground
from opponent.greed.outlook import DUMBBOT, Outlook, Taste

MOST_HELP = 3
"""More supports than these are never sought for one move."""
HASTE = 0.2
"""How far lots may change the sequence in which units are decided on."""


class March:
    """One set of orders in the making."""

    def __init__(self, outlook: Outlook, chance: Chance, scatter: float = 1.0) -> None:
        """Scatter: how freely second-best places are taken; 1 is the greedy player's own."""
        self.outlook, self.chance, self.scatter = outlook, chance, scatter
        self.orders: dict[Unit, MovementOrder] = {}
        self.movers: dict[Province, Unit] = {}
        self.helpers: dict[Province, int] = {}
        self.deciding: set[Unit] = set()

    def made(self) -> Orders:
        """The orders of every unit, by power."""
        given: dict[Power, list[MovementOrder]] = {}
        for unit, order in self.orders_by_unit().items():
            given.setdefault(self.outlook.mine[unit], []).append(order)
        return Orders(given)

    def orders_by_unit(self) -> dict[Unit, MovementOrder]:
        """Decide on every unit; those of one's own powers come first, the best placed before the others."""
        own, chance, powers = self.outlook.own, self.chance, self.outlook.mine
        best = {unit: max(map(self._values(unit).__getitem__, self._nodes(unit))) for unit in powers}
        rank = {
            unit: (powers[unit] not in own, -value * (1 + HASTE * chance.random()))
            for unit, value in best.items()
        }
        for unit in sorted(rank, key=rank.__getitem__):
            self._decide(unit)
        self._employ_the_idle()
        return self.orders

    def _values(self, unit: Unit) -> list[float]:
        return self.outlook.values_for(self.outlook.mine[unit])

    def _decide(self, unit: Unit) -> None:
        if unit in self.orders or unit in self.deciding:
            return
        self.deciding.add(unit)
        order: MovementOrder = Hold(unit)
        for wish in self._wishes(unit):
            found = self._served(unit, wish)
            if found:
                order = found
                break
        self.orders[unit] = order
        self.deciding.discard(unit)

    def _wishes(self, unit: Unit) -> Iterator[int]:
        """The places of a unit from the best on, sometimes the next best first."""
        values = self._values(unit)
        left = sorted({*self._nodes(unit), *self._overseas(unit)}, key=values.__getitem__, reverse=True)
        while left:
            chosen = 0
            while chosen + 1 < len(left) and self._passes(values[left[chosen]], values[left[chosen + 1]]):
                chosen += 1
            yield left.pop(chosen)

    def _passes(self, value: float, following: float) -> bool:
        """Draw whether a place is passed over for the next best one."""
        taste = self.outlook.taste
        worse = (value - following) / value if value > 0 else 0.0
        return self.chance.random() < taste.second_best * (1 - taste.nearly / self.scatter * worse)

    def _served(self, unit: Unit, wish: int) -> MovementOrder | None:
        """The order that serves a wish, None where it cannot be served."""
        target = ground().nodes[wish]
        place = target.province
        if place == unit.province:
            return Hold(unit)
        occupant = self.outlook.occupants.get(place)
        if occupant in self.outlook.mine and place not in self.movers:
            self._decide(occupant)
            if not self._leaves(occupant, unit):
                return None
        if place in self.movers:
            return self._help(unit, place)
        if wish in ground().steps[ground().node[unit]]:
            self.movers[place] = unit
            return Move(unit, target.location)
        return self._shipped(unit, place)

    def _shipped(self, unit: Unit, place: Province) -> Move | None:
        """Cross the sea, unless the fleet that could carry the unit has found something else to do."""
        carrier = self._carrier(unit, place)
        if carrier is None:
            return None
        self.orders[carrier] = Convoy(carrier, unit, Location(place))
        self.movers[place] = unit
        return Move(unit, Location(place), via=True)

    def _leaves(self, occupant: Unit, unit: Unit) -> bool:
        """True if a unit of one's own makes room, and not by changing places."""
        order = self.orders.get(occupant)
        return isinstance(order, Move) and (order.to[:3] != unit.province or order.via)

    def _nodes(self, unit: Unit) -> list[int]:
        """Where a unit could be after a move by itself, by node."""
        tables, closed = ground(), self.outlook.duel.closed
        here = tables.node[unit]
        return [here, *(node for node in tables.steps[here] if tables.nodes[node].province not in closed)]

    def _overseas(self, unit: Unit) -> Iterator[int]:
        """The places to which a free fleet could carry an army, that are better than any by land."""
        if unit.kind is Kind.FLEET:
            return
        tables = ground()
        for fleet in self._free_fleets(unit):
            for port in tables.ports[fleet.province]:
                if port != unit.province and port not in self.outlook.duel.closed:
                    yield tables.node[Unit(Kind.ARMY, Location(port))]

    def _free_fleets(self, army: Unit) -> list[Unit]:
        """The fleets beside an army that have no order yet, and no better place to go than they have here."""
        return [
            fleet
            for sea in ground().seas.get(army.province, ())
            if (fleet := self.outlook.occupants.get(sea)) in self.outlook.mine
            and fleet not in self.deciding
            and isinstance(self.orders.get(fleet, Hold(fleet)), Hold)
        ]

    def _carrier(self, army: Unit, place: Province) -> Unit | None:
        fleets = (fleet for fleet in self._free_fleets(army) if place in ground().ports[fleet.province])
        return next(fleets, None)

    def _strength_wanted(self, place: Province) -> int:
        """How many supports a move is to have: one for each enemy that could come or help there."""
        occupant = self.outlook.occupants.get(place)
        least = occupant in self.outlook.theirs or occupant in self.outlook.loose
        return min(MOST_HELP, max(int(least), self.outlook.rivals[place]))

    def _needs_help(self, place: Province) -> bool:
        return self.helpers.get(place, 0) < self._strength_wanted(place)

    def _help(self, unit: Unit, place: Province) -> Support | None:
        """Support the move into a place, if that needs it and the unit reaches there."""
        if not self._needs_help(place) or place not in ground().near[ground().node[unit]]:
            return None
        self.helpers[place] = self.helpers.get(place, 0) + 1
        mover = self.movers[place]
        return Support(unit, mover, self._named(unit, mover, place))

    def _named(self, unit: Unit, mover: Unit, place: Province) -> Location:
        """How a support names a place: some editions want the coast of another power's fleet."""
        order, mine = self.orders[mover], self.outlook.mine
        foreign = self.outlook.duel.edition.support_coast == "must" and mine[unit] != mine[mover]
        if foreign and isinstance(order, Move) and len(standard().landings(mover, place)) > 1:
            return order.to
        return Location(place)

    def _employ_the_idle(self) -> None:
        """Let units that hold support the best move or neighbour that needs it."""
        for unit in [unit for unit, order in self.orders.items() if isinstance(order, Hold)]:
            near = ground().near[ground().node[unit]]
            moves = [place for place in near if place in self.movers and self._needs_help(place)]
            best = max(sorted(moves), key=self._worth_of_move, default=None)
            self.orders[unit] = (self._help(unit, best) if best else None) or self._backing(unit, near)

    def _backing(self, unit: Unit, near: frozenset[Province]) -> MovementOrder:
        """Support the most valuable neighbour that stays and could be attacked, or hold."""
        staying = [
            other
            for other, order in self.orders.items()
            if other.province in near and not isinstance(order, Move) and self.outlook.rivals[other.province]
        ]
        best = max(staying, key=self._worth_of_place, default=None)
        return Support(unit, best) if best else Hold(unit)

    def _worth_of_place(self, unit: Unit) -> float:
        return self._values(unit)[ground().node[unit]]

    def _worth_of_move(self, place: Province) -> float:
        mover = self.movers[place]
        order = self.orders[mover]
        return self._values(mover)[ground().node[mover.at(order.to)]] if isinstance(order, Move) else 0.0


FAR_AWAY = 4


def usefulness(outlook: Outlook, power: Power) -> float:
    """How useful a mercenary is: each unit by how near it is to the goals, and to one's own home."""
    tables, board = ground(), standard()
    total = 0.0
    goals = [board.index[place] for place in outlook.goals]
    own = [board.index[place] for place in outlook.at_home]
    for unit in outlook.position.units_of(power):
        away = tables.distance[tables.node[unit]]
        total += 1.0 / (1 + min(FAR_AWAY, away[goals].min())) + outlook.taste.guarding / (
            1 + min(FAR_AWAY, away[own].min())
        )
    return float(total)


def sheet(outlook: Outlook, chance: Chance) -> Sheet:
    """Bid for all mercenaries that are of use; the reserve is never exceeded."""
    return sheets(outlook, chance, 1)[0]


def sheets(outlook: Outlook, chance: Chance, count: int) -> list[Sheet]:
    """Return a number of sheets, drawn one by one."""
    useful = {power: usefulness(outlook, power) ** outlook.taste.steepness for power in outlook.duel.for_hire}
    return [_drawn(outlook, useful, chance) for _ in range(count)]


def _drawn(outlook: Outlook, useful: Mapping[Power, float], chance: Chance) -> Sheet:
    taste = outlook.taste
    reserve = outlook.duel.credits[outlook.player]
    weights = {
        power: value * (1 + taste.noise * (2 * chance.random() - 1)) for power, value in useful.items()
    }
    total = sum(weights.values())
    if not total:
        return Sheet()
    spent = reserve * (taste.lowest_share + (taste.highest_share - taste.lowest_share) * chance.random())
    bids = {power: min(HIGHEST_BID, int(spent * weight / total)) for power, weight in weights.items()}
    return Sheet({power: bid for power, bid in bids.items() if bid})


def retreats(outlook: Outlook, choices: Choices) -> Orders:
    """Retreat each unit to the best place that no other takes, or disband it."""
    given: dict[Power, list[Order]] = {}
    taken: set[Province] = set()
    for choice in choices.units:
        values = outlook.values_for(choice.power)
        places = [
            order for order in choice.orders if isinstance(order, Retreat) and order.to[:3] not in taken
        ]
        best = max(places, key=lambda order: values[ground().node[order.unit.at(order.to)]], default=None)
        given.setdefault(choice.power, []).append(best or choice.orders[0])
        if best:
            taken.add(Unit(best.unit.kind, best.to).province)
    return Orders(given)


def winter(outlook: Outlook, choices: Choices, chance: Chance) -> Orders:
    """Build where units are worth most, and remove those that are worth least."""
    return Orders({choice.power: _of_power(outlook, choice, chance) for choice in choices.winters})


def _of_power(outlook: Outlook, choice: WinterChoice, chance: Chance) -> list[Order]:
    values = outlook.values_for(choice.power)

    def worth(order: Order) -> float:
        if order.unit is None:
            return 0.0
        return values[ground().node[order.unit]] * (1 + outlook.taste.winter_noise * chance.random())

    ranked = sorted(choice.orders, key=worth, reverse=not choice.removes)
    if choice.removes:
        return ranked[: choice.number]
    chosen: list[Order] = []
    taken: set[Province] = set()
    for order in ranked:
        if isinstance(order, Build) and order.unit.province not in taken and len(chosen) < choice.number:
            chosen.append(order)
            taken.add(order.unit.province)
    return chosen


def greedy(view: View, chance: Chance, taste: Taste = DUMBBOT) -> Entry:
    """Choose an entry for the awaited phase."""
    if view.player is None or view.duel.kind is None:
        raise ValueError("the phase does not await this player")
    if view.duel.kind is PhaseKind.HOMES:
        powers = standard().powers
        return HomesList(tuple(powers[index] for index in shuffled(len(powers), chance)))
    outlook = Outlook(view.duel, view.player, taste)
    match view.duel.kind:
        case PhaseKind.AUCTION:
            return sheet(outlook, chance)
        case PhaseKind.MOVEMENT:
            return March(outlook, chance).made()
        case PhaseKind.RETREATS:
            return retreats(outlook, view.choices)
    return winter(outlook, view.choices, chance)
