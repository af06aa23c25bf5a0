"""What messages say about ladders."""

from collections.abc import Sequence

from flask import url_for

from models import LadderChallenge, Message
from web.frame.session import db
from web.frame.translation import gettext
from web.telling.moments import moment_for
from web.telling.said import Said
from web.words.clocks import clock_summary
from web.words.places import ladder_name, ordinal
from web.words.presets import preset_name


def say_ladder(message: Message) -> Said:
    """Say that a place is challenged, or that the reader stands elsewhere now."""
    challenge = db().get_one(LadderChallenge, message.facts["challenge"])
    ladder = challenge.ladder
    address = url_for("ladders.show", token=ladder.token, _external=True)
    words = {"made": _made, "soon": _soon, "moved": _moved}
    subject, lines = words[message.facts["what"]](message, challenge)
    named = gettext("Ladder: %(name)s", name=ladder_name(ladder.name))
    return Said(subject, (*lines, named), address, gettext("See the ladder"))


def _made(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
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
    return subject, (_until(message, challenge), terms)


def _soon(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
    subject = gettext("%(name)s waits for your answer on the ladder", name=challenge.challenger.name)
    return subject, (_until(message, challenge),)


def _until(message: Message, challenge: LadderChallenge) -> str:
    return gettext(
        "Answer by %(moment)s. If you do not, your place is theirs, and you fall a fifth of the ladder.",
        moment=moment_for(message.user, challenge.answer_by),
    )


def _moved(message: Message, challenge: LadderChallenge) -> tuple[str, Sequence[str]]:
    before, after = message.facts["before"], message.facts["after"]
    subject = (
        gettext("You are in %(place)s place now", place=ordinal(after))
        if after < before
        else gettext("You have gone down to %(place)s place", place=ordinal(after))
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
