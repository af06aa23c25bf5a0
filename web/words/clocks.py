"""Clocks in the viewer's language, and sentences about pauses, time off and missed phases."""

from collections.abc import Callable, Mapping, Sequence

from clocks.running import MOST_TIME_OFF
from clocks.terms import Clock
from clocks.times import Pause
from intimate.players import Player
from intimate.rules import LimitCounts
from models import StoredDuel
from web.core.session import now
from web.core.translation import gettext, ngettext
from web.words.times import duration, exact, hour_alone, listed, weekdays


def clock_names() -> Mapping[str, str]:
    """The names of the ready-made clocks."""
    return {
        "blitz": gettext("Blitz"),
        "live": gettext("Live"),
        "live_bank": gettext("Live with banks"),
        "day": gettext("A day"),
        "two_days": gettext("Two days"),
        "week": gettext("A week"),
        "days_bank": gettext("By days with banks"),
    }


def clock_summary(clock: Clock) -> str:
    """The times of a clock in one line, with its days of rest."""
    if clock.unlimited:
        return gettext("No time limit")
    if clock.rest_days:
        return gettext("%(clock)s; rest days: %(days)s", clock=_lengths(clock), days=_rest_days(clock))
    if clock.limit:
        return gettext("%(clock)s; %(time)s in all", clock=_lengths(clock), time=duration(clock.limit))
    return _lengths(clock)


def _rest_days(clock: Clock) -> str:
    names = weekdays()
    return listed(names[day] for day in clock.rest_days)


def _lengths(clock: Clock) -> str:
    if clock.has_banks:
        return gettext(
            "%(bank)s in the bank, and %(time)s more in each phase",
            bank=duration(clock.bank),
            time=_times(clock),
        )
    return gettext("%(time)s per phase", time=_times(clock))


def _times(clock: Clock) -> str:
    parts = [duration(clock.moves)]
    if clock.first:
        parts.append(gettext("%(time)s for the first moves", time=duration(clock.first)))
    if clock.autumns:
        parts.append(gettext("%(time)s for moves in autumn", time=duration(clock.autumns)))
    if clock.auctions != clock.moves:
        parts.append(gettext("%(time)s for auctions", time=duration(clock.auctions)))
    if clock.shorts != clock.moves:
        parts.append(gettext("%(time)s for retreats and builds", time=duration(clock.shorts)))
    if len(parts) == 1:
        return parts[0]
    others = gettext("; ").join(parts[1:])
    return gettext("%(time)s (%(others)s)", time=parts[0], others=others)


def clock_in_words(clock: Clock, counts: str | None = None) -> list[str]:
    """Everything about a clock, in sentences; counts: what wins when its hours are over, usually centres."""
    if clock.unlimited:
        return [gettext("A phase ends when both are ready, whenever that is.")]
    said = [gettext("A phase ends as soon as both are ready. At the deadline, what you saved counts.")]
    if clock.has_banks:
        said.append(
            gettext(
                "Each bank begins with %(bank)s. In each phase that awaits a player their bank gets more, "
                "up to %(cap)s in all, and runs until they are ready.",
                bank=duration(clock.bank),
                cap=duration(clock.cap),
            )
        )
    said += _days_in_words(clock)
    if clock.is_live:
        said.append(gettext("The duel begins once both players are here."))
    if clock.limit:
        said += _limit_in_words(clock, counts)
    said.append(
        ngettext(
            "A player who saves nothing in a phase loses the duel; if neither does, it is drawn.",
            "A player who saves nothing in %(num)d phases in a row loses the duel; if both do so "
            "at once, it is drawn.",
            clock.misses,
        )
    )
    return [*said, *_time_off_in_words(clock)]


def _limit_in_words(clock: Clock, counts: str | None) -> list[str]:
    """Sentences about an end after some hours of play."""
    ends = gettext(
        "%(time)s after its first phase began the duel ends, and the phase of that moment is not resolved. "
        "Pauses do not count.",
        time=duration(clock.limit),
    )
    if counts == LimitCounts.UNITS:
        return [ends, gettext("The home power with more units on the board wins then; equal is a draw.")]
    return [ends, gettext("The home power with more supply centres wins then; equal is a draw.")]


def _days_in_words(clock: Clock) -> list[str]:
    """Sentences about the hour at which phases end, and about days of rest."""
    said, zone = [], clock.zone
    if clock.ends_at is not None:
        hour = f"{clock.ends_at // 60:02}:{clock.ends_at % 60:02}"
        words = gettext(
            "Every phase ends at %(hour)s (%(zone)s): at the one nearest to its time.", hour=hour, zone=zone
        )
        said.append(words)
    if clock.rest_days:
        days = _rest_days(clock)
        said.append(gettext("Rest days, on which no time runs: %(days)s (%(zone)s).", days=days, zone=zone))
    return said


