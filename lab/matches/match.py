"""Many duels between two contestants, in several processes."""

from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from typing import NamedTuple

from intimate.schedule import fixture
from lab.matches.playing import Played, Playing, Terms
from lab.players.contestant import Contestant


class Match(NamedTuple):
    """Two contestants and the terms of their duels; the first one is measured.

    contestants: the players themselves, if their names are not in the roster.
    """

    names: tuple[str, str]
    seed: int = 1
    terms: Terms = Terms()
    with_records: bool = False
    contestants: tuple[Contestant, Contestant] | None = None

    def duel(self, number: int) -> Played:
        """Play a duel by its number; raises Fault."""
        playing = Playing(self.names, fixture(number), self.seed, self.terms, self.contestants)
        return playing.played(with_record=self.with_records)

    def duels(self, numbers: Sequence[int], jobs: int = 1) -> Iterator[Played]:
        """Play duels and yield them when done, in any order; raises Fault."""
        if jobs == 1:
            yield from map(self.duel, numbers)
            return
        with get_context("fork").Pool(jobs) as pool:
            yield from pool.imap_unordered(self.duel, numbers)
