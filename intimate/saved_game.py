"""A duel as a game of the package `diplomacy`: what happened on the board (docs/formats.md, section 4).

Such a game has no auctions. What a duel does with uncommanded units becomes an order: dislodged units
disband, and builds and removals are named.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator import (
    Game,
    Given,
    Phase,
    PhaseKind,
    Position,
    Season,
    Turn,
    adjustments_between,
    at_saved_phase,
    saved_game,
    turn_of_retreats,
)
from intimate.chapter import Chapter
from intimate.command import orders_that_count
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.play import retrace
from intimate.record import Record
from intimate.replay import chapters_of, in_force, kept_by


class _Step(NamedTuple):
    """A phase in force: the duel before and after it, and the orders of the commanders."""

    before: Duel
    after: Duel
    given: Given


def saved_game_of(record: Record) -> dict[str, Any]:
    """Write the game of a duel, without the chapters that were undone; raises RecordError."""
    chapters = list(chapters_of(record))
    duels = [record.start, *(chapter.after for chapter in chapters)]
    steps = list(_steps(duels, chapters))
    name = record.plain.get("duel")
    identity = name if isinstance(name, str) and name else "duel"
    last = _last(steps, duels[-1], ended_by_event=bool(chapters) and chapters[-1].event is not None)
    return saved_game(identity, list(_turns(steps)), last, _note(duels[-1]))


def _steps(duels: Sequence[Duel], chapters: Sequence[Chapter]) -> Iterator[_Step]:
    """List the phases of the chapters in force; duels: the one before each chapter, and the last one."""
    counting = in_force([kept_by(chapter.event) for chapter in chapters])
    for before, chapter, counts in zip(duels[:-1], chapters, counting, strict=True):
        for number, (duel, after) in enumerate(retrace(before, chapter) if counts else ()):
            entries = {} if number else chapter.entries
            orders = {player: entry for player, entry in entries.items() if isinstance(entry, Orders)}
            yield _Step(duel, after, orders_that_count(duel, orders))


def _turns(steps: Sequence[_Step]) -> Iterator[Turn]:
    """List the phases as in a plain game, with orders for all that the duel does automatically."""
    for number, (before, after, given) in enumerate(steps):
        if before.kind is PhaseKind.MOVEMENT:
            yield Turn(before.game, given)
        elif before.kind is PhaseKind.RETREATS:
            yield turn_of_retreats(before.game, _at_retreats(steps[:number], before.position), given)
        elif before.kind is PhaseKind.ADJUSTMENTS:
            yield Turn(before.game, adjustments_between(before.position, after.position))


def _at_retreats(steps: Sequence[_Step], position: Position) -> Position:
    """The position before retreats with all dislodged units; those in anarchy have left the duel by then."""
    if not steps or steps[-1].before.kind is not PhaseKind.MOVEMENT:
        return position
    return steps[-1].before.game.resolve(steps[-1].given).game.position


def _last(steps: Sequence[_Step], final: Duel, *, ended_by_event: bool) -> Game:
    """The game at its present phase; after the end, at the phase that was or would have been next."""
    phase = final.phase or _phase_after_end(steps, final, ended_by_event=ended_by_event)
    if not phase.kind.takes_orders:
        phase = Phase(Season.SPRING, phase.year, PhaseKind.MOVEMENT)
    at_retreats = phase.kind is PhaseKind.RETREATS
    position = _at_retreats(steps, final.position) if at_retreats else final.position
    return at_saved_phase(Game(phase, position, final.edition))


def _phase_after_end(steps: Sequence[_Step], final: Duel, *, ended_by_event: bool) -> Phase:
    """The phase that an event ended, or the one after the last phase; a start may be an end, too."""
    ended = steps[-1].before.phase if steps and not ended_by_event else None
    if ended is None:
        assert final.result is not None  # noqa: S101  # a duel without a phase has a result
        ended = final.result.phase
    return ended if ended_by_event else ended.following(final.rules.calendar)


def _note(duel: Duel) -> str:
    """Say in a few words how the duel ended."""
    if duel.result is None:
        return ""
    winner = duel.result.winner
    home = duel.homes.get(winner, winner) if winner else None
    return f"Victory by: {home} ({duel.result.reason})" if winner else f"{duel.result.reason}"
