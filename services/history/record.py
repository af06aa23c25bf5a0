"""The record of a whole duel (docs/formats.md): resolved chapters only, so that nothing sealed is in it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from intimate.record import format_of, load
from intimate.saved_game import saved_game_of
from models import StoredChapter, StoredDuel
from services.accounts.shown import neutral_name

Plain = dict[str, Any]


def recorded(stored: StoredChapter) -> Plain:
    """Write a chapter as the record holds it."""
    if stored.event is not None:
        player = {"player": stored.player.value} if stored.player else {}
        return {"event": stored.event.value, **player, **(stored.ruling or {})}
    lots = {"lots": stored.lots} if stored.lots else {}
    return {"phase": str(stored.phase), "entries": stored.entries, **lots}


def load_record(session: Session, stored: StoredDuel) -> Plain:
    """Load the public record of a duel."""
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id)
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries))
    )
    start = {"start": stored.start} if stored.start else {}
    opened = {"lots_secret": stored.lots_secret} if stored.lots_opened else {}
    chapters = [recorded(chapter) for chapter in session.scalars(query)]
    return {
        "format": format_of(chapters),
        "duel": stored.token,
        "preset": stored.preset,
        "settings": stored.settings,
        "edition": stored.edition,
        "players": {"first": neutral_name(stored.first), "second": neutral_name(stored.second)},
        "lots_seal": stored.lots_seal,
        **opened,
        **start,
        "chapters": chapters,
    }


def load_saved_game(session: Session, stored: StoredDuel) -> Plain:
    """Load the public record of a duel as a game of the package `diplomacy`: it is replayed for that."""
    return saved_game_of(load(load_record(session, stored)))
