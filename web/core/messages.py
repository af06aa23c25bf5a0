"""The texts of messages, without the layout of a channel, and of refusals, by feature."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from inspect import signature
from typing import Any

from flask import Flask, current_app

from models import Message, StoredDuel
from models.ids import DuelToken
from services.notifications.senders import AttachedPicture
from services.refused import Refused


@dataclass(frozen=True, slots=True)
class MessageText:
    """Subject, paragraphs, and a link; duel, phase and deadline for bots.

    details: further paragraphs of an e-mail, below the link.
    """

    subject: str
    lines: Sequence[str]
    url: str
    link: str
    duel: DuelToken | None = None
    phase: str | None = None
    deadline: datetime | None = None
    picture: AttachedPicture | None = None
    details: Sequence[str] = ()


Words = Mapping[str, Callable[[Message], MessageText]]
"""The functions that write the texts of a feature's messages, by kind or by event."""


def duel_of(message: Message) -> StoredDuel:
    """Return the duel that a message is about, read along with it; raises ValueError without one."""
    if message.duel is None:
        raise ValueError(message.kind)
    return message.duel


Sentences = Mapping[Any, Callable[..., str]]
"""The functions that write the texts of a feature's refusals, by code; each takes the values by name."""


def init_app(app: Flask, catalogues: Iterable[Sentences]) -> None:
    """Register the sentences of an application's features."""
    # Two features may have codes of the same name, and members of StrEnums with equal values are equal.
    app.extensions["refusals"] = {type(next(iter(sentences))): sentences for sentences in catalogues}


def refusal_message(refused: Refused, **known: object) -> str:
    """Say in the viewer's language why something is refused, and what to do.

    known: further values from the page, such as the name of the other player; each sentence takes those it
    uses.
    """
    sentence = current_app.extensions["refusals"][type(refused.code)][refused.code]
    values = {**known, **refused.values}
    return sentence(**{name: values[name] for name in signature(sentence).parameters if name in values})
