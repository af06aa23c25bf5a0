"""Ratings: where each player stands in each pool, and every change with its reason."""

from sqlalchemy import Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from intimate.players import Player
from models.account import User
from models.base import Base, one_of
from models.types import Code, DuelId, Id, UserId, UtcTime, Word

PACES = ("live", "days")
"""Whether both sit at a duel, or answer within days; ratings of the two are apart."""


class RatingPool(Base):
    """One pool of ratings, and how many duels it has counted; its row is locked while one is counted."""

    __tablename__ = "rating_pools"
    __table_args__ = (one_of("pace", PACES),)

    pace: Mapped[Word] = mapped_column(primary_key=True)
    preset: Mapped[Word] = mapped_column(primary_key=True)
    counted: Mapped[int] = mapped_column(default=0)


class Rating(Base):
    """Where a player stands in a pool, as of the last duel that counted.

    one_opponent_id: the only account against which this one has lost, while it has counted nothing but losses
    against that one; none otherwise. fed: how many wins this one has counted against such accounts.
    listed_until: when the list of the pool leaves the player out if they play no more; none of a rating that
    is provisional, or was left out since.
    """

    __tablename__ = "ratings"
    __table_args__ = (
        one_of("pace", PACES),
        Index(
            "ix_ratings_listed",
            "pace",
            "preset",
            "rating",
            "user_id",
            "listed_until",
            sqlite_where=text("listed_until IS NOT NULL"),
            postgresql_where=text("listed_until IS NOT NULL"),
        ),
        Index(None, "listed_until"),
        Index(None, "fed"),
    )

    user_id: Mapped[UserId] = mapped_column(primary_key=True)
    pace: Mapped[Word] = mapped_column(primary_key=True)
    preset: Mapped[Word] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    duels: Mapped[int]
    rated_at: Mapped[UtcTime]
    one_opponent_id: Mapped[int | None]
    fed: Mapped[int] = mapped_column(default=0)
    listed_until: Mapped[UtcTime | None]

    user: Mapped[User] = relationship()


class RatingChange(Base):
    """What one duel did to the rating of one of its players; ordinal: its place among those of the pool.

    score: 2 for a win, 1 for a draw, 0 for a loss. weight: in eighths. why: the rule that made the weight
    less than whole, if one did.
    """

    __tablename__ = "rating_changes"
    __table_args__ = (
        one_of("player", tuple(player.value for player in Player)),
        UniqueConstraint("duel_id", "user_id"),
        Index(None, "user_id", "pace", "preset", "ordinal"),
        Index(None, "pace", "preset", "ordinal"),
        Index(None, "user_id", "opponent_id", "rated_at"),
    )

    id: Mapped[Id]
    duel_id: Mapped[DuelId]
    user_id: Mapped[UserId]
    opponent_id: Mapped[UserId]
    player: Mapped[Player] = mapped_column(Code(Player))
    pace: Mapped[Word]
    preset: Mapped[Word]
    ordinal: Mapped[int]
    score: Mapped[int]
    weight: Mapped[int]
    why: Mapped[Word | None]
    rating_before: Mapped[float]
    deviation_before: Mapped[float]
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    rated_at: Mapped[UtcTime]
