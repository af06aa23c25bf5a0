"""What follows from a chapter, in the transaction that stores it: for ratings, ladders, matches, tournaments.

Each takes the locks that it needs in this order: the duel (held already), the pool of ratings, the ladder,
the match, the tournament, the figures of finished duels. What asks for a judgement takes none.
"""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from models import StoredDuel
from services.history.tallies import count_duel
from services.judging.asking import judge_practice
from services.ladders.settling import settle_duel
from services.matches import go_on_with_match
from services.ratings.rating import count_for_ratings
from services.tournaments.results import follow_duel

Consequence = Callable[[Session, StoredDuel, Chapter, datetime], None]

CONSEQUENCES: tuple[Consequence, ...] = (
    count_for_ratings,
    settle_duel,
    go_on_with_match,
    follow_duel,
    count_duel,
)
OF_PRACTICE: tuple[Consequence, ...] = (judge_practice,)
"""What follows in practice, whose figures would say nothing about people."""


def bring_about(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Let everything follow that a chapter brings about; the duel is as it stands after it."""
    for consequence in CONSEQUENCES if stored.level is None else OF_PRACTICE:
        consequence(session, stored, chapter, now)
