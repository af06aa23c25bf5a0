"""What a message says, before it is laid out for a channel."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.telling.sending import Picture


@dataclass(frozen=True, slots=True)
class Said:
    """Subject, paragraphs, and where to go on; duel, phase and deadline for programs."""

    subject: str
    lines: Sequence[str]
    url: str
    link: str
    duel: str | None = None
    phase: str | None = None
    deadline: datetime | None = None
    picture: Picture | None = None
