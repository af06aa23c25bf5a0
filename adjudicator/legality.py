"""The legality of orders of a movement phase, with the reasons of illegal ones.

An order is legal when it could be carried out with the units as they stand, whatever the others
are ordered to do; an illegal one is ignored, and the unit holds (DATC 4.E.1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from adjudicator.convoys import crossings, crossings_from
from adjudicator.gists import CONVOY, MOVE, NOBODY, NOWHERE, Gist, gist_if_any, gist_of
from adjudicator.missing import missing_orders
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
from adjudicator.results import Cause, Reason
from adjudicator.scene import Scene
from adjudicator.units import Kind, Location, Power, Unit, is_location, names_coast, province_of


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
    if end not in scene.board.index:
        return Reason(Cause.NO_PLACE, place=order.to)
    if end == unit.province:
        return Reason(Cause.SAME_PLACE)
    if unit.kind is Kind.FLEET and order.via:
        return Reason(Cause.ONLY_ARMIES)
    to = None if order.via else _coast(scene, unit, order.to)
    if isinstance(to, str):
        return Move(unit, to)
    if scene.board.bits[end] & crossings(scene.board, scene.fleets, unit):
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
    """True if the support must name a coast and does not: that of a foreign fleet which has the choice."""
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
    """Validate the order of a unit that stands there, given by its own power."""
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
    """Return the order as it will be carried out, with its coasts, or the reason why it is void."""
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
    """One order for every unit on the board, and why those of some were void, by province number."""

    __slots__ = ("gists", "void")

    def __init__(self, gists: list[Gist], void: dict[int, Reason]) -> None:
        self.gists = gists
        self.void = void

    @property
    def orders(self) -> Mapping[int, MovementOrder]:
        """The orders themselves."""
        return {gist.here: gist.order for gist in self.gists if gist is not NOBODY}


def _carried(scene: Scene, gist: Gist) -> bool:
    """True if fleets can carry the army that an order is for, or is given to, to its port."""
    here, port = gist.here, gist.port
    if gist.verb == CONVOY:
        return scene.convoyers(gist.there).get(port, 0) >> here & 1 == 1
    board, fleets = scene.board, scene.fleets
    if gist.verb == MOVE:
        return crossings_from(board, fleets, here) >> port & 1 == 1
    return crossings_from(board, fleets & ~board.sea_bits[here], gist.there) >> port & 1 == 1


def sound_orders(scene: Scene, given: Given) -> Sound:
    """Choose one legal order for every unit before adjudication, or hold (DATC 4.D.2).

    Of several legal orders the last counts, or none does; a legal order outweighs a void one.
    """
    board, units, powers = scene.board, scene.units, scene.powers
    names_coasts = scene.names_coasts
    legal = [NOBODY] * len(units)
    void: dict[int, Reason] = {}
    several: set[int] = set()
    for power, issued in given.items():
        for order in issued:
            gist: Gist | None
            try:
                gist = order.gist
            except AttributeError:
                gist = gist_if_any(board, order)
            # Nearly all orders are legal word for word, and need no closer look.
            if (
                gist is None
                or gist.board is not board
                or units[gist.here] != gist.unit
                or powers[gist.here] != power
                or ((other := gist.other) is not None and (names_coasts or units[gist.there] != other))
                or not (gist.plain or (gist.carried and _carried(scene, gist)))
            ):
                gist = _looked_into(scene, power, order, void)
                if gist is None:
                    continue
            here = gist.here
            if legal[here] is not NOBODY and legal[here].order != gist.order:
                several.add(here)
            legal[here] = gist
    return _sound(scene, given, legal, void, several)


def _looked_into(
    scene: Scene, power: Power, order: Order | Unreadable, void: dict[int, Reason]
) -> Gist | None:
    """The gist of an order as it will be carried out; none, and noted as void, if it cannot be.

    An order that names no unit of the power that gave it is nobody's.
    """
    unit = scene.find(order.unit) if order.unit else None
    if unit is None or scene.power_of(unit) != power:
        return None
    checked = _validate_own(scene, order, unit)
    if isinstance(checked, Reason):
        void[scene.place(unit.location)] = checked
        return None
    return gist_of(scene.board, checked)


@lru_cache(maxsize=1024)
def holding(unit: Unit) -> Hold:
    """The order of a unit that has none."""
    return Hold(unit)


def _sound(
    scene: Scene,
    given: Given,
    legal: list[Gist],
    void: dict[int, Reason],
    several: set[int],
) -> Sound:
    """One order for every unit, by the switches for several orders and for missing ones."""
    if several and scene.edition.several_orders == "void":
        for here in several:
            legal[here] = NOBODY
            void[here] = Reason(Cause.SEVERAL_ORDERS)
    if scene.edition.missing_order == "taken":
        for here, order in taken_orders(scene, given, legal).items():
            legal[here] = gist_of(scene.board, order)
    if void:
        void = {here: void[here] for here in void if legal[here] is NOBODY}
    for at, unit in enumerate(scene.owners):
        here = scene.numbers[at]
        if legal[here] is NOBODY:
            legal[here] = gist_of(scene.board, holding(unit))
    return Sound(legal, void)


def taken_orders(scene: Scene, given: Given, legal: Sequence[Gist]) -> dict[int, MovementOrder]:
    """Orders for units without one, taken from orders of the same power that name them completely."""
    taken: dict[int, MovementOrder] = {}
    by_unit = {gist.unit: gist.order for gist in legal if gist is not NOBODY}
    for unit, named in missing_orders(scene.position, given, by_unit).items():
        verdict = validate(scene, scene.power_of(unit), named)
        if not isinstance(verdict, Reason):
            taken[scene.place(unit.location)] = verdict
    return taken
