"""What players do beside their entries: draws, stalemates and concessions."""

from datetime import datetime

from sqlalchemy.orm import Session

from intimate import RULES_VERSION, snapshot
from intimate.errors import EventError
from intimate.events import Event, happen
from intimate.lines import event_line
from models import StoredChapter
from services import duels, resolution

__all__ = ["EventError"]


class ChangedMeanwhile(Exception):
    """The duel has moved on since the page was shown."""


def act(session: Session, token: str, user_id: int, kind: str, phase: str, now: datetime) -> None:
    """Let a player concede, offer or agree to a draw, claim or agree to a stalemate.

    phase: the phase that the player saw awaited. An offer or a claim that stands already makes no
    second chapter. Raises EventError when it is not possible, and ChangedMeanwhile when another phase
    is awaited by now.
    """
    stored, player = duels.locked(session, token, user_id)
    if stored.phase is not None and (stored.phase != phase or resolution.is_due(session, stored, now)):
        raise ChangedMeanwhile
    event = Event(kind, player)
    before = duels.restored(stored)
    after = happen(before, event)
    if after == before:
        return
    session.add(
        StoredChapter(
            duel_id=stored.id,
            ordinal=stored.ordinal,
            event=kind,
            player=player.value,
            entries={},
            lots={},
            line=event_line(event, after),
            state=snapshot.take(after),
            rules_version=RULES_VERSION,
            resolved_at=now,
        )
    )
    stored.ordinal += 1
    duels.keep(stored, after, now)
    session.flush()
