"""What players do besides their entries: draws, stalemates and concessions; arriving, time off, pauses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, or_, select

from adjudicator import Phase
from clocks.running import (
    come_back,
    grant,
    hand_in,
    may_be_granted,
    may_take_time_off,
    pause,
    resume,
    take_time_off,
)
from clocks.times import Times
from intimate.chapter import Chapter
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, UNDOING, Event, EventKind, as_recorded, happen
from intimate.players import Player
from models import StoredChapter, StoredDuel
from services.duels.access import LockedDuel, note_arrival
from services.duels.notifications import notify_of_clock_act
from services.duels.refusals import DuelRefusal, DuelRefused
from services.duels.resolving import resolve_if_due, store_chapter
from services.duels.time_off import begin_time_off

MOST_ACTS = 6
"""REPEATABLE acts of a player per phase: enough to change their mind, too few to flood the record."""
REPEATABLE = frozenset(
    {
        EventKind.DRAW_OFFERED,
        EventKind.DRAW_DECLINED,
        EventKind.DRAW_WITHDRAWN,
        EventKind.STALEMATE_CLAIMED,
        EventKind.STALEMATE_WITHDRAWN,
    }
)
UNANSWERED = frozenset({EventKind.DRAW_OFFERED, EventKind.END_ASKED})
"""Offers that the site's own opponent does not answer, so that nobody can make them there."""


def may_be_done(stored: StoredDuel, kind: EventKind) -> bool:
    """Tell whether the players of this duel can ever cause an event, even if not now."""
    return kind in BY_PLAYERS and not (kind in UNANSWERED and stored.is_against_level)


def store_event(locked: LockedDuel, kind: EventKind, phase: Phase | None, now: datetime) -> None:
    """Let a player concede, offer or claim an end, answer the other's offer, or take theirs back.

    phase: the phase that the player saw awaited. An offer or a claim that already holds makes no second
    chapter. Raises EventError if it is not possible, DuelRefused if another phase is awaited by now or the
    player has done too much in this one.
    """
    if locked.stored.phase is not None and (locked.stored.phase != phase or locked.is_due(now)):
        raise DuelRefused(DuelRefusal.DUEL_MOVED_ON)
    if not may_be_done(locked.stored, kind):
        code = "in_practice" if kind in BY_PLAYERS else "not_by_players"
        raise EventError(code, "event", "the players of this duel cannot cause this event")
    event = Event(kind, locked.player)
    after = happen(locked.duel, event)
    if after == locked.duel:
        return
    if kind in REPEATABLE and _acts(locked) >= MOST_ACTS:
        raise DuelRefused(DuelRefusal.TOO_MANY_ACTS)
    store_chapter(locked, Chapter(after, event=as_recorded(event)), {}, now)


def _acts(locked: LockedDuel) -> int:
    """Count the player's acts since the last phase was resolved."""
    of_duel = StoredChapter.duel_id == locked.stored.id
    begins = or_(StoredChapter.phase.is_not(None), StoredChapter.event.in_(UNDOING))
    last = select(func.max(StoredChapter.ordinal)).where(of_duel, begins)
    since = StoredChapter.ordinal > func.coalesce(last.scalar_subquery(), -1)
    query = select(func.count()).where(of_duel, since, StoredChapter.player == locked.player)
    return locked.session.scalar(query) or 0


class ClockAct(StrEnum):
    """What a player can do about the clocks of a duel."""

    COME = "come"
    TAKE_TIME_OFF = "take_leave"
    COME_BACK = "come_back"
    OFFER_PAUSE = "offer_pause"
    REFUSE_PAUSE = "refuse_pause"
    RESUME = "resume"
    GRANT = "grant"


def possible_acts(
    stored: StoredDuel, player: Player, *, ready: frozenset[Player], now: datetime
) -> set[ClockAct]:
    """Return what a player can do about the clocks; ready: the players who have handed in."""
    if stored.phase is None or stored.clock.unlimited:
        return set()
    times, opponent = stored.times, player.opponent
    if times.opens_until is not None:
        return set() if player in times.here else {ClockAct.COME}
    if times.pause:
        return set() if times.pause.by_arbiter else {ClockAct.RESUME}
    thinks = player not in ready and not times.is_out(player, now)
    possible = {
        ClockAct.TAKE_TIME_OFF: thinks and may_take_time_off(times, player),
        ClockAct.COME_BACK: player in times.away,
        ClockAct.OFFER_PAUSE: times.pause_offer is not player,
        ClockAct.REFUSE_PAUSE: times.pause_offer is not None,
        ClockAct.GRANT: opponent not in ready
        and not times.is_out(opponent, now)
        and may_be_granted(stored.clock, times, opponent),
    }
    return {act for act, is_possible in possible.items() if is_possible}


def store_clock_act(locked: LockedDuel, act: ClockAct, phase: Phase, now: datetime) -> None:
    """Store what a player does about the clocks.

    phase: the phase that the player saw awaited. Raises DuelRefused if another one is awaited by now, or if
    the act is not possible.
    """
    stored, player = locked.stored, locked.player
    if player is None:
        raise ValueError("only a player can act about the clocks")
    if resolve_if_due(locked, now) or stored.phase != phase:
        raise DuelRefused(DuelRefusal.DUEL_MOVED_ON)
    ready = frozenset(each for each in Player if locked.is_ready(each))
    if act not in possible_acts(stored, player, ready=ready, now=now):
        raise DuelRefused(DuelRefusal.CLOCKS_CHANGED)
    stored.times = STEPS[act](stored, player, now)
    if act is ClockAct.RESUME:
        begin_time_off(locked, now)
    for each in ready if act is ClockAct.COME else ():
        stored.times = hand_in(stored.clock, stored.times, each, now)
    locked.session.flush()
    is_agreed = act is ClockAct.OFFER_PAUSE and stored.times.pause is not None
    notify_of_clock_act(locked, "pause_begun" if is_agreed else NOTIFIED_AS.get(act, ""), now)


def _come(stored: StoredDuel, player: Player, now: datetime) -> Times:
    note_arrival(stored, player, now)
    return stored.times


def _take_time_off(stored: StoredDuel, player: Player, now: datetime) -> Times:
    return take_time_off(stored.clock, stored.times, player, now)


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
    return grant(stored.clock, stored.times, player.opponent, stored.phase_length)


NOTIFIED_AS = {
    ClockAct.OFFER_PAUSE: "pause_offered",
    ClockAct.RESUME: "pause_over",
    ClockAct.GRANT: "time_given",
}
STEPS: Mapping[ClockAct, Callable[[StoredDuel, Player, datetime], Times]] = {
    ClockAct.COME: _come,
    ClockAct.TAKE_TIME_OFF: _take_time_off,
    ClockAct.COME_BACK: _come_back,
    ClockAct.OFFER_PAUSE: _offer_pause,
    ClockAct.REFUSE_PAUSE: _refuse_pause,
    ClockAct.RESUME: _resume,
    ClockAct.GRANT: _grant,
}
