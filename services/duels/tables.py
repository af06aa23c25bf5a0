"""Finding a duel: a table as one reader may see it, and a seat at it, locked, for one who plays."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property

from sqlalchemy import (
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    String,
    and_,
    bindparam,
    case,
    exists,
    func,
    null,
    select,
)
from sqlalchemy.orm import Session, aliased, joinedload, undefer

from adjudicator import Phase
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from intimate.view import View
from models import StoredDuel, StoredEntry, Thought, User
from models.types import PhaseName
from services.arbiters.authority import may_rule


class UnknownDuel(Exception):
    """There is no such duel, or none that this reader may see."""


class NotAPlayer(Exception):
    """Only the two players may do this."""


class PhaseOver(Exception):
    """The entry is for a phase that is not awaited any more."""


class NotAwaited(Exception):
    """The phase asks nothing of this player."""


class OnLeave(Exception):
    """The player is on leave, and enters nothing before they say that they are back."""


@dataclass(frozen=True)
class Table:
    """A duel as one reader may see it: its row, their own entry, and the seals of those who are ready.

    was_judged: whether the duel is over and its judgement was asked for. gone: how many of its players have
    deleted their account, and with it their name.
    """

    stored: StoredDuel
    player: Player | None
    own: StoredEntry | None
    seals: Mapping[Player, str]
    was_judged: bool = False
    gone: int = 0

    @property
    def duel(self) -> Duel:
        """The duel as a value, read once for a row."""
        return self.stored.duel

    @cached_property
    def view(self) -> View:
        """The duel as the reader may see it."""
        return View(self.duel, self.player)

    @property
    def entry(self) -> Entry | None:
        """The reader's own entry for the awaited phase."""
        return self.own.content if self.own else None

    @property
    def is_ready(self) -> bool:
        """True when the reader has handed in."""
        return self.player in self.seals

    @property
    def is_awaited(self) -> bool:
        """True when the phase awaits the reader."""
        return self.player in self.stored.awaited


@dataclass
class Seat:
    """A duel locked against every other change, for one of its players, or for its clock without one.

    Holds the entries of both: nothing of it may be shown to anybody.
    """

    session: Session
    stored: StoredDuel
    entries: dict[Player, StoredEntry]
    player: Player | None = None

    @property
    def duel(self) -> Duel:
        """The duel as a value, read once for each state."""
        return self.stored.duel

    def table_now(self, before: Table) -> Table:
        """Return the table as its player sees it now; before: as it was read before the lock."""
        seals = {player: entry.seal for player, entry in self.entries.items() if entry.ready and entry.seal}
        own = self.entries.get(self.player) if self.player else None
        return replace(before, own=own, seals=seals)

    def is_ready(self, player: Player) -> bool:
        """Tell whether a player has handed in."""
        return player in self.entries and bool(self.entries[player].ready)

    def is_due(self, now: datetime) -> bool:
        """Tell whether everybody who is awaited is ready, or out of time."""
        if self.stored.phase is None:
            return False
        times = self.stored.times
        return all(self.is_ready(player) or times.is_out(player, now) for player in self.stored.awaited)


def check_token(token: str) -> None:
    """Raise UnknownDuel for a text that can be no duel's (PostgreSQL takes no NUL in one)."""
    if not token.isalnum():
        raise UnknownDuel


def is_of_present_phase(entry: type[StoredEntry]) -> ColumnElement[bool]:
    """Match the entries for the phase that their duel awaits."""
    return and_(entry.duel_id == StoredDuel.id, entry.phase == StoredDuel.phase)


def seal_of(player: Player) -> ScalarSelect[str | None]:
    """Select the seal of a player who is ready in the awaited phase."""
    query = select(StoredEntry.seal).where(
        is_of_present_phase(StoredEntry), StoredEntry.player == player, StoredEntry.ready
    )
    return query.correlate(StoredDuel).scalar_subquery()


def was_judged() -> ColumnElement[bool]:
    """Select whether a finished duel's judgement was asked for; of one that goes on nobody is told."""
    asked = exists().where(Thought.duel_id == StoredDuel.id, Thought.purpose == "judgement")
    return and_(StoredDuel.phase.is_(None), asked.correlate(StoredDuel))


def with_players() -> Select[StoredDuel]:
    """Select duels with the names of their players."""
    return select(StoredDuel).options(joinedload(StoredDuel.first), joinedload(StoredDuel.second))


@cache
def _table_query(*, whole: bool) -> Select[StoredDuel, StoredEntry, str | None, str | None, bool, int]:
    """Select a duel, a reader's own entry, both seals if ready, whether it was judged, and who is gone."""
    user_id, own = bindparam("user_id", type_=Integer), aliased(StoredEntry)
    part = case(
        (StoredDuel.first_id == user_id, Player.FIRST.value),
        (StoredDuel.second_id == user_id, Player.SECOND.value),
        else_=null(),
    )
    of_it = User.id.in_((StoredDuel.first_id, StoredDuel.second_id))
    gone = select(func.count(User.id)).where(of_it, User.deleted_at.is_not(None)).scalar_subquery()
    duels = with_players().options(undefer(StoredDuel.state)) if whole else select(StoredDuel)
    return (
        duels.add_columns(own, seal_of(Player.FIRST), seal_of(Player.SECOND), was_judged(), gone)
        .outerjoin(own, and_(is_of_present_phase(own), own.player == part))
        .where(StoredDuel.token == bindparam("token", type_=String))
    )


