"""Finding a duel as one viewer may see it, locking it for those who play it, sealing entries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from secrets import token_hex

from sqlalchemy import (
    BindParameter,
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
    inspect,
    null,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.orm import Load, Session, aliased, joinedload, undefer, undefer_group
from sqlalchemy.orm.attributes import set_committed_value

from adjudicator import Phase
from clocks.running import arrive
from intimate.codec import write_entry
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from intimate.sealing import seal
from intimate.view import View
from models import Job, StoredDuel, StoredEntry, User
from models.account import AccountKind
from models.duel import SEALED
from models.ids import DuelId, DuelToken, UserId
from models.jobs import JobPurpose
from models.types import Code, PhaseName
from services.duels.authority import may_rule
from services.duels.refusals import DuelRefusal, DuelRefused
from services.refused import NotFound

SEALED_COLUMNS = frozenset({"content", "salt"})


@dataclass(frozen=True)
class DuelForViewer:
    """A duel as one viewer may see it: its row, their own entry, and the seals of those who are ready.

    was_judged: whether the duel is over and its analysis was asked for. nameless: tells apart players
    without a name: deleted accounts, and guests until they register.
    """

    stored: StoredDuel
    player: Player | None
    own: StoredEntry | None
    seals: Mapping[Player, str]
    was_judged: bool = False
    nameless: int = 0

    @property
    def duel(self) -> Duel:
        """The duel as a value, read once per row."""
        return self.stored.duel

    @cached_property
    def view(self) -> View:
        """The duel as the viewer may see it."""
        return View(self.duel, self.player)

    @property
    def entry(self) -> Entry | None:
        """The viewer's own entry for the awaited phase."""
        return self.own.content if self.own else None

    @property
    def is_ready(self) -> bool:
        """True when the viewer has handed in."""
        return self.player in self.seals

    @property
    def is_awaited(self) -> bool:
        """True when the phase awaits the viewer."""
        return self.player in self.stored.awaited


@dataclass
class LockedDuel:
    """A duel locked against every other change, for one of its players, or for the clock.

    It holds the entries of both players, so nothing of it may be shown to anybody. `open_entries` reads
    what they say once the phase is resolved; before that only the player's own is read.
    """

    session: Session
    stored: StoredDuel
    entries: dict[Player, StoredEntry]
    player: Player | None = None

    @property
    def duel(self) -> Duel:
        """The duel as a value, read once for each state."""
        return self.stored.duel

    def as_seen_now(self, before: DuelForViewer) -> DuelForViewer:
        """Return the duel as its player sees it now; before: as it was read before the lock."""
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


def open_entries(locked: LockedDuel) -> Mapping[Player, StoredEntry]:
    """Read and return both players' entries, by one statement, because the phase is being resolved."""
    unread = [entry.id for entry in locked.entries.values() if SEALED_COLUMNS & inspect(entry).unloaded]
    if unread:
        query = select(StoredEntry).where(StoredEntry.id.in_(unread)).options(undefer_group(SEALED))
        locked.session.scalars(query).all()
    return locked.entries


def check_token(token: DuelToken) -> None:
    """Raise NotFound for a text that cannot be a token (PostgreSQL takes no NUL)."""
    if not token.isalnum():
        raise NotFound


def is_of_present_phase(entry: type[StoredEntry]) -> ColumnElement[bool]:
    """Match the entries for the phase that their duel awaits."""
    return and_(entry.duel_id == StoredDuel.id, entry.phase == StoredDuel.phase)


def seal_of(player: Player) -> ScalarSelect[str | None]:
    """Select the seal of a player who is ready in the awaited phase."""
    query = select(StoredEntry.seal).where(
        is_of_present_phase(StoredEntry), StoredEntry.player == player, StoredEntry.ready
    )
    return query.correlate(StoredDuel).scalar_subquery()


def part_of(user_id: BindParameter[int]) -> ColumnElement[str | None]:
    """Select which player of a duel the viewer is; NULL for others, and if nobody is logged in."""
    return case(
        (StoredDuel.first_id == user_id, Player.FIRST.value),
        (StoredDuel.second_id == user_id, Player.SECOND.value),
        else_=null(),
    )


def was_judged() -> ColumnElement[bool]:
    """Select whether a finished duel's analysis was asked for; false for a running one."""
    asked = exists().where(Job.duel_id == StoredDuel.id, Job.purpose == JobPurpose.JUDGEMENT)
    return and_(StoredDuel.phase.is_(None), asked.correlate(StoredDuel))


