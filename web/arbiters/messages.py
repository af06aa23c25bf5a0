"""Messages about arbiters: their rulings, calls to them, and their answers."""

from flask import url_for
from sqlalchemy import select

from clocks.running import LONGEST_BY_ARBITER
from intimate.codec import LONGEST_REASON
from intimate.players import Player
from models import Message, Report, StoredChapter, StoredDuel
from services.arbiters.calls import LONGEST_TEXT
from services.arbiters.refusals import ArbiterRefusal
from services.arbiters.rulings import LONGEST_EXTENSION
from services.history.chapters import event_of
from services.notifications.outbox import ANSWERED, CALLED, RULED
from web.core.messages import MessageText, Sentences, duel_of
from web.core.session import db
from web.core.translation import gettext
from web.words.chapters import ending, ruling_words
from web.words.names import names_of


def say_ruling(message: Message) -> MessageText:
    """Write a message about an arbiter's ruling and its reason."""
    stored = duel_of(message)
    query = select(StoredChapter).where(
        StoredChapter.duel_id == stored.id, StoredChapter.ordinal == message.facts["chapter"]
    )
    event = event_of(db().scalars(query).one())
    assert event is not None  # noqa: S101  # a ruling is an event
    reason = event.ruling.reason if event.ruling else ""
    opponent = names_of(stored)[Player(message.facts["player"]).opponent]
    lines = [
        ruling_words(event, names_of(stored), stored.phase),
        gettext("Reason: %(reason)s", reason=reason),
        *([ending(stored)] if stored.phase is None else []),
    ]
    subject = gettext("The arbiter has ruled on your duel against %(name)s", name=opponent)
    return _said(stored, subject, *lines)


def say_call(message: Message) -> MessageText:
    """Write a message about a player's call to the arbiter."""
    stored = duel_of(message)
    names = {player.value: name for player, name in names_of(stored).items()}
    subject = gettext("The arbiter is called: %(first)s – %(second)s", **names)
    return _said(stored, subject, gettext("A player asks an arbiter to look at this duel."))


def say_answer(message: Message) -> MessageText:
    """Write a message with an arbiter's answer."""
    stored = duel_of(message)
    call = db().get_one(Report, message.facts["report"])
    names = {player.value: name for player, name in names_of(stored).items()}
    subject = gettext("The arbiter answers: %(first)s – %(second)s", **names)
    return _said(stored, subject, call.answer)


def _said(stored: StoredDuel, subject: str, *lines: str) -> MessageText:
    address = url_for("duels.show", token=stored.token, _external=True)
    return MessageText(subject, lines, address, gettext("Open the duel"), stored.token)


WORDS = {RULED: say_ruling, CALLED: say_call, ANSWERED: say_answer}
"""The function for the text of each message about an arbiter."""


REFUSALS: Sentences = {
    ArbiterRefusal.NOT_ARBITER: lambda: gettext("Only an arbiter of this duel can do this."),
    ArbiterRefusal.NO_REASON: lambda: gettext("Give the reason: both players read it."),
    ArbiterRefusal.LONG_REASON: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST_REASON
    ),
    ArbiterRefusal.BAD_LENGTH: lambda: gettext(
        "Add a minute at the least, and %(num)d days at the most.", num=LONGEST_EXTENSION.days
    ),
    ArbiterRefusal.BAD_PAUSE: lambda: gettext(
        "A pause lasts a minute at the least, and %(num)d days at the most.", num=LONGEST_BY_ARBITER.days
    ),
    ArbiterRefusal.NOTHING_RUNS: lambda: gettext("Nobody’s time runs now."),
    ArbiterRefusal.NOT_BEGUN: lambda: gettext("The duel has not begun yet."),
    ArbiterRefusal.NOT_PAUSED: lambda: gettext("The duel is not paused any more."),
    ArbiterRefusal.NO_SUCH_CHAPTER: lambda: gettext(
        "This chapter is not in force any more. Choose another one."
    ),
    ArbiterRefusal.HOMES_IN_USE: lambda: gettext(
        "The other duel of the match has begun with these home powers, so they cannot be chosen again."
    ),
    ArbiterRefusal.SAME_ENTRY: lambda: gettext(
        "This is the entry as the site took it. Change what was wrong."
    ),
    ArbiterRefusal.CALLED_ALREADY: lambda: gettext(
        "You have called the arbiter already, and wait for the answer."
    ),
    ArbiterRefusal.NO_TEXT: lambda: gettext("Write a text."),
    ArbiterRefusal.LONG_TEXT: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST_TEXT
    ),
    ArbiterRefusal.ANSWERED: lambda: gettext("Another arbiter has answered this call."),
}
"""The function for the text of each refusal."""
