"""What is counted when duels end: ratings by pool, their changes with reasons, and figures."""

from sqlalchemy import Index, Integer, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Power
from intimate.players import Player
from models.account import User
from models.base import Base, one_of
from models.ids import UserId
from models.types import Code, DuelRef, Id, PowerName, UserRef, UtcTime, Word

PACES = ("live", "days")
"""Whether both play live, or within days; the two have separate ratings."""


class RatingPool(Base):
    """One pool of ratings, and how many duels it has counted; its row is locked while one is counted.

    largest: the size of the largest group of players joined by duels.
    """

    __tablename__ = "rating_pools"
    __table_args__ = (one_of("pace", PACES),)

    pace: Mapped[Word] = mapped_column(primary_key=True)
    preset: Mapped[Word] = mapped_column(primary_key=True)
    counted: Mapped[int] = mapped_column(default=0)
    largest: Mapped[int] = mapped_column(default=0, server_default="0")


class StoredRating(Base):
    """A player's rating in a pool, after the last duel that counted.

    one_opponent_id: set while the player has only lost, and only to this account. fed: how many wins over
    such accounts were counted for this player. sheltered: how many duels against players who only meet each
    other. cluster: the lowest account number in the group that duels of the pool connect to this player;
    sheltered parts of it are the clusters of `competition.clusters`. listed_until: when the pool's list drops
    the player if they stop playing; None for a provisional rating, or one dropped since.
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
    """The effect of one duel on one player's rating; ordinal: its number within the pool.

    score: 2 for a win, 1 for a draw, 0 for a loss. weight: in eighths. why: the rule that reduced the
    weight, if one did.
    """

    __tablename__ = "rating_changes"
    __table_args__ = (
        one_of("player", tuple(player.value for player in Player)),
        UniqueConstraint("duel_id", "user_id"),
        Index(None, "user_id", "pace", "preset", "ordinal"),
        Index(None, "pace", "preset", "ordinal"),
        Index(None, "user_id", "opponent_id", "rated_at"),
        # The opponents of accounts are read from this index alone.
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
    """The results of finished public duels by pairing of home powers, which are in alphabetical order."""

    __tablename__ = "pairing_tallies"

    preset: Mapped[Word] = mapped_column(primary_key=True)
    one: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    other: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    won_by_one: Mapped[int] = mapped_column(default=0)
    won_by_other: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class PlayerTally(Base):
    """The results of an account's finished public duels, by its home power and the opponent's."""

    __tablename__ = "player_tallies"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    own: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    opponents: Mapped[Power] = mapped_column(PowerName, primary_key=True)
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class PlayerFigures(Base):
    """Figures of an account over all its duels, private ones too.

    phases: resolved ones that awaited it. missed: those for which it stored nothing in time. absent: duels
    lost by absence. won, lost, drawn: finished public duels, without lapsed ones.
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
