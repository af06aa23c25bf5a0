"""Games between weights, and against the greedy player."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lab.matches.match import Match
from lab.matches.playing import Outcome, Played, Terms
from lab.players.contestant import Contestant
from lab.players.greedy import Greedy
from lab.players.roster import OfLevel
from opponent.evaluation import Weights
from opponent.levels import LEVELS

SCORES = {Outcome.WON: 1.0, Outcome.LOST: 0.0, Outcome.DRAWN: 0.5, Outcome.STOPPED: 0.5}


class Conditions(NamedTuple):
    """The conditions of games: positions per movement, the last year, the seed, processes."""

    work: int = 400
    limit: int = 1908
    seed: int = 1
    jobs: int = 1

    def player(self, weights: Mapping[str, float]) -> Contestant:
        """The strongest level with other weights."""
        return OfLevel(LEVELS[-1], self.work, Weights(**weights))

    def games(self, first: Contestant, second: Contestant, numbers: Sequence[int]) -> list[Played]:
        """Play duels by their numbers; raises Fault."""
        terms = Terms("intimate", {"year_limit": self.limit})
        match = Match(("first", "second"), self.seed, terms, contestants=(first, second))
        return list(match.duels(numbers, self.jobs))

    def between(
        self, first: Mapping[str, float], second: Mapping[str, float], numbers: Sequence[int]
    ) -> list[Played]:
        """Play two sets of weights against each other."""
        return self.games(self.player(first), self.player(second), numbers)

    def against_greedy(self, weights: Mapping[str, float], numbers: Sequence[int]) -> list[Played]:
        """Play weights against the greedy player."""
        return self.games(self.player(weights), Greedy(), numbers)


def score(duels: Sequence[Played]) -> float:
    """The mean score of the first contestant; a duel stopped by the last year is a half."""
    return sum(SCORES[duel.outcome] for duel in duels) / len(duels)


def won(duels: Sequence[Played]) -> float:
    """The share of duels that the first contestant won before the last year stopped them."""
    return sum(duel.outcome is Outcome.WON for duel in duels) / len(duels)
