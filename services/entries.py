"""Entries: stored, handed in and taken back; sealed from everybody else until they are revealed."""

from collections.abc import Mapping
from datetime import datetime
from secrets import token_hex
from typing import Any

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from intimate.checking import OrderDesk, check_strictly
from intimate.errors import EntryError
from intimate.players import Player
from intimate.sealing import seal
from models import StoredDuel, StoredEntry
from services import duels

__all__ = ["EntryError", "OrderDesk"]

Content = Mapping[str, Any]


class PhaseOver(Exception):
    """The entry is for a phase that is not awaited any more."""


class NotAwaited(Exception):
    """The phase asks nothing of this player."""


def handed_in(player: Player) -> ColumnElement[bool]:
    """Whether a player has handed in for the phase that a duel awaits."""
    return exists().where(
        StoredEntry.duel_id == StoredDuel.id,
        StoredEntry.phase == StoredDuel.phase,
        StoredEntry.player == player.value,
        StoredEntry.ready,
    )


def current(session: Session, stored: StoredDuel) -> dict[Player, StoredEntry]:
    """What both have stored for the awaited phase; never to be shown to anybody but its player."""
    query = select(StoredEntry).where(StoredEntry.duel_id == stored.id, StoredEntry.phase == stored.phase)
    return {Player(entry.player): entry for entry in session.scalars(query)}


def of_player(session: Session, stored: StoredDuel, player: Player | None) -> StoredEntry | None:
    """What a player himself has stored for the awaited phase."""
    return current(session, stored).get(player) if player else None


def who_handed_in(session: Session, stored: StoredDuel) -> Mapping[Player, str | None]:
    """The players who have handed in, with the seals of their entries: all that others may know."""
    return {player: entry.seal for player, entry in current(session, stored).items() if entry.ready}


def awaited(
    session: Session, token: str, user_id: int, phase: str, now: datetime
) -> tuple[StoredDuel, Player]:
    """The duel, held, and the player whom it awaits in that phase; raises what stands in the way.

    What comes after the deadline is too late, even when nobody has resolved the phase yet.
    """
    stored, player = duels.locked(session, token, user_id)
    if stored.phase != phase or stored.deadline_at is None or now >= stored.deadline_at:
        raise PhaseOver
    if not (stored.awaits_first if player is Player.FIRST else stored.awaits_second):
        raise NotAwaited
    return stored, player


def store(session: Session, token: str, user_id: int, phase: str, content: Content, now: datetime) -> bool:
    """Store an entry in place of the one before; say whether that took readiness back.

    Raises EntryError, PhaseOver, NotAwaited, NotAPlayer, UnknownDuel; then nothing is stored.
    """
    stored, player = awaited(session, token, user_id, phase, now)
    check_strictly(duels.restored(stored), player, content)
    entry = of_player(session, stored, player)
    if entry is None:
        entry = blank(stored, player, {}, now)
        session.add(entry)
    elif entry.content == dict(content):
        return False
    was_ready = entry.ready
    entry.content = dict(content)
    entry.stored_at = now
    unseal(entry)
    session.flush()
    return bool(was_ready)


def blank(stored: StoredDuel, player: Player, content: Content, now: datetime) -> StoredEntry:
    """A new entry for the awaited phase."""
    return StoredEntry(
        duel_id=stored.id,
        phase=stored.phase,
        player=player.value,
        content=dict(content),
        ready=False,
        stored_at=now,
    )


def unseal(entry: StoredEntry) -> None:
    """Take readiness back; the seal holds no more."""
    entry.ready = False
    entry.salt = entry.seal = entry.sealed_at = None


def seal_entry(stored: StoredDuel, entry: StoredEntry, now: datetime) -> None:
    """Fix an entry by its seal, which may be shown to both."""
    entry.salt = token_hex(16)
    entry.seal = seal(stored.token, entry.phase, entry.player, entry.content, entry.salt)
    entry.sealed_at = now
