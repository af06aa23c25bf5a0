"""Resolving: a phase becomes a chapter exactly once, when both are ready or time is up."""

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Any

from clocks.running import absentees, come_back, end_phase, go_on_leave, may_go_on_leave, resume
from intimate import RULES_VERSION
from intimate.chapter import Chapter
from intimate.codec import write_duel, write_entry, write_lots, write_ruling, write_stored_line
from intimate.events import UNDOING, Event, EventKind, happen
from intimate.lots import draw_lots
from intimate.play import play
from intimate.players import Player
from models import PASSING, StoredChapter, StoredEntry
from services.duels.aftermath import bring_about
from services.duels.left import delete_entries, use_entries_left
from services.duels.seals import close_entry
from services.duels.tables import Seat
from services.telling.duels import tell_of_chapter, tell_of_stuck

log = logging.getLogger(__name__)
LONGEST_NAME = 32


def error_name(error: Exception) -> str:
    """Return the name of an error, as a column holds it."""
    return type(error).__name__[:LONGEST_NAME]


def resolve_if_due(seat: Seat, now: datetime) -> bool:
    """Resolve the awaited phase if it is due; return True when the duel has another chapter now."""
    _keep_time(seat, now)
    if _has_lapsed(seat, now):
        store_clock_event(seat, Event(EventKind.LAPSED), now)
        return True
    if not seat.is_due(now):
        return False
    stored = seat.stored
    missing = stored.awaited - set(seat.entries)
    stored.times = end_phase(stored.clock, stored.times, stored.awaited, missing, now)
    absent = absentees(stored.clock, stored.times)
    if absent:
        store_absence(seat, absent, now)
        return True
    for entry in seat.entries.values():
        if not entry.ready:
            close_entry(stored, entry, now)
    entries = {player: entry.content for player, entry in seat.entries.items()}
    lots = draw_lots(seat.duel, entries, stored.lots_secret)
    revealed = {player.value: write_revealed(entry) for player, entry in seat.entries.items()}
    for entry in seat.entries.values():
        seat.session.delete(entry)  # from now on the chapter holds it
    store_chapter(seat, play(seat.duel, entries, lots), revealed, now)
    if use_entries_left(seat, now):
        resolve_if_due(seat, now)
    return True


def resolve_or_set_aside(seat: Seat, now: datetime) -> bool:
    """Resolve the awaited phase if it is due; set a duel aside that cannot be resolved.

    What was stored before in the transaction stays stored. Return True when the duel has another chapter
    now. Raises the errors of the database that pass.
    """
    stored = seat.stored
    try:
        with seat.session.begin_nested():
            return resolve_if_due(seat, now)
    except PASSING:
        raise
    except Exception as error:
        log.exception("duel %d could not be resolved, and is set aside", stored.id)
        stored.stuck_at, stored.stuck_by = now, error_name(error)
        tell_of_stuck(seat.session, stored, now)
        seat.session.flush()
        return False


def _keep_time(seat: Seat, now: datetime) -> None:
    """End a pause or a leave that has lasted long enough; let leave begin before a duel is lost."""
    stored = seat.stored
    if stored.phase is None:
        return
    if stored.times.pause and now >= stored.times.pause.until:
        stored.times = resume(stored.clock, stored.times, now)
    for player, leave in stored.times.away.items():
        if now >= leave.until:
            stored.times = come_back(stored.clock, stored.times, player, now)
    # While one of them may still change something, nothing may tell whether the other has stored anything.
    for player in stored.awaited - set(seat.entries) if seat.is_due(now) else ():
        would_lose = stored.times.misses.get(player, 0) + 1 >= stored.clock.misses
        if would_lose and stored.times.is_out(player, now) and may_go_on_leave(stored.times, player):
            stored.times = go_on_leave(stored.clock, stored.times, player, stored.times.due[player])


def _has_lapsed(seat: Seat, now: datetime) -> bool:
    opens_until = seat.stored.times.opens_until
    return seat.stored.phase is not None and opens_until is not None and now >= opens_until


def store_absence(seat: Seat, absent: Collection[Player], now: datetime) -> None:
    """End a duel whose player has been away too long, or both: then nobody wins."""
    away = next(iter(absent)) if len(absent) == 1 else None
    store_clock_event(seat, Event(EventKind.ABSENT, away), now)


def store_clock_event(seat: Seat, event: Event, now: datetime) -> None:
    """Store what the clock brings about."""
    store_chapter(seat, Chapter(happen(seat.duel, event), event=event), {}, now)


def store_chapter(seat: Seat, chapter: Chapter, revealed: dict[str, Any], now: datetime) -> None:
    """Store a chapter and the duel after it; revealed: the entries as the record holds them."""
    stored, event = seat.stored, chapter.event
    seat.session.add(
        StoredChapter(
            duel_id=stored.id,
            ordinal=stored.ordinal,
            phase=chapter.phase,
            event=event.kind if event else None,
            player=event.player if event else None,
            entries=revealed,
            lots=write_lots(chapter.lots),
            ruling=write_ruling(event) or None if event else None,
            line=write_stored_line(chapter),
            state=write_duel(chapter.after),
            rules_version=RULES_VERSION,
            resolved_at=now,
        )
    )
    stored.ordinal += 1
    stored.write(chapter.after, now, anew=event is not None and event.kind in UNDOING)
    seat.session.flush()
    tell_of_chapter(seat, chapter, now)
    bring_about(seat.session, stored, chapter, now)
    if chapter.after.result:
        delete_entries(seat)


def write_revealed(entry: StoredEntry) -> dict[str, Any]:
    """Write an entry with its seal, as the record holds it."""
    assert entry.sealed_at is not None  # noqa: S101  # sealed before it is revealed
    at = entry.sealed_at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {**write_entry(entry.content), "salt": entry.salt, "seal": entry.seal, "at": at}
