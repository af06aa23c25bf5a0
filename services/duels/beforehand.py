"""Entries beforehand: retreats, builds and sheets that a player leaves for phases that are still to come."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.beforehand import check_ahead, desk_ahead
from intimate.desk import Desk
from intimate.entries import Entry
from intimate.players import Player
from intimate.rules import Overbid
from intimate.view import View
from models import StoredEntry
from services.duels.entering import MOMENT, CheckedEntry, Seen, check_seen, may_be_overbid
from services.duels.seals import fill_entry
from services.duels.tables import NotAPlayer, PhaseOver, Seat, Table


def desk_beforehand(table: Table, phase: Phase) -> Desk:
    """Return the desk that takes what the reader leaves for a phase; raises NotAPlayer, PhaseOver."""
    return desk_ahead(table.duel, _player_before(table, phase), phase)


def _player_before(table: Table, phase: Phase) -> Player:
    """Return the part of a reader who may leave something for a phase; raises NotAPlayer, PhaseOver."""
    if table.player is None:
        raise NotAPlayer
    if phase not in table.view.phases_ahead:
        raise PhaseOver
    return table.player


def check_left(table: Table, phase: Phase, entry: Entry) -> CheckedEntry:
    """Check an entry for a phase ahead, before the lock; raises EntryError, NotAPlayer, PhaseOver."""
    player = _player_before(table, phase)
    check_ahead(table.duel, player, phase, entry)
    return CheckedEntry(table.stored.id, phase, player, entry)


def is_overbid_ahead(table: Table, entry: Entry) -> bool:
    """Tell whether an entry is a sheet that could be overbid at the next auction, as far as is known now."""
    view = table.view
    if view.player is None or not view.duel.for_hire or view.duel.rules.overbid is Overbid.FORBIDDEN:
        return False
    return may_be_overbid(view.at_next_auction.duel, view.player, entry)


def leave_entry(
    seat: Seat,
    checked: CheckedEntry,
    now: datetime,
    seen: Seen | None = None,
    *,
    overbid_accepted: bool = False,
) -> None:
    """Leave an entry for a phase ahead, in place of the one before.

    seen, and StoredElsewhere: as for `store_entry`. overbid_accepted: the player knows that a sheet may be
    overbid. Raises PhaseOver when the phase does not lie ahead any more.
    """
    player = _player(seat)
    if (checked.duel_id, checked.player) != (seat.stored.id, player):
        raise ValueError("the entry was checked for another player")
    if checked.phase not in View(seat.duel, player).phases_ahead:
        raise PhaseOver
    left = _left_by(seat.stored.id, player)
    own = seat.session.scalar(left.where(StoredEntry.phase == checked.phase))
    if own is not None and own.content == checked.entry:
        own.ready = overbid_accepted
        return
    check_seen(own, seen)
    if own is None:
        own = StoredEntry(duel_id=seat.stored.id, phase=checked.phase, player=player, stored_at=now)
        seat.session.add(own)
    else:
        own.stored_at = max(now, own.stored_at + MOMENT)
    fill_entry(seat.stored, own, checked.entry)
    own.ready = overbid_accepted


def take_back_left(seat: Seat, phase: Phase) -> bool:
    """Delete what a player left for a phase ahead; return False where there is nothing. Raises PhaseOver."""
    player = _player(seat)
    if phase not in View(seat.duel, player).phases_ahead:
        raise PhaseOver
    own = seat.session.scalar(_left_by(seat.stored.id, player).where(StoredEntry.phase == phase))
    if own is None:
        return False
    seat.session.delete(own)
    return True


def left_entries(session: Session, table: Table) -> Mapping[Phase, StoredEntry]:
    """Read what the reader has left for the phases ahead; nothing of anybody else."""
    if table.player is None:
        return {}
    left = _left_by(table.stored.id, table.player)
    found = session.scalars(left.where(StoredEntry.phase.in_(table.view.phases_ahead)))
    return {entry.phase: entry for entry in found}


def _left_by(duel_id: int, player: Player) -> Select[StoredEntry]:
    return select(StoredEntry).where(StoredEntry.duel_id == duel_id, StoredEntry.player == player)


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError("the clock leaves nothing")
    return seat.player
