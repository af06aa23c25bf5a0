"""Calls from lower features to upper ones: listed in `services/wiring.py`, carried by every session.

A lower feature calls upper ones without importing them: a duel that ends knows nothing of ladders.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from models import Message, StoredDuel

Consequence = Callable[[Session, StoredDuel, Chapter, datetime], None]
"""What follows from a chapter, in the transaction that stores it."""
When = datetime | None
DueCheck = Callable[[Session, Message, datetime], When]
"""When to send a message: now, later, or None if it is not worth sending any more."""


@dataclass(frozen=True)
class Hooks:
    """What to call after each chapter, in this order, and before a message of each kind is sent."""

    after_chapter: tuple[Consequence, ...]
    after_practice_chapter: tuple[Consequence, ...]
    due_checks: Mapping[str, tuple[DueCheck, ...]]


def hooks_of(session: Session) -> Hooks:
    """Return the hooks with which a session's database was opened."""
    hooks: Hooks = session.info["hooks"]
    return hooks


def run_consequences(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Run all consequences of a chapter that was just stored; the duel is already in the state after it."""
    hooks = hooks_of(session)
    for consequence in hooks.after_chapter if stored.level is None else hooks.after_practice_chapter:
        consequence(session, stored, chapter, now)
