"""The prizes of a tournament of ordinary games, as source 004 gives them (VII)."""

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
AUTOMATIC = 0
"""The entry of a Turkey that plays by itself; no player has this number."""
FEWEST = 6
"""A game counts for the prizes of the powers if at least this many play."""


@dataclass(frozen=True, slots=True)
class Award:
    """The winners of a prize, by entry, and their figure; tied winners share it."""

    winners: tuple[int, ...]
    figure: Fraction


@dataclass(frozen=True, slots=True)
class PrizeVote:
    """A vote for a prize after a game: `by` votes for `chosen`, another player at the table."""

    round: int
    board: int
    prize: str
    by: int
    chosen: int


def best_of(figures: Mapping[int, Fraction]) -> Award | None:
    """Give a prize to the players with the highest figure; to nobody if all figures are 0."""
    most = max(figures.values(), default=Fraction(0))
    return Award(tuple(entry for entry, figure in figures.items() if figure == most), most) if most else None


def power_prizes(plan: TournamentPlan, scores: Iterable[OrdinaryScore]) -> Mapping[Power, Award]:
    """Give each power's prize to the player with the most points in one game with it, before coefficients.

    Nobody gets Turkey's prize if a Turkey that played by itself scored more than every player of Turkey.
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
        automatic = max(automatic, _automatic_points(players, solo))
    found = {power: award for power, figures in best.items() if (award := best_of(figures))}
    if TURKEY in found and automatic > found[TURKEY].figure:
        del found[TURKEY]
    return found


def _automatic_points(players: Sequence[OrdinaryScore], solo: int) -> Fraction:
    """Return the points of the Turkey at a table that played by itself, as if it had been a player."""
    centres = players[0].turkey or 0
    turkey = replace(players[0], entry=AUTOMATIC, centres=centres, eliminated=not centres)
    return table_scores([*players, turkey], solo)[AUTOMATIC]


def _totals(
    plan: TournamentPlan,
    entries: Iterable[Entry],
    meetings: Iterable[Meeting],
    scores: Iterable[OrdinaryScore],
    points: Points,
) -> dict[int, Fraction]:
    """Sum up each player's points over all games, with the coefficients of the ranking."""
    rounds = ordinary_rounds(plan, entries, meetings, game_scores(plan, scores, points))
    return {entry: sum(own.values(), Fraction(0)) for entry, own in rounds.items()}


def travellers(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Sequence[OrdinaryScore],
) -> Mapping[int, Fraction]:
    """Return each player's points for travel: one per space, with the coefficients of the ranking."""

    def farthest(players: Sequence[OrdinaryScore], _: int) -> Mapping[int, Fraction]:
        return {player.entry: Fraction(player.farthest) for player in players}

    return _totals(plan, entries, meetings, scores, farthest)


def voted_prizes(
    plan: TournamentPlan,
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    scores: Sequence[OrdinaryScore],
    votes: Iterable[PrizeVote],
) -> Mapping[str, Award]:
    """Give the prizes that the plan puts to the vote; a vote is a point, with its game's coefficients.

    Votes for oneself, or for somebody who was not at the table, do not count.
    """
    counted = defaultdict[tuple[str, int, int], Counter[int]](Counter)
    for vote in votes:
        counted[vote.prize, vote.round, vote.board][vote.chosen] += vote.by != vote.chosen
    found = {}
    for prize in plan.prizes:

        def points(players: Sequence[OrdinaryScore], _: int, prize: str = prize) -> Mapping[int, Fraction]:
            had = counted[prize, players[0].round, players[0].board]
            return {player.entry: Fraction(had[player.entry]) for player in players}

        award = best_of(_totals(plan, entries, meetings, scores, points))
        if award:
            found[prize] = award
    return found


def best_newcomer(standings: Iterable[RankedStanding], newcomers: Collection[int]) -> Award | None:
    """Give the prize for newcomers (the young, or at their first tournament) to the best in the ranking."""
    return best_of({one.entry: one.score for one in standings if one.entry in newcomers})
