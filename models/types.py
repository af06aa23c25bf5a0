"""The kinds of columns, so that a model reads as a list of facts."""

from datetime import UTC, datetime
from typing import Annotated, Any

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware and in UTC on the way in and on the way out, whatever the database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Refuse a time that does not say where it was read."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without its zone cannot be stored: {value.isoformat()}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Give SQLite's times the zone that it drops."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Id = Annotated[int, mapped_column(primary_key=True)]
Token = Annotated[str, mapped_column(String(32))]
# Folding the case of 24 letters can make 72 of them.
Name = Annotated[str, mapped_column(String(96))]
Word = Annotated[str, mapped_column(String(32))]
Hash = Annotated[str, mapped_column(String(255))]
UtcTime = Annotated[datetime, mapped_column(UtcDateTime)]
Document = Annotated[dict[str, Any], mapped_column(JSON)]
# State, entries and lines are read one duel at a time; lists of duels must not drag them along.
HeavyDocument = Annotated[dict[str, Any], mapped_column(JSON, deferred=True)]
UserId = Annotated[int, mapped_column(ForeignKey("users.id"))]
DuelId = Annotated[int, mapped_column(ForeignKey("duels.id"))]
