"""What senders get and how they report failures; one module for each kind of channel."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from models import Message
from models.ids import DuelToken


class Failed(Exception):
    """A message could not be sent.

    problem: a word for why: gone, refused, unreachable. temporary: trying again may succeed; otherwise
    the channel leads nowhere. is_ours: the fault is on our side, and says nothing about the channel.
    """

    def __init__(self, problem: str, *, temporary: bool = True, is_ours: bool = False) -> None:
        super().__init__(problem)
        self.problem, self.temporary, self.is_ours = problem, temporary, is_ours


class Sender(ABC):
    """Sends messages by one kind of channel, from several threads at once."""

    @abstractmethod
    def send(self, message: Message) -> None:
        """Send a message; raises Failed."""

    def rest(self) -> None:  # noqa: B027  # most keep nothing
        """Release connections: no more messages are due for now."""


@dataclass(frozen=True, slots=True)
class AttachedPicture:
    """A picture that goes with a message.

    url: where everybody may see it; None for a private one.
    """

    png: bytes
    words: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Content:
    """What a message says, in the language of the account that it is for.

    id: the same if the message is sent again. lines: paragraphs. url, link: the address of the link, and
    its words. site: the address of the site. footer: why this was sent. unsubscribe_url, unsubscribe_label:
    the link that stops such messages, and its words; empty if that is not possible. duel, phase, deadline:
    for bots. details: paragraphs of an e-mail below its link. footer_url: the address in the footer. at:
    the time of sending. text, html: the complete e-mail, if it is not made of lines.
    """

    id: str
    kind: str
    to: str | None
    language: str
    subject: str
    lines: Sequence[str]
    url: str
    link: str
    site: str
    at: datetime
    footer: str = ""
    unsubscribe_url: str = ""
    unsubscribe_label: str = ""
    duel: DuelToken | None = None
    phase: str | None = None
    deadline: datetime | None = None
    picture: AttachedPicture | None = None
    details: Sequence[str] = ()
    footer_url: str = ""
    text: str = ""
    html: str = ""


Compose = Callable[[Message], Content]
"""Writes the text of a message."""
