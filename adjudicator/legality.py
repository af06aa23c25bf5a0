"""Which orders of a movement phase are legal, why others are not, and how missing orders are found.

An order is legal if it could succeed with some orders of the other units. An illegal one is ignored, and the
unit holds (DATC 4.E.1).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from adjudicator.board import NOWHERE, Board
from adjudicator.compiled_orders import (
    COMPILED,
    CONVOY,
    MOVE,
    NO_ORDER,
    CompiledOrder,
    compiled_order,
)
from adjudicator.convoys import chains, crossings, crossings_from
from adjudicator.orders import (
    MOVEMENT_ORDERS,
    Convoy,
    Given,
    Hold,
    Move,
    MovementOrder,
    Order,
    Support,
    Unreadable,
)
from adjudicator.position import Position
from adjudicator.results import Cause, Reason
from adjudicator.scene import Scene
from adjudicator.units import (
    Kind,
    Location,
    Power,
    Province,
    Unit,
    is_location,
    names_coast,
    province_of,
    same_unit,
)

Legal = Mapping[Unit, MovementOrder]


def missing_orders(position: Position, given: Given, legal: Legal) -> dict[Unit, MovementOrder]:
    """Find missing orders that other orders of the same power imply.

    A support or convoy implies the order of another unit; a move by sea implies the convoy of a fleet without
    an order, if every chain needs that fleet. Two different implied orders cancel each other. A complete but
    impossible order is not missing. A fleet's move is incomplete if it does not say which of several coasts,
    and an implied order that names the coast completes it.
    """
    board = position.board
    idle = {unit for unit in position.units if not _ordered(board, given.get(position.units[unit], ()), unit)}
    ends = {unit: _ends(given.get(position.units[unit], ()), unit) for unit in idle}
    going = {unit for unit in idle if ends[unit]}
    named_for: dict[Unit, set[MovementOrder]] = {}
    for unit, order in legal.items():
        power = position.units[unit]
        mine = {other for other in idle if position.units[other] == power}
        for named in (*_named(order, mine), *_needed(position, legal, order, mine - going)):
            named_for.setdefault(named.unit, set()).add(named)
    complete = {
        unit: [order for order in _complete(orders) if unit not in going or _goes(order, ends[unit])]
        for unit, orders in named_for.items()
    }
    return {unit: orders[0] for unit, orders in complete.items() if len(orders) == 1}


def _complete(orders: set[MovementOrder]) -> list[MovementOrder]:
    """Drop moves without a coast if another one names it."""
    coasts = {province_of(order.to) for order in orders if isinstance(order, Move) and names_coast(order.to)}
    return [order for order in orders if not isinstance(order, Move) or str(order.to) not in coasts]


def _ordered(board: Board, issued: Sequence[Order | Unreadable], unit: Unit) -> bool:
    """True if a unit was given a complete order, possible or not."""
    return any(
        isinstance(order, MovementOrder)
        and same_unit(order.unit, unit)
        and not (isinstance(order, Move) and _lacks_coast(board, unit, order))
        for order in issued
    )


def _lacks_coast(board: Board, unit: Unit, order: Move) -> bool:
    """True if a fleet's move does not say which of several coasts."""
    choices = board.landings(unit, province_of(order.to)) if unit.kind is Kind.FLEET else ()
    return len(choices) > 1 and not names_coast(order.to)


def _ends(issued: Sequence[Order | Unreadable], unit: Unit) -> set[Province]:
    """The provinces to which a unit was ordered."""
    moves = (order for order in issued if isinstance(order, Move))
    return {province_of(order.to) for order in moves if same_unit(unit, order.unit)}


def _goes(order: MovementOrder, ends: set[Province]) -> bool:
    """True if an order is a move, and its goal the only one of these provinces."""
    return isinstance(order, Move) and ends == {province_of(order.to)}


def _named(order: MovementOrder, idle: set[Unit]) -> Iterator[MovementOrder]:
    """Yield the order of an idle unit that a support or convoy implies."""
    if isinstance(order, Support) and order.supported in idle:
        yield Hold(order.supported) if order.to is None else Move(order.supported, order.to)
    if isinstance(order, Convoy) and order.army in idle:
        yield Move(order.army, order.to)


