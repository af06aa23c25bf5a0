"""Entries that were left beforehand, when their phase has come or has been passed."""

import logging
from datetime import datetime
from functools import cache

from sqlalchemy import Integer, Select, bindparam, delete, select
from sqlalchemy.orm import defer

from clocks.running import hand_in
from intimate.calendar import place_in_time
from intimate.fitting import fitting
from models import StoredEntry
from services.duels.seals import close_entry, fill_entry
from services.duels.tables import Seat

log = logging.getLogger(__name__)


def use_entries_left(seat: Seat, now: datetime) -> bool:
    """Use what was left for the phase that has just begun; return True when some of it is handed in.

    What fits replaces what was left. It is sealed if it decides all that the phase asks of its player. What
    was left for phases passed, by players who are not awaited, or broken, is deleted.
    """
    seat.entries = {}
    stored = seat.stored
    if stored.phase is None:
        return False
    for entry in _entries_left(seat):
        if entry.phase == stored.phase and entry.player in stored.awaited and _is_used(seat, entry, now):
            seat.entries[entry.player] = entry
        elif place_in_time(entry.phase) <= place_in_time(stored.phase):
            seat.session.delete(entry)
    seat.session.flush()
    return any(entry.ready for entry in seat.entries.values())


def _entries_left(seat: Seat) -> list[StoredEntry]:
    """List what has not been closed when a phase is over: nothing but what was left for others."""
    return list(seat.session.scalars(_left_query(), {"duel_id": seat.stored.id}))


@cache
def _left_query() -> Select[StoredEntry]:
    """Select what of a duel is not closed, without what it says; built once."""
    of_it = StoredEntry.duel_id == bindparam("duel_id", type_=Integer)
    return (
        select(StoredEntry).where(of_it, StoredEntry.sealed_at.is_(None)).options(defer(StoredEntry.content))
    )


def _is_used(seat: Seat, entry: StoredEntry, now: datetime) -> bool:
    """Store what fits of an entry, sealed if it is complete; return False for one that is broken."""
    stored = seat.stored
    try:
        left = fitting(seat.duel, entry.player, entry.content, overbid_accepted=entry.ready)
    except Exception:  # noqa: BLE001  # whatever is wrong with it stops no duel, and is not for the log
        log.warning("duel %d: an entry left beforehand is broken, and was dropped", stored.id)
        return False
    content, entry.ready = left
    if content != entry.content:
        fill_entry(stored, entry, content)
    close_entry(stored, entry, now)
    if entry.ready:
        stored.times = hand_in(stored.clock, stored.times, entry.player, now)
    return True


def delete_entries(seat: Seat) -> None:
    """Delete whatever was entered for a duel that is over and never came to be revealed."""
    seat.session.execute(delete(StoredEntry).where(StoredEntry.duel_id == seat.stored.id))
