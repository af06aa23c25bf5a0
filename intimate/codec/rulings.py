"""What an arbiter says with an event, as JSON: in records, in lines and as it is stored."""

from collections.abc import Mapping
from typing import Any

from intimate.errors import DuelError
from intimate.events import BY_THE_ARBITER, Event, EventKind, Ruling
from intimate.players import Player

Plain = Mapping[str, Any]
LONGEST_REASON = 500
LONGEST_EXTENSION = 10**9
"""Seconds; longer ones cannot be added to an instant."""


def write_ruling(event: Event) -> dict[str, Any]:
    """Write what the arbiter says with an event; nothing for an event without a ruling."""
    ruling = event.ruling
    if ruling is None:
        return {}
    particulars: dict[str, Any] = {"seconds": ruling.seconds, "until": ruling.until, "to": ruling.to}
    said = {name: value for name, value in particulars.items() if value is not None}
    if event.kind is EventKind.CLOSED:
        said["winner"] = ruling.winner.value if ruling.winner else None
    return {"reason": ruling.reason, **said}


def read_ruling(kind: EventKind, plain: Plain) -> Ruling | None:
    """Read what the arbiter says with an event of a kind; raises DuelError.

    A stalemate may be granted without a word, as in the first format; None then.
    """
    if kind not in BY_THE_ARBITER or (kind is EventKind.STALEMATE_GRANTED and "reason" not in plain):
        return None
    return Ruling(
        _reason(plain.get("reason")),
        _number("seconds", plain.get("seconds")) if kind is EventKind.EXTENDED else None,
        _until(plain.get("until")) if kind is EventKind.PAUSED else None,
        _number("to", plain.get("to")) if kind in {EventKind.TAKEN_BACK, EventKind.CORRECTED} else None,
        _winner(plain) if kind is EventKind.CLOSED else None,
    )


def _reason(text: object) -> str:
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_REASON:
        raise DuelError("reason", f"must be a text of 1 to {LONGEST_REASON} characters")
    return text


def _number(field: str, number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= LONGEST_EXTENSION:
        raise DuelError(field, "must be a whole number, 0 or more")
    return number


def _until(text: object) -> str | None:
    if not isinstance(text, str | None):
        raise DuelError("until", "must be an instant as a text")
    return text


def _winner(plain: Plain) -> Player | None:
    if "winner" not in plain or plain["winner"] not in (None, *Player):
        raise DuelError("winner", "must be a player, or null where nobody wins")
    return Player(plain["winner"]) if plain["winner"] else None
