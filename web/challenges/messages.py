"""Messages about challenges, and why something cannot be done."""

from flask import url_for

from models import Challenge, Message
from services.challenges.challenges import MOST_MADE, MOST_WAITING, terms, with_players
from services.challenges.refusals import ChallengeRefusal
from web.core.messages import MessageText, Sentences
from web.core.session import db
from web.core.translation import gettext
from web.words.clocks import clock_summary
from web.words.settings import preset_name
from web.words.times import relative


def say_challenge(message: Message) -> MessageText:
    """Say who challenges whom, or how a challenge ended."""
    query = with_players().where(Challenge.id == message.facts["challenge"])
    challenge = db().scalars(query).one()
    opponent = challenge.opponent.name if challenge.opponent else ""
    subjects = {
        "made": gettext("%(name)s challenges you to a duel", name=challenge.challenger.name),
        "declined": gettext("%(name)s has declined your challenge", name=opponent),
        "expired": gettext("%(name)s has not answered your challenge", name=opponent),
    }
    subject = subjects[message.facts["what"]]
    agreed = terms(challenge)
    lines = (
        gettext(
            "Rules: %(rules)s. Time: %(clock)s.",
            rules=preset_name(agreed.preset),
            clock=clock_summary(agreed.clock),
        ),
        gettext("The duel will be rated.") if agreed.counts else gettext("The duel will be unrated."),
    )
    address = url_for("challenges.show", token=challenge.token, _external=True)
    return MessageText(subject, lines, address, gettext("See the challenge"))


WORDS = {"challenge": say_challenge}
"""The function for the text of each message about a challenge."""


def _out_of_range(rating: int, low: int, high: int, name: str = "") -> str:
    return gettext(
        "%(name)s looks for a rating from %(low)d to %(high)d; yours is %(rating)d.",
        name=name,
        low=low,
        high=high,
        rating=rating,
    )


def _other_kind(theirs: str, name: str = "") -> str:
    if theirs == "person":
        return gettext("%(name)s is a person: rated duels are between people, or between bots.", name=name)
    return gettext("%(name)s is a bot: rated duels are between people, or between bots.", name=name)


REFUSALS: Sentences = {
    ChallengeRefusal.OWN: lambda: gettext("This challenge is your own."),
    ChallengeRefusal.NOT_THE_CHALLENGER: lambda: gettext("Only the author of a challenge can withdraw it."),
    ChallengeRefusal.NOT_THE_OPPONENT: lambda: gettext("Only the player challenged by name can decline."),
    ChallengeRefusal.OPPONENT_CLOSED: lambda: gettext("This account is closed."),
    ChallengeRefusal.SETTLED: lambda: gettext("Somebody was faster: this challenge is settled."),
    ChallengeRefusal.EXPIRED: lambda: gettext("This challenge has expired: it was not accepted in time."),
    ChallengeRefusal.BLOCKED: lambda name="": gettext("%(name)s accepts no challenges from you.", name=name),
    ChallengeRefusal.HAS_BLOCKED: lambda name="": gettext(
        "You have blocked %(name)s. The page of your account takes the block back.", name=name
    ),
    ChallengeRefusal.OUT_OF_RANGE: _out_of_range,
    ChallengeRefusal.OTHER_KIND: _other_kind,
    ChallengeRefusal.NEEDS_ACCOUNT: lambda: gettext("You need an account. Create one: you keep your duels."),
    ChallengeRefusal.DECLINED_LATELY: lambda again_at, name="": gettext(
        "%(name)s has declined a challenge of yours. You can challenge them again %(when)s.",
        name=name,
        when=relative(again_at),
    ),
    ChallengeRefusal.WITHDRAWN_TOO_OFTEN: lambda name="": gettext(
        "You have withdrawn several challenges to %(name)s within a day. Wait until tomorrow.", name=name
    ),
    ChallengeRefusal.TOO_MANY_MADE: lambda: gettext(
        "You have made %(most)d challenges within a day: wait before you make another.", most=MOST_MADE
    ),
    ChallengeRefusal.TOO_MANY_WAITING: lambda: gettext(
        "You have %(most)d challenges waiting: withdraw one first.", most=MOST_WAITING
    ),
    ChallengeRefusal.STILL_RUNNING: lambda: gettext("This duel is not over yet."),
    ChallengeRefusal.PRACTICE: lambda: gettext("Practice has no rematch: begin another practice duel."),
    ChallengeRefusal.MATCH_RUNNING: lambda: gettext("The match is not over yet: its other duel comes first."),
}
"""The function for the text of each refusal; name: of the other player."""
