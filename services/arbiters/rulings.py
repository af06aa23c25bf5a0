"""What an arbiter can decide: about the time, to go back, to grant a stalemate, to close."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import defer

from adjudicator import Phase
from clocks.ruling import LONGEST_BY_ARBITER, extend, may_be_extended, pause_until
from clocks.running import resume
from intimate.calendar import place_in_time
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.events import Event, EventKind, Ruling, happen
from intimate.players import Player
from intimate.undoing import undo
from models import StoredEntry
from services.arbiters.chairs import Chair, RulingRefused, store_ruling
from services.duels.tables import Seat
from services.history.chapters import list_chapters, list_in_force, load_duel
from services.matches import match_of

SHORTEST_EXTENSION, LONGEST_EXTENSION = timedelta(minutes=1), timedelta(days=30)


def extend_time(chair: Chair, length: timedelta, now: datetime) -> None:
    """Add to the time of each player; raises RulingRefused."""
    stored = chair.stored
    if not SHORTEST_EXTENSION <= length <= LONGEST_EXTENSION:
        raise RulingRefused("bad_length", "amount")
    if not may_be_extended(stored.times):
        raise RulingRefused("nothing_runs", "amount")
    stored.times = extend(stored.clock, stored.times, length, now)
    _rule(chair, EventKind.EXTENDED, Ruling(chair.reason, seconds=int(length.total_seconds())), now)


def pause_duel(chair: Chair, length: timedelta, now: datetime) -> None:
    """Let all time stand still for so long at the most; raises RulingRefused."""
    stored, until = chair.stored, (now + length).replace(microsecond=0)
    if not SHORTEST_EXTENSION <= length <= LONGEST_BY_ARBITER:
        raise RulingRefused("bad_pause", "amount")
    if stored.times.opens_until is not None:
        raise RulingRefused("not_begun", "amount")
    stored.times = pause_until(stored.clock, stored.times, until, now)
    written = until.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    _rule(chair, EventKind.PAUSED, Ruling(chair.reason, until=written), now)


def resume_duel(chair: Chair, now: datetime) -> None:
    """End a pause, whoever began it; raises RulingRefused."""
    stored = chair.stored
    if stored.times.pause is None:
        raise RulingRefused("not_paused", "reason")
    stored.times = resume(stored.clock, stored.times, now)
    _rule(chair, EventKind.RESUMED, Ruling(chair.reason), now)


def grant_stalemate(chair: Chair, now: datetime) -> None:
    """Grant a stalemate that is claimed (rules, section 8); raises EventError."""
    _rule(chair, EventKind.STALEMATE_GRANTED, Ruling(chair.reason), now)


def close_duel(chair: Chair, winner: Player | None, now: datetime) -> None:
    """End the duel; without a winner it counts for nothing."""
    _rule(chair, EventKind.CLOSED, Ruling(chair.reason, winner=winner), now)


def take_duel_back(chair: Chair, kept: int, now: datetime) -> None:
    """Let the duel go on from an earlier chapter; kept: how many chapters stay. Raises RulingRefused.

    The phase that is then awaited begins anew: what was entered for it, and left for later ones, is gone.
    """
    if kept and kept - 1 not in _ordinals_in_force(chair):
        raise RulingRefused("no_such_chapter", "kept")
    go_back(chair, Event(EventKind.TAKEN_BACK, ruling=Ruling(chair.reason, to=kept)), now)


def go_back(chair: Chair, event: Event, now: datetime) -> Duel:
    """Store a ruling that undoes chapters, and return the duel after it.

    Raises EventError, and RulingRefused where the other duel of a match has begun with the home powers.
    """
    stored, session = chair.stored, chair.session

    def past(number: int) -> Duel:
        return chair.seat.duel if number == stored.ordinal else load_duel(session, stored, number)

    after = undo(past, stored.ordinal, event)
    match = None if after.homes else match_of(session, stored.id)
    if match is not None and match.away_id not in (None, stored.id):
        raise RulingRefused("homes_in_use", "reason")
    if after.phase is not None:
        delete_entries_from(chair.seat, after.phase)
    store_ruling(chair, Chapter(after, event=event), now)
    return after


def _rule(chair: Chair, kind: EventKind, ruling: Ruling, now: datetime) -> None:
    event = Event(kind, ruling=ruling)
    store_ruling(chair, Chapter(happen(chair.seat.duel, event), event=event), now)


def _ordinals_in_force(chair: Chair) -> Collection[int]:
    chapters = list_chapters(chair.session, chair.stored)
    return {chapter.ordinal for chapter in list_in_force(chapters)}


def delete_entries_from(seat: Seat, first: Phase) -> None:
    """Delete what was entered or left for a phase and those after it; nobody sees what was sealed."""
    query = select(StoredEntry).where(StoredEntry.duel_id == seat.stored.id)
    entries = seat.session.scalars(query.options(defer(StoredEntry.content)))
    undone = [entry.id for entry in entries if place_in_time(entry.phase) >= place_in_time(first)]
    seat.session.execute(delete(StoredEntry).where(StoredEntry.id.in_(undone)))
    seat.entries = {}
