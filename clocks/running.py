"""How the time of a duel runs: counting time without days of rest, and the steps between states.

Lengths are elapsed time. Only deadlines at an hour of the day go by local time, so that a day with a change
to or from summer time counts as one day.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clocks.terms import DAY, Clock, zone_of
from clocks.times import Away, Pause, Times
from intimate.players import Player

WHOLE_DAY, HALF_A_DAY = timedelta(days=1), timedelta(hours=12)
NOTHING = timedelta()


def advance(clock: Clock, start: datetime, length: timedelta) -> datetime:
    """Return the end of a length of time that begins at `start`; days of rest do not count."""
    if not clock.rest_days:
        return start + length
    rest, work = _rest(clock, start)
    while start >= rest or length > rest - start:
        length -= max(NOTHING, rest - start)
        start = work
        rest, work = _rest(clock, start)
    return start + length


def counted(clock: Clock, start: datetime, end: datetime) -> timedelta:
    """Return the time between two instants without days of rest; zero if the end is not later."""
    if not clock.rest_days:
        return max(NOTHING, end - start)
    total = NOTHING
    while start < end:
        rest, work = _rest(clock, start)
        total += max(NOTHING, min(rest, end) - start)
        start = work
    return total


def phase_end(clock: Clock, start: datetime, length: timedelta) -> datetime:
    """Return the deadline of a phase; with an hour of the day, the one nearest to the phase's length."""
    if clock.ends_at is None:
        return advance(clock, start, length)
    return nearest_hour(clock, start, max(length - HALF_A_DAY, length / 2))


def nearest_hour(clock: Clock, start: datetime, least: timedelta) -> datetime:
    """Return the first instant at the clock's hour of the day that leaves at least a given local time.

    If summer time skips that hour, it is an hour later; if it repeats it, the first one counts.
    """
    zone = zone_of(clock.zone)
    wall = start.astimezone(zone).replace(tzinfo=None)
    hour = timedelta(minutes=clock.ends_at or 0)
    day = wall.date()
    while True:
        end = _midnight(day) + hour
        if _on_the_wall(clock, wall, end) >= least and end > wall and not _rests(clock, day):
            return end.replace(tzinfo=zone).astimezone(UTC)
        day += WHOLE_DAY


def _on_the_wall(clock: Clock, start: datetime, end: datetime) -> timedelta:
    """The difference of two local times, without days of rest."""
    if not clock.rest_days or end <= start:
        return end - start
    days = (start.date() + WHOLE_DAY * number for number in range((end.date() - start.date()).days + 1))
    total = NOTHING
    for day in days:
        if not _rests(clock, day):
            total += min(end, _midnight(day) + WHOLE_DAY) - max(start, _midnight(day))
    return total


def _rests(clock: Clock, day: date) -> bool:
    return day.weekday() in clock.rest_days


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def _rest(clock: Clock, at: datetime) -> tuple[datetime, datetime]:
    """The beginning and the end of the present or next days of rest."""
    zone = zone_of(clock.zone)
    day = at.astimezone(zone).date()
    while not _rests(clock, day):
        day += WHOLE_DAY
    last = day
    while _rests(clock, last):
        last += WHOLE_DAY
    return _instant(day, zone), _instant(last, zone)


def _instant(day: date, zone: ZoneInfo) -> datetime:
    return _midnight(day).replace(tzinfo=zone).astimezone(UTC)


OPEN_FOR = timedelta(minutes=15)
"""A live duel lapses unless both players come within this time."""
MOST_TIME_OFF = timedelta(days=14)
LONGEST_PAUSE, LONGEST_LIVE_PAUSE = timedelta(days=30), timedelta(hours=1)


def open_doors(clock: Clock, now: datetime) -> Times:
    """Return the time of a new duel: a live one waits for both players to come."""
    return Times(opens_until=now + OPEN_FOR) if clock.is_live else Times()


def arrive(
    clock: Clock, times: Times, player: Player, length: timedelta, awaited: Collection[Player], now: datetime
) -> Times:
    """Note that a player has come; once both have, the first phase begins. length: of that phase."""
    if times.opens_until is None:
        return times
    times = replace(times, here=times.here | {player})
    if len(times.here) < len(Player):
        return times
    return begin_phase(clock, replace(times, opens_until=None), length, awaited, now)


