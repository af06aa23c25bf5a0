"""What a message says, before it is laid out for a channel, and why something is refused: by feature."""

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
    """Subject, paragraphs, and where to go on; duel, phase and deadline for programs."""

    subject: str
    lines: Sequence[str]
    url: str
    link: str
    duel: DuelToken | None = None
    phase: str | None = None
    deadline: datetime | None = None
    picture: AttachedPicture | None = None


Words = Mapping[str, Callable[[Message], MessageText]]
"""What words each kind of message, of one feature: by its kind, or by what happened."""


def duel_of(message: Message) -> StoredDuel:
    """Return the duel that a message is about, as it was read with it; raises ValueError without one."""
    if message.duel is None:
        raise ValueError(message.kind)
    return message.duel


Sentences = Mapping[Any, Callable[..., str]]
"""For each code of a feature the function that says it; it takes the values of the refusal by name."""


def init_app(app: Flask, catalogues: Iterable[Sentences]) -> None:
    """Let an application say the sentences of its features."""
    # Two features may have a code of one name, and members of a StrEnum are equal where their values are.
    app.extensions["refusals"] = {type(next(iter(sentences))): sentences for sentences in catalogues}


def refusal_message(refused: Refused, **known: object) -> str:
    """Say in the viewer's language why something is refused, and what to do.

    known: what the page knows besides the values of the refusal, as the name of the other player; each
    sentence takes what it says.
    """
    sentence = current_app.extensions["refusals"][type(refused.code)][refused.code]
    values = {**known, **refused.values}
    return sentence(**{name: values[name] for name in signature(sentence).parameters if name in values})
