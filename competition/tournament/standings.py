"""The standings of a tournament, with its tie-breaks."""

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
    """What tie-breaks are computed from: results and scores by entry, before penalties."""

    results: Mapping[int, Sequence[MeetingResult]]
    scores: Mapping[int, Fraction]

    def of(self, entry: int) -> Iterable[MeetingResult]:
        """Yield the results of an entry without byes."""
        return (result for result in self.results.get(entry, ()) if result.opponent is not None)

    def against(self, result: MeetingResult) -> Fraction:
        """Return the score of a result's opponent."""
        return NOTHING if result.opponent is None else self.scores.get(result.opponent, NOTHING)


def _wins(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001  # as all tie rules
    return Fraction(sum(result.points > result.against for result in field.of(entry)))


def _encounter(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:
    """Count the points among the tied entries, if all of them have met each other."""
    met = {one: {result.opponent for result in field.of(one)} for one in level}
    if any(level - {one} - met[one] for one in level):
        return NOTHING
    return sum((result.points for result in field.of(entry) if result.opponent in level), NOTHING)


def _buchholz(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001  # as all tie rules
    return sum((field.against(result) for result in field.of(entry)), NOTHING)


def _berger(field: TieFigures, entry: int, level: frozenset[int]) -> Fraction:  # noqa: ARG001  # as all tie rules
    return sum((result.points * field.against(result) for result in field.of(entry)), NOTHING)


TIE_RULES: Mapping[str, Callable[[TieFigures, int, frozenset[int]], Fraction]] = {
    "wins": _wins,
    "encounter": _encounter,
    "buchholz": _buchholz,
    "berger": _berger,
}
"""The tie-break figure of an entry by each rule; the larger is better.

wins: meetings won, without byes. encounter: points among the tied entries. buchholz: the sum of the
opponents' scores. berger: the sum of the opponents' scores, each times the points against them.
"""

Figures = dict[int, dict[str, Fraction]]


def part(
    field: TieFigures, level: Sequence[int], rules: Sequence[str], figures: Figures
) -> list[tuple[int, ...]]:
    """Break ties rule by rule; return groups that share a place.

    level: the tied entries. figures: receives the figure of each entry by each rule.
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
    """Return how far an entry has come in a knock-out: its last round, plus ½ while playing it, 1 if won."""
    own = [meeting for meeting in meetings if entry in (meeting.first, meeting.second)]
    if not own:
        return NOTHING
    last = max(own, key=lambda meeting: meeting.round)
    through = advances(last) == entry
    return last.round + (Fraction(1) if through else NOTHING if last.is_decided else Fraction(1, 2))


def _record(points: Iterable[tuple[Fraction, Fraction]]) -> _Record:
    """Count wins, draws and losses."""
    pairs = list(points)
    won, lost = sum(mine > theirs for mine, theirs in pairs), sum(mine < theirs for mine, theirs in pairs)
    return won, len(pairs) - won - lost, lost


def _records(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    ordinary: Sequence[OrdinaryScore],
) -> Mapping[int, _Record]:
    """Count meetings (a bye as a win) or ordinary games (a shared first place as a draw)."""
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
    """List the standings, the best first; entries that share a place are in the order of their lots.

    In a knock-out places go by how far an entry came, elsewhere by the score, then by the plan's tie-breaks.
    Entries still tied share a place (source 004, VII: without tie-breaks both are winners). ordinary: the
    result of `settled_scores`.
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
    """Give the points of each replacement to one of its two players, as results stand (source 004, VII)."""

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
    """List the groups of entries that share a place, the best first."""
    order = [entry.id for entry in sorted(entries, key=lambda entry: entry.lot)]
    knockout = plan.system is System.KNOCKOUT
    keys = {entry: _reached(entry, meetings) if knockout else scores[entry] for entry in order}
    field = TieFigures(results_of(meetings), scores_of(plan, entries, meetings))
    return [
        group
        for key in sorted(set(keys.values()), reverse=True)
        for group in part(field, [entry for entry in order if keys[entry] == key], plan.ties, figures)
    ]
