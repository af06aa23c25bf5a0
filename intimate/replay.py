"""Replaying a record: the same chapters give the same duel on any machine. Rulings may undo chapters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from intimate.chapter import Chapter
from intimate.codec import event_line, phase_line, read_draws, read_entry, read_event, result_line
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.errors import DuelError, EventError
from intimate.events import UNDOING, Event, EventKind, happen
from intimate.play import play
from intimate.players import Player
from intimate.record import FORMAT, Record, RecordError

Past = Callable[[int], Duel]
"""The duel after a number of chapters; 0 is its beginning."""


def happen_after(past: Past, count: int, event: Event) -> Duel:
    """Return the duel after any event; count: the chapters so far. Raises EventError."""
    return undo(past, count, event) if event.kind in UNDOING else happen(past(count), event)


def undo(past: Past, count: int, event: Event) -> Duel:
    """Return the duel to which a ruling goes back; raises EventError. Nothing is undone after the end."""
    if past(count).phase is None:
        raise EventError("ended", "event", "the duel is over")
    kept = event.ruling.to if event.ruling else None
    if (event.player is None) is (event.kind is EventKind.CORRECTED):
        raise EventError("wrong_player", "player", "a correction needs a player, and taking back has none")
    if kept is None or not 0 <= kept < count:
        raise EventError("no_such_chapter", "to", f"must be a number of chapters from 0 to {count - 1}")
    return past(kept)


def kept_by(event: Event | None) -> int | None:
    """Return how many chapters an undoing event keeps; None for any other event."""
    return event.ruling.to if event and event.kind in UNDOING and event.ruling else None


def in_force(kept: Sequence[int | None]) -> list[bool]:
    """Tell for each chapter whether it is in force in the end, or was undone.

    kept: the result of `kept_by` for each chapter.
    """
    counts, at = [False] * len(kept), len(kept) - 1
    while at >= 0:
        counts[at] = True
        found = kept[at]
        at = at - 1 if found is None else found - 1
    return counts


Line = dict[str, Any]
Plain = Mapping[str, Any]


def _object(chapter: Plain, field: str, name: str) -> Plain:
    value = chapter.get(field)
    if not isinstance(value, Mapping | None):
        raise RecordError(field, "must be an object", name)
    return value or {}


def _entries(duel: Duel, chapter: Plain, name: str) -> dict[Player, Entry]:
    """Read what both players handed in for the awaited phase; raises DuelError."""
    entries = _object(chapter, "entries", name)
    for player, entry in entries.items():
        if player not in list(Player):
            raise RecordError("entries", f"there is no player {player!r}", name)
        if not isinstance(entry, Mapping):
            raise RecordError(f"entries.{player}", "must be an object", name)
    if duel.phase is None:
        return {}
    read = {
        player: read_entry(entries[player.value], duel.phase.kind)
        for player in Player
        if player.value in entries
    }
    return {player: entry for player, entry in read.items() if entry is not None}


class _Replayed:
    """The chapters of a record that have been played, and the duel after each number of them."""

    def __init__(self, record: Record) -> None:
        self.rulings_are_read = record.plain["format"] != FORMAT
        self.duels = [record.start]
        self.chapters: list[Chapter] = []

    def add(self, chapter: Chapter) -> Chapter:
        """Go on to the next chapter."""
        self.chapters.append(chapter)
        self.duels.append(chapter.after)
        return chapter

    def next_chapter(self, plain: Plain) -> Chapter:
        """Play a chapter as it is written; raises DuelError."""
        if "phase" not in plain:
            event = read_event(
                plain.get("event"), plain.get("player"), plain if self.rulings_are_read else None
            )
            after = happen_after(self.duels.__getitem__, len(self.chapters), event)
            self._check_corrects_phase(event)
            return Chapter(after, event=event)
        duel, name = self.duels[-1], str(plain["phase"])
        if duel.phase is None or name != str(duel.phase):
            awaited = duel.phase or "no phase: the duel is over"
            raise RecordError("phase", f"out of order, the duel awaits {awaited}", name)
        entries = _entries(duel, plain, name)
        self._check_corrected(entries, name)
        return play(duel, entries, read_draws(_object(plain, "lots", name)))

    def _check_corrects_phase(self, event: Event) -> None:
        if event.kind is EventKind.CORRECTED and self._corrected_by(event).phase is None:
            raise RecordError("to", "the next chapter is no phase, so it has no entry to correct", event.kind)

    def _corrected_by(self, event: Event) -> Chapter:
        kept = event.ruling.to if event.ruling else None
        assert kept is not None  # noqa: S101  # happen_after has checked it
        return self.chapters[kept]

    def _check_corrected(self, entries: Mapping[Player, Entry], name: str) -> None:
        """Raise RecordError if a phase played again changes the entry of the other player too."""
        event = self.chapters[-1].event if self.chapters else None
        if event is None or event.kind is not EventKind.CORRECTED or event.player is None:
            return
        other = event.player.opponent
        if entries.get(other) != self._corrected_by(event).entries.get(other):
            raise RecordError(f"entries.{other}", "differs from the corrected chapter", name)


def chapters_of(record: Record) -> Iterator[Chapter]:
    """Play the chapters of a record one by one; raises RecordError naming the chapter."""
    replayed = _Replayed(record)
    for name, plain in record.named_chapters():
        try:
            chapter = replayed.next_chapter(plain)
        except RecordError:
            raise
        except DuelError as error:
            known = "phase" not in plain and plain.get("player") in list(Player)
            player = f"{plain['player']}: " if known else ""
            raise RecordError(error.field, f"{player}{error.message}", name) from error
        yield replayed.add(chapter)


def replay(record: Record) -> Iterator[Line]:
    """Yield the lines of `python -m intimate replay`: one per chapter, then the result."""
    duel = record.start
    for chapter in chapters_of(record):
        duel = chapter.after
        yield event_line(chapter.event, duel) if chapter.event else phase_line(chapter)
    yield result_line(duel)
