"""What messages say about arbiters: what they have ruled, who calls them, and what they answer."""

from flask import url_for
from sqlalchemy import select

from intimate.players import Player
from models import Message, Report, StoredChapter, StoredDuel
from services.history.chapters import event_of
from web.frame.session import db
from web.frame.translation import gettext
from web.telling.said import Said
from web.words.chapters import ending
from web.words.names import names_of
from web.words.rulings import ruling_words


def say_ruling(message: Message, stored: StoredDuel) -> Said:
    """Say what an arbiter has ruled, and why."""
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


def say_call(_: Message, stored: StoredDuel) -> Said:
    """Say that a player calls the arbiter."""
    names = {player.value: name for player, name in names_of(stored).items()}
    subject = gettext("The arbiter is called: %(first)s – %(second)s", **names)
    return _said(stored, subject, gettext("A player asks an arbiter to look at this duel."))


def say_answer(message: Message, stored: StoredDuel) -> Said:
    """Say what an arbiter has answered."""
    call = db().get_one(Report, message.facts["report"])
    names = {player.value: name for player, name in names_of(stored).items()}
    subject = gettext("The arbiter answers: %(first)s – %(second)s", **names)
    return _said(stored, subject, call.answer)


def _said(stored: StoredDuel, subject: str, *lines: str) -> Said:
    address = url_for("duels.show", token=stored.token, _external=True)
    return Said(subject, lines, address, gettext("Open the duel"), stored.token)
