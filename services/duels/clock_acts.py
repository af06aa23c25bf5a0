"""Acts about the time of a duel: to come, to take leave, to pause, to give the other one more time."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from adjudicator import Phase
from clocks.running import (
    come_back,
    go_on_leave,
    grant,
    hand_in,
    may_be_granted,
    may_go_on_leave,
    pause,
    resume,
)
from clocks.times import Times
from intimate.players import Player
from models import StoredDuel
from services.duels.arriving import note_arrival
from services.duels.events import ChangedMeanwhile
from services.duels.resolving import resolve_if_due
from services.duels.tables import Seat
from services.telling.duels import tell_of_time


class ClockAct(StrEnum):
    """What a player can do about the time of a duel."""

    COME = "come"
    TAKE_LEAVE = "take_leave"
    COME_BACK = "come_back"
    OFFER_PAUSE = "offer_pause"
    REFUSE_PAUSE = "refuse_pause"
    RESUME = "resume"
    GRANT = "grant"


class ClockActRefused(Exception):
    """This cannot be done now."""


def possible_acts(
    stored: StoredDuel, player: Player, *, ready: frozenset[Player], now: datetime
) -> set[ClockAct]:
    """Return what a player can do about the time; ready: the players who have handed in."""
    if stored.phase is None or stored.clock.unlimited:
        return set()
    times, opponent = stored.times, player.opponent
    if times.opens_until is not None:
        return set() if player in times.here else {ClockAct.COME}
    if times.pause:
        return set() if times.pause.by_arbiter else {ClockAct.RESUME}
    thinks = player not in ready and not times.is_out(player, now)
    possible = {
        ClockAct.TAKE_LEAVE: thinks and may_go_on_leave(times, player),
        ClockAct.COME_BACK: player in times.away,
        ClockAct.OFFER_PAUSE: times.pause_offer is not player,
        ClockAct.REFUSE_PAUSE: times.pause_offer is not None,
        ClockAct.GRANT: opponent not in ready
        and not times.is_out(opponent, now)
        and may_be_granted(stored.clock, times, opponent),
    }
    return {act for act, is_possible in possible.items() if is_possible}


def store_clock_act(seat: Seat, act: ClockAct, phase: Phase, now: datetime) -> None:
    """Let a player do something about the time.

    phase: the phase that the player saw awaited. Raises ChangedMeanwhile when another one is awaited by
    now, ClockActRefused when it cannot be done.
    """
    stored, player = seat.stored, seat.player
    if player is None:
        raise ValueError("the clock does nothing by itself here")
    if resolve_if_due(seat, now) or stored.phase != phase:
        raise ChangedMeanwhile
    ready = frozenset(each for each in Player if seat.is_ready(each))
    if act not in possible_acts(stored, player, ready=ready, now=now):
        raise ClockActRefused
    stored.times = STEPS[act](stored, player, now)
    for each in ready if act is ClockAct.COME else ():
        stored.times = hand_in(stored.clock, stored.times, each, now)
    seat.session.flush()
    is_agreed = act is ClockAct.OFFER_PAUSE and stored.times.pause is not None
    tell_of_time(seat, "pause_begun" if is_agreed else TOLD_AS.get(act, ""), now)


def _come(stored: StoredDuel, player: Player, now: datetime) -> Times:
    note_arrival(stored, player, now)
    return stored.times


def _take_leave(stored: StoredDuel, player: Player, now: datetime) -> Times:
    return go_on_leave(stored.clock, stored.times, player, now)


def _come_back(stored: StoredDuel, player: Player, now: datetime) -> Times:
    return come_back(stored.clock, stored.times, player, now)


def _offer_pause(stored: StoredDuel, player: Player, now: datetime) -> Times:
    """Offer a pause, or agree to the opponent's offer."""
    if stored.times.pause_offer is player.opponent:
        return pause(stored.clock, stored.times, now)
    return replace(stored.times, pause_offer=player)


def _refuse_pause(stored: StoredDuel, _: Player, __: datetime) -> Times:
    """Decline the opponent's offer, or withdraw one's own."""
    return replace(stored.times, pause_offer=None)


def _resume(stored: StoredDuel, _: Player, now: datetime) -> Times:
    return resume(stored.clock, stored.times, now)


def _grant(stored: StoredDuel, player: Player, _: datetime) -> Times:
    assert stored.phase is not None  # noqa: S101  # looked at before
    return grant(stored.clock, stored.times, player.opponent, stored.phase.kind)


TOLD_AS = {
    ClockAct.OFFER_PAUSE: "pause_offered",
    ClockAct.RESUME: "pause_over",
    ClockAct.GRANT: "time_given",
}
STEPS: Mapping[ClockAct, Callable[[StoredDuel, Player, datetime], Times]] = {
    ClockAct.COME: _come,
    ClockAct.TAKE_LEAVE: _take_leave,
    ClockAct.COME_BACK: _come_back,
    ClockAct.OFFER_PAUSE: _offer_pause,
    ClockAct.REFUSE_PAUSE: _refuse_pause,
    ClockAct.RESUME: _resume,
    ClockAct.GRANT: _grant,
}
