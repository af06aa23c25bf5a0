"""What each unit may be ordered in a movement phase, or the reason why not.

An order is legal when it could be carried out with the units as they stand, whatever the others
are ordered to do; an illegal one is ignored, and the unit holds (DATC 4.E.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from adjudicator.board import Board
from adjudicator.convoys import carriers, crossings, fleets_at_sea
from adjudicator.edition import STANDARD, Edition
from adjudicator.missing import Given, missing_orders
from adjudicator.orders import (
    MOVEMENT_ORDERS,
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    Support,
    Unreadable,
    Waive,
)
from adjudicator.position import Position
from adjudicator.results import Cause, Reason
from adjudicator.units import Kind, Location, Power, Province, Unit, names_coast, province_of


@dataclass(frozen=True, slots=True)
class Scene:
    """A position on its board, looked up by province."""

    board: Board
    position: Position
    occupants: Mapping[Province, Unit]
    fleets: frozenset[Province]
    edition: Edition = STANDARD

    @classmethod
    def of(cls, board: Board, position: Position, edition: Edition = STANDARD) -> "Scene":
        """The scene of a position, judged by an edition."""
        return cls(board, position, position.occupants(), fleets_at_sea(board, position.units), edition)

    def find(self, named: Unit) -> Unit | None:
        """The unit that is meant, a wrong coast set aside (DATC 4.B.5)."""
        if named in self.position.units:
            return named
        unit = self.occupants.get(named.province)
        return unit if unit is not None and unit.kind is named.kind else None


def _coast(scene: Scene, unit: Unit, to: Location) -> Location | Reason:
    """The location meant by `to` for a unit that goes there on its own (DATC 4.B.1 to 4.B.6)."""
    landings = scene.board.landings(unit, province_of(to))
    if unit.kind is Kind.ARMY and landings:
        return landings[0]
    if to in landings:
        return to
    if names_coast(to) or not landings:
        return Reason(Cause.UNREACHABLE, place=to)
    clear = len(landings) == 1 and (scene.edition.missing_coast == "only_one" or to in landings)
    return landings[0] if clear else Reason(Cause.COAST_NEEDED, place=to)


def _move(scene: Scene, order: Move) -> MovementOrder | Reason:
    unit, end = order.unit, province_of(order.to)
    if order.to in scene.board.landings(unit, end) and not order.via:
        return order
    if end not in scene.board.spaces:
        return Reason(Cause.NO_PLACE, place=order.to)
    if end == unit.province:
        return Reason(Cause.SAME_PLACE)
    if unit.kind is Kind.FLEET and order.via:
        return Reason(Cause.ONLY_ARMIES)
    to = Reason(Cause.UNREACHABLE, place=order.to) if order.via else _coast(scene, unit, order.to)
    if not isinstance(to, Reason):
        return Move(unit, to)
    crosses = end in crossings(scene.board, scene.fleets, unit)
    return Move(unit, Location(end), via=True) if crosses else to


def _supported_goes(scene: Scene, order: Support, supported: Unit, to: Location) -> Reason | None:
    end = province_of(to)
    landings = scene.board.landings(supported, end)
    if supported.kind is Kind.FLEET:
        possible = to in landings or (bool(landings) and not names_coast(to))
    else:
        possible = bool(landings) or end in crossings(
            scene.board, scene.fleets, supported, without=order.unit.province
        )
    if not possible:
        return Reason(Cause.SUPPORTED_CANNOT_GO, (supported,), to)
    return Reason(Cause.COAST_NEEDED, place=to) if lacks_coast(scene, order, supported, to) else None


def lacks_coast(scene: Scene, order: Support, supported: Unit, to: Location) -> bool:
    """Whether the support must name the coast: that of a foreign fleet which has the choice."""
    if scene.edition.support_coast == "may" or names_coast(to):
        return False
    foreign = scene.position.units[supported] != scene.position.units[order.unit]
    return foreign and len(scene.board.landings(supported, province_of(to))) > 1


def _support(scene: Scene, order: Support) -> MovementOrder | Reason:
    unit, named, to = order
    supported, target = scene.find(named), order.target
    if supported is None:
        return Reason(Cause.NO_UNIT, (named,))
    if supported == unit:
        return Reason(Cause.SELF_SUPPORT)
    if target not in scene.board.reach[unit.kind][unit.location]:
        return Reason(Cause.CANNOT_SUPPORT_THERE, place=target)
    if to is None:
        return order if supported is named else Support(unit, supported)
    if supported.kind is Kind.ARMY:
        to = Location(target)
    fault = _supported_goes(scene, order, supported, to)
    if fault or (supported is named and to == order.to):
        return fault or order
    return Support(unit, supported, to)


def _convoy(scene: Scene, order: Convoy) -> MovementOrder | Reason:
    army, end = scene.find(order.army), province_of(order.to)
    if order.unit.kind is Kind.ARMY or order.unit.province not in scene.board.seas:
        return Reason(Cause.ONLY_FLEETS_AT_SEA)
    if army is None:
        return Reason(Cause.NO_UNIT, (order.army,))
    if army.kind is Kind.FLEET:
        return Reason(Cause.ONLY_ARMIES)
    if order.unit.province not in carriers(scene.board, scene.fleets, army.province).get(end, ()):
        return Reason(Cause.NOT_A_CHAIN, (army,), order.to)
    return Convoy(order.unit, army, Location(end))


def _judged(scene: Scene, order: Order | Unreadable, unit: Unit) -> MovementOrder | Reason:
    """The order of a unit that stands there and is of the power that gave it."""
    if not isinstance(order, MOVEMENT_ORDERS):
        return Reason(Cause.UNREADABLE if isinstance(order, Unreadable) else Cause.WRONG_PHASE)
    if order.unit != unit:
        order = order._replace(unit=unit)
    match order:
        case Move():
            return _move(scene, order)
        case Support():
            return _support(scene, order)
        case Convoy():
            return _convoy(scene, order)
        case Hold():
            return order


def examine(scene: Scene, power: Power, order: Order | Unreadable) -> MovementOrder | Reason:
    """The order as it will be carried out, coasts settled, or the reason why it is void."""
    named = None if isinstance(order, Waive) else order.unit
    if named is None:
        return Reason(Cause.UNREADABLE if isinstance(order, Unreadable) else Cause.WRONG_PHASE)
    unit = scene.find(named)
    if unit is None:
        return Reason(Cause.NO_UNIT, (named,))
    if scene.position.units[unit] != power:
        return Reason(Cause.FOREIGN_UNIT, (unit,))
    return _judged(scene, order, unit)


class Void(NamedTuple):
    """A unit whose order cannot be carried out, and why."""

    unit: Unit
    reason: Reason


@dataclass(frozen=True, slots=True)
class Sound:
    """One order for every unit on the board, and why the orders of some were void."""

    orders: Mapping[Unit, MovementOrder]
    void: Mapping[Unit, Reason]


def _plainly_legal(order: Order | Unreadable, scene: Scene, power: Power) -> TypeGuard[MovementOrder]:
    """Most orders need no closer look: units that are there go to, or support into, a neighbouring place."""
    owners = scene.position.units
    if not isinstance(order, MOVEMENT_ORDERS) or owners.get(order.unit) != power:
        return False
    if isinstance(order, Move):
        return not order.via and (order.unit, order.to) in scene.board.steps
    if isinstance(order, Support):
        return scene.edition.support_coast == "may" and _plain_support(order, scene)
    return isinstance(order, Hold)


def _plain_support(order: Support, scene: Scene) -> bool:
    unit, supported, to = order
    if supported not in scene.position.units or supported == unit:
        return False
    if (unit, order.target) not in scene.board.influence:
        return False
    return to is None or (supported, to) in scene.board.approaches


def sound_orders(scene: Scene, given: Given) -> Sound:
    """Settle legality before adjudication: one legal order for every unit, or hold (DATC 4.D.2).

    Of several legal orders the last counts, or none does; a legal order outweighs a void one.
    """
    legal: dict[Unit, MovementOrder] = {}
    void: dict[Unit, Reason] = {}
    several: set[Unit] = set()
    for power, issued in given.items():
        for order in issued:
            judged = order if _plainly_legal(order, scene, power) else _looked_at(scene, power, order)
            if judged is None:
                continue
            if isinstance(judged, Void):
                void[judged.unit] = judged.reason
                continue
            unit = judged.unit
            if unit in legal and legal[unit] != judged:
                several.add(unit)
            legal[unit] = judged
    return _settled(scene, given, legal, void, several)


def _looked_at(scene: Scene, power: Power, order: Order | Unreadable) -> MovementOrder | Void | None:
    """The order as it will be carried out, or why it is void; None when it is about no unit of the power."""
    unit = None if isinstance(order, Waive) or not order.unit else scene.find(order.unit)
    if unit is None or scene.position.units[unit] != power:
        return None
    verdict = _judged(scene, order, unit)
    return Void(unit, verdict) if isinstance(verdict, Reason) else verdict


def _settled(
    scene: Scene,
    given: Given,
    legal: dict[Unit, MovementOrder],
    void: dict[Unit, Reason],
    several: set[Unit],
) -> Sound:
    """One order for every unit, as the edition reads several orders and missing ones."""
    if several and scene.edition.several_orders == "void":
        for unit in several:
            del legal[unit]
            void[unit] = Reason(Cause.SEVERAL_ORDERS)
    if scene.edition.missing_order == "taken":
        legal |= taken_orders(scene, given, legal)
    orders = {unit: legal.get(unit) or Hold(unit) for unit in scene.position.units}
    return Sound(orders, {unit: reason for unit, reason in void.items() if unit not in legal})


def taken_orders(
    scene: Scene, given: Given, legal: Mapping[Unit, MovementOrder]
) -> dict[Unit, MovementOrder]:
    """Orders of units without one, taken from those of the same power that name them whole."""
    taken: dict[Unit, MovementOrder] = {}
    for unit, named in missing_orders(scene.board, scene.position, given, legal).items():
        verdict = examine(scene, scene.position.units[unit], named)
        if not isinstance(verdict, Reason):
            taken[unit] = verdict
    return taken
