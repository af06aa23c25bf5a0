"""Where everybody stands."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from competition.tournament.crosstable import Cell, Row, crosstable
from competition.tournament.knockout import advances
from competition.tournament.ordinary import game_scores, ordinary_rounds
from competition.tournament.results import NOTHING, results_of, scores_of
from competition.tournament.ties import TIE_RULES, Field, Figures, part
from competition.tournament.values import Entry, Meeting, OrdinaryScore, Penalty, Plan, Standing, System

__all__ = ["TIE_RULES", "Cell", "Row", "crosstable", "standings"]

_Rounds = Mapping[int, dict[int, Fraction]]
_Record = tuple[int, int, int]


def _factor(penalties: Iterable[Penalty], entry: int, number: int | None) -> Fraction:
    factor = Fraction(1)
    for penalty in penalties:
        if (penalty.entry, penalty.round) == (entry, number):
            factor *= penalty.factor
    return factor


def _duel_rounds(plan: Plan, entries: Iterable[Entry], meetings: Iterable[Meeting]) -> _Rounds:
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
    plan: Plan, entries: Iterable[Entry], meetings: Iterable[Meeting], ordinary: Sequence[OrdinaryScore]
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
    plan: Plan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    ordinary: Sequence[OrdinaryScore] = (),
    penalties: Sequence[Penalty] = (),
) -> tuple[Standing, ...]:
    """List where everybody stands, the best first, those who share a place by their lots.

    In a knock-out the place is how far one came, elsewhere the score; then the tie rules of the plan part,
    and whom nothing parts share a place, as seed 004 has it (VII: without tie rules both are winners).
    """
    if plan.system is System.ORDINARY:
        rounds = ordinary_rounds(plan, entries, meetings, _penalised(game_scores(plan, ordinary), penalties))
    else:
        rounds = _penalised(_duel_rounds(plan, entries, meetings), penalties)
    scores = {
        entry: sum(own.values(), NOTHING) * _factor(penalties, entry, None) for entry, own in rounds.items()
    }
    figures: Figures = {entry.id: {} for entry in entries}
    records = _records(plan, entries, meetings, ordinary)
    found: list[Standing] = []
    for group in _groups(plan, entries, meetings, scores, figures):
        place = len(found) + 1
        found += [
            Standing(place, entry, scores[entry], rounds[entry], figures[entry], *records[entry])
            for entry in group
        ]
    return tuple(found)


def _penalised(rounds: Mapping[int, Mapping[int, Fraction]], penalties: Sequence[Penalty]) -> _Rounds:
    return {
        entry: {number: score * _factor(penalties, entry, number) for number, score in own.items()}
        for entry, own in rounds.items()
    }


def _groups(
    plan: Plan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Mapping[int, Fraction],
    figures: Figures,
) -> list[tuple[int, ...]]:
    """Group those who share a place, the best first."""
    order = [entry.id for entry in sorted(entries, key=lambda entry: entry.lot)]
    knockout = plan.system is System.KNOCKOUT
    keys = {entry: _reached(entry, meetings) if knockout else scores[entry] for entry in order}
    field = Field(results_of(meetings), scores_of(plan, entries, meetings))
    return [
        group
        for key in sorted(set(keys.values()), reverse=True)
        for group in part(field, [entry for entry in order if keys[entry] == key], plan.ties, figures)
    ]