def _needed(
    position: Position, legal: Legal, order: MovementOrder, idle: set[Unit]
) -> Iterator[MovementOrder]:
    """Yield the convoys that every chain of a move by sea needs."""
    if not isinstance(order, Move) or not order.via:
        return
    board, end = position.board, province_of(order.to)
    willing = {_sea(fleet) for fleet in idle if fleet.province in board.seas} | {
        _sea(fleet)
        for fleet, other in legal.items()
        if isinstance(other, Convoy) and other.army == order.unit and province_of(other.to) == end
    }
    start, to = board.index[order.unit.province], board.index.get(end, NOWHERE)
    ways = chains(board, board.mask(willing), start).get(to, ())
    for fleet in idle:
        if ways and all(way & board.bits[fleet.province] for way in ways):
            yield Convoy(fleet, order.unit, order.to)


def _sea(fleet: Unit) -> Province:
    return fleet.province


def _coast(scene: Scene, unit: Unit, to: Location) -> Location | Reason:
    """Return the location that `to` means for a unit moving on its own (DATC 4.B.1 to 4.B.6)."""
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
    if end not in scene.board.index:
        return Reason(Cause.NO_PLACE, place=order.to)
    if end == unit.province:
        return Reason(Cause.SAME_PLACE)
    carried = scene.board.bits[end] & crossings(scene.board, scene.fleets, unit)
    by_sea = order.via and (bool(carried) or scene.edition.adjacent_convoy != "chain")
    if unit.kind is Kind.FLEET and by_sea:
        return Reason(Cause.ONLY_ARMIES)
    # By the text of 004 only start and goal of a move count, whatever route is written with them.
    to = None if by_sea else _coast(scene, unit, order.to)
    if isinstance(to, str):
        return Move(unit, to, trade=order.trade)
    if carried:
        return order if order.via and str(order.to) == end else Move(unit, Location(end), via=True)
    return to or Reason(Cause.NO_PASSAGE, place=order.to)


def _supported_goes(scene: Scene, order: Support, supported: Unit, to: Location) -> Reason | None:
    end = province_of(to)
    landings = scene.board.landings(supported, end)
    if supported.kind is Kind.FLEET:
        possible = to in landings or (bool(landings) and not names_coast(to))
    else:
        by_sea = crossings(scene.board, scene.fleets, supported, without=order.unit.province)
        possible = bool(landings) or bool(scene.board.bits[end] & by_sea)
    if not possible:
        return Reason(Cause.SUPPORTED_CANNOT_GO, (supported,), to)
    return Reason(Cause.COAST_NEEDED, place=to) if lacks_coast(scene, order, supported, to) else None


def lacks_coast(scene: Scene, order: Support, supported: Unit, to: Location) -> bool:
    """True if a support must name the coast of a foreign fleet's move, and does not."""
    if not scene.names_coasts or names_coast(to):
        return False
    foreign = scene.power_of(supported) != scene.power_of(order.unit)
    return foreign and len(scene.board.landings(supported, province_of(to))) > 1


def _support(scene: Scene, order: Support) -> MovementOrder | Reason:
    unit, named, to = order.unit, order.supported, order.to
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
    board = scene.board
    fleets = scene.convoyers(board.number[army.location]).get(board.index.get(end, NOWHERE), 0)
    if not fleets & board.bits[order.unit.province]:
        return Reason(Cause.NOT_A_CHAIN, (army,), order.to)
    return Convoy(order.unit, army, Location(end))


def _validate_own(scene: Scene, order: Order | Unreadable, unit: Unit) -> MovementOrder | Reason:
    """Validate an order by the unit's own power."""
    if not isinstance(order, MOVEMENT_ORDERS):
        return Reason(Cause.UNREADABLE if isinstance(order, Unreadable) else Cause.WRONG_PHASE)
    if not isinstance(order, Hold) and order.to is not None and not is_location(order.to):
        return Reason(Cause.NO_PLACE, place=order.to)
    if order.unit != unit:
        order = replace(order, unit=unit)
    match order:
        case Move():
            return _move(scene, order)
        case Support():
            return _support(scene, order)
        case Convoy():
            return _convoy(scene, order)
        case Hold():
            return order


def validate(scene: Scene, power: Power, order: Order | Unreadable) -> MovementOrder | Reason:
    """Return the order in the form to carry out, with its coasts, or the reason why it is void."""
    named = order.unit
    if named is None:
        return Reason(Cause.UNREADABLE if isinstance(order, Unreadable) else Cause.WRONG_PHASE)
    unit = scene.find(named)
    if unit is None:
        return Reason(Cause.NO_UNIT, (named,))
    if scene.power_of(unit) != power:
        return Reason(Cause.FOREIGN_UNIT, (unit,))
    return _validate_own(scene, order, unit)


