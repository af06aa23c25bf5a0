"""How the time of a duel runs: steps from one state to the next, each at an instant that is passed in."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from adjudicator import PhaseKind
from clocks.counting import advance, counted, phase_end
from clocks.terms import DAY, Clock
from clocks.times import Leave, Pause, Times
from intimate.players import Player

NOTHING = timedelta()
OPEN_FOR = timedelta(minutes=15)
"""A live duel lapses when not both have come within this time."""
MOST_LEAVE = timedelta(days=14)
LONGEST_PAUSE, LONGEST_LIVE_PAUSE = timedelta(days=30), timedelta(hours=1)


def open_doors(clock: Clock, now: datetime) -> Times:
    """Return the time of a new duel: a live one waits until both have come."""
    return Times(opens_until=now + OPEN_FOR) if clock.is_live else Times()


def arrive(
    clock: Clock, times: Times, player: Player, kind: PhaseKind, awaited: Collection[Player], now: datetime
) -> Times:
    """Note that a player has come; the time of the first phase runs once both have."""
    if times.opens_until is None:
        return times
    times = replace(times, here=times.here | {player})
    if len(times.here) < len(Player):
        return times
    return begin_phase(clock, replace(times, opens_until=None), kind, awaited, now)


def begin_phase(
    clock: Clock, times: Times, kind: PhaseKind, awaited: Collection[Player], now: datetime
) -> Times:
    """Let the time of those who are awaited run; a bank is filled up first."""
    if times.opens_until is not None:
        return times
    length = timedelta(seconds=clock.seconds(kind))
    times = replace(times, began=now)
    if clock.unlimited:
        return replace(times, due={})
    if not clock.has_banks:
        return replace(times, due=dict.fromkeys(awaited, phase_end(clock, now, length)))
    cap, first = timedelta(seconds=clock.cap), timedelta(seconds=clock.bank)
    banks = {player: times.banks.get(player, first) for player in Player}
    banks |= {player: min(cap, banks[player] + length) for player in awaited}
    return replace(times, due={player: advance(clock, now, banks[player]) for player in awaited}, banks=banks)


def hand_in(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Stop the bank of a player who is ready, and end their leave; a deadline stays what it is."""
    times = come_back(clock, times, player, now)
    if not clock.has_banks or player not in times.due:
        return times
    left = counted(clock, _standing(times, now), times.due[player])
    due = {other: at for other, at in times.due.items() if other is not player}
    return replace(times, due=due, banks={**times.banks, player: left})


