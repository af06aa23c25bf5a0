"""Notifications about ladders, and why something cannot be done on one."""

from collections.abc import Callable, Mapping, Sequence

from flask import url_for

from models import LadderChallenge, Message
from services.ladders.refusals import LadderRefusal
from web.core.messages import MessageText
from web.core.session import db
from web.core.translation import gettext, ngettext
from web.words.clocks import clock_summary
from web.words.names import ladder_name, ordinal
from web.words.settings import preset_name
from web.words.times import moment_for, relative


def say_ladder(message: Message) -> MessageText:
    """Write a message: a place is challenged, or the member's place has changed."""
    challenge = db().get_one(LadderChallenge, message.facts["challenge"])
    ladder = challenge.ladder
    address = url_for("ladders.show", token=ladder.token, _external=True)
    words = {"made": _place_challenged, "soon": _answer_due_soon, "moved": _place_changed}
    subject, lines = words[message.facts["what"]](message, challenge)
    named = gettext("Ladder: %(name)s", name=ladder_name(ladder.name))
    return MessageText(subject, (*lines, named), address, gettext("See the ladder"))


def _place_challenged(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
    ladder = challenge.ladder
    subject = gettext(
        "%(name)s challenges you for %(place)s place",
        name=challenge.challenger.name,
        place=ordinal(challenge.challenged_place),
    )
    terms = gettext(
        "Rules: %(rules)s. Time: %(clock)s.",
        rules=preset_name(ladder.preset),
        clock=clock_summary(ladder.clock),
    )
    return subject, (_answer_by(message, challenge), terms)


def _answer_due_soon(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
    subject = gettext("%(name)s waits for your answer on the ladder", name=challenge.challenger.name)
    return subject, (_answer_by(message, challenge),)


def _answer_by(message: Message, challenge: LadderChallenge) -> str:
    return gettext(
        "Answer by %(moment)s. If you do not, they take your place, and you fall by a fifth of the ladder.",
        moment=moment_for(message.user, challenge.answer_by),
    )


def _place_changed(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
    before, after = message.facts["before"], message.facts["after"]
    subject = (
        gettext("You are in %(place)s place now", place=ordinal(after))
        if after < before
        else gettext("You have dropped to %(place)s place", place=ordinal(after))
    )
    is_challenger = message.user_id == challenge.challenger_id
    other = (challenge.challenged if is_challenger else challenge.challenger).name
    return subject, (_why(message.facts["state"], other, is_challenger=is_challenger, rises=after < before),)


def _why(state: str, other: str, *, is_challenger: bool, rises: bool) -> str:
    if rises:
        words = {
            "refused": gettext("%(name)s has refused your challenge.", name=other),
            "unanswered": gettext("%(name)s has not answered your challenge.", name=other),
        }
        return words.get(state, gettext("You have won your duel against %(name)s.", name=other))
    if is_challenger:
        return gettext("You were away too long in your duel against %(name)s.", name=other)
    if state == "unanswered":
        return gettext("You did not answer the challenge of %(name)s.", name=other)
    return gettext("%(name)s has taken your place.", name=other)


WORDS = {"ladder": say_ladder}


def _too_many_days(left: int) -> str:
    if not left:
        return gettext("You have no time off left this year. Your year begins with your first day off.")
    return ngettext(
        "Only %(num)d day off is left this year. Take no more than that.",
        "Only %(num)d days off are left this year. Take no more than that.",
        left,
    )


REFUSALS: Mapping[LadderRefusal, Callable[..., str]] = {
    LadderRefusal.CLOSED: lambda: gettext("This ladder is closed: places no longer change."),
    LadderRefusal.FOR_BOTS: lambda: gettext("This ladder is for bots."),
    LadderRefusal.FOR_PEOPLE: lambda: gettext("This ladder is for people."),
    LadderRefusal.NOT_ON_LADDER: lambda: gettext("You have no place on this ladder. Join it first."),
    LadderRefusal.THEY_LEFT: lambda: gettext("This player has left the ladder. Challenge somebody else."),
    LadderRefusal.OUT_OF_REACH: lambda: gettext(
        "Places have changed: this player is out of your reach now. Look at the ladder as it stands."
    ),
    LadderRefusal.YOU_ARE_AWAY: lambda: gettext("You have time off. End it before you challenge somebody."),
    LadderRefusal.THEY_ARE_AWAY: lambda: gettext("This player has time off. Challenge somebody else."),
    LadderRefusal.CHALLENGING_ALREADY: lambda: gettext(
        "You have already made a challenge. You can make another when it is over."
    ),
    LadderRefusal.CHALLENGED_ALREADY: lambda: gettext(
        "Somebody was faster: this player has already been challenged. Challenge somebody else."
    ),
    LadderRefusal.TOO_SOON: lambda after: gettext(
        "You challenged this player recently. You can do so again %(time)s.", time=relative(after)
    ),
    LadderRefusal.SETTLED: lambda: gettext("This challenge has been settled in the meantime."),
    LadderRefusal.CHALLENGE_WAITS: lambda: gettext(
        "A challenge waits for its answer. Answer or withdraw it before you take time off."
    ),
    LadderRefusal.TOO_MANY_DAYS: _too_many_days,
}
