"""What senders are given and how they say that a message did not go; one module for each way."""

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
    """Sends messages in one way, from several threads at once."""

    @abstractmethod
    def send(self, message: Message) -> None:
        """Send a message; raises Failed."""

    def rest(self) -> None:  # noqa: B027  # most keep nothing
        """Let go of what is kept from one message to the next: no more are due for now."""


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

    id: the same whenever the message is sent. lines: paragraphs. url, link: where to go on, and its words.
    site: the address of the site. footer: why this was sent. off_url, off: where to be notified of this no
    more, and its words; empty where that is no choice. duel, phase, deadline: the same for
    programs. at: the time of sending. text, html: the whole of a letter that is not made of lines.
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
    off_url: str = ""
    off: str = ""
    duel: DuelToken | None = None
    phase: str | None = None
    deadline: datetime | None = None
    picture: AttachedPicture | None = None
    text: str = ""
    html: str = ""


Compose = Callable[[Message], Content]
"""Puts a message into words."""
