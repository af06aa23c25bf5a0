"""Why a plan is good: what its orders gain, by the rules and by the evaluation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    PhaseKind,
    Power,
    Province,
    Retreat,
    Support,
    Unit,
    Unreadable,
    province_of,
    standard,
)
from intimate.entries import Entry, Orders, Sheet
from intimate.view import View
from opponent.chance import Chance
from opponent.evaluation import Weights
from opponent.field import Field
from opponent.movement import Search, Struggle
from opponent.sides import OTHER, OWN, OpposingSides
from opponent.tables import tables

MOST = 4
"""How many reasons of a plan are given, the weightiest first."""
LEAST = 0.004
"""The score that an order must gain to be worth a reason, unless the reason is in CERTAIN."""


class MotiveKind(StrEnum):
    """What an order or a bid is for."""

    ENTERS = "enters"
    """The order enters a home centre of the enemy."""
    GUARDS = "guards"
    """It keeps an enemy out of a home centre."""
    HELPS = "helps"
    """It helps a unit that others could resist."""
    TAKES = "takes"
    """It takes a supply centre."""
    NEARS = "nears"
    """It brings a unit of an own power within reach of the enemy's home."""
    ESCORTS = "escorts"
    """It brings a mercenary there, to support."""
    RESISTS = "resists"
    """It attacks a unit of the enemy."""
    DISLODGES_OWN = "dislodges_own"
    """Against it: it dislodges a unit that the player has hired."""
    FAILS = "fails"
    """Against it: the move surely fails."""
    CLOSE_TO_ENEMY = "close_to_enemy"
    """The mercenary bid for stands close to the enemy's home."""
    CLOSE_TO_OWN = "close_to_own"
    """The mercenary bid for stands close to the player's home."""
    MANY = "many"
    """The mercenary bid for has units, if nothing better."""
    FARTHEST = "farthest"
    """The removed unit stands farthest away."""


@dataclass(frozen=True, slots=True)
class Motive:
    """A reason for one order or bid.

    power: the one that is ordered or bid for. unit: the one that is ordered; for a bid, the nearest one.
    place: the province that the reason is about. by: the unit that threatens or resists. served: the unit
    that is helped. number: for a bid, the moves from the unit to the place, or the units of the power.
    """

    kind: MotiveKind
    power: Power
    unit: Unit | None = None
    place: Province | None = None
    by: Unit | None = None
    served: Unit | None = None
    number: int = 0


CERTAIN = frozenset({MotiveKind.ENTERS, MotiveKind.GUARDS, MotiveKind.DISLODGES_OWN, MotiveKind.FAILS})
"""These reasons are given even if the order gains little."""
CLOSE = 2
"""A mercenary this many moves from a home centre is close to it: a year has two."""


def explain(view: View, entry: Entry, chance: Chance) -> Sequence[Motive]:
    """List the reasons for an entry of the awaited phase, the weightiest first; empty if none stands out.

    view: of the player whose entry it is. Raises ValueError if the phase does not await them.
    """
    player, kind = view.player, view.duel.kind
    if player is None or not view.is_awaited or kind is None:
        raise ValueError("the phase does not await this player")
    if not view.duel.own(player):
        return []
    explained = _Explained(OpposingSides.of(view.duel, player))
    match entry:
        case Sheet():
            return explained.bids(entry)[:MOST]
        case Orders() if kind is PhaseKind.MOVEMENT:
            return explained.movement(entry, chance)[:MOST]
        case Orders():
            return explained.others(entry)[:MOST]
    return []


