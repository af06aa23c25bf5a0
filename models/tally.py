"""Figures that are counted as duels end, so that no page has to count them."""

from sqlalchemy.orm import Mapped, mapped_column

from adjudicator import Power
from models.base import Base
from models.types import PowerName, UserId, Word


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

    user_id: Mapped[UserId] = mapped_column(primary_key=True)
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

    user_id: Mapped[UserId] = mapped_column(primary_key=True)
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