class Sound:
    """One order for every unit on the board, and why orders were void, by province number."""

    __slots__ = ("compiled", "void")

    def __init__(self, compiled: list[CompiledOrder], void: dict[int, Reason]) -> None:
        self.compiled = compiled
        self.void = void

    @property
    def orders(self) -> Mapping[int, MovementOrder]:
        """The orders themselves."""
        return {compiled.here: compiled.order for compiled in self.compiled if compiled is not NO_ORDER}


def _carried(scene: Scene, compiled: CompiledOrder) -> bool:
    """True if fleets can carry the army of an order to its port."""
    here, port = compiled.here, compiled.port
    if compiled.verb == CONVOY:
        return scene.convoyers(compiled.there).get(port, 0) >> here & 1 == 1
    board, fleets = scene.board, scene.fleets
    if compiled.verb == MOVE:
        return crossings_from(board, fleets, here) >> port & 1 == 1
    return crossings_from(board, fleets & ~board.sea_bits[here], compiled.there) >> port & 1 == 1


def sound_orders(scene: Scene, given: Given) -> Sound:
    """Choose one legal order for every unit before adjudication, or hold (DATC 4.D.2).

    If a unit has several legal orders, the last counts, or none; void orders do not matter beside a legal
    one.
    """
    board, units, powers = scene.board, scene.units, scene.powers
    names_coasts, memo, no_order = scene.names_coasts, COMPILED[board], NO_ORDER
    legal = [no_order] * len(units)
    void: dict[int, Reason] = {}
    several: set[int] = set()
    for power, issued in given.items():
        for order in issued:
            compiled = memo.get(id(order) >> 4) or compiled_order(board, order)
            # Nearly all orders are legal exactly as written, and need no validation.
            if (
                compiled is no_order
                or ((unit := units[compiled.here]) is not compiled.unit and unit != compiled.unit)
                or powers[compiled.here] != power
                or (
                    (other := compiled.other) is not None and (names_coasts or units[compiled.there] != other)
                )
                or not (compiled.plain or (compiled.carried and _carried(scene, compiled)))
            ):
                compiled = _looked_into(scene, power, order, void)
                if compiled is no_order:
                    continue
            here = compiled.here
            if legal[here] is not no_order and legal[here].order != compiled.order:
                several.add(here)
            legal[here] = compiled
    return _sound(scene, given, legal, void, several)


def _looked_into(
    scene: Scene, power: Power, order: Order | Unreadable, void: dict[int, Reason]
) -> CompiledOrder:
    """Validate and compile an order; return NO_ORDER and note the reason if it is void.

    No reason is noted for an order without a unit of its power.
    """
    unit = scene.find(order.unit) if order.unit else None
    if unit is None or scene.power_of(unit) != power:
        return NO_ORDER
    checked = _validate_own(scene, order, unit)
    if isinstance(checked, Reason):
        void[scene.place(unit.location)] = checked
        return NO_ORDER
    return compiled_order(scene.board, checked)


@lru_cache(maxsize=1024)
def holding(unit: Unit) -> Hold:
    """The order of a unit that has none."""
    return Hold(unit)


def _sound(
    scene: Scene,
    given: Given,
    legal: list[CompiledOrder],
    void: dict[int, Reason],
    several: set[int],
) -> Sound:
    """Return one order for every unit, by the switches `several_orders` and `missing_order`."""
    if several and scene.edition.several_orders == "void":
        for here in several:
            legal[here] = NO_ORDER
            void[here] = Reason(Cause.SEVERAL_ORDERS)
    if scene.edition.missing_order == "taken":
        for here, order in taken_orders(scene, given, legal).items():
            legal[here] = compiled_order(scene.board, order)
    if void:
        void = {here: void[here] for here in void if legal[here] is NO_ORDER}
    numbers, no_order = scene.numbers, NO_ORDER
    for at, unit in enumerate(scene.power_by_unit):
        here = numbers[at]
        if legal[here] is no_order:
            legal[here] = compiled_order(scene.board, holding(unit))
    return Sound(legal, void)


def taken_orders(scene: Scene, given: Given, legal: Sequence[CompiledOrder]) -> dict[int, MovementOrder]:
    """Orders for units without one, taken from other orders of the same power."""
    taken: dict[int, MovementOrder] = {}
    by_unit = {compiled.unit: compiled.order for compiled in legal if compiled is not NO_ORDER}
    for unit, named in missing_orders(scene.position, given, by_unit).items():
        verdict = validate(scene, scene.power_of(unit), named)
        if not isinstance(verdict, Reason):
            taken[scene.place(unit.location)] = verdict
    return taken
