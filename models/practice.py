"""What the site's own opponent thinks: hints that were asked for, and judgements of finished duels."""

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import Mapped

from models.base import Base, one_of
from models.types import DuelId, Id, Packed, UtcTime, Word

PURPOSES = ("hint", "judgement")


class Thought(Base):
    """A phase that the opponent was asked about, and its answer when it has thought.

    purpose: a hint for the player of a practice duel, or a judgement of a phase of a finished one. ordinal:
    of the chapter that the phase became, or will become. content: None until the worker has answered.
    failed_by: the error by which it could not be answered.
    """

    __tablename__ = "thoughts"
    __table_args__ = (
        one_of("purpose", PURPOSES),
        UniqueConstraint("duel_id", "purpose", "ordinal"),
        Index(None, "made_at", "purpose", "asked_at"),
    )

    id: Mapped[Id]
    duel_id: Mapped[DuelId]
    purpose: Mapped[Word]
    ordinal: Mapped[int]
    asked_at: Mapped[UtcTime]
    content: Mapped[Packed | None]
    made_at: Mapped[UtcTime | None]
    failed_by: Mapped[Word | None]
