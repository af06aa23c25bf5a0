"""A duel as it is stored: the present state, the entries for it, and the chapters behind it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import JSON, ColumnElement, Index, UniqueConstraint, false, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator import Phase, Power
from clocks.running import begin_anew, begin_phase
from clocks.times import Times
from intimate.codec import read_duel, write_duel
from intimate.duel import WITHOUT_RESULT, Duel, Ending
from intimate.entries import Entry
from intimate.events import EventKind
from intimate.play import awaits
from intimate.players import Player
from intimate.rules import Rules
from intimate.settings import rules
from models.account import User
from models.base import Base, one_of
from models.ids import DuelId, DuelToken, UserId
from models.sealed import SealedEntry
from models.talk import TalkMode
from models.types import (
    AgreedClock,
    Code,
    Document,
    DuelRef,
    Hash,
    HeavyDocument,
    Id,
    Packed,
    PhaseName,
    PowerName,
    RunningTimes,
    Sealed,
    Start,
    Token,
    UserRef,
    UtcTime,
    Word,
)
from opponent.levels import LEVELS, Level

PLAYERS = tuple(player.value for player in Player)
SEALED = "sealed"
"""The group of an entry's columns that are read only for its player and to resolve."""
LOOKED_AT = ("preset", "pace", "home_first", "home_second", "winner")


