"""The one codec between values and the JSON of databases and public formats (docs/formats.md)."""

from intimate.codec.chapters import (
    event_line,
    phase_line,
    public_line,
    read_chapter,
    read_event,
    result_line,
    write_state,
    write_stored_line,
)
from intimate.codec.duels import read_duel, write_duel
from intimate.codec.entries import (
    Plain,
    read_entry,
    read_lots,
    read_stored_entry,
    write_entry,
    write_lots,
)
from intimate.codec.rulings import read_ruling, write_ruling

__all__ = [
    "Plain",
    "event_line",
    "phase_line",
    "public_line",
    "read_chapter",
    "read_duel",
    "read_entry",
    "read_event",
    "read_lots",
    "read_ruling",
    "read_stored_entry",
    "result_line",
    "write_duel",
    "write_entry",
    "write_lots",
    "write_ruling",
    "write_state",
    "write_stored_line",
]
