"""Column types, so that a model reads as a list of facts."""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Integer, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import TypeDecorator

from adjudicator import Phase, Power
from clocks.terms import Clock, read_clock, write_clock
from clocks.times import Times, read_times, write_times
from intimate.players import Player
from models.ids import DuelId, UserId
from models.packing import PackedDocument
from models.sealed import SealedText


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware and in UTC on the way in and out, in both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Refuse a time without a zone."""
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


class PhaseName(TypeDecorator[Phase]):
    """A phase, stored under its name."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: Phase | None, dialect: Dialect) -> str | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Write the name."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Phase | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read the name."""
        return None if value is None else Phase.parse(value)


class Code(TypeDecorator[StrEnum]):
    """A member of an enumeration, stored under its value."""

    impl = String
    cache_ok = True

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__(32)
        self.members = members

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read the value."""
        return None if value is None else self.members(value)


class PowerName(TypeDecorator[Power]):
    """A power, stored under its name."""

    impl = String(32)
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> Power | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read the name."""
        return None if value is None else Power(value)


class HomesDocument(TypeDecorator[Mapping[Player, Power]]):
    """The home powers of both players, by the player; empty where none are agreed on."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: dict[str, str] | None, dialect: Dialect) -> Mapping[Player, Power]:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read players and powers."""
        return {Player(player): Power(power) for player, power in (value or {}).items()}


class ClockDocument(TypeDecorator[Clock]):
    """The clock that both players agreed to."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Clock | None, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Write the clock."""
        return None if value is None else write_clock(value)

    def process_result_value(self, value: dict[str, Any] | None, dialect: Dialect) -> Clock | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read the clock."""
        return None if value is None else read_clock(value)


class TimesDocument(TypeDecorator[Times]):
    """How the time of a duel stands."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Times | None, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Write the times."""
        return None if value is None else write_times(value)

    def process_result_value(self, value: dict[str, Any] | None, dialect: Dialect) -> Times:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Read the times."""
        return read_times(value or {})


Kind = TypeVar("Kind")
Id = Annotated[Kind, mapped_column(Integer, primary_key=True)]
Token = Annotated[Kind, mapped_column(String(32))]
# Case folding can turn 24 letters into 72.
Name = Annotated[str, mapped_column(String(96))]
# A letter can look like a sequence of seven others.
Looks = Annotated[str, mapped_column(String(192))]
Word = Annotated[str, mapped_column(String(32))]
Hash = Annotated[str, mapped_column(String(255))]
Sealed = Annotated[Kind, mapped_column(SealedText)]
UtcTime = Annotated[datetime, mapped_column(UtcDateTime)]
Document = Annotated[dict[str, Any], mapped_column(JSON)]
# State, entries and lines are read one duel at a time; lists of duels must not drag them along.
RunningTimes = Annotated[Times, mapped_column(TimesDocument)]
AgreedClock = Annotated[Clock, mapped_column(ClockDocument)]
Homes = Annotated[Mapping[Player, Power], mapped_column(HomesDocument)]
# The position with which a duel begins instead of the choice of home powers.
Start = Annotated[dict[str, Any], mapped_column(JSON(none_as_null=True), deferred=True)]
HeavyDocument = Annotated[dict[str, Any], mapped_column(JSON, deferred=True)]
Packed = Annotated[dict[str, Any], mapped_column(PackedDocument, deferred=True)]
UserRef = Annotated[UserId, mapped_column(ForeignKey("users.id"))]
DuelRef = Annotated[DuelId, mapped_column(ForeignKey("duels.id"))]
