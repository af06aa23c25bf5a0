"""Members' progress in lessons, and their results with puzzles."""

from sqlalchemy import JSON, CheckConstraint, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.types import Id, UserRef, UtcTime, Word


class Progress(Base):
    """The lessons that a member has solved or skips, by their keys."""

    __tablename__ = "progress"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    lessons: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)


class PuzzleAttempt(Base):
    """The result of a member's first attempt at a puzzle, and whether they liked it."""

    __tablename__ = "puzzle_attempts"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    puzzle: Mapped[Word] = mapped_column(primary_key=True)
    at: Mapped[UtcTime]
    score: Mapped[float]
    liked: Mapped[bool | None]


IS_PUZZLE = text("puzzle IS NOT NULL")


class PuzzleRating(Base):
    """The rating of a member at puzzles, or of a puzzle, by attempts."""

    __tablename__ = "puzzle_ratings"
    __table_args__ = (
        CheckConstraint("(user_id IS NULL) <> (puzzle IS NULL)", name="whose"),
        Index("ix_puzzle_ratings_puzzle", "puzzle", sqlite_where=IS_PUZZLE, postgresql_where=IS_PUZZLE),
    )

    id: Mapped[Id[int]]
    user_id: Mapped[UserRef | None] = mapped_column(unique=True)
    puzzle: Mapped[Word | None] = mapped_column(unique=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    attempts: Mapped[int]
    rated_at: Mapped[UtcTime]
