"""What two players say to one another in a duel."""

from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from intimate.players import Player
from models.base import NUMBERED, Base, one_of
from models.ids import DuelId, TalkMessageId
from models.sealed import SealedLongText
from models.types import Code, Id, UserRef, UtcTime, Word


class TalkMode(StrEnum):
    """What a player takes from the other one in a duel; what is stricter holds for both."""

    OPEN = "open"
    PHRASES = "phrases"
    MUTED = "muted"


class TalkMessage(Base):
    """One thing that a player said: a phrase by its code, which each reads in their language, or a text."""

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
