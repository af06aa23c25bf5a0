"""Sheets of orders: reading what people write, and remarks on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from adjudicator import (
    Build,
    Cause,
    Disband,
    Flag,
    Given,
    Order,
    PhaseKind,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    adjudicate,
    closed_goal,
    examine,
    is_possible,
    same_unit,
)
from adjudicator.notation import Here, Line, ReadingError, read_lines, write
from games.game import OrdinaryGame


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """The orders of a power, in the sequence in which they were written.

    torn: whether the game master took the sheet away before it was finished (source 004, IV).
    """

    orders: tuple[Order | Unreadable, ...] = ()
    torn: bool = False


Sheets = Mapping[Power, OrderSheet]
"""The sheets of a phase; a power without one is in civil disorder for this season (source 000, XIV.3)."""


class Concern(StrEnum):
    """The kinds of remarks on a line or a unit."""

    UNREADABLE = auto()
    FOREIGN = auto()
    """An order for another power's unit."""
    IMPOSSIBLE = auto()
    SEVERAL = auto()
    """Several different orders for one unit: by the edition, none or the last counts."""
    SURPLUS = auto()
    """More adjustments than are due: the first ones count."""
    NO_ORDER = auto()


class Remark(NamedTuple):
    """A remark on a sheet; line, text: of the line concerned, 0 and empty for a remark on a unit."""

    concern: Concern
    line: int = 0
    text: str = ""
    unit: Unit | None = None
    error: ReadingError | None = None
    reason: Reason | None = None


class ReadSheet(NamedTuple):
    """A sheet with remarks, in the sequence of the lines."""

    sheet: OrderSheet
    remarks: tuple[Remark, ...]


def _here(game: OrdinaryGame, powers: Iterable[Power]) -> Here:
    """The context in which to read the sheet of some powers: their units and possible orders."""
    own, position, kind = frozenset(powers), game.position, game.phase.kind
    units = position.dislodged if kind is PhaseKind.RETREATS else position.units
    standing = {unit.province: unit for unit in units}

    def can(order: Order) -> bool:
        return owner_of(game, order) in own and is_possible(position, kind, order, game.terms.reading)

    return Here(kind, standing.get, can)


def owner_of(game: OrdinaryGame, order: Order | Unreadable) -> Power | None:
    """The power that an order is for: that of its unit, or of the home centre where it builds."""
    unit = order.unit
    if unit is None:
        return None
    if isinstance(order, Build):
        space = game.position.board.spaces.get(unit.province)
        return space.home if space else None
    found = _standing(game, unit)
    return game.position.power_of(found) if found else None


def _standing(game: OrdinaryGame, named: Unit) -> Unit | None:
    units = game.position.dislodged if game.phase.kind is PhaseKind.RETREATS else game.position.units
    return next((unit for unit in units if same_unit(unit, named)), None)


def read_sheet(
    game: OrdinaryGame, power: Power, text: str, language: str, *, torn: bool = False
) -> ReadSheet:
    """Read the sheet of one power; unreadable lines stay on it as void orders."""
    return _read(game, power, _lines(game, power, text, language), torn=torn)


def _lines(game: OrdinaryGame, power: Power, text: str, language: str) -> Sequence[Line]:
    return read_lines(text, language, game.terms.edition, _here(game, [power]))


def read_all(game: OrdinaryGame, text: str, language: str) -> Mapping[Power | None, ReadSheet]:
    """Read the orders of several powers at once; headings or the units say whose they are.

    Lines that belong to no present player's power are under None.
    """
    present = game.present
    by_power: dict[Power | None, list[Line]] = {}
    for line in read_lines(text, language, game.terms.edition, _here(game, present)):
        owner = line.power or (owner_of(game, line.order) if line.order else None)
        by_power.setdefault(owner if owner in present else None, []).append(line)
    return {power: _read(game, power, lines) for power, lines in by_power.items()}


def _read(game: OrdinaryGame, power: Power | None, lines: Sequence[Line], *, torn: bool = False) -> ReadSheet:
    orders = tuple(line.order or Unreadable(line.text) for line in lines)
    sheet = OrderSheet(orders, torn)
    unread = [
        Remark(Concern.UNREADABLE, line.number, line.text, error=line.error) for line in lines if line.error
    ]
    if power is None:
        strays = [Remark(Concern.FOREIGN, line.number, line.text) for line in lines if line.order]
        return ReadSheet(sheet, tuple(sorted([*unread, *strays], key=_line)))
    at = {order: line for line, order in zip(lines, orders, strict=True)}
    said = [
        remark._replace(line=at[order].number, text=at[order].text)
        for order, remark in _about(game, power, [one for one in orders if not isinstance(one, Unreadable)])
    ]
    ordered = sorted([*unread, *said], key=_line)
    return ReadSheet(sheet, (*ordered, *_unordered(game, power, orders)))


def written_orders(game: OrdinaryGame, orders: Iterable[Order | Unreadable], language: str) -> list[str]:
    """Write orders as people do, one per line; unreadable ones stay as they were typed."""
    winter = game.phase.kind is PhaseKind.ADJUSTMENTS
    return [
        order.text if isinstance(order, Unreadable) else write(order, language, winter=winter)
        for order in orders
    ]