def take_back(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Let the bank of a player who is not ready any more run again."""
    if not clock.has_banks or player in times.due or times.began is None:
        return times
    at = advance(clock, _standing(times, now), times.banks[player])
    return replace(times, due={**times.due, player: at})


def _standing(times: Times, now: datetime) -> datetime:
    """The instant at which the clocks stand: now, or when they were stopped for a pause."""
    return times.pause.since if times.pause else now


def end_phase(
    clock: Clock, times: Times, awaited: Collection[Player], missing: Collection[Player], now: datetime
) -> Times:
    """Stop all time at the end of a phase, count for whom nothing was stored, and add to the leave.

    missing: those of the awaited players who have stored nothing.
    """
    if times.pause:
        times = resume(clock, times, now)
    for player in awaited:
        times = hand_in(clock, times, player, now)
    counts = {player: times.misses.get(player, 0) + 1 if player in missing else 0 for player in awaited}
    leaves = {player: _leave_after(clock, times, player, now) for player in Player}
    return replace(
        times,
        began=None,
        due={},
        misses={**times.misses, **counts},
        leaves=leaves,
        pause_offer=None,
        granted=frozenset(),
    )


def _leave_after(clock: Clock, times: Times, player: Player, now: datetime) -> timedelta:
    """The leave of a player after a phase, with what the time of play has added."""
    played = max(NOTHING, now - times.began) if times.began else NOTHING
    gained = played * clock.leave / DAY
    return min(MOST_LEAVE, times.leaves.get(player, NOTHING) + gained)


def absentees(clock: Clock, times: Times) -> frozenset[Player]:
    """List the players who have stored nothing so often in a row that the duel is over."""
    return frozenset(player for player, misses in times.misses.items() if misses >= clock.misses)


def go_on_leave(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Stop the time of a player for as long as they have leave; what is left of it is there afterwards."""
    # On weekends that cost no time, leave costs nothing either.
    until = advance(clock, now, times.leaves[player])
    leave = Leave(now, until, counted(clock, now, times.due[player]))
    due = {**times.due, player: advance(clock, until, leave.left)}
    return replace(times, due=due, away={**times.away, player: leave})


def may_go_on_leave(times: Times, player: Player) -> bool:
    """Tell whether a player has leave, and time that could be stopped."""
    has_leave = times.leaves.get(player, NOTHING) > NOTHING
    return has_leave and player in times.due and player not in times.away and times.pause is None


def come_back(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """End the leave of a player: they have the time that they had left, and what they did not take of it.

    Who had less left than a quarter of the time of a short phase gets so much, at the price of leave.
    """
    leave = times.away.get(player)
    if leave is None:
        return times
    back = min(now, leave.until)
    unused = max(NOTHING, times.leaves[player] - counted(clock, leave.since, back))
    extra = min(unused, max(NOTHING, _notice(clock) - leave.left))
    others = {other: each for other, each in times.away.items() if other is not player}
    stood_still = NOTHING if others else back - leave.since
    return replace(
        times,
        began=times.began + stood_still if times.began else None,
        due={**times.due, player: advance(clock, back, leave.left + extra)},
        leaves={**times.leaves, player: unused - extra},
        away=others,
    )


def pause(clock: Clock, times: Times, now: datetime) -> Times:
    """Let all time stand still, as both agreed; for a month at most, in a live duel for an hour."""
    for player in Player:
        times = come_back(clock, times, player, now)
    until = now + (LONGEST_LIVE_PAUSE if clock.is_live else LONGEST_PAUSE)
    return replace(times, pause=Pause(now, until), pause_offer=None)


def resume(clock: Clock, times: Times, now: datetime) -> Times:
    """Let time run on after a pause; everybody has a quarter of the time of a short phase at least."""
    if times.pause is None:
        return times
    since, at, least = times.pause.since, min(now, times.pause.until), _notice(clock)
    left = {player: max(least, counted(clock, since, due)) for player, due in times.due.items()}
    due = {player: advance(clock, at, each) for player, each in left.items()}
    began = times.began + (at - since) if times.began else None
    return replace(times, due=due, began=began, pause=None)


def _notice(clock: Clock) -> timedelta:
    """The least time for which somebody who comes back can count on it."""
    return timedelta(seconds=clock.shorts) / 4


def may_be_granted(clock: Clock, times: Times, player: Player) -> bool:
    """Tell whether a player may be given more time: once in a phase, after a miss."""
    missed = times.misses.get(player, 0) > 0
    is_on_the_clock = player in times.due and player not in times.away and times.pause is None
    return clock.grants and missed and is_on_the_clock and player not in times.granted


def grant(clock: Clock, times: Times, player: Player, kind: PhaseKind) -> Times:
    """Give a player the time of a phase once more."""
    length = timedelta(seconds=clock.seconds(kind))
    due = {**times.due, player: phase_end(clock, times.due[player], length)}
    return replace(times, due=due, granted=times.granted | {player})


def give_back(clock: Clock, times: Times, since: datetime, until: datetime) -> Times:
    """Give back a time during which nobody could play."""
    length = until - since
    if times.opens_until:
        return replace(times, opens_until=times.opens_until + length)
    if times.pause:
        return replace(times, pause=replace(times.pause, until=times.pause.until + length))
    lost = counted(clock, since, until)
    return replace(
        times,
        began=times.began + length if times.began else None,
        due={player: advance(clock, due, lost) for player, due in times.due.items()},
        away={player: _later(clock, leave, lost) for player, leave in times.away.items()},
    )


def _later(clock: Clock, leave: Leave, length: timedelta) -> Leave:
    since, until = (advance(clock, instant, length) for instant in (leave.since, leave.until))
    return Leave(since, until, leave.left)
