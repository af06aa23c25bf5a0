"""Entries: checked, stored, prepared in advance, handed in; sealed from all others until revealed."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from clocks.running import hand_in, take_back
from intimate.beforehand import check_ahead, desk_ahead
from intimate.desk import Desk, check_strictly
from intimate.duel import Duel
from intimate.entries import ENTRY_TYPES, Entry, HomesList, Orders, Sheet
from intimate.players import Player
from intimate.rules import Overbid
from intimate.view import View
from models import StoredDuel, StoredEntry
from models.ids import DuelId
from services.duels.access import (
    DuelForViewer,
    LockedDuel,
    close_entry,
    fill_entry,
    note_arrival,
    reopen_entry,
)
from services.duels.notifications import revive_reminder
from services.duels.refusals import DuelRefusal, DuelRefused
from services.duels.resolving import resolve_or_set_aside

MOMENT = timedelta(microseconds=1)
OVERTAKEN = timedelta(seconds=1)
"""A request that arrived this long before the stored entry was stored must not replace it."""


class MayBeOverbid(Exception):
    """The sheet could be an overbid, and its player has not confirmed that."""


@dataclass(frozen=True)
class CheckedEntry:
    """An entry that its player may store in one phase of a duel, as `check_entry` has found."""

    duel_id: DuelId
    phase: Phase
    player: Player
    entry: Entry


class SeenEntry(NamedTuple):
    """The entry that a player has seen, named by the instant at which it was stored; None for no entry."""

    at: datetime | None


def desk_of(viewed: DuelForViewer) -> Desk:
    """Return the desk that takes the player's orders."""
    if viewed.player is None:
        raise ValueError("only a player gives orders")
    return Desk(viewed.duel, viewed.player)


def check_entry(viewed: DuelForViewer, entry: Entry) -> CheckedEntry:
    """Check an entry against the rules, before any lock; raises EntryError."""
    stored, player = viewed.stored, viewed.player
    if player is None or stored.phase is None:
        raise ValueError("only a player of a running duel enters anything")
    check_strictly(viewed.duel, player, entry)
    return CheckedEntry(stored.id, stored.phase, player, entry)


def store_entry(
    locked: LockedDuel,
    checked: CheckedEntry,
    now: datetime,
    seen: SeenEntry | None = None,
    arrived: datetime | None = None,
) -> bool:
    """Store an entry in place of the one before; return True if that took readiness back.

    seen: the entry that the player saw last; without it, any earlier entry is replaced. arrived: when the
    request came in, if that was before now. Raises DuelRefused if another entry is stored by now, unless it
    is the same: a delayed request that its sender has given up must not replace what they stored since.
    """
    player = _player(locked)
    if (checked.duel_id, checked.phase, checked.player) != (locked.stored.id, locked.stored.phase, player):
        raise ValueError("the entry was checked for another phase")
    own = locked.entries.get(player)
    if own is not None and own.content == checked.entry:
        return False
    _check_replaced(own, seen, arrived or now)
    if own is None:
        own = _new_entry(locked, player, checked.entry, now)
    else:
        own.stored_at = max(now, own.stored_at + MOMENT)  # pages name the entry they show by this instant
    was_ready = own.ready
    own.content = checked.entry
    _be_unready(locked, player, own, now)
    return bool(was_ready)


def _check_replaced(own: StoredEntry | None, seen: SeenEntry | None, arrived: datetime) -> None:
    """Raise DuelRefused if what is stored is not what its player saw last, or comes from a later request."""
    check_seen(own, seen)
    if own is not None and arrived < own.stored_at - OVERTAKEN:
        raise DuelRefused(DuelRefusal.ANOTHER_ENTRY)


def check_seen(own: StoredEntry | None, seen: SeenEntry | None) -> None:
    """Raise DuelRefused if the stored entry is not the one that its player saw last."""
    if seen is not None and seen.at != (own.stored_at if own else None):
        raise DuelRefused(DuelRefusal.ANOTHER_ENTRY)


def store_readiness(
    locked: LockedDuel, now: datetime, seen: SeenEntry | None = None, *, ask_overbid: bool = False
) -> bool:
    """Say *ready*: fix the stored entry and, if nobody else is awaited, resolve the phase.

    Return True if the phase was resolved. Raises DuelRefused if the phase needs a list and none is stored,
    or if the stored entry is not the one that the player saw last, and, with ask_overbid, MayBeOverbid for
    a sheet that could be an overbid.
    """
    player = _player(locked)
    own = locked.entries.get(player)
    check_seen(own, seen)
    if ask_overbid and own is not None and may_be_overbid(locked.duel, player, own.content):
        raise MayBeOverbid
    if own is None:
        own = _new_entry(locked, player, _empty_entry(locked.stored), now)
    if not own.ready:
        own.ready = True
        close_entry(locked.stored, own, now)
        note_arrival(locked.stored, player, now)
        locked.stored.times = hand_in(locked.stored.clock, locked.stored.times, player, now)
        locked.session.flush()
    return resolve_or_set_aside(locked, now)


def may_be_overbid(duel: Duel, player: Player, entry: Entry | None) -> bool:
    """Tell whether an entry is a sheet that could be an overbid."""
    return isinstance(entry, Sheet) and View(duel, player).may_be_overbid(entry.bids)