def with_added(game: OrdinaryGame, power: Power, text: str, added: OrderSheet, language: str) -> str:
    """Add orders to the text of a sheet, replacing those for the same units.

    Other lines stay as they were typed.
    """
    replaced = {order.unit.province for order in added.orders if order.unit}
    stay: dict[int, list[Order | Unreadable]] = {}
    touched: set[int] = set()
    for line in _lines(game, power, text, language):
        if line.order and line.order.unit and line.order.unit.province in replaced:
            touched.add(line.number)
        else:
            stay.setdefault(line.number, []).append(line.order or Unreadable(line.text))
    kept: list[str] = []
    typed_lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if text else []
    for number, typed in enumerate(typed_lines, 1):
        kept += written_orders(game, stay.get(number, ()), language) if number in touched else [typed]
    return "\n".join([*kept, *written_orders(game, added.orders, language)])


def _line(remark: Remark) -> int:
    return remark.line


def _about(game: OrdinaryGame, power: Power, orders: Sequence[Order]) -> Iterator[tuple[Order, Remark]]:
    """Remark on orders that could be read; yields each remark with its order."""
    seen: dict[Province, Order] = {}
    surplus = _surplus(game, power, orders)
    for at, order in enumerate(orders):
        owner = owner_of(game, order)
        if owner is not None and owner != power and not isinstance(order, Build):
            yield order, Remark(Concern.FOREIGN, unit=order.unit)
            continue
        reason = surplus.get(at) or _why_void(game, power, order)
        if reason:
            due = reason.cause is Cause.NOTHING_DUE
            yield (
                order,
                Remark(Concern.SURPLUS if due else Concern.IMPOSSIBLE, unit=order.unit, reason=reason),
            )
        elif order.unit and game.phase.kind is not PhaseKind.ADJUSTMENTS:
            other = seen.setdefault(order.unit.province, order)
            if other != order:
                yield order, Remark(Concern.SEVERAL, unit=order.unit)


def _why_void(game: OrdinaryGame, power: Power, order: Order) -> Reason | None:
    """Return why an order is void; None if it is not, and in winter, when it depends on the other orders."""
    goal = closed_goal(order, game.closed)
    if goal:
        return Reason(Cause.CLOSED, place=goal)
    if game.phase.kind is PhaseKind.MOVEMENT:
        found = examine(game.position, power, order, game.terms.reading)
        return found if isinstance(found, Reason) else None
    if game.phase.kind is PhaseKind.ADJUSTMENTS:
        return None
    if not isinstance(order, Retreat | Disband):
        return Reason(Cause.WRONG_PHASE)
    if _standing(game, order.unit) is None:
        return Reason(Cause.NO_UNIT, (order.unit,))
    outcomes = adjudicate(game.phase, game.position, {power: [order]}, game.terms.reading).outcomes
    return next(
        (
            outcome.reason
            for unit, outcome in outcomes.get(power, {}).items()
            if isinstance(unit, Unit) and same_unit(unit, order.unit) and Flag.VOID in outcome.flags
        ),
        None,
    )


def _surplus(game: OrdinaryGame, power: Power, orders: Sequence[Order]) -> Mapping[int, Reason]:
    """Return why winter orders are void, by index; each is tried together with the orders before it."""
    if game.phase.kind is not PhaseKind.ADJUSTMENTS:
        return {}
    found: dict[int, Reason] = {}
    tried: list[Order] = [Waive()] * lost_builds(game, power)
    for at, order in enumerate(orders):
        tried.append(order)
        outcomes = adjudicate(game.phase, game.position, {power: tried}, game.terms.reading).outcomes
        subject = order if isinstance(order, Waive) else order.unit
        for one, outcome in outcomes.get(power, {}).items():
            alike = one == subject or (
                isinstance(one, Unit) and isinstance(subject, Unit) and same_unit(one, subject)
            )
            if alike and Flag.VOID in outcome.flags and outcome.reason:
                found[at] = outcome.reason
        if at in found:
            tried.pop()
    return found


def lost_builds(game: OrdinaryGame, power: Power) -> int:
    """The number of builds that the base game allows but the power has lost (source 002, §11)."""
    choices = game.game.choices([power]).winters
    possible = sum(choice.number for choice in choices if not choice.removes)
    return possible - game.builds(power)


def _unordered(game: OrdinaryGame, power: Power, orders: Sequence[Order | Unreadable]) -> Iterator[Remark]:
    """Remark on the units without an order."""
    if game.phase.kind is PhaseKind.ADJUSTMENTS:
        return
    ordered = {found for order in orders if order.unit and (found := _standing(game, order.unit))}
    left = (unit for unit in game.standing(power) if unit not in ordered)
    yield from (Remark(Concern.NO_ORDER, unit=unit) for unit in left)


def orders_of(sheets: Sheets) -> Given:
    """The orders of all sheets, by power."""
    return {power: sheet.orders for power, sheet in sheets.items()}
