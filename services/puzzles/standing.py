"""Results of members and puzzles: first attempts, the ratings that follow, the next puzzle."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from competition.glicko import START, RatedGame, updated
from competition.glicko import Rating as Glicko
from learning.puzzle import lines, of_the_day, themes
from models import PuzzleAttempt, PuzzleRating, StoredDuel
from models.base import unless_there
from models.ids import DuelToken, UserId

DAY = 86400


@dataclass(frozen=True, slots=True)
class CountedAttempt:
    """What a first attempt did to a member's rating."""

    before: Glicko
    after: Glicko


def daily(at: datetime) -> str:
    """The key of the puzzle of a day."""
    return of_the_day(int(at.timestamp()) // DAY)


def count_attempt(
    session: Session, user_id: UserId, key: str, score: float, at: datetime
) -> CountedAttempt | None:
    """Count a member's first attempt at a puzzle for the ratings of both; None for any later attempt."""
    added = session.execute(
        unless_there(session, PuzzleAttempt)
        .values(user_id=user_id, puzzle=key, at=at, score=score)
        .returning(PuzzleAttempt.puzzle)
    ).first()
    if added is None:
        return None
    member = _locked(session, at, user_id=user_id)
    puzzle = _locked(session, at, puzzle=key)
    before = _aged(member, at), _aged(puzzle, at)
    after = (
        updated(before[0], [RatedGame(before[1], score)]),
        updated(before[1], [RatedGame(before[0], 1 - score)]),
    )
    for row, rating in zip((member, puzzle), after, strict=True):
        row.rating, row.deviation, row.volatility = rating.rating, rating.deviation, rating.volatility
        row.attempts += 1
        row.rated_at = at
    return CountedAttempt(before[0], after[0])


def _locked(
    session: Session, at: datetime, user_id: UserId | None = None, puzzle: str | None = None
) -> PuzzleRating:
    new = Glicko()
    session.execute(
        unless_there(session, PuzzleRating).values(
            user_id=user_id,
            puzzle=puzzle,
            rating=new.rating,
            deviation=new.deviation,
            volatility=new.volatility,
            attempts=0,
            rated_at=at,
        )
    )
    whose: ColumnElement[bool] = PuzzleRating.user_id == user_id
    if puzzle:
        whose = PuzzleRating.puzzle == puzzle
    return session.scalars(select(PuzzleRating).where(whose).with_for_update()).one()


def _aged(row: PuzzleRating, at: datetime) -> Glicko:
    days = (at - row.rated_at).total_seconds() / DAY
    return Glicko(row.rating, row.deviation, row.volatility).aged(days)


def rating_of(session: Session, user_id: UserId, at: datetime) -> Glicko | None:
    """A member's rating; None before the first attempt."""
    row = session.scalars(select(PuzzleRating).where(PuzzleRating.user_id == user_id)).first()
    return _aged(row, at) if row else None


def rating_of_puzzle(session: Session, key: str) -> float:
    """How hard a puzzle is, by members' attempts."""
    rating = session.scalar(select(PuzzleRating.rating).where(PuzzleRating.puzzle == key))
    return START if rating is None else rating


def attempted(session: Session, user_id: UserId) -> dict[str, float]:
    """The scores of a member's first attempts, by the keys of the puzzles."""
    rows = select(PuzzleAttempt.puzzle, PuzzleAttempt.score).where(PuzzleAttempt.user_id == user_id)
    return {row.puzzle: row.score for row in session.execute(rows)}


def attempt_of(session: Session, user_id: UserId, key: str) -> PuzzleAttempt | None:
    """A member's first attempt at a puzzle."""
    return session.get(PuzzleAttempt, (user_id, key))


def like(session: Session, user_id: UserId, key: str, *, liked: bool) -> None:
    """Note whether a member liked a puzzle that they have tried."""
    attempt = session.get(PuzzleAttempt, (user_id, key), with_for_update=True)
    if attempt:
        attempt.liked = liked


def next_key(keys: Sequence[str], after: str) -> str:
    """The key after another one in a stream; the first one after the last, or after an unknown one."""
    return keys[(keys.index(after) + 1) % len(keys)] if after in keys else keys[0]


def next_for(session: Session, user_id: UserId, keys: Sequence[str], after: str, at: datetime) -> str:
    """The untried puzzle of a stream nearest to a member's rating; if all are tried, the next in order."""
    known = attempted(session, user_id)
    place = keys.index(after) + 1 if after in keys else 0
    left = [key for key in (*keys[place:], *keys[:place]) if key not in known and key != after]
    if not left:
        return next_key(keys, after)
    own = rating_of(session, user_id, at)
    wanted = own.rating if own else START
    rated = dict(_ratings(session, left))
    return min(left, key=lambda key: abs(rated.get(key, START) - wanted))


def _ratings(session: Session, keys: Collection[str]) -> Sequence[tuple[str, float]]:
    rows = select(PuzzleRating.puzzle, PuzzleRating.rating).where(PuzzleRating.puzzle.is_not(None))
    return [(key, rating) for key, rating in session.execute(rows) if key in set(keys)]


def stream(theme: str) -> Sequence[str]:
    """The keys of a theme; for any other word all keys, shuffled."""
    return themes().get(theme) or sorted(lines(), key=lambda key: key[1:])


def is_open(session: Session, token: DuelToken) -> bool:
    """Tell whether the duel that a puzzle is from is still public."""
    found = select(StoredDuel.id).where(StoredDuel.token == token, StoredDuel.public)
    return session.scalar(found) is not None
