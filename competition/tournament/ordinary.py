"""Scores of ordinary games for seven, by player and round (source 004, VII and annex)."""

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
"""The least points for the first place, by how many share it."""
LEAST_OF_MANY = Fraction(25)
"""The same if six or seven share it."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Scores by own centres and another player's most; for a shared first place by how many share it."""

    cells: Mapping[tuple[int, int], Fraction]
    shared: Mapping[tuple[int, int], Fraction]


def _cells(lines: list[list[str]]) -> dict[tuple[int, int], Fraction]:
    """Read lines of a table: the first names the columns, the others begin with the name of their row."""
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
    """Look up a cell; a missing one has the value of the next given one to its right."""
    table = _table()
    if own == other and (own, sharing) in table.shared:
        return table.shared[own, sharing]
    columns = range(other + (own == other), SOLO + 1)
    return next((table.cells[own, column] for column in columns if (own, column) in table.cells), NOTHING)


def baf_score(
    own: int, other: int, sharing: int = 1, *, eliminated: bool = False, solo: int = SOLO
) -> Fraction:
    """Return the points of a player, from 0 to 100.

    own: their centres. other: the most centres of any other player. sharing: how many share the first place,
    this player included. eliminated: without centres, or without units and home centres. solo: the centres
    that win a game of the variant, at most 18. Raises ValueError when the numbers contradict each other.
    """
    if not 0 < solo <= SOLO or own < 0 or other < 0 or sharing < 1 or min(own, other) >= solo:
        raise ValueError("no game has these numbers of centres")
    if eliminated or own == 0 or other >= solo:
        return NOTHING
    if own >= solo:
        return EVERYTHING
    if own < other:
        return _as_given(own, other, 1)
    if (own == other) != (sharing > 1):
        raise ValueError("equal centres must come with a shared first place, and different ones without")
    return max(_as_given(own, other, sharing), LEAST.get(sharing, LEAST_OF_MANY))


SEATS = 7
SEASONS = 14
"""A missed season costs this part of the score."""
WHOLE, HALF = Fraction(1), Fraction(1, 2)
FEW, FEW_STOOD_DOWN = Fraction(11, 10), Fraction(6, 5)
"""The weight of rounds for players of one or two: in general, and if they stood down on request."""
MANY = 3
"""With this many rounds or more, a player's lowest one counts half."""
BONUS = {1: Fraction(6, 5), 0: Fraction(23, 20), -1: Fraction(11, 10)}
"""The factor on other rounds after duels: for the winner, after a tie, for the loser."""
_Seating = tuple[int, int]
_ByRound = Mapping[int, Fraction]
Points = Callable[[Sequence[OrdinaryScore], int], Mapping[int, Fraction]]
"""Returns the points of each player of a table, by entry; given the players and the centres that win."""


def table_scores(players: Sequence[OrdinaryScore], solo: int = SOLO) -> dict[int, Fraction]:
    """Return the Baf score of each player of a table, by entry; solo: the centres that win.

    Centres of eliminated players count for nobody (annex, note 1). If fewer than half of all centres win, two
    players may have enough: the one with more has won; if they are equal, they share the first place.
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
    """Sort scores by round and board, without rounds of duels and annulled ones."""
    tables = defaultdict[_Seating, list[OrdinaryScore]](list)
    for score in scores:
        agreed = plan.of_round(score.round)
        if not agreed.duels and not agreed.annulled:
            tables[score.round, score.board].append(score)
    return tables


def solo_of(plan: TournamentPlan, players: Sequence[OrdinaryScore]) -> int:
    """Return the centres that win at a table: by its variant if that says so, else by its round."""
    return players[0].solo or plan.of_round(players[0].round).solo


def _seats(tables: Mapping[_Seating, Sequence[OrdinaryScore]], table: _Seating) -> Fraction:
    """Weigh a table by its players; one of six counts in full if a latecomer made another one seven."""
    filled = any(
        number == table[0] and len(players) == SEATS and any(player.missed for player in players)
        for (number, _), players in tables.items()
    )
    players = len(tables[table])
    return WHOLE if filled and players == SEATS - 1 else Fraction(min(players, SEATS), SEATS)


def game_scores(
    plan: TournamentPlan, scores: Iterable[OrdinaryScore], points_of: Points = table_scores
) -> Mapping[int, _ByRound]:
    """Return the points of each entry by round, with the coefficients of the round and of the table.

    points_of: the points to count, those of the ranking or of a prize. For an entry with two tables in a
    round (an organiser, source 004, VII) the lower one counts. A replaced player who does not get the points
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
    """Weigh the rounds of an entry by their number; all_whole: a round was annulled, or was one of duels."""
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
    """Return the bonus of each player with a duel, by the sum of all their duels."""
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
    """Return the final points by entry and round; scores: the result of `game_scores`.

    The regulation has three rounds. If there are more, all rounds but the lowest count in full for players of
    three or more.
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
