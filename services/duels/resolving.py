"""Resolving: a phase becomes a chapter exactly once; entries in advance are used for the next."""

import logging
from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, delete, select

from clocks.running import absentees, come_back, end_phase, hand_in, may_take_time_off, resume, take_time_off
from intimate import RULES_VERSION
from intimate.beforehand import fitting
from intimate.chapter import Chapter
from intimate.codec import write_draws, write_duel, write_entry, write_ruling, write_stored_line
from intimate.events import UNDOING, Event, EventKind, happen
from intimate.play import make_draws, play
from intimate.players import Player
from intimate.rules import place_in_time
from models import TRANSIENT_ERRORS, StoredChapter, StoredEntry
from services.duels.access import LockedDuel, close_entry, fill_entry, open_entries
from services.duels.notifications import notify_of_chapter, notify_of_failure
from services.duels.time_off import begin_time_off
from services.hooks import run_consequences

log = logging.getLogger(__name__)
LONGEST_NAME = 32


def error_name(error: Exception) -> str:
    """Return the name of an error, as a column holds it."""
    return type(error).__name__[:LONGEST_NAME]


def resolve_if_due(locked: LockedDuel, now: datetime) -> bool:
    """Resolve the awaited phase if it is due; return True if the duel has another chapter now."""
    _keep_time(locked, now)
    if _has_lapsed(locked, now):
        store_clock_event(locked, Event(EventKind.LAPSED), now)
        return True
    if _is_time_up(locked, now):
        store_clock_event(locked, Event(EventKind.TIME_UP), now)
        return True
    if not locked.is_due(now):
        return False
    stored = locked.stored
    missing = stored.awaited - set(locked.entries)
    stored.times = end_phase(stored.clock, stored.times, stored.awaited, missing, now)
    absent = absentees(stored.clock, stored.times)
    if absent:
        store_absence(locked, absent, now)
        return True
    for entry in open_entries(locked).values():
        if not entry.ready:
            close_entry(stored, entry, now)
    entries = {player: entry.content for player, entry in locked.entries.items()}
    lots = make_draws(locked.duel, entries, stored.lots_secret)
    revealed = {player.value: write_revealed(entry) for player, entry in locked.entries.items()}
    for entry in locked.entries.values():
        locked.session.delete(entry)  # from now on the chapter holds it
    store_chapter(locked, play(locked.duel, entries, lots), revealed, now)
    if use_entries_ahead(locked, now) or stored.times.is_up(now):
        resolve_if_due(locked, now)
    return True


def resolve_or_set_aside(locked: LockedDuel, now: datetime) -> bool:
    """Resolve the awaited phase if it is due; set a duel aside that cannot be resolved.

    What the transaction stored before stays stored. Return True if the duel has another chapter now. Raises
    transient errors of the database.
    """
    stored = locked.stored
    try:
        with locked.session.begin_nested():
            return resolve_if_due(locked, now)
    except TRANSIENT_ERRORS:
        raise
    except Exception as error:
        log.exception("duel %d could not be resolved, and is set aside", stored.id)
        stored.stuck_at, stored.stuck_by = now, error_name(error)
        notify_of_failure(locked.session, stored, now)
        locked.session.flush()
        return False


def _keep_time(locked: LockedDuel, now: datetime) -> None:
    """End a pause or time off that is over; begin time off before a duel is lost by absence."""
    stored = locked.stored
    if stored.phase is None:
        return
    if stored.times.pause and now >= stored.times.pause.until:
        stored.times = resume(stored.clock, stored.times, now)
        begin_time_off(locked, now)
    for player, away in stored.times.away.items():
        if now >= away.until:
            stored.times = come_back(stored.clock, stored.times, player, now)
    # While one of them may still change something, nothing may reveal whether the other has stored anything.
    for player in stored.awaited - set(locked.entries) if locked.is_due(now) else ():
        would_lose = stored.times.misses.get(player, 0) + 1 >= stored.clock.misses
        if would_lose and stored.times.is_out(player, now) and may_take_time_off(stored.times, player):
            stored.times = take_time_off(stored.clock, stored.times, player, stored.times.due[player])


def _has_lapsed(locked: LockedDuel, now: datetime) -> bool:
    opens_until = locked.stored.times.opens_until
    return locked.stored.phase is not None and opens_until is not None and now >= opens_until


def _is_time_up(locked: LockedDuel, now: datetime) -> bool:
    """Tell whether the agreed time of the whole duel was over before the awaited phase was due."""
    times = locked.stored.times
    if locked.stored.phase is None or times.over_at is None or not times.is_up(now):
        return False
    due_before = {player for player, due in times.due.items() if due <= times.over_at}
    began_before = times.began is not None and times.began < times.over_at
    return not began_before or not all(
        locked.is_ready(player) or player in due_before for player in locked.stored.awaited
    )


