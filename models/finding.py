"""Finding an opponent: who waits to be paired, who blocks whom, and matches of two duels."""

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.rating import PACES
from models.types import AgreedClock, Document, Id, Token, UserId, UtcTime, Word


class Seek(Base):
    """An account that waits to be paired with somebody; it goes when it has been paired or has ended.

    clocks: the names of the clocks that would do. seen_at: when its page was there last, which a live
    one needs. duel_id: the duel that it found, until its owner has seen it.
    """

    __tablename__ = "seeks"
    __table_args__ = (one_of("pace", PACES), Index(None, "pace", "preset", "made_at"))

    id: Mapped[Id]
    user_id: Mapped[UserId] = mapped_column(unique=True)
    pace: Mapped[Word]
    preset: Mapped[Word]
    clocks: Mapped[list[str]] = mapped_column(JSON)
    rated: Mapped[bool]
    made_at: Mapped[UtcTime]
    seen_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    duel_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"))

    user: Mapped[User] = relationship()


class Block(Base):
    """An account that wants no duel with another one."""

    __tablename__ = "blocks"

    user_id: Mapped[UserId] = mapped_column(primary_key=True)
    blocked_id: Mapped[UserId] = mapped_column(primary_key=True, index=True)
    made_at: Mapped[UtcTime]


class Match(Base):
    """A home-and-away match: two duels of the same two, the second with the home powers exchanged.

    first_id: the first player of the first duel, who is the second player of the other one. points_first,
    points_second: in halves, a win two, a draw one each. away_id: none before the second duel has begun.
    """

    __tablename__ = "matches"

    id: Mapped[Id]
    token: Mapped[Token] = mapped_column(unique=True)
    first_id: Mapped[UserId] = mapped_column(index=True)
    second_id: Mapped[UserId] = mapped_column(index=True)
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    public: Mapped[bool]
    rated: Mapped[bool]
    clock: Mapped[AgreedClock]
    home_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    away_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"), unique=True)
    points_first: Mapped[int] = mapped_column(default=0)
    points_second: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[UtcTime]
    ended_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()

    first: Mapped[User] = relationship(foreign_keys="Match.first_id")
    second: Mapped[User] = relationship(foreign_keys="Match.second_id")
    home: Mapped[StoredDuel | None] = relationship(foreign_keys="Match.home_id")
    away: Mapped[StoredDuel | None] = relationship(foreign_keys="Match.away_id")

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form
