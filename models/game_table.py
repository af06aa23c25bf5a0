"""Ordinary games at a table: what was agreed, what was played, and the sheets of the present phase."""

from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Phase, Power
from models.account import User
from models.base import Base
from models.ids import TableId, TableToken
from models.sealed import SealedDocument, SealedSheet
from models.types import Document, Hash, Id, PhaseName, PowerName, Sealed, Token, UserRef, UtcTime

SEALED_SHEET = "sealed sheet"
"""The group of a sheet's columns that are read only to resolve and for its writer."""


class GameTable(Base):
    """A game that an organiser runs for others, who need no account.

    name: empty where the organiser gave none. terms: what was agreed and who plays, as the record has it.
    phase: the one awaited, none after the end. ordinal: how many chapters there are. clock: the minutes of
    each season. clock_ends_at: when the running clock is at zero; clock_left: the seconds that are left of
    one that is stopped. began_at: when the first clock was started or the first phase revealed. links: the
    secret of each power's link, which opens its sheet.
    """

    __tablename__ = "game_tables"
    __table_args__ = (Index(None, "organiser_id", "ended_at"),)

    id: Mapped[Id[TableId]]
    token: Mapped[Token[TableToken]] = mapped_column(unique=True)
    organiser_id: Mapped[UserRef]
    name: Mapped[str] = mapped_column(String(80))
    terms: Mapped[Document]
    phase: Mapped[Phase | None] = mapped_column(PhaseName)
    ordinal: Mapped[int] = mapped_column(default=0)
    clock: Mapped[Document]
    clock_ends_at: Mapped[UtcTime | None]
    clock_left: Mapped[int | None]
    began_at: Mapped[UtcTime | None]
    links: Mapped[dict[str, str]] = mapped_column(SealedDocument, deferred=True)
    version: Mapped[int] = mapped_column()
    created_at: Mapped[UtcTime]
    ended_at: Mapped[UtcTime | None]

    organiser: Mapped[User] = relationship()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form


class TableChapter(Base):
    """A phase or an event, as the record of the game has it, in JSON."""

    __tablename__ = "table_chapters"
    __table_args__ = (UniqueConstraint("table_id", "ordinal"),)

    id: Mapped[Id[int]]
    table_id: Mapped[TableId] = mapped_column(ForeignKey("game_tables.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    content: Mapped[str] = mapped_column(Text)
    stored_at: Mapped[UtcTime]


class TableSheet(Base):
    """The sheet of a power for the present phase; only its writer may see it.

    content: its text as it was typed, and the orders that were read in it, as a record has them. by_link:
    whether it came by the link of its power, sealed; otherwise the organiser typed it. torn: the organiser
    has torn it.
    """

    __tablename__ = "table_sheets"
    __table_args__ = (UniqueConstraint("table_id", "phase", "power"),)

    id: Mapped[Id[int]]
    table_id: Mapped[TableId] = mapped_column(ForeignKey("game_tables.id", ondelete="CASCADE"))
    phase: Mapped[Phase] = mapped_column(PhaseName)
    power: Mapped[Power] = mapped_column(PowerName)
    content: Mapped[dict[str, Any]] = mapped_column(SealedSheet, deferred=True, deferred_group=SEALED_SHEET)
    by_link: Mapped[bool] = mapped_column(default=False)
    torn: Mapped[bool] = mapped_column(default=False)
    salt: Mapped[Sealed[str] | None] = mapped_column(deferred=True, deferred_group=SEALED_SHEET)
    seal: Mapped[Hash | None]
    stored_at: Mapped[UtcTime]
