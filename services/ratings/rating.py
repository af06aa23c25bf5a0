"""Counting a duel for the ratings of its players, in the transaction that ends it."""

from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.orm import Session

from competition.counting import Score, Standing, count_duel
from intimate.chapter import Chapter
from intimate.players import Player
from models import Rating, RatingChange, StoredDuel
from services.ratings.pools import (
    Pool,
    changes_of,
    columns,
    count_repeats,
    last_instant,
    next_ordinal,
    pool_of,
    rows_of,
    standing_at,
)


def is_to_be_counted(stored: StoredDuel) -> bool:
    """Tell whether a duel is over and counts for ratings, and has not been counted yet."""
    has_result = stored.ended_at is not None and not stored.is_without_result
    return stored.rated and stored.counts and has_result and stored.rated_ordinal is None


def score_of_first(winner: Player | None) -> Score:
    """Return the score of the first player by who has won."""
    if winner is None:
        return Score.DRAWN
    return Score.WON if winner is Player.FIRST else Score.LOST


def count_for_ratings(session: Session, stored: StoredDuel, _: Chapter, now: datetime) -> None:
    """Count a duel that is over and rated: give it its place in its pool, and change both ratings.

    Its pool stays locked until the transaction ends, so that duels count one by one.
    """
    if not is_to_be_counted(stored):
        return
    pool = pool_of(stored)
    stored.rated_ordinal = next_ordinal(session, pool)
    last = last_instant(session, pool, stored.rated_ordinal - 1)
    # Two that end at once may come to the lock in another order than their instants.
    at = max(stored.ended_at or now, last or stored.created_at)
    both = stored.first_id, stored.second_id
    rows = rows_of(session, pool, *both)
    first, second = (standing_at(rows.get(user_id), user_id, at) for user_id in both)
    score = score_of_first(stored.winner)
    counted = count_duel(first, second, score, count_repeats(session, pool, *both, at))
    changes = changes_of(stored.id, counted, at)
    session.execute(
        insert(RatingChange),
        [{**pool._asdict(), "ordinal": stored.rated_ordinal, **each} for each in changes],
    )
    for each in counted:
        _write_rating(session, pool, rows.get(each.after.user_id), each.after, at)


def _write_rating(session: Session, pool: Pool, row: Rating | None, after: Standing, at: datetime) -> None:
    if row is None:
        row = Rating(user_id=after.user_id, **pool._asdict())
        session.add(row)
    for name, value in columns(after, at).items():
        setattr(row, name, value)