def store_unreadiness(locked: LockedDuel, now: datetime) -> None:
    """Say *not ready*: the entry stays stored, its seal is broken, and the bank runs again."""
    own = locked.entries.get(_player(locked))
    if own:
        _be_unready(locked, _player(locked), own, now)


def _be_unready(locked: LockedDuel, player: Player, own: StoredEntry, now: datetime) -> None:
    if own.ready:
        locked.stored.times = take_back(locked.stored.clock, locked.stored.times, player, now)
        revive_reminder(locked.session, locked.stored, player, now)
    reopen_entry(locked.stored, own)
    locked.session.flush()


def _player(locked: LockedDuel) -> Player:
    if locked.player is None:
        raise ValueError("the clock enters nothing")
    return locked.player


def _empty_entry(stored: StoredDuel) -> Entry:
    assert stored.phase is not None  # noqa: S101  # a seat is taken in a running duel
    kind = ENTRY_TYPES[stored.phase.kind]
    if kind is HomesList:
        raise DuelRefused(DuelRefusal.NOTHING_TO_HAND_IN)
    return Sheet() if kind is Sheet else Orders()


def _new_entry(locked: LockedDuel, player: Player, content: Entry, now: datetime) -> StoredEntry:
    own = StoredEntry(
        duel_id=locked.stored.id,
        phase=locked.stored.phase,
        player=player,
        content=content,
        ready=False,
        stored_at=now,
    )
    locked.session.add(own)
    locked.entries[player] = own
    return own


def desk_beforehand(viewed: DuelForViewer, phase: Phase) -> Desk:
    """Return the desk that takes orders for a phase ahead; raises DuelRefused."""
    return desk_ahead(viewed.duel, _player_before(viewed, phase), phase)


def _player_before(viewed: DuelForViewer, phase: Phase) -> Player:
    """Return which player the viewer is, if they may prepare an entry for a phase; raises DuelRefused."""
    if viewed.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    if phase not in viewed.view.phases_ahead:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    return viewed.player


def check_entry_ahead(viewed: DuelForViewer, phase: Phase, entry: Entry) -> CheckedEntry:
    """Check an entry for a phase ahead, before the lock; raises EntryError, DuelRefused."""
    player = _player_before(viewed, phase)
    check_ahead(viewed.duel, player, phase, entry)
    return CheckedEntry(viewed.stored.id, phase, player, entry)


def is_overbid_ahead(viewed: DuelForViewer, entry: Entry) -> bool:
    """Tell whether an entry is a sheet that could be an overbid at the next auction, by what is known now."""
    view = viewed.view
    if view.player is None or not view.duel.for_hire or view.duel.rules.overbid is Overbid.FORBIDDEN:
        return False
    return may_be_overbid(view.at_next_auction.duel, view.player, entry)


def store_entry_ahead(
    locked: LockedDuel,
    checked: CheckedEntry,
    now: datetime,
    seen: SeenEntry | None = None,
    *,
    overbid_accepted: bool = False,
) -> None:
    """Store an entry for a phase ahead, in place of the one before.

    now, seen, and DuelRefused: as for `store_entry`. overbid_accepted: the player knows that the sheet may
    be an overbid. Raises DuelRefused if the phase does not lie ahead any more.
    """
    player = _player(locked)
    if (checked.duel_id, checked.player) != (locked.stored.id, player):
        raise ValueError("the entry was checked for another player")
    if checked.phase not in View(locked.duel, player).phases_ahead:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    prepared = _entries_ahead_of(locked.stored.id, player)
    own = locked.session.scalar(prepared.where(StoredEntry.phase == checked.phase))
    if own is not None and own.content == checked.entry:
        own.ready = overbid_accepted
        return
    _check_replaced(own, seen, now)
    if own is None:
        own = StoredEntry(duel_id=locked.stored.id, phase=checked.phase, player=player, stored_at=now)
        locked.session.add(own)
    else:
        own.stored_at = max(now, own.stored_at + MOMENT)
    fill_entry(locked.stored, own, checked.entry)
    own.ready = overbid_accepted


def take_back_entry_ahead(locked: LockedDuel, phase: Phase) -> bool:
    """Delete a player's entry for a phase ahead; return False if there is nothing. Raises DuelRefused."""
    player = _player(locked)
    if phase not in View(locked.duel, player).phases_ahead:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    own = locked.session.scalar(_entries_ahead_of(locked.stored.id, player).where(StoredEntry.phase == phase))
    if own is None:
        return False
    locked.session.delete(own)
    return True


def entries_ahead(session: Session, viewed: DuelForViewer) -> Mapping[Phase, StoredEntry]:
    """Read the viewer's entries for the phases ahead, and nobody else's."""
    if viewed.player is None:
        return {}
    prepared = _entries_ahead_of(viewed.stored.id, viewed.player)
    found = session.scalars(prepared.where(StoredEntry.phase.in_(viewed.view.phases_ahead)))
    return {entry.phase: entry for entry in found}


def _entries_ahead_of(duel_id: DuelId, player: Player) -> Select[StoredEntry]:
    return select(StoredEntry).where(StoredEntry.duel_id == duel_id, StoredEntry.player == player)


log = logging.getLogger(__name__)
