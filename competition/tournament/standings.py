"""Where everybody stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.drawing import advances
from competition.tournament.ordinary import game_scores, ordinary_rounds
from competition.tournament.replacements import settled
from competition.tournament.results import (
    NOTHING,
    Cell,
    CrosstableRow,
    MeetingResult,
    crosstable,
    results_of,
    scores_of,
)
from competition.tournament.values import (
    Entry,
    Meeting,
    OrdinaryScore,
    Penalty,
    RankedStanding,
    System,
    TournamentPlan,
)

__all__ = ["TIE_RULES", "Cell", "CrosstableRow", "crosstable", "settled_scores", "standings"]


@dataclass(frozen=True, slots=True)
class TieFigures:
    """What ties are parted by: each one's results and score, before sanctions, by entry."""

    results: Mapping[int, Sequence[MeetingResult]]
    scores: Mapping[int, Fraction]

    def of(self, entry: int) -> Iterable[MeetingResult]:
        """Go through the results of an entry against somebody; byes part nobody."""
        return (result for result in self.results.get(entry, ()) if result.opponent is not None)

    def against(self, result: MeetingResult) -> Fraction:
        """Find the score of the opponent."""
        return NOTHING if result.opponent is None else self.scores.get(result.opponent, NOTHING)


def _wins(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001  # the form of a rule
    return Fraction(sum(result.points > result.against for result in field.of(entry)))


def _encounter(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:
    """Count the points among those who are level, if all of them have met each other."""
    met = {one: {result.opponent for result in field.of(one)} for one in level}
    if any(level - {one} - met[one] for one in level):
        return NOTHING
    return sum((result.points for result in field.of(entry) if result.opponent in level), NOTHING)


def _buchholz(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001 -- as all tie rules
    return sum((field.against(result) for result in field.of(entry)), NOTHING)


def _berger(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001 -- as all tie rules
    return sum((result.points * field.against(result) for result in field.of(entry)), NOTHING)


TIE_RULES: Mapping[str, Callable[[TieFigures, int, frozenset[int]], Fraction]] = {
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


def part(
    field: TieFigures, level: Sequence[int], rules: Sequence[str], figures: Figures
) -> list[tuple[int, ...]]:
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


_Rounds = Mapping[int, dict[int, Fraction]]
_Record = tuple[int, int, int]


def _factor(penalties: Iterable[Penalty], entry: int, number: int | None) -> Fraction:
    factor = Fraction(1)
    for penalty in penalties:
        if (penalty.entry, penalty.round) == (entry, number):
            factor *= penalty.factor
    return factor


def _duel_rounds(plan: TournamentPlan, entries: Iterable[Entry], meetings: Iterable[Meeting]) -> _Rounds:
    results = results_of(meetings)
    rounds: dict[int, dict[int, Fraction]] = {entry.id: {} for entry in entries}
    for entry, own in rounds.items():
        for result in results.get(entry, ()):
            points = result.points * plan.of_round(result.round).coefficient
            own[result.round] = own.get(result.round, NOTHING) + points
    return rounds


def _reached(entry: int, meetings: Iterable[Meeting]) -> Fraction:
    """Tell how far somebody has come in a knock-out: a round lost, half a round more while they play it."""
    own = [meeting for meeting in meetings if entry in (meeting.first, meeting.second)]
    if not own:
        return NOTHING
    last = max(own, key=lambda meeting: meeting.round)
    through = advances(last) == entry
    return last.round + (Fraction(1) if through else NOTHING if last.is_decided else Fraction(1, 2))


def _record(points: Iterable[tuple[Fraction, Fraction]]) -> _Record:
    """Count what was won, drawn and lost."""
    pairs = list(points)
    won, lost = sum(mine > theirs for mine, theirs in pairs), sum(mine < theirs for mine, theirs in pairs)
    return won, len(pairs) - won - lost, lost


def _records(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    ordinary: Sequence[OrdinaryScore],
) -> Mapping[int, _Record]:
    """Count meetings, byes as won; of ordinary games first places alone as won, shared ones as drawn."""
    if plan.system is not System.ORDINARY:
        results = results_of(meetings)
        return {
            entry.id: _record((one.points, one.against) for one in results.get(entry.id, ()))
            for entry in entries
        }
    return {
        entry.id: _record(_against_the_best(own, ordinary) for own in ordinary if own.entry == entry.id)
        for entry in entries
    }


def _against_the_best(own: OrdinaryScore, ordinary: Iterable[OrdinaryScore]) -> tuple[Fraction, Fraction]:
    others = [
        other.centres
        for other in ordinary
        if (other.round, other.board) == (own.round, own.board) and other.entry != own.entry
    ]
    return Fraction(0 if own.eliminated else own.centres), Fraction(max(others, default=0))


def standings(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    ordinary: Sequence[OrdinaryScore] = (),
    penalties: Sequence[Penalty] = (),
) -> tuple[RankedStanding, ...]:
    """List where everybody stands, the best first, those who share a place by their lots.

    In a knock-out the place is how far one came, elsewhere the score; then the tie rules of the plan part,
    and whom nothing parts share a place, as seed 004 has it (VII: without tie rules both are winners).
    ordinary: as `settled_scores` gives them.
    """
    if plan.system is System.ORDINARY:
        rounds = _game_rounds(plan, entries, meetings, ordinary, penalties)
    else:
        rounds = _penalised(_duel_rounds(plan, entries, meetings), penalties)
    scores = {
        entry: sum(own.values(), NOTHING) * _factor(penalties, entry, None) for entry, own in rounds.items()
    }
    figures: Figures = {entry.id: {} for entry in entries}
    records = _records(plan, entries, meetings, ordinary)
    found: list[RankedStanding] = []
    for group in _groups(plan, entries, meetings, scores, figures):
        place = len(found) + 1
        found += [
            RankedStanding(place, entry, scores[entry], rounds[entry], figures[entry], *records[entry])
            for entry in group
        ]
    return tuple(found)


def settled_scores(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    ordinary: Sequence[OrdinaryScore],
    penalties: Sequence[Penalty] = (),
) -> list[OrdinaryScore]:
    """Give the points of replaced players to who has them as the results stand (seed 004, VII)."""

    def total(scores: Sequence[OrdinaryScore], entry: int) -> Fraction:
        rounds = _game_rounds(plan, entries, meetings, scores, penalties)
        return sum(rounds[entry].values(), NOTHING)

    return settled(ordinary, total)


def _game_rounds(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    ordinary: Iterable[OrdinaryScore],
    penalties: Sequence[Penalty],
) -> _Rounds:
    return ordinary_rounds(plan, entries, meetings, _penalised(game_scores(plan, ordinary), penalties))


def _penalised(rounds: Mapping[int, Mapping[int, Fraction]], penalties: Sequence[Penalty]) -> _Rounds:
    return {
        entry: {number: score * _factor(penalties, entry, number) for number, score in own.items()}
        for entry, own in rounds.items()
    }


def _groups(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Mapping[int, Fraction],
    figures: Figures,
) -> list[tuple[int, ...]]:
    """Group those who share a place, the best first."""
    order = [entry.id for entry in sorted(entries, key=lambda entry: entry.lot)]
    knockout = plan.system is System.KNOCKOUT
    keys = {entry: _reached(entry, meetings) if knockout else scores[entry] for entry in order}
    field = TieFigures(results_of(meetings), scores_of(plan, entries, meetings))
    return [
        group
        for key in sorted(set(keys.values()), reverse=True)
        for group in part(field, [entry for entry in order if keys[entry] == key], plan.ties, figures)
    ]
