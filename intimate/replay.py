"""Replaying a record: the same chapters give the same duel on any machine."""

from collections.abc import Iterator, Mapping
from typing import Any

from intimate.chapter import Chapter
from intimate.codec import event_line, phase_line, read_entry, read_event, read_lots, result_line
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.errors import DuelError
from intimate.events import happen
from intimate.play import play
from intimate.players import Player
from intimate.record import Record, RecordError

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


def _next_chapter(duel: Duel, plain: Plain) -> Chapter:
    if "phase" not in plain:
        event = read_event(plain.get("event"), plain.get("player"))
        return Chapter(happen(duel, event), event=event)
    name = str(plain["phase"])
    if duel.phase is None or name != str(duel.phase):
        awaited = duel.phase or "no phase: the duel is over"
        raise RecordError("phase", f"out of order, the duel awaits {awaited}", name)
    return play(duel, _entries(duel, plain, name), read_lots(_object(plain, "lots", name)))


def chapters_of(record: Record) -> Iterator[Chapter]:
    """Play the chapters of a record one by one; raises RecordError naming the chapter."""
    duel = record.start
    for name, plain in record.named_chapters():
        try:
            chapter = _next_chapter(duel, plain)
        except RecordError:
            raise
        except DuelError as error:
            known = "phase" not in plain and plain.get("player") in list(Player)
            player = f"{plain['player']}: " if known else ""
            raise RecordError(error.field, f"{player}{error.message}", name) from error
        yield chapter
        duel = chapter.after


def replay(record: Record) -> Iterator[Line]:
    """Yield the lines of `python -m intimate replay`: one per chapter, then the result."""
    duel = record.start
    for chapter in chapters_of(record):
        duel = chapter.after
        yield event_line(chapter.event, duel) if chapter.event else phase_line(chapter)
    yield result_line(duel)
