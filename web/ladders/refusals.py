"""Why something asked of a ladder cannot be done, in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from services.ladders import challenging, joining, leave, places
from services.ladders.ladders import LadderClosed, LadderRefused
from web.frame.translation import gettext, ngettext
from web.words.times import relative


def why_not(error: LadderRefused) -> str:
    """Say why, and what to do."""
    return REASONS[type(error)](error)


def _too_many_days(error: Any) -> str:  # noqa: ANN401 -- each error has its values
    if not error.left:
        return gettext("No leave is left this year. Your year begins with your first day of leave.")
    return ngettext(
        "Only %(num)d day of leave is left this year. Take fewer.",
        "Only %(num)d days of leave are left this year. Take fewer.",
        error.left,
    )


REASONS: Mapping[type[LadderRefused], Callable[[Any], str]] = {
    LadderClosed: lambda _: gettext("This ladder is closed: nothing moves on it any more."),
    places.NotOnLadder: lambda _: gettext("You have no place on this ladder. Join it first."),
    joining.NotForYou: lambda error: (
        gettext("This ladder is for programs.")
        if error.for_programs
        else gettext("This ladder is for people.")
    ),
    challenging.NotYetOnLadder: lambda _: gettext("You have no place on this ladder. Join it first."),
    challenging.TheyLeft: lambda _: gettext("This player has left the ladder. Challenge somebody else."),
    challenging.OutOfReach: lambda _: gettext(
        "Places have changed: this player is out of your reach now. Look at the ladder as it stands."
    ),
    challenging.YouAreAway: lambda _: gettext("You are on leave. End it before you challenge somebody."),
    challenging.TheyAreAway: lambda _: gettext("This player is on leave. Challenge somebody else."),
    challenging.AlreadyChallenging: lambda _: gettext(
        "You have made a challenge already. The next one can be made when that one is over."
    ),
    challenging.AlreadyChallenged: lambda _: gettext(
        "Somebody was faster: this player is challenged already. Challenge somebody else."
    ),
    challenging.TooSoon: lambda error: gettext(
        "You challenged this player not long ago. You may again %(time)s.", time=relative(error.after)
    ),
    challenging.UnknownLadderChallenge: lambda _: gettext("This challenge is not yours to answer."),
    challenging.Settled: lambda _: gettext(
        "This challenge does not wait any more: it was settled meanwhile."
    ),
    leave.ChallengeUnanswered: lambda _: gettext(
        "A challenge waits for its answer. Answer or withdraw it before you go on leave."
    ),
    leave.TooManyDays: _too_many_days,
}
