"""What if: play on from a position of a duel, by the rules of its edition.

There are no auctions, no money and no hired powers. Nothing is stored: the address holds a version number and
the compressed orders.
"""

import base64
import binascii
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from adjudicator import (
    Build,
    Cause,
    Choices,
    Edition,
    Game,
    Given,
    Hold,
    Kind,
    Location,
    Move,
    Order,
    Phase,
    PhaseKind,
    Played,
    Power,
    Province,
    Reason,
    Retreat,
    Season,
    Unit,
    Unreadable,
    Waive,
    WinterChoice,
    is_possible,
    mark_closed,
    parse_or_keep,
    same_unit,
    without_entering,
)
from intimate.chapter import Fate, fates_in
from intimate.desk import owner_of, spelt_by, unit_meant
from intimate.duel import Duel, begin
from intimate.entries import GivenOrder
from intimate.errors import OrderRefused
from intimate.rules import YEAR
from models import StoredDuel
from services.history.chapters import Past

PhaseOrders = Sequence[Order | Unreadable]
Play = Sequence[PhaseOrders]
"""For each phase the orders of all sides."""

MOST_STEPS, MOST_ORDERS = 12, 40
LONGEST_ORDER = 40
LONGEST_TEXT = 3500
"""A server may refuse an address of more than 4,000 characters."""
LARGEST = MOST_STEPS * MOST_ORDERS * (LONGEST_ORDER + 1)
VERSION = "1"
ORDERS_APART, PHASES_APART = ",", "\n"


class TooLong(ValueError):
    """More phases, or more orders, than a line of play may have."""


class Damaged(ValueError):
    """A text that is not a line of play."""


def check_limits(play: Play) -> None:
    """Raise TooLong for too many phases or orders."""
    if len(play) > MOST_STEPS or any(len(orders) > MOST_ORDERS for orders in play):
        raise TooLong


def merged(
    chosen: Iterable[Order | Unreadable], typed: Iterable[Order | Unreadable]
) -> list[Order | Unreadable]:
    """Join all orders; for a unit with two orders only the typed one counts."""
    both = list(typed)
    ordered = {place for order in both if (place := _place(order))}
    return [*both, *(order for order in chosen if _place(order) not in ordered)]


def _place(order: Order | Unreadable) -> Province | None:
    return order.unit.province if order.unit else None


def without_defaults(orders: Iterable[Order | Unreadable], edition: Edition) -> list[Order | Unreadable]:
    """Leave out orders that change nothing; shorten unreadable ones.

    A unit ordered to hold does so without an order too, unless the edition gives it another one.
    """
    telling: list[Order | Unreadable] = []
    for order in orders:
        holds = isinstance(order, Hold) and edition.missing_order == "hold"
        if holds or isinstance(order, Waive):
            continue
        text = _cleaned(order.text) if isinstance(order, Unreadable) else None
        if text is None:
            telling.append(order)
        elif text:
            telling.append(parse_or_keep(text))
    return telling


def _cleaned(text: str) -> str:
    plain = "".join(sign if sign.isprintable() and sign != ORDERS_APART else " " for sign in text)
    return " ".join(plain.split())[:LONGEST_ORDER].strip()


def write_link(play: Play) -> str:
    """Write a line of play as text, empty for one without phases; raises TooLong."""
    check_limits(play)
    if not play:
        return ""
    text = PHASES_APART.join(ORDERS_APART.join(map(str, orders)) for orders in play)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    short = VERSION + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(short) > LONGEST_TEXT:
        raise TooLong
    return short


def read_link(short: str) -> Play:
    """Read the line of play that a text holds; raises Damaged."""
    if not short:
        return ()
    if short[0] != VERSION or len(short) > LONGEST_TEXT:
        raise Damaged
    phases = _unpacked(short[1:]).split(PHASES_APART)
    texts = [phase.split(ORDERS_APART) if phase else [] for phase in phases]
    if not all(_is_order(text) for phase in texts for text in phase):
        raise Damaged
    play = tuple(tuple(map(parse_or_keep, phase)) for phase in texts)
    try:
        check_limits(play)
    except TooLong as error:
        raise Damaged from error
    return play


