"""Talk between two players, their diaries, and comments on finished duels."""

from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Phase
from intimate.players import Player
from models.account import User
from models.base import NUMBERED, Base, one_of
from models.ids import DuelCommentId, DuelId, TalkMessageId
from models.sealed import SealedLongText
from models.types import Code, Id, PhaseName, UserRef, UtcTime, Word


class TalkMode(StrEnum):
    """Which messages a player accepts in a duel; the stricter setting holds for both."""

    OPEN = "open"
    PHRASES = "phrases"
    MUTED = "muted"


class TalkMessage(Base):
    """A player's message: a phrase by its code, shown to each in their language, or a text."""

    __tablename__ = "talk_messages"
    __table_args__ = (
        one_of("player", Player),
        CheckConstraint("(phrase IS NULL) <> (text IS NULL)", name="words"),
        Index(None, "duel_id", "id"),
        NUMBERED,
    )

    id: Mapped[Id[TalkMessageId]]
    duel_id: Mapped[DuelId] = mapped_column(ForeignKey("duels.id"))
    player: Mapped[Player] = mapped_column(Code(Player))
    author_id: Mapped[UserRef] = mapped_column(index=True)
    phrase: Mapped[Word | None]
    text: Mapped[str | None] = mapped_column(SealedLongText)
    said_at: Mapped[UtcTime]


class DiaryNote(Base):
    """A player's note on a phase; private until both open their diaries after the end."""

    __tablename__ = "diary_notes"
    __table_args__ = (one_of("player", Player), UniqueConstraint("duel_id", "player", "phase"))

    id: Mapped[Id[int]]
    duel_id: Mapped[DuelId] = mapped_column(ForeignKey("duels.id"))
    player: Mapped[Player] = mapped_column(Code(Player))
    author_id: Mapped[UserRef] = mapped_column(index=True)
    phase: Mapped[Phase] = mapped_column(PhaseName)
    text: Mapped[str] = mapped_column(SealedLongText)
    written_at: Mapped[UtcTime]


class DuelComment(Base):
    """A comment on a finished duel, for everybody who sees the duel."""

    __tablename__ = "duel_comments"
    __table_args__ = (Index(None, "duel_id", "id"), Index(None, "author_id", "said_at"), NUMBERED)

    id: Mapped[Id[DuelCommentId]]
    duel_id: Mapped[DuelId] = mapped_column(ForeignKey("duels.id"))
    author_id: Mapped[UserRef]
    text: Mapped[str] = mapped_column(String(500))
    said_at: Mapped[UtcTime]

    author: Mapped[User] = relationship()
