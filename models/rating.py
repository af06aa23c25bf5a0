"""What is counted as duels end: each player's place in each pool, every change with its reason, figures."""

from sqlalchemy import Index, Integer, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Power
from intimate.players import Player
from models.account import User
from models.base import Base, one_of
from models.ids import UserId
from models.types import Code, DuelRef, Id, PowerName, UserRef, UtcTime, Word

PACES = ("live", "days")
"""Whether both sit at a duel, or answer within days; ratings of the two are apart."""


class RatingPool(Base):
    """One pool of ratings, and how many duels it has counted; its row is locked while one is counted.

    largest: how many people are in the largest group of those whom duels join.
    """

    __tablename__ = "rating_pools"
    __table_args__ = (one_of("pace", PACES),)

    pace: Mapped[Word] = mapped_column(primary_key=True)
    preset: Mapped[Word] = mapped_column(primary_key=True)
    counted: Mapped[int] = mapped_column(default=0)
    largest: Mapped[int] = mapped_column(default=0, server_default="0")


class StoredRating(Base):
    """Where a player stands in a pool, as of the last duel that counted.

    one_opponent_id: the only account against which this one has lost, while it has counted nothing but losses
    against that one; none otherwise. fed: how many wins this one has counted against such accounts.
    sheltered: how many duels against those who only meet each other. cluster: the lowest number of all
    accounts to whom this one is joined by duels of the pool.
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
        Index(None, "sheltered"),
        Index(None, "pace", "preset", "cluster"),
    )

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    pace: Mapped[Word] = mapped_column(primary_key=True)
    preset: Mapped[Word] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    duels: Mapped[int]
    rated_at: Mapped[UtcTime]
    one_opponent_id: Mapped[UserId | None] = mapped_column(Integer)
    fed: Mapped[int] = mapped_column(default=0)
    sheltered: Mapped[int] = mapped_column(default=0, server_default="0")
    cluster: Mapped[int] = mapped_column(default=0, server_default="0")
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
        # With whom each of some accounts has met is read off this alone.
        Index(None, "user_id", "pace", "preset", "opponent_id"),
    )

    id: Mapped[Id[int]]
    duel_id: Mapped[DuelRef]
    user_id: Mapped[UserRef]
    opponent_id: Mapped[UserRef] = mapped_column(index=True)
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


class PairingTally(Base):
    """How finished public duels of two home powers went; the first of both comes first in the alphabet."""

    __tablename__ = "pairing_tallies"

    preset: Mapped[Word] = mapped_column(primary_key=True)
    one: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    other: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    won_by_one: Mapped[int] = mapped_column(default=0)
    won_by_other: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class PlayerTally(Base):
    """How the finished public duels of an account went, by its home power and the opponent's."""

    __tablename__ = "player_tallies"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    own: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    opponents: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class PlayerFigures(Base):
    """What is counted of an account over all its duels, private ones too.

    phases: resolved ones that awaited it. missed: those for which it had stored nothing in time. absent:
    duels lost by being away. Won, lost and drawn are of finished public duels, those of lapsed ones left out.
    """

    __tablename__ = "player_figures"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    phases: Mapped[int] = mapped_column(default=0)
    missed: Mapped[int] = mapped_column(default=0)
    absent: Mapped[int] = mapped_column(default=0)
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class BidTally(Base):
    """How often an amount was bid for a power in a year of finished public duels, and how often it won."""

    __tablename__ = "bid_tallies"

    preset: Mapped[Word] = mapped_column(primary_key=True)
    power: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    bids: Mapped[int] = mapped_column(default=0)
    won: Mapped[int] = mapped_column(default=0)
