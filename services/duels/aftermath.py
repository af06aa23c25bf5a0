"""What follows from a chapter, in the transaction that stores it: for ratings, ladders, matches, tournaments.

Each takes the locks that it needs in this order: the duel (held already), the pool of ratings, the ladder,
the match, the tournament, the figures of finished duels.
"""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from models import StoredDuel
from services.history.tallies import count_duel
from services.ratings.rating import count_for_ratings

Consequence = Callable[[Session, StoredDuel, Chapter, datetime], None]

CONSEQUENCES: tuple[Consequence, ...] = (count_for_ratings, count_duel)


def bring_about(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Let everything follow that a chapter brings about; the duel is as it stands after it."""
    for consequence in CONSEQUENCES:
        consequence(session, stored, chapter, now)