def find_table(session: Session, token: str, user_id: int | None, *, whole: bool = False) -> Table:
    """Find a duel by one statement, as far as this reader may see it; raises UnknownDuel.

    whole: its state and its players come along, which are read later otherwise, if at all.
    """
    check_token(token)
    row = session.execute(_table_query(whole=whole), {"token": token, "user_id": user_id}).one_or_none()
    if row is None:
        raise UnknownDuel
    stored, entry, first, second, was_judged, gone = row
    player = stored.player(user_id)
    if not (stored.public or player or may_rule(session, stored, user_id)):
        raise UnknownDuel
    seals = {who: seal for who, seal in zip(Player, (first, second), strict=True) if seal}
    return Table(stored, player, entry, seals, bool(was_judged), gone)


@cache
def _lock_query(*, by_id: bool, skip_locked: bool) -> Select[StoredDuel]:
    """Select and lock a duel by its number or by its token; built once."""
    which = (
        StoredDuel.id == bindparam("id", type_=Integer)
        if by_id
        else StoredDuel.token == bindparam("token", type_=String)
    )
    return select(StoredDuel).where(which).with_for_update(skip_locked=skip_locked)


@cache
def _entries_query() -> Select[StoredEntry]:
    """Select what both have stored for one phase of a duel; built once."""
    duel_id, phase = bindparam("duel_id", type_=Integer), bindparam("phase", type_=PhaseName)
    return select(StoredEntry).where(StoredEntry.duel_id == duel_id, StoredEntry.phase == phase)


def _seat(session: Session, query: Select[StoredDuel], values: Mapping[str, object]) -> Seat | None:
    # What was read before the lock may be older than what the lock finds.
    stored = session.scalar(query, values, execution_options={"populate_existing": True})
    if stored is None:
        return None
    entries = session.scalars(_entries_query(), {"duel_id": stored.id, "phase": stored.phase})
    return Seat(session, stored, {entry.player: entry for entry in entries})


def lock_for_clock(session: Session, duel_id: int, *, skip_locked: bool = False) -> Seat | None:
    """Lock a duel until the transaction ends; None where there is none, or another one has it.

    SQLite has locked the whole database already.
    """
    return _seat(session, _lock_query(by_id=True, skip_locked=skip_locked), {"id": duel_id})


def lock_some(session: Session, duel_ids: Collection[int]) -> list[Seat]:
    """Lock duels until the transaction ends, but for those that another one has, by two statements."""
    duels, entries = _some_queries()
    which, anew = {"duel_ids": list(duel_ids)}, {"populate_existing": True}
    found = session.scalars(duels, which, execution_options=anew).all()
    present: dict[int, dict[Player, StoredEntry]] = {stored.id: {} for stored in found}
    for entry in session.scalars(entries, {"duel_ids": list(present)}):
        present[entry.duel_id][entry.player] = entry
    return [Seat(session, stored, present[stored.id]) for stored in found]


@cache
def _some_queries() -> tuple[Select[StoredDuel], Select[StoredEntry]]:
    """Select and lock some duels, and what both have stored for the phase of each; built once."""
    which = StoredDuel.id.in_(bindparam("duel_ids", expanding=True))
    duels = select(StoredDuel).where(which).order_by(StoredDuel.deadline_at, StoredDuel.id)
    entries = select(StoredEntry).join(StoredDuel, is_of_present_phase(StoredEntry)).where(which)
    return duels.options(undefer(StoredDuel.state)).with_for_update(skip_locked=True), entries


def lock_by_token(session: Session, token: str) -> Seat:
    """Lock a duel for nobody yet; raises UnknownDuel."""
    check_token(token)
    seat = _seat(session, _lock_query(by_id=False, skip_locked=False), {"token": token})
    if seat is None:
        raise UnknownDuel
    return seat


def take_seat(session: Session, token: str, user_id: int) -> Seat:
    """Lock a duel for one of its players; raises UnknownDuel, NotAPlayer."""
    seat = lock_by_token(session, token)
    seat.player = seat.stored.player(user_id)
    if seat.player is None:
        raise NotAPlayer if seat.stored.public else UnknownDuel
    return seat


def take_awaited_seat(session: Session, token: str, user_id: int, phase: Phase, now: datetime) -> Seat:
    """Lock a duel for a player whom it awaits in that phase; raises what stands in the way.

    When their time is up it is too late, even when nobody has resolved the phase yet.
    """
    seat = take_seat(session, token, user_id)
    stored = seat.stored
    if stored.phase != phase or seat.player is None or stored.times.is_over(seat.player, now):
        raise PhaseOver
    if seat.player not in stored.awaited:
        raise NotAwaited
    if seat.player in stored.times.away:
        raise OnLeave
    others = stored.times.away.get(seat.player.opponent)
    if others and others.began_by_itself:
        raise NotAwaited  # that leave tells that the other one has stored nothing
    return seat