def store_absence(locked: LockedDuel, absent: Collection[Player], now: datetime) -> None:
    """End a duel whose player has been absent too long; if both have, nobody wins."""
    away = next(iter(absent)) if len(absent) == 1 else None
    store_clock_event(locked, Event(EventKind.ABSENT, away), now)


def store_clock_event(locked: LockedDuel, event: Event, now: datetime) -> None:
    """Store an event that the clock causes."""
    store_chapter(locked, Chapter(happen(locked.duel, event), event=event), {}, now)


def store_chapter(locked: LockedDuel, chapter: Chapter, revealed: dict[str, Any], now: datetime) -> None:
    """Store a chapter and the duel after it; revealed: the entries as the record holds them."""
    stored, event = locked.stored, chapter.event
    locked.session.add(
        StoredChapter(
            duel_id=stored.id,
            ordinal=stored.ordinal,
            phase=chapter.phase,
            event=event.kind if event else None,
            player=event.player if event else None,
            entries=revealed,
            lots=write_draws(chapter.draws),
            ruling=write_ruling(event) or None if event else None,
            line=write_stored_line(chapter),
            state=write_duel(chapter.after),
            rules_version=RULES_VERSION,
            resolved_at=now,
        )
    )
    stored.ordinal += 1
    stored.fought = stored.fought or chapter.is_fought_auction
    before, is_anew = stored.phase, event is not None and event.kind in UNDOING
    stored.write(chapter.after, now, anew=is_anew)
    if stored.phase != before or is_anew:  # a player who came back for this phase stays for all of it
        begin_time_off(locked, now, in_new_phase=True)
    locked.session.flush()
    notify_of_chapter(locked, chapter, now)
    run_consequences(locked.session, stored, chapter, now)
    if chapter.after.result:
        delete_entries(locked)


def write_revealed(entry: StoredEntry) -> dict[str, Any]:
    """Write an entry with its seal, as the record holds it."""
    assert entry.sealed_at is not None  # noqa: S101  # sealed before it is revealed
    at = entry.sealed_at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {**write_entry(entry.content), "salt": entry.salt, "seal": entry.seal, "at": at}


def use_entries_ahead(locked: LockedDuel, now: datetime) -> bool:
    """Use entries prepared for the phase that has just begun; return True if one of them is handed in.

    The part that fits replaces the entry. It is handed in if it decides all that the phase asks of its
    player. Entries for phases passed, of players who are not awaited, or broken ones are deleted.
    """
    locked.entries = {}
    stored = locked.stored
    if stored.phase is None:
        return False
    for entry in _open_entries(locked):
        if entry.phase == stored.phase and entry.player in stored.awaited and _is_used(locked, entry, now):
            locked.entries[entry.player] = entry
        elif place_in_time(entry.phase) <= place_in_time(stored.phase):
            locked.session.delete(entry)
    locked.session.flush()
    return any(entry.ready for entry in locked.entries.values())


def _open_entries(locked: LockedDuel) -> list[StoredEntry]:
    """List the open entries when a phase is over: only those for other phases."""
    return list(locked.session.scalars(_open_query(), {"duel_id": locked.stored.id}))


@cache
def _open_query() -> Select[StoredEntry]:
    """Select the open entries of a duel without their content; built once."""
    of_it = StoredEntry.duel_id == bindparam("duel_id", type_=Integer)
    return select(StoredEntry).where(of_it, StoredEntry.sealed_at.is_(None))


def _is_used(locked: LockedDuel, entry: StoredEntry, now: datetime) -> bool:
    """Store the part of an entry that fits, handed in if it is complete; return False for a broken one."""
    stored = locked.stored
    try:
        fits = fitting(locked.duel, entry.player, entry.content, overbid_accepted=entry.ready)
    except Exception:  # noqa: BLE001  # a broken entry stops no duel, and the log must not quote it
        log.warning("duel %d: an entry in advance is broken, and was dropped", stored.id)
        return False
    content, entry.ready = fits
    if content != entry.content:
        fill_entry(stored, entry, content)
    close_entry(stored, entry, now)
    if entry.ready:
        stored.times = hand_in(stored.clock, stored.times, entry.player, now)
    return True


def delete_entries(locked: LockedDuel) -> None:
    """Delete all entries of a finished duel that were never revealed."""
    locked.session.execute(delete(StoredEntry).where(StoredEntry.duel_id == locked.stored.id))
