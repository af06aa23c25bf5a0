"""Clocks in the reader's language."""

from collections.abc import Mapping

from clocks.terms import Clock
from web.frame.translation import gettext, ngettext
from web.words.times import duration


def clock_names() -> Mapping[str, str]:
    """The names of the clocks that need no thought."""
    return {
        "blitz": gettext("Blitz"),
        "live": gettext("Live"),
        "live_bank": gettext("Live, with banks"),
        "day": gettext("A day"),
        "two_days": gettext("Two days"),
        "week": gettext("A week"),
        "days_bank": gettext("By days, with banks"),
    }


def clock_summary(clock: Clock) -> str:
    """The times of a clock in one line."""
    if clock.unlimited:
        return gettext("No time limit")
    if clock.has_banks:
        return gettext(
            "%(bank)s in the bank, and %(time)s more in each phase",
            bank=duration(clock.bank),
            time=_times(clock),
        )
    return gettext("%(time)s per phase", time=_times(clock))


def _times(clock: Clock) -> str:
    parts = [duration(clock.moves)]
    if clock.auctions != clock.moves:
        parts.append(gettext("%(time)s for auctions", time=duration(clock.auctions)))
    if clock.shorts != clock.moves:
        parts.append(gettext("%(time)s for retreats and builds", time=duration(clock.shorts)))
    if len(parts) == 1:
        return parts[0]
    others = gettext("; ").join(parts[1:])
    return gettext("%(time)s (%(others)s)", time=parts[0], others=others)


def clock_in_words(clock: Clock) -> list[str]:
    """All that a clock means, in sentences."""
    if clock.unlimited:
        return [gettext("A phase ends when both are ready, whenever that is.")]
    said = [gettext("A phase ends at once when both are ready. What is stored when the time is up counts.")]
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
        said.append(gettext("The duel begins once both players have said that they are here."))
    said.append(
        ngettext(
            "Whoever stores nothing in a phase that awaits them loses the duel; if neither stores "
            "anything, it is drawn.",
            "Whoever stores nothing in %(num)d phases in a row that await them loses the duel; if both "
            "do so at once, it is drawn.",
            clock.misses,
        )
    )
    return [*said, *_leave_in_words(clock)]


def _days_in_words(clock: Clock) -> list[str]:
    """What is said of the hour at which phases end, and of weekends."""
    said, zone = [], clock.zone
    if clock.ends_at is not None:
        hour = f"{clock.ends_at // 60:02}:{clock.ends_at % 60:02}"
        words = gettext(
            "Every phase ends at %(hour)s (%(zone)s): at the one nearest to its time.", hour=hour, zone=zone
        )
        said.append(words)
    if not clock.weekends:
        said.append(gettext("No time runs on Saturdays and Sundays (%(zone)s).", zone=zone))
    return said


def _leave_in_words(clock: Clock) -> list[str]:
    """What is said of leave, and of time that is given."""
    said = []
    if clock.leave:
        words = gettext(
            "Each day of play gives each player %(time)s of leave, two weeks at most. It begins by itself "
            "before a duel is lost by absence.",
            time=duration(clock.leave),
        )
        said.append(words)
    if clock.grants:
        said.append(gettext("After a missed phase the other player may give the time of one more."))
    return said