def _unpacked(body: str) -> str:
    """Unpack the text, up to the longest possible line of play."""
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = unpacker.decompress(packed, LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise Damaged
        return plain.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Damaged from error


def _is_order(text: str) -> bool:
    return 0 < len(text) <= LONGEST_ORDER and text.isprintable()


class DeskForAll:
    """Takes the orders of all sides in the awaited phase of a base game; they need not be legal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kind = game.phase.kind

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written; None for the present ones."""
        return spelt_by(self.game.edition)

    @cached_property
    def choices(self) -> Choices:
        """All possible orders, listed when first needed."""
        return self.game.choices()

    @property
    def units(self) -> list[tuple[Power, Unit]]:
        """The units that can be ordered, with their powers."""
        return [(choice.power, choice.unit) for choice in self.choices.units]

    @property
    def winters(self) -> Sequence[WinterChoice]:
        """The builds and removals that can be ordered."""
        return self.choices.winters

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that an order about a province means."""
        return unit_meant(self.game.position, self.kind, province)

    def can(self, order: Order) -> bool:
        """Tell whether some power could give an order."""
        return is_possible(self.game.position, self.kind, order, self.game.edition)

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:  # noqa: ARG002  # as of the duel's desk
        """Return the order with its power; raises OrderRefused if it concerns nothing on the board."""
        if isinstance(order, Waive):
            raise OrderRefused(Reason(Cause.NOTHING_DUE))
        if isinstance(order, Build) and self.kind is PhaseKind.ADJUSTMENTS:
            return self._of_home(order)
        if self.kind is PhaseKind.RETREATS and isinstance(order, Move):
            order = Retreat(order.unit, order.to)
        power, unit = self._found(order.unit)
        return GivenOrder(power, replace(order, unit=unit))

    def accept_unreadable(self, text: Unreadable) -> tuple[Power, Unreadable]:
        """Return an unreadable order with the power of its unit; raises OrderRefused if it names none."""
        if text.unit is None:
            raise OrderRefused(Reason(Cause.UNREADABLE))
        power, unit = self._found(text.unit)
        return power, Unreadable(text.text, unit)

    def check_count(self, power: Power, given: int) -> None:
        """Accept any number of orders."""

    def _found(self, named: Unit) -> tuple[Power, Unit]:
        unit = self.unit_at(named.province)
        if unit is None or not same_unit(unit, named):
            raise OrderRefused(Reason(Cause.NO_UNIT, (named,)))
        return owner_of(self.game.position, unit), unit

    def _of_home(self, order: Build) -> GivenOrder:
        """Give a build to the power in whose home centre it is."""
        unit = order.unit
        space = self.game.position.board.spaces.get(unit.province)
        if space is None or space.home is None:
            raise OrderRefused(Reason(Cause.NOT_A_HOME_CENTRE, place=unit.province))
        built = unit.at(Location(unit.province)) if unit.kind is Kind.ARMY else unit
        return GivenOrder(space.home, Build(built))


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a line of play: a base game, and the duel that it comes from."""

    game: Game
    duel: Duel

    def duel_at(self, game: Game) -> Duel:
        """Return the duel as it would stand with a later game; commands end with the year."""
        duel = replace(self.duel, position=game.position, phase=game.phase)
        if duel.rules.sides:
            return duel
        hired = game.phase.year == self.game.phase.year and self.duel.kind is not PhaseKind.AUCTION
        if hired:
            return duel
        return replace(duel, phase=Phase(Season.SPRING, game.phase.year, PhaseKind.AUCTION), control={})


class Stray(NamedTuple):
    """An order that concerns nothing on the board, and the reason."""

    order: Order | Unreadable
    reason: Reason


@dataclass(frozen=True, slots=True)
class TriedPhase:
    """A phase that was tried: the game before it, the orders given in it, the result and the game after."""

    before: Game
    orders: Given
    strays: Sequence[Stray]
    played: Played


def start_of(stored: StoredDuel, past: Past | None) -> Start:
    """Return the start after a chapter of a duel; past: that chapter, None at the start."""
    if past is None:
        return _first(begin(stored.rules))
    after = past.chapter.after
    phase = after.phase
    if phase is None:  # after the end, the phase that would have followed
        last = past.chapter.passed[-1].phase if past.chapter.passed else past.chapter.phase
        calendar = stored.rules.calendar
        phase = last.following(calendar) if last else (past.before.phase if past.before else None)
    if phase is None or phase.kind is PhaseKind.HOMES:
        return _first(after)
    game = Game(
        phase.following(YEAR) if phase.kind is PhaseKind.AUCTION else phase, after.position, after.edition
    )
    return Start(game.passed()[0], after)


def _first(duel: Duel) -> Start:
    """Return the first movement phase of a duel, skipping earlier decisions."""
    year = duel.rules.first_year
    return Start(Game(Phase(Season.SPRING, year, PhaseKind.MOVEMENT), duel.position, duel.edition), duel)


def branch(start: Start, play: Play) -> list[TriedPhase]:
    """Adjudicate every phase of a line of play; raises TooLong."""
    check_limits(play)
    game, steps = start.game, []
    for given in play:
        first_year = game.phase.year == start.game.phase.year
        steps.append(_step(game, given, start.duel.closed if first_year else frozenset()))
        game = steps[-1].played.game
    return steps


def _step(game: Game, given: Sequence[Order | Unreadable], closed: Collection[Province]) -> TriedPhase:
    desk = DeskForAll(game)
    orders: dict[Power, list[Order | Unreadable]] = {}
    strays = []
    for order in given:
        try:
            power, meant = _accepted(desk, order)
            orders.setdefault(power, []).append(meant)
        except OrderRefused as refusal:
            strays.append(Stray(order, refusal.reason))
    played = game.play(without_entering(orders, closed))
    result = replace(played.result, outcomes=mark_closed(played.result.outcomes, orders, closed))
    return TriedPhase(game, orders, strays, played._replace(result=result))


def _accepted(desk: DeskForAll, order: Order | Unreadable) -> tuple[Power, Order | Unreadable]:
    return desk.accept_unreadable(order) if isinstance(order, Unreadable) else desk.accept(order)


def fates(step: TriedPhase) -> list[Fate]:
    """List every unit with its order and outcome."""
    found = fates_in(step.played.result.outcomes, step.orders)
    return sorted((fate for fate in found if isinstance(fate.ordered, Unit)), key=lambda fate: fate[:2])


def noteworthy_fates(step: TriedPhase) -> list[Fate]:
    """List the fates, but not of units without an order that stayed in place."""
    stayed = step.played.result.position.units
    return [fate for fate in fates(step) if fate.order or fate.outcome.flags or fate.ordered not in stayed]
