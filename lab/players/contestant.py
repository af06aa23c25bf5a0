"""Players of the arena, and their answers."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from intimate.duel import Duel
from intimate.entries import Entries, Entry
from intimate.view import View

Past = Sequence[tuple[Duel, Entries]]
"""The past phases: the duel before each, and the entries."""


class Reply(NamedTuple):
    """An entry, and the number of positions looked at for it."""

    entry: Entry
    looked_at: int = 0


class Contestant(Protocol):
    """A player of the arena; it has no memory between answers."""

    def answer(self, view: View, chance: Random, past: Past) -> Reply:
        """Answer for the player of a view in the awaited phase; past: all earlier phases."""
