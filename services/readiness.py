"""Ready and not ready: what is handed in is sealed, and the last one ready resolves the phase."""

from datetime import datetime

from sqlalchemy.orm import Session

from models import StoredDuel
from services import entries, resolution


class NothingToHandIn(Exception):
    """There is no list to hand in yet."""


def hand_in(session: Session, token: str, user_id: int, phase: str, now: datetime) -> StoredDuel:
    """Say *ready*: what is stored is sealed; when nobody else is awaited, the phase is resolved.

    Raises NothingToHandIn when the phase needs a list and none is stored, and what `store` raises.
    """
    stored, player = entries.awaited(session, token, user_id, phase, now)
    entry = entries.of_player(session, stored, player)
    if entry is None:
        if stored.phase == "HOMES":
            raise NothingToHandIn
        entry = entries.blank(stored, player, {"bids": {}} if phase.endswith("B") else {"orders": {}}, now)
        session.add(entry)
    if not entry.ready:
        entry.ready = True
        entries.seal_entry(stored, entry, now)
        session.flush()
    resolution.resolve_when_due(session, stored, now)
    return stored


def take_back(session: Session, token: str, user_id: int, phase: str, now: datetime) -> None:
    """Say *not ready*: what is stored stays stored, and its seal is broken."""
    stored, player = entries.awaited(session, token, user_id, phase, now)
    entry = entries.of_player(session, stored, player)
    if entry:
        entries.unseal(entry)
        session.flush()
