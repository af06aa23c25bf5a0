"""The only way forward: the sheets of a phase go in, a chapter comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from adjudicator import (
    Build,
    Cause,
    Flag,
    Given,
    Kind,
    Location,
    Order,
    Ordered,
    Outcome,
    Outcomes,
    Phase,
    PhaseKind,
    Position,
    Power,
    Reason,
    Season,
    Unit,
    Unreadable,
    Waive,
    adjudicate,
    mark_closed,
    province_of,
    vacant_homes,
    with_trades_named_once,
    without_entering,
)
from games.endings import after_autumn, after_winter
from games.errors import GameError, GameFault
from games.game import GameStage, OrdinaryGame
from games.sheets import Sheets, lost_builds, orders_of
from games.terms import ITALY, TURKEY, Reinforcements
from games.turkey import turkish_orders

Orders = Sequence[Order | Unreadable]
Editable = dict[Power, dict[Ordered, Outcome]]


class Passed(NamedTuple):
    """A phase that awaited nobody: the game before it, any orders of an automatic Turkey, the outcomes."""

    before: OrdinaryGame
    given: Given
    outcomes: Outcomes

    @property
    def phase(self) -> Phase:
        """The phase that was passed."""
        return self.before.phase


@dataclass(frozen=True)
class Chapter:
    """A phase that was played: the game before it, the sheets, the orders, and the outcomes.

    given: all orders, including those of an automatic Turkey. passed: the phases after it that awaited
    nobody. after: the game after all of these.
    """

    before: OrdinaryGame
    after: OrdinaryGame
    sheets: Sheets
    given: Given
    outcomes: Outcomes
    passed: tuple[Passed, ...] = field(default=())

    @property
    def phase(self) -> Phase:
        """The phase that was played."""
        return self.before.phase


@dataclass(frozen=True)
class _Resolved:
    """The game after a phase, with the orders of that phase and their outcomes."""

    game: OrdinaryGame
    given: Given
    outcomes: Outcomes


def play(game: OrdinaryGame, sheets: Sheets) -> Chapter:
    """Resolve the phase with the sheets that were handed in, and pass those after it that await nobody.

    A power that is awaited and has no sheet is in civil disorder for this season (source 000, XIV.3). Raises
    GameError after the end, while centres have to be chosen, and for the sheet of a power that nobody plays.
    """
    if game.ending:
        raise GameError(GameFault.OVER, "phase", "the game is over")
    if game.stage is not GameStage.SHEETS:
        raise GameError(GameFault.NOT_NOW, "phase", f"the game waits for something else: {game.stage}")
    for power in sheets:
        if power not in game.present:
            raise GameError(GameFault.NOT_YOURS, f"sheets.{power}", "is played by nobody now", power=power)
    resolved = _resolve(game, sheets)
    after, passed = resume(resolved.game)
    return Chapter(game, after, sheets, resolved.given, resolved.outcomes, passed)


def resume(game: OrdinaryGame) -> tuple[OrdinaryGame, tuple[Passed, ...]]:
    """Pass the phases that await nobody; a movement is never passed, since a player may come back."""
    passed: list[Passed] = []
    while game.stage is GameStage.SHEETS and _is_idle(game):
        resolved = _resolve(game, {})
        passed.append(Passed(game, resolved.given, resolved.outcomes))
        game = resolved.game
    return game, tuple(passed)


def _is_idle(game: OrdinaryGame) -> bool:
    return not game.awaited and game.phase.kind is not PhaseKind.MOVEMENT


def end_with_this_autumn(game: OrdinaryGame) -> tuple[OrdinaryGame, tuple[Passed, ...]]:
    """Play an autumn with all powers in civil disorder, and end the game after it (source 004, V)."""
    last = replace(game, last_autumn=True)
    resolved = _resolve(last, {})
    after, passed = resume(resolved.game)
    return after, (Passed(last, resolved.given, resolved.outcomes), *passed)


def _resolve(game: OrdinaryGame, sheets: Sheets) -> _Resolved:
    match game.phase.kind:
        case PhaseKind.MOVEMENT:
            resolved = _movement(game, sheets)
        case PhaseKind.RETREATS:
            resolved = _retreats(game, sheets)
        case _:
            resolved = _winter(game, sheets)
    after = replace(resolved.game, phase=game.phase.following())
    return replace(resolved, game=_with_italy(after))


def _with_italy(game: OrdinaryGame) -> OrdinaryGame:
    """Let Italy join its ally in the spring after the coin was tossed (source 000, XIV.2)."""
    if not game.ally or ITALY in game.played or game.phase.kind is not PhaseKind.MOVEMENT:
        return game
    seat = game.seat(game.ally)
    return game.with_seat(game.ally, replace(seat, powers=(*seat.powers, ITALY)))


def _given(game: OrdinaryGame, sheets: Sheets) -> dict[Power, Orders]:
    given: dict[Power, Orders] = dict(orders_of(sheets))
    if game.automatic and not game.last_autumn:
        given[TURKEY] = turkish_orders(game.phase, game.position, game.terms.first_year)
    return given


def _movement(game: OrdinaryGame, sheets: Sheets) -> _Resolved:
    closed = game.closed
    sides = {power: number for number, seat in enumerate(game.seats, 1) for power in seat.powers}
    given = with_trades_named_once(game.position, _given(game, sheets), sides)
    result = adjudicate(game.phase, game.position, without_entering(given, closed), game.terms.reading)
    outcomes = _editable(mark_closed(result.outcomes, given, closed))
    position = _without_lost(game, result.position, outcomes, frozenset(sheets))
    after = replace(game, position=position, seasons=game.seasons + 1)
    return _Resolved(after, given, outcomes)


def _editable(outcomes: Outcomes) -> Editable:
    return {power: dict(units) for power, units in outcomes.items()}


def _without_lost(
    game: OrdinaryGame, position: Position, outcomes: Editable, ordered: frozenset[Power]
) -> Position:
    """Disband the dislodged units that cannot retreat: in civil disorder, or with nowhere to go."""
    closed, retreating = game.closed, {}
    for unit, routed in position.dislodged.items():
        places = tuple(place for place in routed.retreats if province_of(place) not in closed)
        if places and routed.power in ordered:
            retreating[unit] = routed._replace(retreats=places)
        else:
            before = outcomes[routed.power][unit]
            outcomes[routed.power][unit] = before._replace(flags=(*before.flags, Flag.DISBAND))
    return replace(position, dislodged=retreating)


def _retreats(game: OrdinaryGame, sheets: Sheets) -> _Resolved:
    given = _given(game, sheets)
    result = adjudicate(game.phase, game.position, given, game.terms.reading)
    after = replace(game, position=result.position)
    if game.phase.season is Season.AUTUMN:
        after = after_autumn(replace(after, position=result.position.with_ownership()))
    return _Resolved(after, given, result.outcomes)


def _winter(game: OrdinaryGame, sheets: Sheets) -> _Resolved:
    given = _given(game, sheets)
    forced = game.terms.forced_builds
    waived = {power: [Waive()] * lost_builds(game, power) for power in game.position.board.powers}
    counted: dict[Power, Orders] = {
        power: [
            *waived.get(power, ()),
            *(one for one in orders if not (forced and isinstance(one, Waive))),
        ]
        for power, orders in given.items()
    }
    added = _forced(game, sheets, counted) if forced else {}
    complete = {power: [*orders, *map(Build, added.get(power, ()))] for power, orders in counted.items()}
    result = adjudicate(game.phase, game.position, complete, game.terms.reading)
    outcomes = _editable(result.outcomes)
    _mark_defaults(outcomes, given, added, forced=forced)
    after = replace(game, position=result.position, lost=_lost(game, result.position))
    return _Resolved(after_winter(after), given, {power: units for power, units in outcomes.items() if units})


def _forced(
    game: OrdinaryGame, sheets: Sheets, counted: Mapping[Power, Orders]
) -> dict[Power, Sequence[Unit]]:
    """The armies that powers must build although their sheets do not order them, home by home.

    A power in civil disorder, or with a torn sheet, builds only what it ordered.
    """
    result = adjudicate(game.phase, game.position, counted, game.terms.reading)
    found: dict[Power, Sequence[Unit]] = {}
    for power, sheet in sheets.items():
        if sheet.torn:
            continue
        built = {unit.province for unit in result.position.units_of(power) if unit not in game.position.units}
        left = game.builds(power) - len(built)
        vacant = [home for home in vacant_homes(game.position, power) if home not in built]
        found[power] = [Unit(Kind.ARMY, Location(home)) for home in vacant[: max(0, left)]]
    return found


def _mark_defaults(
    outcomes: Editable, given: Given, added: Mapping[Power, Sequence[Unit]], *, forced: bool
) -> None:
    """Mark builds made by default; leave out unwritten waives, and void written ones if builds are forced."""
    for power, units in outcomes.items():
        wrote = [order for order in given.get(power, ()) if isinstance(order, Waive)]
        if not wrote:
            units.pop(Waive(), None)
        for unit in added.get(power, ()):
            units[unit] = Outcome((Flag.DEFAULT,))
    if forced:
        for power, orders in given.items():
            if any(isinstance(order, Waive) for order in orders):
                outcomes.setdefault(power, {})[Waive()] = Outcome((Flag.VOID,), Reason(Cause.MUST_BUILD))


def _lost(game: OrdinaryGame, position: Position) -> Mapping[Power, int]:
    """The builds that each power has lost so far for want of room; none if they are kept."""
    if game.terms.reinforcements is Reinforcements.KEPT:
        return {}
    owned = {power: len(position.centres_of(power)) for power in position.board.powers}
    missing = {power: owned[power] - len(position.units_of(power)) for power in owned}
    return {power: count for power, count in missing.items() if count > 0}
