"""Entries: checked, stored, handed in and taken back; sealed from everybody else until they are revealed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator import Phase
from clocks.running import hand_in, take_back
from intimate.desk import Desk, check_strictly
from intimate.duel import Duel
from intimate.entries import ENTRY_TYPES, Entry, HomesList, Orders, Sheet
from intimate.players import Player
from intimate.view import View
from models import StoredDuel, StoredEntry
from services.duels.arriving import note_arrival
from services.duels.resolving import resolve_or_set_aside
from services.duels.seals import close_entry, reopen_entry
from services.duels.tables import Seat, Table
from services.telling.duels import revive_reminder

MOMENT = timedelta(microseconds=1)


class NothingToHandIn(Exception):
    """There is no list to hand in yet."""


class MayBeOverbid(Exception):
    """The sheet could be overbid, and its player has not said that they know."""


class StoredElsewhere(Exception):
    """Another window has stored something since this one was opened."""


@dataclass(frozen=True)
class CheckedEntry:
    """An entry that its player may store in one phase of a duel: `check_entry` has found no fault in it."""

    duel_id: int
    phase: Phase
    player: Player
    entry: Entry


class Seen(NamedTuple):
    """The entry that a player has seen, by the instant at which it was stored; None is no entry."""

    at: datetime | None


def desk_of(table: Table) -> Desk:
    """Return the desk that takes the orders of a table's player."""
    if table.player is None:
        raise ValueError("only a player gives orders")
    return Desk(table.duel, table.player)


def check_entry(table: Table, entry: Entry) -> CheckedEntry:
    """Check an entry against the rules, before anything is locked; raises EntryError."""
    stored, player = table.stored, table.player
    if player is None or stored.phase is None:
        raise ValueError("only a player of a running duel enters anything")
    check_strictly(table.duel, player, entry)
    return CheckedEntry(stored.id, stored.phase, player, entry)


def store_entry(seat: Seat, checked: CheckedEntry, now: datetime, seen: Seen | None = None) -> bool:
    """Store an entry in place of the one before; return True when that took readiness back.

    seen: the entry that the player saw last; left out, whatever is stored is replaced. Raises
    StoredElsewhere when another entry is stored by now, unless it is the same.
    """
    player = _player(seat)
    if (checked.duel_id, checked.phase, checked.player) != (seat.stored.id, seat.stored.phase, player):
        raise ValueError("the entry was checked for another phase")
    own = seat.entries.get(player)
    if own is not None and own.content == checked.entry:
        return False
    check_seen(own, seen)
    if own is None:
        own = _new_entry(seat, player, checked.entry, now)
    else:
        own.stored_at = max(now, own.stored_at + MOMENT)  # pages know by it which entry they have seen
    was_ready = own.ready
    own.content = checked.entry
    _be_unready(seat, player, own, now)
    return bool(was_ready)


def check_seen(own: StoredEntry | None, seen: Seen | None) -> None:
    """Raise StoredElsewhere when another entry is stored than its player saw last."""
    if seen is not None and seen.at != (own.stored_at if own else None):
        raise StoredElsewhere


def store_readiness(
    seat: Seat, now: datetime, seen: Seen | None = None, *, ask_overbid: bool = False
) -> bool:
    """Say *ready*: close what is stored and, when nobody else is awaited, resolve the phase.

    Return True when the phase was resolved. Raises NothingToHandIn when the phase needs a list and none
    is stored, StoredElsewhere when another entry is stored than the player saw last and, with
    ask_overbid, MayBeOverbid for a sheet that could be overbid.
    """
    player = _player(seat)
    own = seat.entries.get(player)
    check_seen(own, seen)
    if ask_overbid and own is not None and may_be_overbid(seat.duel, player, own.content):
        raise MayBeOverbid
    if own is None:
        own = _new_entry(seat, player, _empty_entry(seat.stored), now)
    if not own.ready:
        own.ready = True
        close_entry(seat.stored, own, now)
        note_arrival(seat.stored, player, now)
        seat.stored.times = hand_in(seat.stored.clock, seat.stored.times, player, now)
        seat.session.flush()
    return resolve_or_set_aside(seat, now)


def may_be_overbid(duel: Duel, player: Player, entry: Entry | None) -> bool:
    """Tell whether an entry is a sheet that could be overbid."""
    return isinstance(entry, Sheet) and View(duel, player).may_be_overbid(entry.bids)


def store_unreadiness(seat: Seat, now: datetime) -> None:
    """Say *not ready*: the entry stays stored, its seal is broken, and the bank runs again."""
    own = seat.entries.get(_player(seat))
    if own:
        _be_unready(seat, _player(seat), own, now)


def _be_unready(seat: Seat, player: Player, own: StoredEntry, now: datetime) -> None:
    if own.ready:
        seat.stored.times = take_back(seat.stored.clock, seat.stored.times, player, now)
        revive_reminder(seat.session, seat.stored, player, now)
    reopen_entry(seat.stored, own)
    seat.session.flush()


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError("the clock enters nothing")
    return seat.player


def _empty_entry(stored: StoredDuel) -> Entry:
    assert stored.phase is not None  # noqa: S101  # a seat is taken in a running duel
    kind = ENTRY_TYPES[stored.phase.kind]
    if kind is HomesList:
        raise NothingToHandIn
    return Sheet() if kind is Sheet else Orders()


def _new_entry(seat: Seat, player: Player, content: Entry, now: datetime) -> StoredEntry:
    own = StoredEntry(
        duel_id=seat.stored.id,
        phase=seat.stored.phase,
        player=player,
        content=content,
        ready=False,
        stored_at=now,
    )
    seat.session.add(own)
    seat.entries[player] = own
    return own
