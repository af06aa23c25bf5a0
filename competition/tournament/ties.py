"""Rules that part those who have the same score."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.results import NOTHING, Result


@dataclass(frozen=True, slots=True)
class Field:
    """What ties are parted by: each one's results and score, before sanctions, by entry."""

    results: Mapping[int, Sequence[Result]]
    scores: Mapping[int, Fraction]

    def of(self, entry: int) -> Iterable[Result]:
        """Go through the results of an entry against somebody; byes part nobody."""
        return (result for result in self.results.get(entry, ()) if result.opponent is not None)

    def against(self, result: Result) -> Fraction:
        """Find the score of the opponent."""
        return NOTHING if result.opponent is None else self.scores.get(result.opponent, NOTHING)


def _wins(field: Field, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001  # the form of a rule
    return Fraction(sum(result.points > result.against for result in field.of(entry)))


def _encounter(field: Field, entry: int, level: frozenset[int]) -> Fraction:
    """Count the points among those who are level, if all of them have met each other."""
    met = {one: {result.opponent for result in field.of(one)} for one in level}
    if any(level - {one} - met[one] for one in level):
        return NOTHING
    return sum((result.points for result in field.of(entry) if result.opponent in level), NOTHING)


def _buchholz(field: Field, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001 -- as all tie rules
    return sum((field.against(result) for result in field.of(entry)), NOTHING)


def _berger(field: Field, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001 -- as all tie rules
    return sum((result.points * field.against(result) for result in field.of(entry)), NOTHING)


TIE_RULES: Mapping[str, Callable[[Field, int, frozenset[int]], Fraction]] = {
    "wins": _wins,
    "encounter": _encounter,
    "buchholz": _buchholz,
    "berger": _berger,
}
"""The figure of an entry by the name of a rule: the larger goes first.

wins: meetings won against somebody. encounter: points among those who are level. buchholz: the sum of the
opponents' scores. berger: the sum of the opponents' scores, each times the points against them.
"""

Figures = dict[int, dict[str, Fraction]]


def part(field: Field, level: Sequence[int], rules: Sequence[str], figures: Figures) -> list[tuple[int, ...]]:
    """Part those who are level, rule by rule; groups that stay level share a place.

    figures: where the figure of each entry by each rule is put.
    """
    if not rules:
        return [tuple(level)]
    rule, *others = rules
    among = frozenset(level)
    for entry in level:
        figures[entry][rule] = TIE_RULES[rule](field, entry, among)
    values = sorted({figures[entry][rule] for entry in level}, reverse=True)
    groups = [[entry for entry in level if figures[entry][rule] == value] for value in values]
    return [parted for group in groups for parted in part(field, group, others, figures)]
