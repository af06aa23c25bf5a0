"""Replaying a record: the same chapters give the same duel on any machine."""

from collections.abc import Iterator, Mapping
from typing import Any

from intimate.duel import Duel
from intimate.errors import DuelError
from intimate.events import Event, happen
from intimate.lines import Line, chapter_line, event_line, result_line
from intimate.play import play
from intimate.players import Player
from intimate.record import Record, RecordError


def _object(chapter: Mapping[str, Any], field: str, name: str) -> Mapping[str, Any]:
    value = chapter.get(field)
    if not isinstance(value, Mapping | None):
        raise RecordError(field, "must be an object", name)
    return value or {}


def _players_entries(chapter: Mapping[str, Any], name: str) -> dict[Player, Mapping[str, Any]]:
    entries = _object(chapter, "entries", name)
    for player, entry in entries.items():
        if player not in list(Player):
            raise RecordError("entries", f"there is no player {player!r}", name)
        if not isinstance(entry, Mapping):
            raise RecordError(f"entries.{player}", "must be an object", name)
    return {player: entries[player.value] for player in Player if player.value in entries}


def _event(chapter: Mapping[str, Any]) -> Event:
    player = chapter.get("player")
    if player is not None and player not in list(Player):
        raise RecordError("player", f"there is no player {player!r}", str(chapter["event"]))
    return Event(str(chapter["event"]), Player(player) if player else None)


def _step(duel: Duel, chapter: Mapping[str, Any]) -> tuple[Duel, Line]:
    if "phase" not in chapter:
        event = _event(chapter)
        after = happen(duel, event)
        return after, event_line(event, after)
    name = str(chapter["phase"])
    if duel.phase is None or name != str(duel.phase):
        awaited = duel.phase or "no phase: the duel is over"
        raise RecordError("phase", f"out of order, the duel awaits {awaited}", name)
    after, played = play(duel, _players_entries(chapter, name), _object(chapter, "lots", name))
    return after, chapter_line(played, after)


def replayed(record: Record) -> Iterator[tuple[Duel, Line]]:
    """The duel after each chapter, with its line; raises RecordError naming the chapter."""
    duel = record.start
    for name, chapter in record.named_chapters():
        try:
            duel, line = _step(duel, chapter)
        except RecordError:
            raise
        except DuelError as error:
            player = f"{chapter['player']}: " if "phase" not in chapter and chapter.get("player") else ""
            raise RecordError(error.field, f"{player}{error.message}", name) from error
        yield duel, line


def replay(record: Record) -> Iterator[Line]:
    """The lines of `python -m intimate replay`: one per chapter, then the result."""
    duel = record.start
    for after, line in replayed(record):
        duel = after
        yield line
    yield result_line(duel)
