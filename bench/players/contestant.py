"""What a player of the arena is, and what it answers."""

from random import Random
from typing import NamedTuple, Protocol

from intimate.entries import Entry
from intimate.view import View


class Reply(NamedTuple):
    """An entry, and the positions that were looked at for it."""

    entry: Entry
    looked_at: int = 0


class Contestant(Protocol):
    """A player of the arena; it keeps nothing from one answer to the next."""

    def answer(self, view: View, chance: Random) -> Reply:
        """Answer the phase that awaits the player whose view this is."""
