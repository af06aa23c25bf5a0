"""Seals: an entry is fixed by a salted hash, which both players may see, before it is revealed."""

from datetime import datetime
from secrets import token_hex

from intimate.codec import write_entry
from intimate.sealing import seal
from models import StoredDuel, StoredEntry


def seal_entry(stored: StoredDuel, entry: StoredEntry, now: datetime) -> None:
    """Fix an entry by a seal."""
    entry.salt = token_hex(16)
    content = write_entry(entry.content)
    entry.seal = seal(stored.token, str(entry.phase), entry.player.value, content, entry.salt)
    entry.sealed_at = now


def unseal_entry(entry: StoredEntry) -> None:
    """Take readiness back; the seal is void."""
    entry.ready = False
    entry.salt = entry.seal = entry.sealed_at = None
