"""The points of a game at a table, as the tournaments of Anjou count them (source 004, VII)."""

from collections.abc import Mapping
from fractions import Fraction

from competition.tournament.ordinary import SEASONS, SOLO, table_scores
from competition.tournament.values import OrdinaryScore
from games import OrdinaryGame, standings
from games.terms import SANDAD_SOLO


def baf_of(game: OrdinaryGame) -> Mapping[int, Fraction]:
    """Return the points of each player; a latecomer loses a fourteenth for each season missed.

    Empty while the game goes on, and for games won with other numbers than 18 centres (14 in Sandad), for
    which no table of points exists.
    """
    if game.ending is None or game.terms.goal not in (SOLO, SANDAD_SOLO):
        return {}
    players = [
        OrdinaryScore(
            entry=one.player,
            round=1,
            board=1,
            power=one.power,
            centres=one.centres,
            eliminated=one.eliminated,
            missed=seasons_missed(game, one.player),
        )
        for one in standings(game)
    ]
    points = table_scores(players, game.terms.goal)
    return {one.entry: points[one.entry] * _share(one.missed) for one in players}


def seasons_missed(game: OrdinaryGame, number: int) -> int:
    """The seasons that a latecomer missed; one who replaces a player has missed none (source 004, VII)."""
    seat = game.seat(number)
    return 0 if seat.before else seat.since


def _share(missed: int) -> Fraction:
    return Fraction(max(0, SEASONS - missed), SEASONS)
