"""Background state: the heartbeat of the site, and the jobs for its own opponent."""

from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, one_of
from models.ids import JobId
from models.types import Code, DuelRef, Id, Packed, UtcTime, Word


class JobPurpose(StrEnum):
    """The kinds of jobs: a hint in practice, or the analysis of a phase of a finished duel."""

    HINT = "hint"
    JUDGEMENT = "judgement"


class Job(Base):
    """A phase that the opponent was asked about, and its answer once there is one.

    ordinal: of the chapter that the phase became, or will become. content: None until the worker has
    answered. failed_by: the error by which it could not be answered.
    """

    __tablename__ = "thoughts"
    __table_args__ = (
        one_of("purpose", JobPurpose),
        UniqueConstraint("duel_id", "purpose", "ordinal"),
        Index(None, "made_at", "purpose", "asked_at"),
    )

    id: Mapped[Id[JobId]]
    duel_id: Mapped[DuelRef]
    purpose: Mapped[JobPurpose] = mapped_column(Code(JobPurpose))
    ordinal: Mapped[int]
    asked_at: Mapped[UtcTime]
    content: Mapped[Packed | None]
    made_at: Mapped[UtcTime | None]
    failed_by: Mapped[Word | None]


BEAT, GIVEN_BACK, SWEPT = 1, 2, 3
"""The rows: the last heartbeat, the end of the last outage given back, the worker's last sweep."""


class Heartbeat(Base):
    """An instant that all processes share."""

    __tablename__ = "heartbeats"

    id: Mapped[int] = mapped_column(primary_key=True, default=BEAT)
    beat_at: Mapped[UtcTime]
