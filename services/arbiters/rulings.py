"""What an arbiter can decide, under a lock and with a reason: time, going back, a corrected entry."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from clocks.running import LONGEST_BY_ARBITER, extend, may_be_extended, pause_until, resume
from intimate.chapter import Chapter
from intimate.codec import LONGEST_REASON
from intimate.desk import Desk, check_strictly
from intimate.duel import Duel
from intimate.entries import Entry, HomesList
from intimate.errors import EventError
from intimate.events import Event, EventKind, Ruling, happen
from intimate.play import make_draws, play
from intimate.players import Player
from intimate.replay import undo
from intimate.rules import place_in_time
from intimate.view import View
from models import Message, ModeratorAct, Report, StoredChapter, StoredDuel, StoredEntry
from models.ids import DuelId, DuelToken, ReportId, UserId
from models.moderation import Act, ReportKind, ReportState
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.duels.access import LockedDuel, close_entry, find_unlocked, lock_for_clock
from services.duels.authority import may_rule
from services.duels.refusals import DuelRefusal, DuelRefused
from services.duels.resolving import resolve_if_due, store_chapter, use_entries_ahead, write_revealed
from services.history.chapters import Past, list_chapters, list_in_force, load_chapter, load_duel
from services.matches import match_of
from services.notifications.outbox import reconsider_reminders
from services.refused import NotFound


@dataclass
class ArbiterLock:
    """A duel locked for an arbiter who rules on it now, and their reason."""

    locked: LockedDuel
    arbiter_id: UserId
    reason: str

    @property
    def session(self) -> Session:
        """The session of the lock."""
        return self.locked.session

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.locked.stored


def lock_for_ruling(
    session: Session, token: DuelToken, arbiter_id: UserId, seen: int, reason: str, now: datetime
) -> ArbiterLock:
    """Lock a duel for an arbiter; seen: how many chapters the page showed when they decided.

    Raises NotFound, ArbiterRefused, EventError after the end, and
    DuelRefused when there are more chapters by now, or the phase is due.
    """
    locked = lock_for_clock(session, _find(session, token, arbiter_id))
    if locked is None:
        raise NotFound
    stored = locked.stored
    if not may_rule(session, stored, arbiter_id):  # the call may have been closed before the lock was had
        raise ArbiterRefused(ArbiterRefusal.NOT_ARBITER)
    if stored.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if stored.ordinal != seen or (stored.stuck_at is None and locked.is_due(now)):
        raise DuelRefused(DuelRefusal.DUEL_MOVED_ON)
    return ArbiterLock(locked, arbiter_id, checked_reason(reason))


def _find(session: Session, token: DuelToken, arbiter_id: UserId) -> DuelId:
    """Return the number of a duel on which the account may rule, before anything is locked."""
    stored = find_unlocked(session, token)
    if not may_rule(session, stored, arbiter_id):
        raise (
            ArbiterRefused(ArbiterRefusal.NOT_ARBITER)
            if stored.public or stored.player(arbiter_id)
            else NotFound
        )
    return stored.id


def checked_reason(reason: str) -> str:
    """Return a reason without blanks around it; raises ArbiterRefused."""
    reason = reason.strip().replace("\0", "")
    if not reason:
        raise ArbiterRefused(ArbiterRefusal.NO_REASON, "reason")
    if len(reason) > LONGEST_REASON:
        raise ArbiterRefused(ArbiterRefusal.LONG_REASON, "reason")
    return reason


def store_ruling(lock: ArbiterLock, chapter: Chapter, now: datetime) -> None:
    """Store a ruling as a chapter and in the log; reminders follow the deadlines."""
    stored, event = lock.stored, chapter.event
    assert event is not None  # noqa: S101  # a ruling is an event
    if chapter.after != lock.locked.duel:
        stored.stuck_at = stored.stuck_by = None
    store_chapter(lock.locked, chapter, {}, now)
    lock.session.add(
        ModeratorAct(
            moderator_id=lock.arbiter_id,
            act=Act.RULED,
            duel_id=stored.id,
            report_id=lock.session.scalar(_open_call(stored.id)),
            reason=f"{event.kind}: {lock.reason}",
            at=now,
        )
    )
    reconsider_reminders(lock.session, Message.duel_id == stored.id, now)
    lock.session.flush()


def _open_call(duel_id: DuelId) -> Select[ReportId]:
    is_open = (Report.duel_id == duel_id, Report.kind == ReportKind.ARBITER, Report.state == ReportState.OPEN)
    return select(Report.id).where(*is_open).order_by(Report.id).limit(1)


SHORTEST_EXTENSION, LONGEST_EXTENSION = timedelta(minutes=1), timedelta(days=30)


def extend_time(lock: ArbiterLock, length: timedelta, now: datetime) -> None:
    """Add to the time of each player; raises ArbiterRefused."""
    stored = lock.stored
    if not SHORTEST_EXTENSION <= length <= LONGEST_EXTENSION:
        raise ArbiterRefused(ArbiterRefusal.BAD_LENGTH, "amount")
    if not may_be_extended(stored.times):
        raise ArbiterRefused(ArbiterRefusal.NOTHING_RUNS, "amount")
    stored.times = extend(stored.clock, stored.times, length, now)
    _rule(lock, EventKind.EXTENDED, Ruling(lock.reason, seconds=int(length.total_seconds())), now)


def pause_duel(lock: ArbiterLock, length: timedelta, now: datetime) -> None:
    """Stop all clocks, for at most this long; raises ArbiterRefused."""
    stored, until = lock.stored, (now + length).replace(microsecond=0)
    if not SHORTEST_EXTENSION <= length <= LONGEST_BY_ARBITER:
        raise ArbiterRefused(ArbiterRefusal.BAD_PAUSE, "amount")
    if stored.times.opens_until is not None:
        raise ArbiterRefused(ArbiterRefusal.NOT_BEGUN, "amount")
    stored.times = pause_until(stored.clock, stored.times, until, now)
    written = until.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    _rule(lock, EventKind.PAUSED, Ruling(lock.reason, until=written), now)


def resume_duel(lock: ArbiterLock, now: datetime) -> None:
    """End a pause, begun by players or arbiters; raises ArbiterRefused."""
    stored = lock.stored
    if stored.times.pause is None:
        raise ArbiterRefused(ArbiterRefusal.NOT_PAUSED, "reason")
    stored.times = resume(stored.clock, stored.times, now)
    _rule(lock, EventKind.RESUMED, Ruling(lock.reason), now)


def grant_stalemate(lock: ArbiterLock, now: datetime) -> None:
    """Grant a stalemate that is claimed (rules, section 8); raises EventError."""
    _rule(lock, EventKind.STALEMATE_GRANTED, Ruling(lock.reason), now)


def close_duel(lock: ArbiterLock, winner: Player | None, now: datetime) -> None:
    """End the duel; without a winner it counts for nothing."""
    _rule(lock, EventKind.CLOSED, Ruling(lock.reason, winner=winner), now)


def take_duel_back(lock: ArbiterLock, kept: int, now: datetime) -> None:
    """Continue the duel from an earlier chapter; kept: how many chapters stay. Raises ArbiterRefused.

    The phase that is then awaited begins anew; entries for it and for later phases are deleted.
    """
    if kept and kept - 1 not in _ordinals_in_force(lock):
        raise ArbiterRefused(ArbiterRefusal.NO_SUCH_CHAPTER, "kept")
    go_back(lock, Event(EventKind.TAKEN_BACK, ruling=Ruling(lock.reason, to=kept)), now)


def go_back(lock: ArbiterLock, event: Event, now: datetime) -> Duel:
    """Store a ruling that undoes chapters, and return the duel after it.

    Raises EventError, and ArbiterRefused where the other duel of a match has begun with the home powers.
    """
    stored, session = lock.stored, lock.session

    def past(number: int) -> Duel:
        return lock.locked.duel if number == stored.ordinal else load_duel(session, stored, number)

    after = undo(past, stored.ordinal, event)
    match = None if after.homes else match_of(session, stored.id)
    if match is not None and match.away_id not in (None, stored.id):
        raise ArbiterRefused(ArbiterRefusal.HOMES_IN_USE, "reason")
    if after.phase is not None:
        delete_entries_from(lock.locked, after.phase)
    store_ruling(lock, Chapter(after, event=event), now)
    return after


def _rule(lock: ArbiterLock, kind: EventKind, ruling: Ruling, now: datetime) -> None:
    event = Event(kind, ruling=ruling)
    store_ruling(lock, Chapter(happen(lock.locked.duel, event), event=event), now)


def _ordinals_in_force(lock: ArbiterLock) -> Collection[int]:
    chapters = list_chapters(lock.session, lock.stored)
    return {chapter.ordinal for chapter in list_in_force(chapters)}


def delete_entries_from(locked: LockedDuel, first: Phase) -> None:
    """Delete the entries for a phase and those after it; nobody sees what was sealed."""
    entries = locked.session.scalars(select(StoredEntry).where(StoredEntry.duel_id == locked.stored.id))
    undone = [entry.id for entry in entries if place_in_time(entry.phase) >= place_in_time(first)]
    locked.session.execute(delete(StoredEntry).where(StoredEntry.id.in_(undone)))
    locked.entries = {}


@dataclass(frozen=True)
class CorrectablePhase:
    """A resolved phase, and the player whose entry in it is to be corrected."""

    past: Past
    before: Duel
    player: Player

    @property
    def phase(self) -> Phase:
        """The phase that is to be played again."""
        assert self.past.phase is not None  # noqa: S101  # found so
        return self.past.phase

    @property
    def entry(self) -> Entry | None:
        """The entry as the site took it; None if there was none."""
        return self.past.chapter.entries.get(self.player)

    @property
    def view(self) -> View:
        """The duel before the phase, as the player saw it."""
        return View(self.before, self.player)

    @property
    def desk(self) -> Desk:
        """The desk that takes the player's orders."""
        return Desk(self.before, self.player)


