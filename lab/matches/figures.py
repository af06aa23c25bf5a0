"""Statistics of many duels, with confidence intervals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import mean, median
from typing import NamedTuple

from adjudicator import PhaseKind
from intimate_league import league
from lab.matches.playing import Outcome, Played, Thought

NAMES = {
    PhaseKind.AUCTION: "auction",
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREATS: "retreats",
    PhaseKind.ADJUSTMENTS: "winter",
}
Row = Sequence[str]


class Interval(NamedTuple):
    """The bounds of a share."""

    low: float
    high: float

    def __str__(self) -> str:
        """In per cent."""
        return f"{self.low * 100:.1f}–{self.high * 100:.1f}"


def wilson(part: float, whole: int) -> Interval:
    """Return Wilson's 95% interval of a share."""
    return Interval(*league.wilson(part, whole))


def percentile(values: Sequence[float], per_cent: int) -> float:
    """Return a percentile of some values."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * per_cent // 100) - 1)]


RESULTS = ("duels", "won", "lost", "drawn", "stopped", "won %", "95 %", "years")


def results(duels: Sequence[Played]) -> Row:
    """Count the results of the first contestant; a duel stopped by the last year counts as not won."""
    counts = Counter(duel.outcome for duel in duels)
    won, whole = counts[Outcome.WON], len(duels)
    return (
        str(whole),
        *(str(counts[outcome]) for outcome in Outcome),
        f"{won / whole * 100:.1f}" if whole else "–",
        str(wilson(won, whole)),
        f"{mean(duel.years for duel in duels):.1f}" if whole else "–",
    )


def by_home(duels: Iterable[Played]) -> Iterator[Row]:
    """Count the results for each pair of home powers of the first and second contestants."""
    groups: dict[tuple[str, str], list[Played]] = {}
    for duel in duels:
        groups.setdefault(duel.fixture.homes, []).append(duel)
    for homes in sorted(groups):
        yield (*(home.capitalize() for home in homes), *results(groups[homes]))


THOUGHTS = ("player", "phase", "answers", "positions", "median s", "99 % s", "most s")


def thoughts(names: Sequence[str], duels: Sequence[Played]) -> Iterator[Row]:
    """Yield the cost of answers, by player and kind of phase."""
    for number, name in enumerate(names):
        every = [thought for duel in duels for thought in duel.thoughts[number]]
        for kind, word in NAMES.items():
            of_kind = [thought for thought in every if thought.kind is kind]
            if of_kind:
                yield (name, word, *_costs(of_kind))


def _costs(of_kind: Sequence[Thought]) -> Row:
    seconds = [thought.seconds for thought in of_kind]
    return (
        str(len(of_kind)),
        f"{mean(thought.looked_at for thought in of_kind):.0f}",
        f"{median(seconds):.4f}",
        f"{percentile(seconds, 99):.4f}",
        f"{max(seconds):.4f}",
    )
