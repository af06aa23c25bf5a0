"""Moderators and arbiters: reports, acts, and shared devices."""

from datetime import date
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.ids import ActId, DuelId, ReportId, UserId
from models.sealed import SealedLongText
from models.types import Code, Hash, Id, UserRef, UtcTime


class ReportKind(StrEnum):
    """What a report is about; ARBITER: a player calls the arbiter to their duel."""

    ARBITER = "arbiter"
    CONDUCT = "conduct"
    ACCOUNTS = "accounts"
    OTHER = "other"


class ReportState(StrEnum):
    """Whether a report waits for an answer."""

    OPEN = "open"
    CLOSED = "closed"


class Act(StrEnum):
    """What moderators and arbiters do."""

    WARNED = "warned"
    CLOSED_ACCOUNT = "closed_account"
    OPENED_ACCOUNT = "opened_account"
    ANSWERED = "answered"
    NOTED = "noted"
    RULED = "ruled"
    MADE_ARBITER = "made_arbiter"
    UNMADE_ARBITER = "unmade_arbiter"
    READ = "read"
    DELETED_COMMENT = "deleted_comment"
    MADE_LADDER = "made_ladder"
    CLOSED_LADDER = "closed_ladder"


class SightingKind(StrEnum):
    """The kinds of sightings of an account."""

    DEVICE = "device"
    ADDRESS = "address"


class Report(Base):
    """A member's report to moderators or arbiters, and the answer.

    evidence: in a report of talk, the message with those around it, as they were then.
    """

    __tablename__ = "reports"
    __table_args__ = (
        one_of("kind", ReportKind),
        one_of("state", ReportState),
        Index(None, "state", "kind", "made_at"),
        Index(None, "state", "made_at"),
    )

    id: Mapped[Id[ReportId]]
    reporter_id: Mapped[UserRef] = mapped_column(index=True)
    about_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), index=True)
    kind: Mapped[ReportKind] = mapped_column(Code(ReportKind))
    text: Mapped[str] = mapped_column(String(2000))
    made_at: Mapped[UtcTime]
    state: Mapped[ReportState] = mapped_column(Code(ReportState), default=ReportState.OPEN)
    handler_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"), index=True)
    answer: Mapped[str] = mapped_column(String(2000), default="")
    closed_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()
    evidence: Mapped[str | None] = mapped_column(SealedLongText)

    reporter: Mapped[User] = relationship(foreign_keys="Report.reporter_id")
    about: Mapped[User | None] = relationship(foreign_keys="Report.about_id")
    handler: Mapped[User | None] = relationship(foreign_keys="Report.handler_id")
    duel: Mapped[StoredDuel | None] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


IS_DONE = text("act <> 'read'")
IS_READING = text("act = 'read'")


class ModeratorAct(Base):
    """A permanent record of a moderator's or arbiter's act: by whom (None: a command), to whom, and why.

    read_at: when the recipient of a warning read it.
    """

    __tablename__ = "moderator_acts"
    __table_args__ = (
        one_of("act", Act),
        Index(None, "at"),
        Index(None, "about_id", "act", "read_at"),
        Index(None, "moderator_id", "at"),
        Index("ix_moderator_acts_done", "id", sqlite_where=IS_DONE, postgresql_where=IS_DONE),
        Index("ix_moderator_acts_readings", "id", sqlite_where=IS_READING, postgresql_where=IS_READING),
    )

    id: Mapped[Id[ActId]]
    moderator_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"))
    act: Mapped[Act] = mapped_column(Code(Act))
    about_id: Mapped[UserId | None] = mapped_column(ForeignKey("users.id"))
    duel_id: Mapped[DuelId | None] = mapped_column(ForeignKey("duels.id"), index=True)
    report_id: Mapped[ReportId | None] = mapped_column(ForeignKey("reports.id"))
    reason: Mapped[str] = mapped_column(String(2000))
    at: Mapped[UtcTime]
    read_at: Mapped[UtcTime | None]

    moderator: Mapped[User | None] = relationship(foreign_keys="ModeratorAct.moderator_id")
    about: Mapped[User | None] = relationship(foreign_keys="ModeratorAct.about_id")
    duel: Mapped[StoredDuel | None] = relationship()


class Sighting(Base):
    """A device or an address from which an account was used, as a keyed hash; deleted after a while.

    shared_on: the day on which the last account joined those that share it; None while only one account has
    it.
    """

    __tablename__ = "sightings"
    __table_args__ = (
        one_of("kind", SightingKind),
        Index(None, "kind", "digest"),
        Index(None, "kind", "shared_on", "digest"),
        Index(None, "last_on"),
    )

    user_id: Mapped[UserRef] = mapped_column(primary_key=True)
    kind: Mapped[SightingKind] = mapped_column(Code(SightingKind), primary_key=True)
    digest: Mapped[Hash] = mapped_column(primary_key=True)
    first_on: Mapped[date]
    last_on: Mapped[date]
    shared_on: Mapped[date | None]

    user: Mapped[User] = relationship()
