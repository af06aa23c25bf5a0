"""Slips: probable mistakes in an entry, which the player is asked about before it counts.

Slips decide nothing: an entry with slips is as valid as any other. They use only what the player sees, so
they reveal nothing of the other's entry.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator import (
    Build,
    Convoy,
    Hold,
    Move,
    Order,
    PhaseKind,
    Power,
    Province,
    Support,
    Unit,
    province_of,
    standard,
)
from intimate.entries import Entry, Orders, Sheet
from intimate.view import View


class SlipKind(StrEnum):
    """The kinds of slips; those in ADVICE are advice, the others oversights."""

    NO_BIDS = "no_bids"
    BUILDS_GIVEN_UP = "builds_given_up"
    NO_FLEET = "no_fleet"
    ALL_HOLD = "all_hold"
    OPEN_HOME = "open_home"
    IDLE_SUPPORT = "idle_support"


ADVICE = frozenset({SlipKind.OPEN_HOME, SlipKind.IDLE_SUPPORT})
"""Advice, which nobody gets in a rated duel."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip, and what it is about.

    power: the power of the builds. unit: the player's unit with the order, or the enemy unit that could
    enter. place: the open home centre.
    """

    kind: SlipKind
    power: Power | None = None
    unit: Unit | None = None
    place: Province | None = None


def slips(view: View, entry: Entry | None) -> Sequence[Slip]:
    """List the probable mistakes of a view's player in an entry; entry: None if there is none."""
    if not view.is_awaited:
        return []
    match view.duel.kind:
        case PhaseKind.AUCTION:
            return list(_in_auction(view, entry))
        case PhaseKind.MOVEMENT:
            return list(_in_movement(view, entry if isinstance(entry, Orders) else Orders()))
        case PhaseKind.ADJUSTMENTS:
            return list(_in_winter(view, entry if isinstance(entry, Orders) else Orders()))
    return []


def idle_units(view: View, orders: Orders) -> frozenset[Unit]:
    """Return the player's units whose orders will do nothing, given the player's other orders.

    They support or convoy a unit of the player's that has another order, or need a convoy that none gives.
    """
    without_fleet = (slip.unit for slip in slips(view, orders) if slip.kind is SlipKind.NO_FLEET)
    idle = (order.unit for order in view.contradictions(orders))
    return frozenset(unit for unit in (*without_fleet, *idle) if unit)


def _in_auction(view: View, entry: Entry | None) -> Iterator[Slip]:
    bids = entry.bids if isinstance(entry, Sheet) else {}  # without zeros: a sheet leaves them out
    has_credits = view.player is not None and view.duel.credits[view.player] > 0
    if has_credits and not bids:
        yield Slip(SlipKind.NO_BIDS)


def _in_winter(view: View, entry: Orders) -> Iterator[Slip]:
    for choice in view.winters:
        if choice.removes or choice.by_default:
            continue
        ordered = sum(isinstance(order, Build) for order in entry.by_power.get(choice.power, ()))
        if ordered < choice.number:
            yield Slip(SlipKind.BUILDS_GIVEN_UP, choice.power)


def _in_movement(view: View, entry: Orders) -> Iterator[Slip]:
    given = {order.unit.province: order for order in entry.all if isinstance(order, Order) and order.unit}
    orders: dict[Unit, Order] = {unit: given.get(unit.province, Hold(unit)) for _, unit in view.units}
    if orders and all(isinstance(order, Hold) for order in orders.values()):
        yield Slip(SlipKind.ALL_HOLD)
    for unit, order in orders.items():
        if isinstance(order, Move) and _lacks_fleet(order, orders.values(), view):
            yield Slip(SlipKind.NO_FLEET, unit=unit)
    yield from _open_homes(view, orders.values())
    for order in view.contradictions(entry):
        if isinstance(order, Support):
            yield Slip(SlipKind.IDLE_SUPPORT, unit=order.unit)


def _lacks_fleet(move: Move, orders: Iterable[Order], view: View) -> bool:
    """Tell whether a move needs a convoy, and no fleet of the player's is ordered to give one.

    A fleet of the other player's might, but only by agreement.
    """
    board = view.duel.position.board
    by_land = province_of(move.to) in board.reach[move.unit.kind][move.unit.location]
    carried = any(
        isinstance(order, Convoy)
        and order.army.province == move.unit.province
        and province_of(order.to) == province_of(move.to)
        for order in orders
    )
    return (move.via or not by_land) and not carried


def _open_homes(view: View, orders: Iterable[Order]) -> Iterator[Slip]:
    """Find own home centres that will be empty while a unit of the enemy's home power can enter."""
    duel, player = view.duel, view.player
    if player is None or view.home is None or duel.rules.victory_centres is not None:
        return
    ordered = list(orders)
    kept = {order.unit.province for order in ordered if order.unit and not isinstance(order, Move)}
    kept |= {province_of(order.to) for order in ordered if isinstance(order, Move)}
    reach = duel.position.board.reach
    enemies = duel.position.units_of(duel.homes[player.opponent])
    for centre in standard().homes[view.home]:
        near = [unit for unit in enemies if centre in reach[unit.kind][unit.location]]
        if near and centre not in kept:
            yield Slip(SlipKind.OPEN_HOME, unit=near[0], place=centre)