class StoredDuel(Base):
    """One duel: its terms, its present state and what it waits for.

    deadline_at: the next instant at which something happens automatically. stuck_at, stuck_by: when the
    duel was set aside because it could not be resolved, and by which error. pace: "live" or "days". rated:
    whether both agreed that it counts for their ratings. counts: True once its first auction and Spring
    1901 are complete, unless it ends without a result. fought: True once both have bid in an auction, and
    for all duels from before this was stored. rated_ordinal: its ordinal among the duels that its pool of
    ratings has counted. last_year: the year in which it ended. level: the strength of the site's own
    opponent as the second player, None between people. hinted: how many hints its player was given. said:
    how many messages a player has ever sent. read: how many of the other's messages they have read. talk:
    which messages they accept. diary: whether a player opens their diary after the end, if the other one
    does.
    """

    __tablename__ = "duels"
    __table_args__ = (
        one_of("winner", PLAYERS),
        Index(None, "first_id", "ended_at"),
        Index(None, "second_id", "ended_at"),
        Index(None, "first_id", "public", "ended_at"),
        Index(None, "second_id", "public", "ended_at"),
        Index(None, "first_id", "second_id", "ended_at"),
        # The archive searches finished duels by this index alone, without reading the duels.
        Index("ix_duels_archive", "public", "ended_at", "id", *LOOKED_AT, "last_year", "reason"),
        Index("ix_duels_archive_year", "public", "last_year", "ended_at", "id", *LOOKED_AT, "reason"),
        Index("ix_duels_archive_reason", "public", "reason", "ended_at", "id", *LOOKED_AT, "last_year"),
        Index(None, "pace", "preset", "rated_ordinal", unique=True),
        one_of("level", LEVELS),
    )

    id: Mapped[Id[DuelId]]
    token: Mapped[Token[DuelToken]] = mapped_column(unique=True)
    first_id: Mapped[UserRef]
    second_id: Mapped[UserRef]
    preset: Mapped[Word]
    settings: Mapped[Document]
    edition: Mapped[Word]
    public: Mapped[bool]
    clock: Mapped[AgreedClock]
    start: Mapped[Start | None]
    state: Mapped[HeavyDocument]
    phase: Mapped[Phase | None] = mapped_column(PhaseName)
    ordinal: Mapped[int]
    awaits_first: Mapped[bool] = mapped_column(default=False)
    awaits_second: Mapped[bool] = mapped_column(default=False)
    deadline_at: Mapped[UtcTime | None] = mapped_column(index=True)
    due_first: Mapped[UtcTime | None]
    due_second: Mapped[UtcTime | None]
    running: Mapped[RunningTimes] = mapped_column(default=Times)
    stuck_at: Mapped[UtcTime | None]
    stuck_by: Mapped[Word | None]
    version: Mapped[int] = mapped_column()
    lots_secret: Mapped[Sealed[str]] = mapped_column(deferred=True)
    lots_seal: Mapped[Hash]
    lots_opened: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[UtcTime]
    ended_at: Mapped[UtcTime | None]
    winner: Mapped[Player | None] = mapped_column(Code(Player))
    reason: Mapped[Ending | None] = mapped_column(Code(Ending))

    pace: Mapped[Word] = mapped_column(default="days", server_default="days")
    rated: Mapped[bool] = mapped_column(default=False, server_default=false())
    counts: Mapped[bool] = mapped_column(default=False, server_default=false())
    fought: Mapped[bool] = mapped_column(default=False, server_default=true())
    rated_ordinal: Mapped[int | None]
    home_first: Mapped[Power | None] = mapped_column(PowerName)
    home_second: Mapped[Power | None] = mapped_column(PowerName)
    last_year: Mapped[int | None]
    level: Mapped[Level | None] = mapped_column(Code(Level))
    hinted: Mapped[int] = mapped_column(default=0, server_default="0")
    said_first: Mapped[int] = mapped_column(default=0, server_default="0")
    said_second: Mapped[int] = mapped_column(default=0, server_default="0")
    read_first: Mapped[int] = mapped_column(default=0, server_default="0")
    read_second: Mapped[int] = mapped_column(default=0, server_default="0")
    talk_first: Mapped[TalkMode] = mapped_column(
        Code(TalkMode), default=TalkMode.OPEN, server_default=TalkMode.OPEN.value
    )
    talk_second: Mapped[TalkMode] = mapped_column(
        Code(TalkMode), default=TalkMode.OPEN, server_default=TalkMode.OPEN.value
    )
    diary_first: Mapped[bool] = mapped_column(default=False, server_default=false())
    diary_second: Mapped[bool] = mapped_column(default=False, server_default=false())

    first: Mapped[User] = relationship(foreign_keys="StoredDuel.first_id")
    second: Mapped[User] = relationship(foreign_keys="StoredDuel.second_id")
    handed_in: Mapped[list["StoredEntry"]] = relationship(
        primaryjoin="and_(StoredEntry.duel_id == StoredDuel.id, StoredEntry.phase == StoredDuel.phase,"
        " StoredEntry.ready)",
        viewonly=True,
    )
    """The entries of ready players for the awaited phase, without sealed content."""

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 -- SQLAlchemy's own form

    @property
    def rules(self) -> Rules:
        """The rules that the terms name."""
        return rules(self.preset, self.settings, self.edition)

    @property
    def duel(self) -> Duel:
        """The duel as a value, read once per state."""
        state, duel = self.__dict__.get("_read", (None, None))
        if state is not self.state or duel is None:
            duel = read_duel(self.state, self.rules)
            self.__dict__["_read"] = (self.state, duel)
        return duel

    @property
    def awaited(self) -> frozenset[Player]:
        """The players whom the phase awaits."""
        awaited = {Player.FIRST: self.awaits_first, Player.SECOND: self.awaits_second}
        return frozenset(player for player in Player if awaited[player])

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""
        return {Player.FIRST: self.first.name, Player.SECOND: self.second.name}

    @property
    def players(self) -> dict[Player, User]:
        """The accounts by player."""
        return {Player.FIRST: self.first, Player.SECOND: self.second}

    @property
    def is_without_result(self) -> bool:
        """True when the duel is over and is neither won nor drawn: it counts for nothing."""
        return self.ended_at is not None and self.winner is None and self.reason in WITHOUT_RESULT

    @property
    def is_against_level(self) -> bool:
        """True where the second player is the site's own opponent: in practice, and in the league."""
        return self.level is not None or self.second.level is not None

    @property
    def said(self) -> int:
        """How many messages both have ever sent."""
        return self.said_first + self.said_second

    def unread(self, player: Player) -> int:
        """How many of the other's messages a player has not read."""
        said, read = (
            (self.said_second, self.read_first)
            if player is Player.FIRST
            else (self.said_first, self.read_second)
        )
        return said - read

    def opens_diary(self, player: Player) -> bool:
        """Tell whether a player opens their diary."""
        return self.diary_first if player is Player.FIRST else self.diary_second

    def talk_mode(self, player: Player) -> TalkMode:
        """Which messages a player accepts."""
        return self.talk_first if player is Player.FIRST else self.talk_second

    def player(self, user_id: UserId | None) -> Player | None:
        """Return which player an account is, None for a spectator."""
        if user_id == self.first_id:
            return Player.FIRST
        return Player.SECOND if user_id == self.second_id else None

    @property
    def times(self) -> Times:
        """The times of both players; always replaced as a whole."""
        return self.running

    @times.setter
    def times(self, times: Times) -> None:
        self.running = times
        shown = {} if times.pause else times.due
        self.due_first, self.due_second = (shown.get(player) for player in Player)
        self.deadline_at = times.wakes_at

    @property
    def phase_length(self) -> timedelta:
        """The time of the awaited phase; of a running duel only."""
        assert self.phase is not None  # noqa: S101  # after the end no time runs
        return self.clock.length(self.phase, self.rules.first_year)

    def write(self, duel: Duel, now: datetime, *, anew: bool = False) -> None:
        """Store the state of a duel; a new phase gets its whole time.

        anew: the duel goes back to an earlier state, and its phase begins anew.
        """
        awaited, before = awaits(duel), self.phase
        self.phase = duel.phase
        if duel.phase is None:
            self.times = replace(self.times, due={}, pause=None, opens_until=None, over_at=None)
        elif anew:
            self.times = begin_anew(self.clock, self.times, self.phase_length, awaited, now)
        elif duel.phase != before:
            self.times = begin_phase(self.clock, self.times, self.phase_length, awaited, now)
        self.state = write_duel(duel)
        self.awaits_first, self.awaits_second = (player in awaited for player in Player)
        # A revealed secret stays known, even if the choice of home powers begins anew.
        self.lots_opened = bool(self.lots_opened or duel.homes or duel.coin or duel.result)
        self.home_first, self.home_second = (duel.homes.get(player) for player in Player)
        counted = self.counts and not anew
        self.counts = (counted or duel.is_past_first_spring) and not duel.is_without_result
        if duel.result:
            self.last_year = duel.result.phase.year if duel.homes else None
            self.ended_at = now
            self.winner = duel.result.winner
            self.reason = duel.result.reason


