"""Greedy orders for a movement: the best place for each unit, with supports for moves that need strength."""

from collections.abc import Iterator

from adjudicator import (
    Convoy,
    Hold,
    Kind,
    Location,
    Move,
    MovementOrder,
    Power,
    Province,
    Support,
    Unit,
    standard,
)
from intimate.entries import Orders
from opponent.chance import Chance
from opponent.greed.ground import ground
from opponent.greed.outlook import Outlook

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
        """Decide on every unit; those of the home power come first, the best placed before the others."""
        home, chance, powers = self.outlook.home, self.chance, self.outlook.mine
        best = {unit: max(map(self._values(unit).__getitem__, _nodes(unit))) for unit in powers}
        rank = {
            unit: (powers[unit] != home, -value * (1 + HASTE * chance.random()))
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
        left = sorted({*_nodes(unit), *self._overseas(unit)}, key=values.__getitem__, reverse=True)
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

    def _overseas(self, unit: Unit) -> Iterator[int]:
        """The places to which a free fleet could carry an army, that are better than any by land."""
        if unit.kind is Kind.FLEET:
            return
        tables = ground()
        for fleet in self._free_fleets(unit):
            for port in tables.ports[fleet.province]:
                if port != unit.province:
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


def _nodes(unit: Unit) -> tuple[int, ...]:
    """Where a unit could be after a move by itself, by node."""
    here = ground().node[unit]
    return (here, *ground().steps[here])