def begin_phase(
    clock: Clock, times: Times, length: timedelta, awaited: Collection[Player], now: datetime
) -> Times:
    """Start the time of the awaited players. length: of the phase; it is added to their banks, if any."""
    if times.opens_until is not None:
        return times
    over_at = now + timedelta(seconds=clock.limit) if clock.limit else None
    times = replace(times, began=now, over_at=times.over_at or over_at)
    if clock.unlimited:
        return replace(times, due={})
    if not clock.has_banks:
        return replace(times, due=dict.fromkeys(awaited, phase_end(clock, now, length)))
    cap, first = timedelta(seconds=clock.cap), timedelta(seconds=clock.bank)
    banks = {player: times.banks.get(player, first) for player in Player}
    banks |= {player: min(cap, banks[player] + length) for player in awaited}
    return replace(times, due={player: advance(clock, now, banks[player]) for player in awaited}, banks=banks)


def hand_in(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Stop the bank of a player who is ready, and end their time off; a deadline stays."""
    times = come_back(clock, times, player, now)
    if not clock.has_banks or player not in times.due:
        return times
    left = counted(clock, _standing(times, now), times.due[player])
    due = {other: at for other, at in times.due.items() if other is not player}
    return replace(times, due=due, banks={**times.banks, player: left})


def take_back(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Restart the bank of a player who is not ready any more."""
    if not clock.has_banks or player in times.due or times.began is None:
        return times
    at = advance(clock, _standing(times, now), times.banks[player])
    return replace(times, due={**times.due, player: at})


def _standing(times: Times, now: datetime) -> datetime:
    """Return now, or during a pause the instant at which it began."""
    return times.pause.since if times.pause else now


def end_phase(
    clock: Clock, times: Times, awaited: Collection[Player], missing: Collection[Player], now: datetime
) -> Times:
    """Stop all time at the end of a phase, count misses, and add the time off earned.

    missing: the awaited players who have stored nothing.
    """
    if times.pause:
        times = resume(clock, times, now)
    for player in awaited:
        times = hand_in(clock, times, player, now)
    counts = {player: times.misses.get(player, 0) + 1 if player in missing else 0 for player in awaited}
    time_off = {player: _time_off_after(clock, times, player, now) for player in Player}
    return replace(
        times,
        began=None,
        due={},
        misses={**times.misses, **counts},
        time_off=time_off,
        pause_offer=None,
        granted=frozenset(),
    )


def _time_off_after(clock: Clock, times: Times, player: Player, now: datetime) -> timedelta:
    """The time off that a player has after a phase, with what the phase has earned."""
    played = max(NOTHING, now - times.began) if times.began else NOTHING
    gained = played * clock.time_off / DAY
    return min(MOST_TIME_OFF, times.time_off.get(player, NOTHING) + gained)


def absentees(clock: Clock, times: Times) -> frozenset[Player]:
    """List the players who lose because they stored nothing in too many phases in a row."""
    return frozenset(player for player, misses in times.misses.items() if misses >= clock.misses)


def take_time_off(
    clock: Clock, times: Times, player: Player, now: datetime, latest: datetime | None = None
) -> Times:
    """Stop the time of a player until their time off is used up; their time to play is kept.

    latest: the instant at which the time off ends, even if some is left.
    """
    # Days of rest do not use up time off.
    until = advance(clock, now, times.time_off[player])
    if latest is not None:
        until = min(until, latest)
    away = Away(now, until, counted(clock, now, times.due[player]))
    due = {**times.due, player: advance(clock, until, away.left)}
    return replace(times, due=due, away={**times.away, player: away})


def may_take_time_off(times: Times, player: Player) -> bool:
    """Tell whether a player has time off, and running time to stop."""
    has_time_off = times.time_off.get(player, NOTHING) > NOTHING
    return has_time_off and player in times.due and player not in times.away and times.pause is None


def come_back(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """End the time off of a player and restore the time to play that they had left.

    If that is less than a quarter of a short phase, unused time off makes up the difference.
    """
    away = times.away.get(player)
    if away is None:
        return times
    back = min(now, away.until)
    unused = max(NOTHING, times.time_off[player] - counted(clock, away.since, back))
    extra = min(unused, max(NOTHING, _notice(clock) - away.left))
    others = {other: each for other, each in times.away.items() if other is not player}
    stood_still = NOTHING if others else back - away.since
    return replace(
        times,
        began=times.began + stood_still if times.began else None,
        due={**times.due, player: advance(clock, back, away.left + extra)},
        time_off={**times.time_off, player: unused - extra},
        away=others,
    )


def pause(clock: Clock, times: Times, now: datetime) -> Times:
    """Stop all time, as both agreed: for a month at most, in a live duel for an hour."""
    for player in Player:
        times = come_back(clock, times, player, now)
    until = now + (LONGEST_LIVE_PAUSE if clock.is_live else LONGEST_PAUSE)
    return replace(times, pause=Pause(now, until), pause_offer=None)


def resume(clock: Clock, times: Times, now: datetime) -> Times:
    """Restart time after a pause; each player has at least a quarter of a short phase."""
    if times.pause is None:
        return times
    since, at, least = times.pause.since, min(now, times.pause.until), _notice(clock)
    left = {player: max(least, counted(clock, since, due)) for player, due in times.due.items()}
    due = {player: advance(clock, at, each) for player, each in left.items()}
    paused = at - since
    began = times.began + paused if times.began else None
    return replace(times, due=due, began=began, pause=None, over_at=_put_off(times, paused))


def _put_off(times: Times, length: timedelta) -> datetime | None:
    """Return the end of the agreed time of the whole duel, moved later by a length."""
    return times.over_at + length if times.over_at else None


def _notice(clock: Clock) -> timedelta:
    """Return the least time that players have after time off or a pause."""
    return timedelta(seconds=clock.shorts) / 4


def may_be_granted(clock: Clock, times: Times, player: Player) -> bool:
    """Tell whether a player may be given more time: once in a phase, after a miss."""
    missed = times.misses.get(player, 0) > 0
    is_on_the_clock = player in times.due and player not in times.away and times.pause is None
    return clock.grants and missed and is_on_the_clock and player not in times.granted


def grant(clock: Clock, times: Times, player: Player, length: timedelta) -> Times:
    """Give a player the length of the phase once more."""
    due = {**times.due, player: phase_end(clock, times.due[player], length)}
    return replace(times, due=due, granted=times.granted | {player})


def give_back(clock: Clock, times: Times, since: datetime, until: datetime) -> Times:
    """Give the players back the time of an outage, when nobody could play."""
    length = until - since
    if times.opens_until:
        return replace(times, opens_until=times.opens_until + length)
    if times.pause:
        return replace(times, pause=replace(times.pause, until=times.pause.until + length))
    lost = counted(clock, since, until)
    return replace(
        times,
        began=times.began + length if times.began else None,
        over_at=_put_off(times, length),
        due={player: advance(clock, due, lost) for player, due in times.due.items()},
        away={player: _later(clock, away, lost) for player, away in times.away.items()},
    )


def _later(clock: Clock, away: Away, length: timedelta) -> Away:
    since, until = (advance(clock, instant, length) for instant in (away.since, away.until))
    return Away(since, until, away.left)


LONGEST_BY_ARBITER = timedelta(days=14)
"""The longest pause that an arbiter orders."""


def may_be_extended(times: Times) -> bool:
    """Tell whether any time runs or is paused, so that it can be extended."""
    return bool(times.due) or times.opens_until is not None


def extend(clock: Clock, times: Times, length: timedelta, now: datetime) -> Times:
    """Add a length to each player's running or paused time, and to the agreed time of the whole duel.

    A player who is out of time gets the length from now on. In a live duel that has not begun, the players
    have longer to come.
    """
    if times.opens_until is not None:
        return replace(times, opens_until=times.opens_until + length)
    since = times.pause.since if times.pause else now
    due = {player: advance(clock, max(at, since), length) for player, at in times.due.items()}
    away = {player: replace(each, left=each.left + length) for player, each in times.away.items()}
    return replace(times, due=due, away=away, over_at=_put_off(times, length))


def pause_until(clock: Clock, times: Times, until: datetime, now: datetime) -> Times:
    """Stop all time until an instant at the latest; a present pause is extended or cut to it."""
    if times.pause:
        return replace(times, pause=Pause(times.pause.since, until, by_arbiter=True), pause_offer=None)
    for player in Player:
        times = come_back(clock, times, player, now)
    return replace(times, pause=Pause(now, until, by_arbiter=True), pause_offer=None)


def begin_anew(
    clock: Clock, times: Times, length: timedelta, awaited: Collection[Player], now: datetime
) -> Times:
    """Restart a phase with its whole length, banks at least as full as at first, and no misses.

    Earned time off stays. A pause ends, and so does time off that is being taken.
    """
    if times.opens_until is not None:
        return times
    for player in Player:
        times = come_back(clock, times, player, now)
    first = timedelta(seconds=clock.bank)
    banks = {player: max(left, first) for player, left in times.banks.items()}
    fresh = Times(
        banks=banks,
        time_off=times.time_off,
        here=times.here,
        begun_anew=times.begun_anew + 1,
        over_at=times.over_at,
    )
    return begin_phase(clock, fresh, length, awaited, now)
