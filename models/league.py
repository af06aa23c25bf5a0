"""The league of bots: its entrants, its duels, and the results of each two contestants."""

from sqlalchemy import JSON, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.types import Code, DuelRef, Token, UserRef, UtcTime
from opponent.levels import LEVELS, Level

LONGEST_COST = 60
TIME_CLASSES = 13
"""How many classes of times there are: class `n` is below 2 ** `n` seconds, the last one unbounded."""


class LeagueEntrant(Base):
    """A bot in the league.

    at_once: how many league duels the site keeps going for it; 0: only those that it asks for. cost: what a
    duel costs, in its owner's words. absences: how many duels in a row it has lost by absence. paused_at:
    since when it gets no duels for that. refused: how many of its entries the API refused. times: how many
    entries it has handed in, by how long each took (`TIME_CLASSES`). All figures are of ended duels.
    """

    __tablename__ = "league_entrants"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    at_once: Mapped[int]
    cost: Mapped[str] = mapped_column(String(LONGEST_COST))
    entered_at: Mapped[UtcTime]
    left_at: Mapped[UtcTime | None]
    paused_at: Mapped[UtcTime | None]
    absences: Mapped[int] = mapped_column(default=0)
    refused: Mapped[int] = mapped_column(default=0)
    times: Mapped[list[int]] = mapped_column(JSON, default=lambda: [0] * TIME_CLASSES)

    user: Mapped[User] = relationship()


class LeagueScore(Base):
    """The results of one contestant against another; each two have two rows.

    begun: pairings of two duels that were begun. won, lost, drawn: ended duels.
    """

    __tablename__ = "league_scores"

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    other_id: Mapped[UserRef] = mapped_column(primary_key=True)
    begun: Mapped[int] = mapped_column(default=0)
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    drawn: Mapped[int] = mapped_column(default=0)


class LeagueDuel(Base):
    """A duel of the league.

    pairing: the token that it shares with the duel whose home powers are exchanged. number: its place in the
    schedule of its two players (`intimate/schedule.py`). level: that of the second player, None for a bot.
    refused_first, refused_second: how many entries of each the API refused.
    """

    __tablename__ = "league_duels"
    __table_args__ = (
        one_of("level", LEVELS),
        Index(None, "ended_at", "first_id", "second_id", "level"),
    )

    duel_id: Mapped[DuelRef] = mapped_column(primary_key=True, autoincrement=False)
    pairing: Mapped[Token[str]]
    number: Mapped[int]
    first_id: Mapped[UserRef]
    second_id: Mapped[UserRef]
    level: Mapped[Level | None] = mapped_column(Code(Level))
    refused_first: Mapped[int] = mapped_column(default=0)
    refused_second: Mapped[int] = mapped_column(default=0)
    ended_at: Mapped[UtcTime | None]

    duel: Mapped[StoredDuel] = relationship()
