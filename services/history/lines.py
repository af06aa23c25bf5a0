"""Finished public duels as lines of JSON (docs/formats.md): records, with what is known of them beside."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Integer, Select, bindparam, select
from sqlalchemy.orm import Session, joinedload, undefer

from intimate.duel import Ending
from models import StoredDuel
from services.history.record import load_record

SCHEMA = Path(__file__).with_name("line.schema.json")
"""What a line is, as JSON Schema (draft 2020-12)."""
IS_PUBLISHED = (
    StoredDuel.public.expression,
    StoredDuel.ended_at.is_not(None),
    StoredDuel.reason != Ending.LAPSED,
)
"""Match the duels that lines are made of: public, finished, and played at all."""


@cache
def schema_text() -> str:
    """Return the schema of a line."""
    return SCHEMA.read_text("utf-8")


def line_of(session: Session, stored: StoredDuel) -> dict[str, Any]:
    """Return a finished duel as a line holds it."""
    assert stored.ended_at is not None  # noqa: S101  # only finished duels are published
    homes = {"first": stored.home_first, "second": stored.home_second}
    return {
        **load_record(session, stored),
        "pace": stored.pace,
        "rated": stored.rated,
        "began_at": _instant(stored.created_at),
        "ended_at": _instant(stored.ended_at),
        "homes": {player: home for player, home in homes.items() if home},
        "result": {
            "winner": stored.winner.value if stored.winner else None,
            "reason": stored.reason.value if stored.reason else None,
            "year": stored.last_year,
        },
    }


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def write_line(line: dict[str, Any]) -> bytes:
    """Write a line, with its end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@cache
def _published_query() -> Select[StoredDuel]:
    players = joinedload(StoredDuel.first), joinedload(StoredDuel.second)
    is_it = StoredDuel.id == bindparam("number", type_=Integer)
    return select(StoredDuel).where(is_it, *IS_PUBLISHED).options(*players, undefer(StoredDuel.start))


def lines_of(session: Session, numbers: Sequence[int]) -> Iterator[bytes]:
    """Write the lines of some duels by their numbers, the published ones of them, in the given order."""
    for number in numbers:
        stored = session.scalar(_published_query(), {"number": number})
        if stored is not None:
            yield write_line(line_of(session, stored))
            session.expunge_all()  # so that a long file takes no more memory than a short one
