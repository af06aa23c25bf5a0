"""What waits for the reader, counted in the header of every page."""

from dataclasses import dataclass

from flask import g

from services import challenges, listings
from web.login import member
from web.session import database


@dataclass(frozen=True)
class Awaiting:
    """How many duels and challenges wait for the reader."""

    duels: int = 0
    challenges: int = 0


def awaiting_counts() -> Awaiting:
    """What waits for the reader, counted once for a page."""
    if "awaiting" not in g:
        reader = member()
        g.awaiting = counted(reader.id) if reader else Awaiting()
    found: Awaiting = g.awaiting
    return found


def counted(user_id: int) -> Awaiting:
    """Count in a session of its own: that of the request may be writing, or have failed."""
    with database().reading() as session:
        return Awaiting(
            listings.awaiting_count(session, user_id), challenges.awaiting_count(session, user_id)
        )
