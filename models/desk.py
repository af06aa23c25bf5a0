"""The keeper's desk and the arbiters: what people report, what was done about it, and who shares a device."""

from datetime import date
from typing import Literal, get_args

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.account import User
from models.base import Base, one_of
from models.duel import StoredDuel
from models.types import Hash, Id, UserId, UtcTime, Word

CASES = ("arbiter", "conduct", "accounts", "other")
"""What a report is about; arbiter: a player calls the arbiter to their duel."""
CASE_STATES = ("open", "closed")
Act = Literal[
    "warned",
    "closed_account",
    "opened_account",
    "answered",
    "noted",
    "ruled",
    "made_arbiter",
    "unmade_arbiter",
]
ACTS: tuple[Act, ...] = get_args(Act)
"""What keepers and arbiters do."""
SIGHTINGS = ("device", "address")


class Report(Base):
    """What somebody tells keepers or arbiters, and what they answered."""

    __tablename__ = "reports"
    __table_args__ = (
        one_of("kind", CASES),
        one_of("state", CASE_STATES),
        Index(None, "state", "kind", "made_at"),
        Index(None, "state", "made_at"),
    )

    id: Mapped[Id]
    reporter_id: Mapped[UserId] = mapped_column(index=True)
    about_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    duel_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"), index=True)
    kind: Mapped[Word]
    text: Mapped[str] = mapped_column(String(2000))
    made_at: Mapped[UtcTime]
    state: Mapped[Word] = mapped_column(default="open")
    handler_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    answer: Mapped[str] = mapped_column(String(2000), default="")
    closed_at: Mapped[UtcTime | None]
    version: Mapped[int] = mapped_column()

    reporter: Mapped[User] = relationship(foreign_keys="Report.reporter_id")
    about: Mapped[User | None] = relationship(foreign_keys="Report.about_id")
    handler: Mapped[User | None] = relationship(foreign_keys="Report.handler_id")
    duel: Mapped[StoredDuel | None] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class KeeperAct(Base):
    """What a keeper or an arbiter did, for good: by whom (none: a command), to whom, and why.

    read_at: when the person whom a warning was for has read it.
    """

    __tablename__ = "keeper_acts"
    __table_args__ = (one_of("act", ACTS), Index(None, "at"), Index(None, "about_id", "act", "read_at"))

    id: Mapped[Id]
    keeper_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    act: Mapped[Word]
    about_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    duel_id: Mapped[int | None] = mapped_column(ForeignKey("duels.id"), index=True)
    report_id: Mapped[int | None] = mapped_column(ForeignKey("reports.id"))
    reason: Mapped[str] = mapped_column(String(2000))
    at: Mapped[UtcTime]
    read_at: Mapped[UtcTime | None]

    keeper: Mapped[User | None] = relationship(foreign_keys="KeeperAct.keeper_id")
    about: Mapped[User | None] = relationship(foreign_keys="KeeperAct.about_id")
    duel: Mapped[StoredDuel | None] = relationship()


class Sighting(Base):
    """A device or an address from which an account was used, as a keyed hash; forgotten after a while.

    shared_on: the day on which the accounts that share it became as many as they are; none where it is of one
    account alone.
    """

    __tablename__ = "sightings"
    __table_args__ = (
        one_of("kind", SIGHTINGS),
        Index(None, "kind", "digest"),
        Index(None, "kind", "shared_on", "digest"),
        Index(None, "last_on"),
    )

    user_id: Mapped[UserId] = mapped_column(primary_key=True)
    kind: Mapped[Word] = mapped_column(primary_key=True)
    digest: Mapped[Hash] = mapped_column(primary_key=True)
    first_on: Mapped[date]
    last_on: Mapped[date]
    shared_on: Mapped[date | None]

    user: Mapped[User] = relationship()
