"""Helpers for tests of tournaments."""

from dataclasses import replace
from fractions import Fraction

from competition.tournament.drawing import draw_round
from competition.tournament.values import Decision, Entry, Meeting, RoundPlan, System, TournamentPlan

HALF = Fraction(1, 2)
WIN, DRAW, LOSS = (Fraction(1), Fraction(0)), (HALF, HALF), (Fraction(0), Fraction(1))


def plan(system=System.SWISS, rounds=5, **terms):
    return TournamentPlan(system, (RoundPlan(),) * rounds, **terms)


def field(size, *, rated=True):
    """List entries 1 to size, the best first, with draw numbers in reverse."""
    return [Entry(one, size - one, rating=2000.0 - one if rated else None) for one in range(1, size + 1)]


def meeting(number, first, second, points=None, decision=Decision.PLAYED, **more):
    decided = decision if points or decision is Decision.ANNULLED else None
    return Meeting(number, more.pop("board", 1), first, second, points=points, decision=decided, **more)


def play_round(agreed, entries, meetings, number, result):
    """Draw a round and decide it: result(first, second) returns the points of both."""
    drawn = draw_round(agreed, entries, meetings, number)
    return [
        one if one.points else replace(one, points=result(one.first, one.second), decision=Decision.PLAYED)
        for one in drawn
    ]


def play_all(agreed, entries, rounds, result):
    meetings = []
    for number in range(1, rounds + 1):
        meetings += play_round(agreed, entries, meetings, number, result)
    return meetings


def lower_wins(first, second):
    """The smaller number wins."""
    return WIN if first < second else LOSS


def pairs(meetings):
    return [frozenset((one.first, one.second)) for one in meetings if one.second is not None]


def byes(meetings):
    return [one.first for one in meetings if one.second is None]