def _time_off_in_words(clock: Clock) -> list[str]:
    """Sentences about time off, and about added time."""
    said = []
    if clock.time_off:
        words = gettext(
            "Each day of play gives each player %(time)s off, %(most)s at most. Time off begins "
            "by itself before a duel is lost by absence.",
            time=duration(clock.time_off),
            most=duration(int(MOST_TIME_OFF.total_seconds())),
        )
        said.append(words)
    if clock.grants:
        said.append(gettext("After a missed phase the other player may give the time of one more."))
    return said


Names = Callable[[], Mapping[Player, str]]
"""Reads the names of both players; called only if a sentence needs them."""


def time_sentences(stored: StoredDuel, viewer: Player | None, names: Names, *, is_out: bool) -> Sequence[str]:
    """Say why the clocks stand still, who is away, and what was offered; is_out: the viewer's time is up."""
    if stored.phase is None:
        return ()
    times, said = stored.times, []
    if stored.stuck_at:
        said.append(
            gettext(
                "This duel is paused by an error: the site could not resolve the phase. The "
                "administrator has been notified. What you saved is kept, and you lose no time."
            )
        )
    if times.opens_until:
        said.append(_of_coming(stored, viewer, names))
    if times.pause:
        said.append(_of_pause(times.pause))
    said += [_of_time_off(stored, viewer, player, names) for player in times.away]
    if times.pause_offer:
        said.append(_of_offer(times.pause_offer, viewer, names))
    for player in sorted(stored.awaited):
        if player is not viewer:
            said += _of_misses_of_another(stored, player, names)
        elif not is_out:
            said += _of_misses(stored, player)
    said += [_of_time_given(player, viewer, names) for player in sorted(times.granted)]
    if is_out and not stored.stuck_at and not times.is_up(now()):
        said.append(gettext("Your time is up. What you had stored counts."))
    return said


def _of_pause(pause: Pause) -> str:
    until = exact(pause.until)
    if pause.by_arbiter:
        return gettext("The duel is paused by the arbiter, until %(moment)s at the latest.", moment=until)
    return gettext("The duel is paused, until %(moment)s at the latest.", moment=until)


def _of_coming(stored: StoredDuel, viewer: Player | None, names: Names) -> str:
    opens_until = stored.times.opens_until
    assert opens_until is not None  # noqa: S101  # asked before
    said = [
        gettext("You are here. Your opponent has not said so yet.")
        if player is viewer
        else gettext("%(name)s is here.", name=names()[player])
        for player in stored.times.here
    ]
    said.append(
        gettext(
            "A live duel begins once both players are here. If one is missing at %(moment)s, it lapses.",
            moment=hour_alone(opens_until),
        )
    )
    return " ".join(said)


def _of_time_off(stored: StoredDuel, viewer: Player | None, player: Player, names: Names) -> str:
    until = exact(stored.times.away[player].until)
    if player is viewer:
        return gettext("You have time off, until %(moment)s at the latest.", moment=until)
    return gettext(
        "%(name)s has time off, until %(moment)s at the latest.", name=names()[player], moment=until
    )


def _of_misses(stored: StoredDuel, viewer: Player) -> Sequence[str]:
    """Warn a player who has missed phases; else return nothing."""
    misses = stored.times.misses.get(viewer, 0)
    if not misses:
        return ()
    missed = ngettext(
        "You saved nothing in your last phase.",
        "You saved nothing in your last %(num)d phases.",
        misses,
    )
    left = stored.clock.misses - misses
    warning = ngettext(
        "If you save nothing in this one, you lose the duel.",
        "If you save nothing in %(num)d more, you lose the duel.",
        left,
    )
    return (f"{missed} {warning}",)


def _of_misses_of_another(stored: StoredDuel, player: Player, names: Names) -> Sequence[str]:
    """Say that the other player has missed phases, which is why they may be given more time."""
    misses = stored.times.misses.get(player, 0)
    if not misses:
        return ()
    name = names()[player]
    missed = ngettext(
        "%(name)s saved nothing in their last phase.",
        "%(name)s saved nothing in their last %(num)d phases.",
        misses,
        name=name,
    )
    warning = ngettext(
        "If nothing comes in this one, %(name)s loses the duel.",
        "If nothing comes in %(num)d more, %(name)s loses the duel.",
        stored.clock.misses - misses,
        name=name,
    )
    return (f"{missed} {warning}",)


def _of_time_given(player: Player, viewer: Player | None, names: Names) -> str:
    """Say who has given a player more time in this phase."""
    giver, name = names()[player.opponent], names()[player]
    if player is viewer:
        return gettext("%(name)s has given you more time in this phase.", name=giver)
    if player.opponent is viewer:
        return gettext("You have given %(name)s more time in this phase.", name=name)
    return gettext("%(giver)s has given %(name)s more time in this phase.", giver=giver, name=name)


def _of_offer(player: Player, viewer: Player | None, names: Names) -> str:
    if player is viewer:
        return gettext("You have offered a pause.")
    return gettext("%(name)s offers a pause.", name=names()[player])
