"""A line of play: phases of the base game tried from a position of a duel, in the duel's edition.

Auctions, money and command are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudicator import (
    Game,
    Given,
    Order,
    Phase,
    PhaseKind,
    Played,
    Power,
    Reason,
    Season,
    Unit,
    Unreadable,
    edition,
)
from intimate.calendar import YEAR
from intimate.duel import Duel, begin
from intimate.errors import OrderRefused
from intimate.fates import Fate, fates_in
from models import StoredDuel
from services.history.chapters import Past
from services.what_if.desk import DeskForAll
from services.what_if.links import Play, check_limits


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a line of play: a base game, and the duel that it was taken from."""

    game: Game
    duel: Duel

    def duel_at(self, game: Game) -> Duel:
        """Return the duel as it would stand in a later game; commands end with the year."""
        duel = replace(self.duel, position=game.position, phase=game.phase)
        hired = game.phase.year == self.game.phase.year and self.duel.kind is not PhaseKind.AUCTION
        if hired:
            return duel
        return replace(duel, phase=Phase(Season.SPRING, game.phase.year, PhaseKind.AUCTION), control={})


class Stray(NamedTuple):
    """An order that is about nothing on the board, and why."""

    order: Order | Unreadable
    reason: Reason


@dataclass(frozen=True, slots=True)
class Step:
    """A phase that was tried: the game before it, the orders given in it, the result and the game after."""

    before: Game
    orders: Given
    strays: Sequence[Stray]
    played: Played


def start_of(stored: StoredDuel, past: Past | None) -> Start:
    """Return the start after a chapter of a duel, before the first for None."""
    if past is None:
        return Start(Game.start(edition(stored.edition)), begin(stored.rules))
    after = past.chapter.after
    phase = after.phase
    if phase is None:  # after the end, the phase that would have come
        last = past.chapter.passed[-1].phase if past.chapter.passed else past.chapter.phase
        phase = last.following(YEAR) if last else (past.before.phase if past.before else None)
    if phase is None or phase.kind is PhaseKind.HOMES:
        return Start(Game.start(after.edition), after)
    game = Game(
        phase.following(YEAR) if phase.kind is PhaseKind.AUCTION else phase, after.position, after.edition
    )
    return Start(game.passed()[0], after)


def branch(start: Start, play: Play) -> list[Step]:
    """Adjudicate every phase of a line of play; raises TooLong."""
    check_limits(play)
    game, steps = start.game, []
    for given in play:
        steps.append(_step(game, given))
        game = steps[-1].played.game
    return steps


def _step(game: Game, given: Sequence[Order | Unreadable]) -> Step:
    desk = DeskForAll(game)
    orders: dict[Power, list[Order | Unreadable]] = {}
    strays = []
    for order in given:
        try:
            power, meant = _accepted(desk, order)
            orders.setdefault(power, []).append(meant)
        except OrderRefused as refusal:
            strays.append(Stray(order, refusal.reason))
    return Step(game, orders, strays, game.play(orders))


def _accepted(desk: DeskForAll, order: Order | Unreadable) -> tuple[Power, Order | Unreadable]:
    return desk.accept_unreadable(order) if isinstance(order, Unreadable) else desk.accept(order)


def fates(step: Step) -> list[Fate]:
    """List every unit with its order and outcome."""
    found = fates_in(step.played.result.outcomes, step.orders)
    return sorted((fate for fate in found if isinstance(fate.ordered, Unit)), key=lambda fate: fate[:2])


def noteworthy_fates(step: Step) -> list[Fate]:
    """Leave out the units that were ordered nothing and stayed."""
    stayed = step.played.result.position.units
    return [fate for fate in fates(step) if fate.order or fate.outcome.flags or fate.ordered not in stayed]
