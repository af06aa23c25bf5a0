"""Many duels between two contestants, on several processes."""

from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from typing import NamedTuple

from intimate.schedule import fixture
from lab.matches.playing import Played, Playing, Terms
from lab.players.contestant import Contestant


class Match(NamedTuple):
    """Who plays whom, and how: the first of the names is the one that is measured.

    contestants: those who play by these names, where the names alone do not say it.
    """

    names: tuple[str, str]
    seed: int = 1
    terms: Terms = Terms()
    with_records: bool = False
    contestants: tuple[Contestant, Contestant] | None = None

    def duel(self, number: int) -> Played:
        """Play the duel of a number; raises Fault."""
        playing = Playing(self.names, fixture(number), self.seed, self.terms, self.contestants)
        return playing.played(with_record=self.with_records)

    def duels(self, numbers: Sequence[int], jobs: int = 1) -> Iterator[Played]:
        """Play duels as they get done, in whatever sequence; raises Fault."""
        if jobs == 1:
            yield from map(self.duel, numbers)
            return
        with get_context("fork").Pool(jobs) as pool:
            yield from pool.imap_unordered(self.duel, numbers)