def find_correctable(session: Session, stored: StoredDuel, ordinal: int, player: Player) -> CorrectablePhase:
    """Find a resolved phase in force that asked something of a player; raises NotFound."""
    in_force = {chapter.ordinal for chapter in list_correctable(list_chapters(session, stored))}
    if stored.phase is None or ordinal not in in_force:
        raise NotFound
    past = load_chapter(session, stored, ordinal)
    found = CorrectablePhase(past, past.before or load_duel(session, stored, ordinal), player)
    if player not in found.view.awaited:
        raise NotFound
    return found


def list_correctable(chapters: Sequence[StoredChapter]) -> Sequence[StoredChapter]:
    """List the resolved phases that are in force."""
    return [chapter for chapter in list_in_force(chapters) if chapter.phase is not None]


def correct(lock: ArbiterLock, ordinal: int, player: Player, entry: Entry, now: datetime) -> None:
    """Play a phase again with another entry of one player; all that came after it is undone.

    Raises NotFound, EntryError for what the player could not have entered, and ArbiterRefused if the entry
    is unchanged.
    """
    stored, session = lock.stored, lock.session
    found = find_correctable(session, stored, ordinal, player)
    if isinstance(entry, HomesList):
        # The player's share in the draws stays: an arbiter who corrects a list must not choose the draws.
        entry = replace(entry, share=found.entry.share if isinstance(found.entry, HomesList) else "")
    if entry == found.entry:
        raise ArbiterRefused(ArbiterRefusal.SAME_ENTRY, "entry")
    check_strictly(found.before, player, entry)
    revealed = _revealed(session, found, stored)
    before = go_back(lock, Event(EventKind.CORRECTED, player, Ruling(lock.reason, to=ordinal)), now)
    entries = {**found.past.chapter.entries, player: entry}
    lots = make_draws(before, entries, stored.lots_secret)
    corrected = StoredEntry(duel_id=stored.id, phase=found.phase, player=player, content=entry)
    close_entry(stored, corrected, now)
    revealed[player.value] = write_revealed(corrected)
    store_chapter(lock.locked, play(before, entries, lots), revealed, now)
    if use_entries_ahead(lock.locked, now):
        resolve_if_due(lock.locked, now)


def _revealed(session: Session, found: CorrectablePhase, stored: StoredDuel) -> dict[str, Any]:
    """Read the entries of the phase with their seals, as the record holds them."""
    query = select(StoredChapter.entries).where(
        StoredChapter.duel_id == stored.id, StoredChapter.ordinal == found.past.ordinal
    )
    return dict(session.scalars(query).one())
