"""Resolution: a phase becomes a chapter exactly once, when both are ready or time is up."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from intimate import RULES_VERSION, snapshot
from intimate.duel import Duel
from intimate.errors import LotMissing
from intimate.lines import stored_line
from intimate.lots import draw
from intimate.play import Chapter, play
from intimate.players import Player
from models import StoredChapter, StoredDuel, StoredEntry
from services import duels, entries

Plain = dict[str, Any]


def is_due(session: Session, stored: StoredDuel, now: datetime) -> bool:
    """Whether everybody who is awaited has handed in, or the deadline has passed."""
    if stored.phase is None:
        return False
    if stored.deadline_at is not None and now >= stored.deadline_at:
        return True
    awaited = {
        player
        for player, is_awaited in (
            (Player.FIRST, stored.awaits_first),
            (Player.SECOND, stored.awaits_second),
        )
        if is_awaited
    }
    return awaited <= set(entries.who_handed_in(session, stored))


def resolve_when_due(session: Session, stored: StoredDuel, now: datetime) -> bool:
    """Resolve the awaited phase if it is due; the caller holds the duel (`duels.hold`)."""
    if not is_due(session, stored, now):
        return False
    _resolve(session, stored, now)
    return True


def _resolve(session: Session, stored: StoredDuel, now: datetime) -> None:
    handed_in = entries.current(session, stored)
    for entry in handed_in.values():
        if entry.seal is None:
            entries.seal_entry(stored, entry, now)
    contents = {player: entry.content for player, entry in handed_in.items()}
    after, chapter, lots = _played(duels.restored(stored), contents, stored.lots_secret)
    revealed = {player.value: _revealed(entry) for player, entry in handed_in.items()}
    session.add(
        StoredChapter(
            duel_id=stored.id,
            ordinal=stored.ordinal,
            phase=stored.phase,
            entries=revealed,
            lots=lots,
            line=stored_line(chapter, after),
            state=snapshot.take(after),
            rules_version=RULES_VERSION,
            resolved_at=now,
        )
    )
    stored.ordinal += 1
    duels.keep(stored, after, now)
    session.flush()


def _played(duel: Duel, contents: dict[Player, Plain], secret: str) -> tuple[Duel, Chapter, Plain]:
    """Play the phase; a lot is drawn when, and only when, the rules ask for it."""
    lots: Plain = {}
    while True:
        try:
            return *play(duel, contents, lots), lots
        except LotMissing as missing:
            for name, drawn in draw(secret, missing.field).items():
                lots[name] = {**lots.get(name, {}), **drawn} if isinstance(drawn, dict) else drawn


def _revealed(entry: StoredEntry) -> Plain:
    """An entry as the record holds it."""
    assert entry.sealed_at is not None  # noqa: S101  # sealed before it is revealed
    at = entry.sealed_at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {**entry.content, "salt": entry.salt, "seal": entry.seal, "at": at}
