"""The scores of ordinary games for seven, of a player and by round, as seed 004 counts them (VII, annex)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from competition.tournament.results import results_of
from competition.tournament.values import Entry, Meeting, OrdinaryScore, TournamentPlan

SOLO = 18
"""The centres that win a game on the ordinary board; the last row and column of the table."""
EVERYTHING, NOTHING = Fraction(100), Fraction(0)
LEAST: Mapping[int, Fraction] = {
    1: Fraction(50),
    2: Fraction("36.413"),
    3: Fraction("29.891"),
    4: Fraction("26.630"),
    5: Fraction("25.543"),
}
"""What a first place is worth at least, by how many share it."""
LEAST_OF_MANY = Fraction(25)
"""What it is worth when six or seven share it."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Scores by own centres and the most of another one; of a shared first place by how many share it."""

    cells: Mapping[tuple[int, int], Fraction]
    shared: Mapping[tuple[int, int], Fraction]


def _cells(lines: list[list[str]]) -> dict[tuple[int, int], Fraction]:
    """Read lines of which the first names the columns, and each other one its row."""
    columns = [int(column) for column in lines[0][1:]]
    return {
        (int(row), column): Fraction(cell)
        for row, *cells in lines[1:]
        for column, cell in zip(columns, cells, strict=True)
        if cell not in ("-", "shared")
    }


