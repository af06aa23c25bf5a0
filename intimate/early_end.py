"""Ending a duel early by agreement (rules of the duel, section 8.6; seed 004, V)."""

from dataclasses import replace

from adjudicator import PhaseKind, Season
from intimate.calendar import FIRST_YEAR
from intimate.duel import Duel, Ending
from intimate.errors import EventError
from intimate.players import Player
from intimate.rules import EarlyEnd
from intimate.seasons import end_season
from intimate.victory import leader
from intimate.voting import Asked, Holding, Moment, holding, why_barred

WHY_BARRED = {
    "asked_already": "the player has asked for an end already",
    "asked_in_winter": "the player asked for an end after the autumn or the winter before",
    "voted_in_autumn": "there was a vote after the autumn",
}


def moment_of(duel: Duel) -> tuple[int, Moment] | None:
    """Find the year and the moment at which an end may be asked for now; None at other times.

    The adjustments are over while the auction is awaited or, where there is none, the moves of spring.
    """
    if duel.phase is None:
        return None
    season, year, kind = duel.phase
    if (season, kind) == (Season.AUTUMN, PhaseKind.MOVEMENT):
        return year, Moment.SPRING
    if kind is PhaseKind.ADJUSTMENTS:
        return year, Moment.AUTUMN
    begins_year = kind is PhaseKind.AUCTION or (
        (season, kind) == (Season.SPRING, PhaseKind.MOVEMENT) and not duel.for_hire
    )
    return (year - 1, Moment.WINTER) if begins_year and year > FIRST_YEAR else None


def _holding(duel: Duel, player: Player) -> Holding:
    return holding(duel.position, duel.homes[player])


def ask(duel: Duel, player: Player) -> Duel:
    """Ask for an end; without anybody who could vote on it, it is agreed."""
    if duel.rules.early_end is EarlyEnd.NONE:
        raise EventError("no_early_end", "event", "this duel is not ended early")
    now = moment_of(duel)
    if now is None or player not in duel.homes:
        raise EventError("not_the_moment", "event", "an end is asked for after retreats or adjustments")
    if not _holding(duel, player).may_ask:
        raise EventError("no_centre", "event", "the player holds no centre")
    barred = why_barred(duel.ends_asked, player, *now)
    if barred:
        raise EventError(barred, "event", WHY_BARRED[barred])
    if duel.end_asked is not None:
        raise EventError("asked_already", "event", "an end has been asked for, and not been answered")
    year, moment = now
    recent = tuple(asked for asked in duel.ends_asked if asked.year >= year - 1)
    duel = replace(duel, end_asked=player, ends_asked=(*recent, Asked(player, year, moment)))
    return duel if _holding(duel, player.opponent).may_vote else _end(duel)


def _check_answer(duel: Duel, player: Player) -> None:
    if duel.end_asked is not player.opponent:
        raise EventError("no_request", "event", "there is no request for an end to answer")


def veto(duel: Duel, player: Player) -> Duel:
    """Refuse in public that it comes to a vote."""
    _check_answer(duel, player)
    if not _holding(duel, player).may_veto:
        raise EventError("no_veto", "event", "the player has neither a home centre nor a centre and a unit")
    *before, vetoed = duel.ends_asked
    return replace(duel, end_asked=None, ends_asked=(*before, replace(vetoed, voted=False)))


def vote_down(duel: Duel, player: Player | None) -> Duel:
    """Vote against the end; player: none in a record, which does not say who did."""
    if duel.end_asked is None:
        raise EventError("no_request", "event", "there is no request for an end to vote on")
    if player is not None:
        _check_answer(duel, player)
    return replace(duel, end_asked=None)


def agree(duel: Duel, player: Player) -> Duel:
    """Vote for the end, which the one who asked has done: it is agreed."""
    _check_answer(duel, player)
    return _end(duel)


def _end(duel: Duel) -> Duel:
    """End the duel at once; after the spring, after an autumn in which all units hold, and its tests."""
    assert duel.phase is not None  # noqa: S101  # an end is agreed in running duels only
    if duel.kind is PhaseKind.MOVEMENT and duel.phase.season is Season.AUTUMN:
        held, _ = duel.game.resolve({})
        autumn, _ = held.resolve({})
        duel = end_season(duel, replace(duel, position=autumn.position))
    if duel.result is None:
        duel = duel.ended(leader({player: duel.centres(player) for player in Player}), Ending.ENDED_EARLY)
    return duel