def _index_some(name: str, *columns: str, where: ColumnElement[bool]) -> None:
    """Give duels of one kind a partial index, which other duels do not slow down."""
    table = StoredDuel.__table__
    Index(name, *(table.c[column] for column in columns), sqlite_where=where, postgresql_where=where)


IS_PRACTICE, IS_RUNNING = StoredDuel.level.is_not(None), StoredDuel.ended_at.is_(None)
OF_PUBLIC = StoredDuel.public.expression & IS_RUNNING
# In this index the first two columns are constant. Without them SQLite prefers an index with which it has to
# sort; with them PostgreSQL does not recognise that it need not sort.
_index_some("ix_duels_running_public", "public", "ended_at", "created_at", where=OF_PUBLIC)
_index_some("ix_duels_running_latest", "created_at", "id", where=OF_PUBLIC)
_index_some("ix_duels_stuck", "stuck_at", where=StoredDuel.stuck_at.is_not(None))
_index_some("ix_duels_running_practice", "awaits_second", "phase", where=IS_PRACTICE & IS_RUNNING)
_index_some("ix_duels_practice", "first_id", "ended_at", where=IS_PRACTICE)


class StoredEntry(Base):
    """The entry of one player for one phase, secret before the phase is resolved.

    It may be stored before the phase begins; then `ready` means that its player accepts a possible overbid.
    salt, seal: fix its content. sealed_at: when it was handed in, or its time came. The sealed
    content is read only for its player and to resolve, never with the rest: to others, the time that takes
    would reveal that something is stored.
    """

    __tablename__ = "entries"
    __table_args__ = (
        one_of("player", PLAYERS),
        UniqueConstraint("duel_id", "phase", "player"),
    )

    id: Mapped[Id[int]]
    duel_id: Mapped[DuelRef]
    phase: Mapped[Phase] = mapped_column(PhaseName)
    player: Mapped[Player] = mapped_column(Code(Player))
    content: Mapped[Entry] = mapped_column(SealedEntry, deferred=True, deferred_group=SEALED)
    ready: Mapped[bool] = mapped_column(default=False)
    stored_at: Mapped[UtcTime]
    salt: Mapped[Sealed[str] | None] = mapped_column(deferred=True, deferred_group=SEALED)
    seal: Mapped[Hash | None]
    sealed_at: Mapped[UtcTime | None]

    @property
    def began_incomplete(self) -> bool:
        """True if it was stored in advance and was incomplete when its phase began, until it is changed."""
        return self.sealed_at is not None and not self.ready


class StoredChapter(Base):
    """The result of one phase or event, and the version of the rules that decided it; never altered.

    ruling: the reason and content of an arbiter's act, as the record holds it.
    """

    __tablename__ = "chapters"
    __table_args__ = (
        one_of("player", PLAYERS),
        UniqueConstraint("duel_id", "ordinal"),
    )

    id: Mapped[Id[int]]
    duel_id: Mapped[DuelRef]
    ordinal: Mapped[int]
    phase: Mapped[Phase | None] = mapped_column(PhaseName)
    event: Mapped[EventKind | None] = mapped_column(Code(EventKind))
    player: Mapped[Player | None] = mapped_column(Code(Player))
    entries: Mapped[Packed]
    lots: Mapped[Document]
    ruling: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    line: Mapped[Packed]
    state: Mapped[Packed]
    rules_version: Mapped[Word]
    resolved_at: Mapped[UtcTime]