@cache
def _table() -> _Table:
    text = files(__package__).joinpath("baf.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    middle = lines.index([])
    cells, shared = _cells(lines[:middle]), _cells(lines[middle + 1 :])
    twos = {(own, 2): score for (own, other), score in cells.items() if own == other}
    return _Table(cells, twos | shared)


def _as_given(own: int, other: int, sharing: int) -> Fraction:
    """Look a cell up; one that is not given has the value of the first one given on its right."""
    table = _table()
    if own == other and (own, sharing) in table.shared:
        return table.shared[own, sharing]
    columns = range(other + (own == other), SOLO + 1)
    return next((table.cells[own, column] for column in columns if (own, column) in table.cells), NOTHING)


def baf_score(
    own: int, other: int, sharing: int = 1, *, eliminated: bool = False, solo: int = SOLO
) -> Fraction:
    """Return the points of a player, from 0 to 100.

    own: their centres. other: those of the other player who has most. sharing: how many share the first
    place, them included. eliminated: without centres, or without units and home centres. solo: the centres
    that win a game of the variant, at most 18. Raises ValueError when the numbers contradict each other.
    """
    if not 0 < solo <= SOLO or own < 0 or other < 0 or sharing < 1 or min(own, other) >= solo:
        raise ValueError("there is no such game")
    if eliminated or own == 0 or other >= solo:
        return NOTHING
    if own >= solo:
        return EVERYTHING
    if own < other:
        return _as_given(own, other, 1)
    if (own == other) != (sharing > 1):
        raise ValueError("who shares the first place has as many centres as another one")
    return max(_as_given(own, other, sharing), LEAST.get(sharing, LEAST_OF_MANY))


SEATS = 7
SEASONS = 14
"""A missed season costs one such part of the score."""
WHOLE, HALF = Fraction(1), Fraction(1, 2)
FEW, FEW_STOOD_DOWN = Fraction(11, 10), Fraction(6, 5)
"""The weight of the rounds of who played one or two: in general, and when they stood down at a request."""
MANY = 3
"""From this number of rounds on, the lowest one counts half."""
BONUS = {1: Fraction(6, 5), 0: Fraction(23, 20), -1: Fraction(11, 10)}
"""What duels are worth on the other rounds: to the winner, when they were level, to the loser."""
_Seating = tuple[int, int]
_ByRound = Mapping[int, Fraction]
Points = Callable[[Sequence[OrdinaryScore], int], Mapping[int, Fraction]]
"""What each player of a table has from it, by entry; given its players and the centres that win there."""


def table_scores(players: Sequence[OrdinaryScore], solo: int = SOLO) -> dict[int, Fraction]:
    """Return the Baf score of each player of one table, by entry; solo: the centres that win there.

    What the eliminated still own is nobody's (annex, note 1). Where fewer than half of the centres win, two
    may have enough: the one with more has won, and two who are level share the first place.
    """
    alive = {player.entry: player.centres for player in players if not player.eliminated}
    best, second, *_ = *sorted(alive.values(), reverse=True), 0, 0
    if second >= solo and best > second:
        entries = [player.entry for player in players]
        return {entry: EVERYTHING if alive.get(entry) == best else NOTHING for entry in entries}
    if second >= solo:
        solo = SOLO
    sharing = Counter(alive.values())
    scores = {player.entry: Fraction(0) for player in players}
    for entry, centres in alive.items():
        most = max((owned for other, owned in alive.items() if other != entry), default=0)
        scores[entry] = baf_score(centres, most, sharing[centres] if centres >= most else 1, solo=solo)
    return scores


def tables_of(
    plan: TournamentPlan, scores: Iterable[OrdinaryScore]
) -> Mapping[_Seating, list[OrdinaryScore]]:
    """Sort what was entered by round and board; a round of duels and an annulled one give nothing."""
    tables = defaultdict[_Seating, list[OrdinaryScore]](list)
    for score in scores:
        agreed = plan.of_round(score.round)
        if not agreed.duels and not agreed.annulled:
            tables[score.round, score.board].append(score)
    return tables


def solo_of(plan: TournamentPlan, players: Sequence[OrdinaryScore]) -> int:
    """Return the centres that win at a table: those of its round, unless its variant has others."""
    return players[0].solo or plan.of_round(players[0].round).solo


def _seats(tables: Mapping[_Seating, Sequence[OrdinaryScore]], table: _Seating) -> Fraction:
    """Weigh a table by its players; tables of six count in full when a latecomer was seventh at another."""
    filled = any(
        number == table[0] and len(players) == SEATS and any(player.missed for player in players)
        for (number, _), players in tables.items()
    )
    players = len(tables[table])
    return WHOLE if filled and players == SEATS - 1 else Fraction(min(players, SEATS), SEATS)


def game_scores(
    plan: TournamentPlan, scores: Iterable[OrdinaryScore], points_of: Points = table_scores
) -> Mapping[int, _ByRound]:
    """Return what each entry has from each round, with the coefficients of the round and of the table.

    points_of: what is counted, the points of the ranking unless it is a prize. Who played at two tables in a
    round has the lower of both (the organiser, seed 004, VII). Who was replaced and does not have the points
    has 0.
    """
    tables = tables_of(plan, scores)
    found = defaultdict[int, dict[int, Fraction]](dict)
    for (number, board), players in tables.items():
        agreed = plan.of_round(number)
        weight = agreed.coefficient * _seats(tables, (number, board))
        points = points_of(players, solo_of(plan, players))
        for player in players:
            absent = player.missed + (player.relief if player.first is None else 0)
            score = points[player.entry] * weight * Fraction(max(0, SEASONS - absent), SEASONS)
            found[player.entry][number] = min(score, found[player.entry].get(number, score))
    for (number, _), players in tables.items():
        for player in players:
            if player.first is not None:
                found[player.first].setdefault(number, Fraction(0))
    return found


def _weights(plan: TournamentPlan, entry: Entry, scores: _ByRound, *, all_whole: bool) -> _ByRound:
    """Weigh the rounds of an entry by how many they played; all_whole: one was annulled or one of duels."""
    asked = not entry.organiser and bool(entry.stood_down)
    if all_whole:
        alone = len(scores) == 1 and asked and len(plan.rounds) in entry.stood_down
        return dict.fromkeys(scores, FEW_STOOD_DOWN if alone else WHOLE)
    if len(scores) < MANY:
        return dict.fromkeys(scores, FEW_STOOD_DOWN if asked else FEW)
    lowest = min(scores, key=lambda number: (scores[number], number))
    return {number: HALF if number == lowest else WHOLE for number in scores}


def _duels_between(plan: TournamentPlan, meetings: Iterable[Meeting]) -> list[Meeting]:
    return [meeting for meeting in meetings if meeting.counts and plan.of_round(meeting.round).duels]


def _bonus(plan: TournamentPlan, duels: Iterable[Meeting]) -> Mapping[int, Fraction]:
    """Find the bonus of each who has met somebody in a duel, by the sum of all their duels."""
    margins = {
        entry: sum((one.points - one.against for one in results if one.opponent is not None), Fraction(0))
        for entry, results in results_of(duels).items()
        if any(one.opponent is not None for one in results)
    }
    return {
        entry: BONUS[(margin > 0) - (margin < 0)] if plan.bonus else WHOLE
        for entry, margin in margins.items()
    }


def ordinary_rounds(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    scores: Mapping[int, _ByRound],
) -> Mapping[int, dict[int, Fraction]]:
    """Return what each round counts in the end, by entry and round; scores: as `game_scores` gives them.

    The regulation has three rounds; where there are more, all but the lowest count in full for those who
    played three or more.
    """
    duels = _duels_between(plan, meetings)
    bonus = _bonus(plan, duels)
    all_whole = bool(duels) or any(agreed.annulled for agreed in plan.rounds)
    counted = {}
    for entry in entries:
        own = scores.get(entry.id, {})
        weights = _weights(plan, entry, own, all_whole=all_whole)
        factor = bonus.get(entry.id, WHOLE)
        counted[entry.id] = {number: own[number] * weights[number] * factor for number in sorted(own)}
    return counted
