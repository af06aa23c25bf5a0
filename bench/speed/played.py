"""A finished duel as rows of chapters, which many duels of a bench share."""

from collections.abc import Iterator
from datetime import datetime
from secrets import token_hex
from typing import Any

from intimate import RULES_VERSION
from intimate.chapter import Chapter
from intimate.codec import write_draws, write_duel, write_entry, write_stored_line
from intimate.duel import Duel
from intimate.schedule import fixture
from lab.matches.playing import Playing, Terms

PLAYERS = ("recruit", "recruit")
Row = dict[str, Any]


def played(chapters: int, now: datetime) -> tuple[Duel, list[Row]]:
    """Return a finished duel with a number of chapters, and their rows without the duel's id."""
    for number in range(1000):
        playing = Playing(PLAYERS, fixture(number), 11, Terms("intimate", {}))
        found = []
        while playing.duel.phase and len(found) <= chapters:
            found.append(playing.step())
        if playing.duel.phase is None and len(found) == chapters:
            return playing.duel, list(_rows(found, now))
    raise LookupError(f"no duel has {chapters} chapters")


def _rows(chapters: list[Chapter], now: datetime) -> Iterator[Row]:
    for ordinal, chapter in enumerate(chapters):
        sealed = {"salt": token_hex(16), "seal": token_hex(32), "at": now.isoformat(timespec="seconds")}
        yield {
            "ordinal": ordinal,
            "phase": chapter.phase,
            "event": None,
            "player": None,
            "entries": {
                player.value: {**write_entry(entry), **sealed} for player, entry in chapter.entries.items()
            },
            "lots": write_draws(chapter.draws),
            "ruling": None,
            "line": write_stored_line(chapter),
            "state": write_duel(chapter.after),
            "rules_version": RULES_VERSION,
            "resolved_at": now,
        }
