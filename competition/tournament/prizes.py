"""The prizes of a tournament of ordinary games, as seed 004 gives them (VII)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from adjudicator import Power
from competition.tournament.ordinary import (
    SEATS,
    Points,
    game_scores,
    ordinary_rounds,
    solo_of,
    table_scores,
    tables_of,
)
from competition.tournament.values import Entry, Meeting, OrdinaryScore, RankedStanding, TournamentPlan

TURKEY = Power("TURKEY")
ITSELF = 0
"""The entry of a Turkey that played by itself; players have numbers from 1, or below 0."""
FEWEST = 6
"""Games of fewer players count for no prize of a power."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who has a prize, by entry, and with what figure; those who are level share it."""

    winners: tuple[int, ...]
    figure: Fraction


@dataclass(frozen=True, slots=True)
class PrizeVote:
    """A vote after a game, for the prize of this name: by whom, and for whom of the other players."""

    round: int
    board: int
    prize: str
    by: int
    chosen: int


def best_of(figures: Mapping[int, Fraction]) -> Award | None:
    """Give a prize to who has most; to nobody where nobody has anything."""
    most = max(figures.values(), default=Fraction(0))
    return Award(tuple(entry for entry, figure in figures.items() if figure == most), most) if most else None


def power_prizes(plan: TournamentPlan, scores: Iterable[OrdinaryScore]) -> Mapping[Power, Award]:
    """Give a prize to the best with each power: by the points of one game, before all coefficients.

    That of Turkey is not given where a Turkey that played by itself has more points than any Turkish player.
    """
    best = defaultdict[Power, dict[int, Fraction]](dict)
    automatic = Fraction(0)
    for players in tables_of(plan, scores).values():
        if not FEWEST <= len(players) <= SEATS:
            continue
        solo = solo_of(plan, players)
        points = table_scores(players, solo)
        for player in players:
            known = best[player.power]
            known[player.entry] = max(points[player.entry], known.get(player.entry, Fraction(0)))
        automatic = max(automatic, _of_itself(players, solo))
    found = {power: award for power, figures in best.items() if (award := best_of(figures))}
    if TURKEY in found and automatic > found[TURKEY].figure:
        del found[TURKEY]
    return found


def _of_itself(players: Sequence[OrdinaryScore], solo: int) -> Fraction:
    """Return the points of a Turkey that played by itself at a table, as if somebody had played it."""
    own = players[0].turkey or 0
    turkey = replace(players[0], entry=ITSELF, centres=own, eliminated=not own)
    return table_scores([*players, turkey], solo)[ITSELF]


def _in_all(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    scores: Iterable[OrdinaryScore],
    points: Points,
) -> dict[int, Fraction]:
    """Sum up what each has from all games, with the coefficients that the ranking has."""
    rounds = ordinary_rounds(plan, entries, meetings, game_scores(plan, scores, points))
    return {entry: sum(own.values(), Fraction(0)) for entry, own in rounds.items()}


def travellers(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Sequence[OrdinaryScore],
) -> Mapping[int, Fraction]:
    """Return how far each has travelled: a point for each space, with the coefficients of the ranking."""

    def farthest(players: Sequence[OrdinaryScore], _: int) -> Mapping[int, Fraction]:
        return {player.entry: Fraction(player.farthest) for player in players}

    return _in_all(plan, entries, meetings, scores, farthest)


def voted_prizes(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Sequence[OrdinaryScore],
    votes: Iterable[PrizeVote],
) -> Mapping[str, Award]:
    """Give the prizes of the plan by votes: each is a point, with the coefficients that the game has.

    A vote for oneself, or for somebody who was not at the table, is none.
    """
    counted = defaultdict[tuple[str, int, int], Counter[int]](Counter)
    for vote in votes:
        counted[vote.prize, vote.round, vote.board][vote.chosen] += vote.by != vote.chosen
    found = {}
    for prize in plan.prizes:

        def points(players: Sequence[OrdinaryScore], _: int, prize: str = prize) -> Mapping[int, Fraction]:
            had = counted[prize, players[0].round, players[0].board]
            return {player.entry: Fraction(had[player.entry]) for player in players}

        award = best_of(_in_all(plan, entries, meetings, scores, points))
        if award:
            found[prize] = award
    return found


def best_newcomer(standings: Iterable[RankedStanding], newcomers: Collection[int]) -> Award | None:
    """Give the prize of the young, and of those at their first tournament, by the ranking."""
    return best_of({one.entry: one.score for one in standings if one.entry in newcomers})
