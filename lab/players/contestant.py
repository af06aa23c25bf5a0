"""What a player of the arena is, and what it answers."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from intimate.duel import Duel
from intimate.entries import Entries, Entry
from intimate.view import View

Past = Sequence[tuple[Duel, Entries]]
"""The phases that are over: the duel as it was before each, and what was entered."""


class Reply(NamedTuple):
    """An entry, and the positions that were looked at for it."""

    entry: Entry
    looked_at: int = 0


class Contestant(Protocol):
    """A player of the arena; it keeps nothing from one answer to the next."""

    def answer(self, view: View, chance: Random, past: Past) -> Reply:
        """Answer the phase that awaits the player whose view this is; past: what everybody knows by then."""
