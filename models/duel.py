"""A duel as it is stored: where it stands, what is handed in, and what every chapter became."""

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.types import Document, DuelId, Hash, HeavyDocument, Id, Token, UserId, UtcTime, Word

PLAYERS = ("first", "second")


class StoredDuel(Base):
    """One duel, its present position and what it waits for."""

    __tablename__ = "duels"
    __table_args__ = (
        one_of("winner", PLAYERS),
        Index(None, "first_id", "ended_at"),
        Index(None, "second_id", "ended_at"),
        Index(None, "public", "created_at"),
    )

    id: Mapped[Id]
    token: Mapped[Token] = mapped_column(unique=True)
    first_id: Mapped[UserId]
    second_id: Mapped[UserId]
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    public: Mapped[bool]
    phase_seconds: Mapped[int]
    state: Mapped[HeavyDocument]
    phase: Mapped[Word | None]
    ordinal: Mapped[int]
    awaits_first: Mapped[bool] = mapped_column(default=False)
    awaits_second: Mapped[bool] = mapped_column(default=False)
    deadline_at: Mapped[UtcTime | None] = mapped_column(index=True)
    version: Mapped[int] = mapped_column()
    lots_secret: Mapped[Hash]
    lots_seal: Mapped[Hash]
    lots_opened: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[UtcTime]
    ended_at: Mapped[UtcTime | None]
    winner: Mapped[Word | None]
    reason: Mapped[Word | None]

    first: Mapped[User] = relationship(foreign_keys="StoredDuel.first_id")
    second: Mapped[User] = relationship(foreign_keys="StoredDuel.second_id")

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class StoredEntry(Base):
    """What one player has handed in for one phase; nobody else's to see before it resolves."""

    __tablename__ = "entries"
    __table_args__ = (
        one_of("player", PLAYERS),
        UniqueConstraint("duel_id", "phase", "player"),
    )

    id: Mapped[Id]
    duel_id: Mapped[DuelId]
    phase: Mapped[Word]
    player: Mapped[Word]
    content: Mapped[Document]
    ready: Mapped[bool] = mapped_column(default=False)
    stored_at: Mapped[UtcTime]
    salt: Mapped[Hash | None]
    seal: Mapped[Hash | None]
    sealed_at: Mapped[UtcTime | None]


class StoredChapter(Base):
    """What one phase or event resolved to, and which rules decided it: never altered afterwards."""

    __tablename__ = "chapters"
    __table_args__ = (
        one_of("player", PLAYERS),
        UniqueConstraint("duel_id", "ordinal"),
    )

    id: Mapped[Id]
    duel_id: Mapped[DuelId]
    ordinal: Mapped[int]
    phase: Mapped[Word | None]
    event: Mapped[Word | None]
    player: Mapped[Word | None]
    entries: Mapped[HeavyDocument]
    lots: Mapped[Document]
    line: Mapped[HeavyDocument]
    state: Mapped[HeavyDocument]
    rules_version: Mapped[Word]
    resolved_at: Mapped[UtcTime]
