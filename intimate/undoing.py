"""Rulings that undo chapters: a duel goes on from an earlier one, and what came after stays in its record."""

from collections.abc import Callable, Sequence

from intimate.duel import Duel
from intimate.errors import EventError
from intimate.events import UNDOING, Event, EventKind, happen

Past = Callable[[int], Duel]
"""The duel after so many chapters; 0 is its beginning."""


def happen_after(past: Past, count: int, event: Event) -> Duel:
    """Return the duel after any event; count: the chapters so far. Raises EventError."""
    return undo(past, count, event) if event.kind in UNDOING else happen(past(count), event)


def undo(past: Past, count: int, event: Event) -> Duel:
    """Return the duel that a ruling goes back to; raises EventError. Nothing is undone after the end."""
    if past(count).phase is None:
        raise EventError("ended", "event", "the duel is over")
    kept = event.ruling.to if event.ruling else None
    if (event.player is None) is (event.kind is EventKind.CORRECTED):
        raise EventError("wrong_player", "player", "a player belongs to a correction, and to nothing else")
    if kept is None or not 0 <= kept < count:
        raise EventError("no_such_chapter", "to", f"must be a number of chapters from 0 to {count - 1}")
    return past(kept)


def kept_by(event: Event | None) -> int | None:
    """Tell after how many chapters the duel goes on by an event that undoes some; None for others."""
    return event.ruling.to if event and event.kind in UNDOING and event.ruling else None


def in_force(kept: Sequence[int | None]) -> list[bool]:
    """Tell of each chapter whether it counts at the end of them, or was undone.

    kept: of each chapter that undoes others after how many the duel goes on, of the others None.
    """
    counts, at = [False] * len(kept), len(kept) - 1
    while at >= 0:
        counts[at] = True
        found = kept[at]
        at = at - 1 if found is None else found - 1
    return counts
