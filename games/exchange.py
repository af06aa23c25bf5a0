"""Import and export of games: the saved games of the package `diplomacy`, and readable text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator import (
    Given,
    PhaseKind,
    Position,
    SavedGameError,
    Turn,
    Unreadable,
    adjustments_between,
    at_saved_phase,
    read_saved_game,
    saved_game,
    turn_of_retreats,
)
from adjudicator.notation import power_name, reason_in_words, write
from games.errors import GameError, GameFault
from games.game import OrdinaryGame, Seat, begin
from games.play import Chapter, play
from games.record import Moved, set_up
from games.sheets import OrderSheet, read_all
from games.terms import OTHER_BOARDS, Terms


class _Step(NamedTuple):
    """A phase: the game before it, what was ordered, and the position after it."""

    before: OrdinaryGame
    given: Given
    after: Position


def saved_game_of(first: OrdinaryGame, moves: Sequence[Moved], name: str = "game") -> dict[str, Any]:
    """Write a saved game of the package `diplomacy`; raises GameError for variants that it does not know.

    What our games do automatically becomes an order: dislodged units in civil disorder disband.
    """
    if first.terms.variant in OTHER_BOARDS:
        raise GameError(GameFault.NOT_NOW, "variant", "that package does not know this variant")
    last = moves[-1].after if moves else first
    steps = list(_steps(moves, last.position))
    note = ""
    if last.ending:
        names = ", ".join(last.seat(number).name for number in last.ending.winners)
        note = f"Victory by: {names} ({last.ending.reason})"
    return saved_game(name, list(_turns(steps)), at_saved_phase(last.game), note)


def _steps(moves: Iterable[Moved], last: Position) -> Iterator[_Step]:
    """List all phases, including those that awaited nobody."""
    played: list[tuple[OrdinaryGame, Given]] = []
    for moved in moves:
        if isinstance(moved, Chapter):
            played.append((moved.before, moved.given))
        played += [(one.before, one.given) for one in moved.passed]
    for number, (before, given) in enumerate(played, 1):
        yield _Step(before, given, played[number][0].position if number < len(played) else last)


def _turns(steps: Sequence[_Step]) -> Iterator[Turn]:
    for number, (before, given, after) in enumerate(steps):
        if before.phase.kind is PhaseKind.MOVEMENT:
            yield Turn(before.game, given)
        elif before.phase.kind is PhaseKind.RETREATS:
            moved = steps[number - 1] if number else None
            routed = moved.before.game.resolve(moved.given).game.position if moved else before.position
            yield turn_of_retreats(before.game, routed, given)
        else:
            yield Turn(before.game, adjustments_between(before.position, after))


class Imported(NamedTuple):
    """A game played elsewhere: its beginning here, its chapters; whole: whether these are the whole game."""

    first: OrdinaryGame
    moves: Sequence[Moved]
    whole: bool


def imported(saved: object, terms: Terms, seats: Sequence[Seat]) -> Imported:
    """Read a game that the package saved, to go on with it; raises DiplomacyError.

    If its phases, replayed by these terms, lead to the saved positions, they become chapters. If not, the
    game begins at the last saved position.
    """
    read = read_saved_game(saved, terms.reading)
    first = begin(terms, seats)
    moves = _played(first, read.turns)
    stands = moves[-1].after if moves else first
    if (stands.phase, stands.position) == (read.last.phase, read.last.position):
        return Imported(first, moves, whole=True)
    if not read.last.position.units:
        raise SavedGameError("phases", "there are no units in the last position")
    seasons = sum(turn.game.phase.kind is PhaseKind.MOVEMENT for turn in read.turns)
    return Imported(set_up(first, read.last.phase, read.last.position, seasons), [], whole=False)


def _played(game: OrdinaryGame, turns: Iterable[Turn]) -> list[Moved]:
    """Replay turns as chapters; return none if a turn does not begin where the last one ended."""
    moves: list[Moved] = []
    for turn in turns:
        if game.ending or (turn.game.phase, turn.game.position) != (game.phase, game.position):
            return []
        chapter = play(game, {power: OrderSheet(tuple(turn.orders.get(power, ()))) for power in game.present})
        moves.append(chapter)
        game = chapter.after
    return moves


def text_of(first: OrdinaryGame, moves: Iterable[Moved], language: str) -> str:
    """Write a game as a text, phase by phase: the orders of each power, and why some failed."""
    lines = [
        f"# {', '.join(power_name(power, language) for power in seat.powers)}: {seat.name}"
        for seat in first.seats
    ]
    for moved in moves:
        if isinstance(moved, Chapter):
            lines += ["", str(moved.phase), *_order_lines(moved, language)]
    return "\n".join(lines) + "\n"


def _order_lines(chapter: Chapter, language: str) -> Iterator[str]:
    winter = chapter.phase.kind is PhaseKind.ADJUSTMENTS
    for power in chapter.before.position.board.powers:
        orders = chapter.given.get(power, ())
        if orders:
            yield power_name(power, language)
        for order in orders:
            words = order.text if isinstance(order, Unreadable) else write(order, language, winter=winter)
            outcome = chapter.outcomes.get(power, {}).get(order.unit) if order.unit else None
            why = "; ".join(reason_in_words(one, language) for one in outcome.reasons) if outcome else ""
            yield f"  {words}" + (f"  # {why}" if why else "")


def read_text(text: str, terms: Terms, seats: Sequence[Seat], language: str) -> Imported:
    """Read a game as `text_of` or people write it: names of phases, each followed by orders by power.

    Raises GameError naming the phase that is out of order, or a line before the first phase.
    """
    game = begin(terms, seats)
    first, moves = game, list[Moved]()
    for name, body in _by_phase(text):
        if name != str(game.phase):
            raise GameError(
                GameFault.WRONG_PHASE, name, f"the game awaits {game.phase}", phase=str(game.phase)
            )
        sheets = {
            power: read.sheet for power, read in read_all(game, body, language).items() if power is not None
        }
        moves.append(play(game, sheets))
        game = moves[-1].after
    return Imported(first, moves, whole=True)


def _by_phase(text: str) -> list[tuple[str, str]]:
    """Split a text at lines that name a phase; raises GameError for text before the first one."""
    parts: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        text_of_line = line.partition("#")[0].strip()
        if _PHASE.fullmatch(text_of_line.upper()):
            parts.append((text_of_line.upper(), []))
        elif parts:
            parts[-1][1].append(line)
        elif text_of_line:
            message = f"no phase is named before {text_of_line!r}"
            raise GameError(GameFault.NO_PHASE, "text", message, line=text_of_line)
    return [(name, "\n".join(lines)) for name, lines in parts]


_PHASE = re.compile(r"[SF]\d{1,4}[MR]|W\d{1,4}A")
"""The name of a phase of the base game."""