def with_players() -> Select[StoredDuel]:
    """Select duels with the names of their players."""
    return select(StoredDuel).options(joinedload(StoredDuel.first), joinedload(StoredDuel.second))


@cache
def _duel_query(*, whole: bool) -> Select[StoredDuel, StoredEntry, str | None, str | None, bool, int]:
    """Select a duel, the viewer's own entry, both seals if ready, whether it was judged, who has no name."""
    user_id, own = bindparam("user_id", type_=Integer), aliased(StoredEntry)
    of_it = User.id.in_((StoredDuel.first_id, StoredDuel.second_id))
    how = case((User.deleted_at.is_not(None), 1), (User.kind == AccountKind.GUEST, len(Player) + 1), else_=0)
    nameless = select(func.sum(how)).where(of_it).scalar_subquery()
    duels = with_players().options(undefer(StoredDuel.state)) if whole else select(StoredDuel)
    if whole:
        duels = duels.options(Load(own).undefer_group(SEALED))
    return (
        duels.add_columns(own, seal_of(Player.FIRST), seal_of(Player.SECOND), was_judged(), nameless)
        .outerjoin(own, and_(is_of_present_phase(own), own.player == part_of(user_id)))
        .where(StoredDuel.token == bindparam("token", type_=String))
    )


def find_duel(
    session: Session, token: DuelToken, user_id: UserId | None, *, whole: bool = False
) -> DuelForViewer:
    """Find a duel as this viewer may see it, by one statement; raises NotFound.

    whole: read its state and players at once instead of when they are needed.
    """
    check_token(token)
    row = session.execute(_duel_query(whole=whole), {"token": token, "user_id": user_id}).one_or_none()
    if row is None:
        raise NotFound
    stored, entry, first, second, was_judged, nameless = row
    player = stored.player(user_id)
    if not (stored.public or player or may_rule(session, stored, user_id)):
        raise NotFound
    seals = {who: seal for who, seal in zip(Player, (first, second), strict=True) if seal}
    return DuelForViewer(stored, player, entry, seals, bool(was_judged), int(nameless))


@cache
def _lock_query(*, skip_locked: bool) -> Select[StoredDuel]:
    """Select and lock a duel by its number; built once."""
    which = StoredDuel.id == bindparam("id", type_=Integer)
    return select(StoredDuel).where(which).with_for_update(skip_locked=skip_locked)


@cache
def _player_lock_query() -> Select[StoredDuel]:
    """Select and lock a duel by its token, for one of its players; built once."""
    user_id, token = bindparam("user_id", type_=Integer), bindparam("token", type_=String)
    plays = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    return select(StoredDuel).where(StoredDuel.token == token, plays).with_for_update()


@cache
def _entries_query() -> Select[StoredEntry, Entry | None, str | None]:
    """Select both entries for one phase of a duel, with the sealed content of one's own; built once."""
    duel_id, phase = bindparam("duel_id", type_=Integer), bindparam("phase", type_=PhaseName)
    is_own = StoredEntry.player == bindparam("own", type_=Code(Player))
    sealed = (StoredEntry.content, StoredEntry.salt)
    own = (type_coerce(case((is_own, each), else_=null()), each.type) for each in sealed)
    return select(StoredEntry, *own).where(StoredEntry.duel_id == duel_id, StoredEntry.phase == phase)


def _lock(
    session: Session, query: Select[StoredDuel], values: Mapping[str, object], user_id: UserId | None = None
) -> LockedDuel | None:
    # What was read before the lock may be older than what the lock finds.
    stored = session.scalar(query, values, execution_options={"populate_existing": True})
    if stored is None:
        return None
    player = stored.player(user_id)
    asked = {"duel_id": stored.id, "phase": stored.phase, "own": player}
    entries = {}
    for entry, *sealed in session.execute(_entries_query(), asked):
        entries[entry.player] = entry
        for name, value in zip(("content", "salt"), sealed, strict=True) if entry.player is player else ():
            if name in inspect(entry).unloaded:
                set_committed_value(entry, name, value)
    return LockedDuel(session, stored, entries, player)


