"""Seals: an entry is fixed by a salted hash as it is stored; both may see it once it is handed in."""

from datetime import datetime
from secrets import token_hex

from intimate.codec import write_entry
from intimate.entries import Entry
from intimate.sealing import seal
from models import StoredDuel, StoredEntry


def fill_entry(stored: StoredDuel, entry: StoredEntry, content: Entry) -> None:
    """Let an entry hold something else, under a seal of its own, which nobody but its player sees."""
    entry.content = content
    seal_anew(stored, entry)


def seal_anew(stored: StoredDuel, entry: StoredEntry) -> None:
    """Fix an entry by another seal, so that nobody can tell by it whether it is what it was."""
    entry.salt = token_hex(16)
    content = write_entry(entry.content)
    entry.seal = seal(stored.token, str(entry.phase), entry.player.value, content, entry.salt)


def close_entry(stored: StoredDuel, entry: StoredEntry, now: datetime) -> None:
    """Let an entry count as it is, by the seal that its player has seen."""
    if entry.seal is None:  # stored before entries were sealed at once
        seal_anew(stored, entry)
    entry.sealed_at = now


def reopen_entry(stored: StoredDuel, entry: StoredEntry) -> None:
    """Take readiness back; the seal that the other one has seen is void."""
    entry.ready = False
    entry.sealed_at = None
    seal_anew(stored, entry)