class _Explained:
    """The motives of a plan of one side."""

    def __init__(self, sides: OpposingSides) -> None:
        self.sides, self.position = sides, sides.duel.position
        self.goals, self.homes = sides.goals
        self.board = standard()

    def movement(self, entry: Orders, chance: Chance) -> list[Motive]:
        """Find what each order is for; leave out orders that gain too little over a hold."""
        given = [(power, order) for power, order in _orders(entry) if order.unit]
        gains = self._gains(entry, chance)
        orders = [order for _, order in given]
        found = [
            motive
            for power, order in given
            if (motive := self._against(power, order, orders) or self._of_order(power, order))
        ]
        found += self._unordered({order.unit for _, order in given})

        def gain(motive: Motive) -> float:
            return gains.get(motive.unit, 0.0) if motive.unit else 0.0

        worthy = [motive for motive in found if motive.kind in CERTAIN or gain(motive) >= LEAST]
        return sorted(worthy, key=lambda motive: (motive.kind not in CERTAIN, -gain(motive)))

    def _gains(self, entry: Orders, chance: Chance) -> dict[Unit, float]:
        """How much of the score each unit would lose by a hold, against likely orders of the enemy."""
        field = Field(self.sides, Weights.load())
        row = field.row_of(OWN, field.numbers(entry.all))
        struggle = Struggle(field, Search(work=0, habit=1.0), chance)
        holding = field.row_of(OWN, ())
        rows = [row] + [(*row[:index], holding[index], *row[index + 1 :]) for index in range(len(row)) if row]
        columns = struggle.sets[OTHER][: struggle.usual[OTHER]]
        scores = field.payoffs(rows, columns) @ np.full(len(columns), 1 / len(columns), np.float32)
        units = [field.slate.units[number] for number in field.units[OWN]]
        return {unit: float(scores[0] - scores[index + 1]) for index, unit in enumerate(units)}

    def _unordered(self, ordered: set[Unit | None]) -> list[Motive]:
        """Units without orders hold, which may guard a home centre, too."""
        units = [
            (power, unit)
            for unit, power in self.position.units.items()
            if self.sides.commander[power] == OWN and unit not in ordered
        ]
        found = (self._guarding(power, unit, unit.province) for power, unit in units)
        return [motive for motive in found if motive]

    def _of_order(self, power: Power, order: Order) -> Motive | None:
        match order:
            case Move(unit=unit, to=to):
                end = province_of(to)
                if power in self.sides.own[OWN] and end in self.goals:
                    return Motive(MotiveKind.ENTERS, power, unit, end)
                if self._is_gain(power, end):
                    return self._guarding(power, unit, end) or Motive(MotiveKind.TAKES, power, unit, end)
                return (
                    self._guarding(power, unit, end)
                    or self._nearing(power, order)
                    or self._resisting(power, unit, end)
                )
            case Support(unit=unit) | Convoy(unit=unit):
                return self._guarding(power, unit, unit.province) or self._helping(power, order)
        return self._guarding(power, order.unit, order.unit.province) if order.unit else None

    def _against(self, power: Power, order: Order, orders: Sequence[Order]) -> Motive | None:
        """The reason against a move into a unit that surely stays: an own one, or one without commander."""
        if not isinstance(order, Move):
            return None
        end = province_of(order.to)
        standing = next((unit for unit in self.position.units if unit.province == end), None)
        if standing is None or any(isinstance(other, Move) and other.unit == standing for other in orders):
            return None
        owner = self.position.units[standing]
        commander = self.sides.commander[owner]
        if commander == OTHER:
            return None
        helped = sum(isinstance(each, Support) and _is_for(each, order.unit, end) for each in orders)
        held = sum(isinstance(each, Support) and _is_for(each, standing, None) for each in orders)
        if helped <= held or owner == power:
            return Motive(MotiveKind.FAILS, power, order.unit, end, by=standing)
        if commander == OWN:
            return Motive(MotiveKind.DISLODGES_OWN, power, order.unit, end, by=standing)
        return None

    def _guarding(self, power: Power, unit: Unit, end: Province) -> Motive | None:
        """The reason to stand in an own home centre that the enemy's own powers could enter."""
        near = self._enemies_near(end) if end in self.homes else ()
        return Motive(MotiveKind.GUARDS, power, unit, end, by=near[0]) if near else None

    def _enemies_near(self, place: Province) -> list[Unit]:
        """The units of the enemy's own powers that could go to a province by themselves."""
        return [
            unit
            for unit, power in self.position.units.items()
            if power in self.sides.own[OTHER] and self._reaches(unit, place)
        ]

    def _reaches(self, unit: Unit, place: Province) -> bool:
        return place in self.board.reach[unit.kind][unit.location]

    def _helping(self, power: Power, order: Support | Convoy) -> Motive | None:
        served = order.supported if isinstance(order, Support) else order.army
        end = province_of(order.to) if order.to else served.province
        by = self._resister(end)
        return Motive(MotiveKind.HELPS, power, order.unit, end, by, served) if by else None

    def _resister(self, place: Province) -> Unit | None:
        """A unit of others that stands in a province, or could come there."""
        others = [unit for unit, power in self.position.units.items() if self.sides.commander[power] != OWN]
        standing = [unit for unit in others if unit.province == place]
        return next(iter([*standing, *(unit for unit in others if self._reaches(unit, place))]), None)

    def _is_gain(self, power: Power, place: Province) -> bool:
        """Whether an own power would gain a supply centre there, or one of the enemy's lose it."""
        if place not in self.board.centres or place in self.sides.duel.closed:
            return False
        owner = self.position.owners.get(place)
        is_ours = power in self.sides.own[OWN] and owner not in self.sides.own[OWN]
        return is_ours or (owner in self.sides.own[OTHER] and power != owner)

    def _nearing(self, power: Power, order: Move) -> Motive | None:
        after = order.unit.at(order.to)
        for goal in self.goals:
            if self._reaches(after, goal) and not self._reaches(order.unit, goal):
                kind = MotiveKind.NEARS if power in self.sides.own[OWN] else MotiveKind.ESCORTS
                return Motive(kind, power, order.unit, goal)
        return None

    def _resisting(self, power: Power, unit: Unit, end: Province) -> Motive | None:
        standing = [other for other in self.position.units if other.province == end]
        by = standing[0] if standing else None
        if by and self.sides.commander[self.position.units[by]] == OTHER:
            return Motive(MotiveKind.RESISTS, power, unit, end, by=by)
        return None

    def bids(self, sheet: Sheet) -> list[Motive]:
        """Find what the mercenaries bid for can do, the dearest first."""
        dearest = sorted(sheet.bids, key=lambda power: -sheet.bids[power])
        return [self._of_bid(power) for power in dearest if sheet.bids[power]]

    def _of_bid(self, power: Power) -> Motive:
        units = self.position.units_of(power)
        for kind, places in ((MotiveKind.CLOSE_TO_ENEMY, self.goals), (MotiveKind.CLOSE_TO_OWN, self.homes)):
            ways = [(self._moves(unit, place), unit, place) for unit in units for place in places]
            moves, unit, place = min(ways, default=(CLOSE + 1, None, None))
            if moves <= CLOSE:
                return Motive(kind, power, unit, place, number=moves)
        return Motive(MotiveKind.MANY, power, number=len(units))

    def _moves(self, unit: Unit, place: Province) -> int:
        """How many moves away a province is; a unit that stands there is one move from it."""
        table = tables()
        return max(1, int(table.steps[table.number[unit], self.board.index[place]]))

    def others(self, entry: Orders) -> list[Motive]:
        """Find what retreats, builds and removals are for."""
        found = (self._of_other(power, order) for power, order in _orders(entry))
        return [motive for motive in found if motive]

    def _of_other(self, power: Power, order: Order) -> Motive | None:
        match order:
            case Retreat(unit=unit, to=to):
                end = province_of(to)
                taking = Motive(MotiveKind.TAKES, power, unit, end) if self._is_gain(power, end) else None
                return self._guarding(power, unit, end) or taking
            case Build(unit=unit):
                return self._guarding(power, unit, unit.province)
            case Disband(unit=unit) if self.sides.duel.kind is PhaseKind.ADJUSTMENTS:
                return Motive(MotiveKind.FARTHEST, power, unit) if self._is_farthest(power, unit) else None
        return None

    def _is_farthest(self, power: Power, unit: Unit) -> bool:
        """Whether no unit of a power stands farther from the home centres of both sides."""
        places = [self.board.index[place] for place in (*self.goals, *self.homes)]
        far = tables().nearest(places)
        units = self.position.units_of(power)
        return bool(places) and all(
            far[tables().number[unit]] >= far[tables().number[other]] for other in units
        )


def _is_for(support: Support, unit: Unit, end: Province | None) -> bool:
    """Tell whether a support is for a unit's move to a province, or to hold if there is no province."""
    to = province_of(support.to) if support.to else None
    return support.supported.province == unit.province and to == end


def _orders(entry: Orders) -> Iterator[tuple[Power, Order]]:
    for power, orders in entry.by_power.items():
        yield from ((power, order) for order in orders if not isinstance(order, Unreadable))