def lock_for_clock(session: Session, duel_id: DuelId, *, skip_locked: bool = False) -> LockedDuel | None:
    """Lock a duel until the transaction ends; None if it is gone or another transaction has it.

    SQLite has locked the whole database already.
    """
    return _lock(session, _lock_query(skip_locked=skip_locked), {"id": duel_id})


def lock_some(session: Session, duel_ids: Collection[DuelId]) -> list[LockedDuel]:
    """Lock duels until the transaction ends, by two statements; skip those that another transaction has."""
    duels, entries = _some_queries()
    which, anew = {"duel_ids": list(duel_ids)}, {"populate_existing": True}
    found = session.scalars(duels, which, execution_options=anew).all()
    present: dict[DuelId, dict[Player, StoredEntry]] = {stored.id: {} for stored in found}
    for entry in session.scalars(entries, {"duel_ids": list(present)}):
        present[entry.duel_id][entry.player] = entry
    return [LockedDuel(session, stored, present[stored.id]) for stored in found]


@cache
def _some_queries() -> tuple[Select[StoredDuel], Select[StoredEntry]]:
    """Select and lock some duels, and the entries for the phase of each; built once."""
    which = StoredDuel.id.in_(bindparam("duel_ids", expanding=True))
    duels = select(StoredDuel).where(which).order_by(StoredDuel.deadline_at, StoredDuel.id)
    entries = select(StoredEntry).join(StoredDuel, is_of_present_phase(StoredEntry)).where(which)
    return duels.options(undefer(StoredDuel.state)).with_for_update(skip_locked=True), entries


def find_unlocked(session: Session, token: DuelToken) -> StoredDuel:
    """Find a duel without a lock, to see who may lock it; raises NotFound."""
    check_token(token)
    stored = session.scalar(select(StoredDuel).where(StoredDuel.token == token))
    if stored is None:
        raise NotFound
    return stored


def lock_duel(session: Session, token: DuelToken, user_id: UserId) -> LockedDuel:
    """Lock a duel for one of its players, and for nobody else; raises NotFound, DuelRefused."""
    check_token(token)
    locked = _lock(session, _player_lock_query(), {"token": token, "user_id": user_id}, user_id)
    if locked is None:
        is_public = session.scalar(select(StoredDuel.public).where(StoredDuel.token == token))
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER) if is_public else NotFound
    return locked


def lock_awaited_duel(
    session: Session, token: DuelToken, user_id: UserId, phase: Phase, now: datetime
) -> LockedDuel:
    """Lock a duel for a player whom it awaits in that phase; raises NotFound, DuelRefused.

    Once their time is up it is too late, even if nobody has resolved the phase yet.
    """
    locked = lock_duel(session, token, user_id)
    stored = locked.stored
    if stored.phase != phase or locked.player is None or stored.times.is_over(locked.player, now):
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    if locked.player not in stored.awaited:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    if locked.player in stored.times.away:
        raise DuelRefused(DuelRefusal.TIME_OFF)
    others = stored.times.away.get(locked.player.opponent)
    # Time off that began by itself would reveal that the other one has stored nothing.
    if others and others.began_by_itself:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    return locked


def fill_entry(stored: StoredDuel, entry: StoredEntry, content: Entry) -> None:
    """Give an entry another content, under a new seal that only its player sees."""
    entry.content = content
    seal_anew(stored, entry)


def seal_anew(stored: StoredDuel, entry: StoredEntry) -> None:
    """Fix an entry by a new seal, which does not reveal whether the entry has changed."""
    entry.salt = token_hex(16)
    content = write_entry(entry.content)
    entry.seal = seal(stored.token, str(entry.phase), entry.player.value, content, entry.salt)


def close_entry(stored: StoredDuel, entry: StoredEntry, now: datetime) -> None:
    """Fix an entry by the seal that its player has seen."""
    if entry.seal is None:  # an entry from before entries were sealed when stored
        seal_anew(stored, entry)
    entry.sealed_at = now


def reopen_entry(stored: StoredDuel, entry: StoredEntry) -> None:
    """Take readiness back; the seal that the other player has seen becomes void."""
    entry.ready = False
    entry.sealed_at = None
    seal_anew(stored, entry)


def note_arrival(stored: StoredDuel, player: Player, now: datetime) -> None:
    """Note that a player has arrived; a duel that has begun stays as it is."""
    if stored.phase is not None and stored.times.opens_until is not None:
        stored.times = arrive(stored.clock, stored.times, player, stored.phase_length, stored.awaited, now)
