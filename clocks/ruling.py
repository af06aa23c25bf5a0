"""What an arbiter does to the time of a duel: steps from one state to the next, as in `running.py`."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from adjudicator import PhaseKind
from clocks.counting import advance
from clocks.running import begin_phase, come_back
from clocks.terms import Clock
from clocks.times import Pause, Times
from intimate.players import Player

LONGEST_BY_ARBITER = timedelta(days=14)
"""The longest pause that an arbiter orders."""


def may_be_extended(times: Times) -> bool:
    """Tell whether there is time that runs, or stands still for a while, to add something to."""
    return bool(times.due) or times.opens_until is not None


def extend(clock: Clock, times: Times, length: timedelta, now: datetime) -> Times:
    """Add a length to the time of each player whose time has not been stopped for good.

    Who is out of time has as much from now on. Of a live duel that has not begun, the time to come is longer.
    """
    if times.opens_until is not None:
        return replace(times, opens_until=times.opens_until + length)
    since = times.pause.since if times.pause else now
    due = {player: advance(clock, max(at, since), length) for player, at in times.due.items()}
    away = {player: replace(leave, left=leave.left + length) for player, leave in times.away.items()}
    return replace(times, due=due, away=away)


def pause_until(clock: Clock, times: Times, until: datetime, now: datetime) -> Times:
    """Let all time stand still until an instant at the latest; a pause that is on lasts until then."""
    if times.pause:
        return replace(times, pause=Pause(times.pause.since, until, by_arbiter=True), pause_offer=None)
    for player in Player:
        times = come_back(clock, times, player, now)
    return replace(times, pause=Pause(now, until, by_arbiter=True), pause_offer=None)


def begin_anew(
    clock: Clock, times: Times, kind: PhaseKind, awaited: Collection[Player], now: datetime
) -> Times:
    """Let a phase begin anew with its whole time; banks are as full as at the beginning, misses forgotten.

    Leave that was gained stays; a pause or a leave that was on is over.
    """
    if times.opens_until is not None:
        return times
    for player in Player:
        times = come_back(clock, times, player, now)
    first = timedelta(seconds=clock.bank)
    banks = {player: max(left, first) for player, left in times.banks.items()}
    fresh = Times(banks=banks, leaves=times.leaves, here=times.here, begun_anew=times.begun_anew + 1)
    return begin_phase(clock, fresh, kind, awaited, now)
