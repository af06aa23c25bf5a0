"""The plan of a tournament as a document: what is agreed for each round and for the scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from competition.tournament.drawing import rounds_to_play
from competition.tournament.values import Entry, Plan, RoundPlan, System
from models import Tournament
from services.tournaments.errors import TournamentRefused

MOST_ROUNDS = 30
MOST_PLAYERS: Mapping[System, int] = {
    System.SWISS: 128,
    System.ALL: 24,
    System.KNOCKOUT: 128,
    System.ORDINARY: 128,
}
"""The players that a tournament can have: a table of all against all must stay one that people read."""
WHOLE = frozenset({System.ALL, System.KNOCKOUT})
"""The systems that are drawn for all who are there at the start, their number of rounds among it."""
LARGEST = 1000
"""No part of a fraction is larger."""
GREATEST = 10
"""No coefficient is larger."""


def write_plan(plan: Plan, *, by_itself: bool) -> dict[str, Any]:
    """Write what the columns of a tournament do not hold; by_itself: rounds follow without a press."""
    return {
        "rounds": [
            {
                "duels": each.duels,
                "last_year": each.last_year,
                "coefficient": str(each.coefficient),
                "annulled": each.annulled,
                "solo": each.solo,
            }
            for each in plan.rounds
        ],
        "ties": list(plan.ties),
        "bonus": plan.bonus,
        "votes": plan.votes,
        "by_itself": by_itself,
    }


def read_plan(tournament: Tournament) -> Plan:
    """Read the plan of a tournament."""
    stored = tournament.plan
    return Plan(
        System(tournament.system),
        tuple(
            RoundPlan(
                each["duels"],
                each["last_year"],
                Fraction(each["coefficient"]),
                each["annulled"],
                each["solo"],
            )
            for each in stored["rounds"]
        ),
        homes_drawn=tournament.homes_drawn,
        matches=tournament.matches,
        ties=tuple(stored["ties"]),
        bonus=stored["bonus"],
        votes=stored["votes"],
    )


def goes_by_itself(tournament: Tournament) -> bool:
    """Tell whether a round follows as soon as the one before is decided."""
    return bool(tournament.plan["by_itself"])


def check_plan(plan: Plan) -> None:
    """Raise TournamentRefused for a plan that nobody could play."""
    if not 1 <= len(plan.rounds) <= MOST_ROUNDS:
        raise TournamentRefused("rounds", "rounds", most=MOST_ROUNDS)
    for each in plan.rounds:
        check_fraction(each.coefficient, "coefficients", GREATEST)


def check_fraction(value: Fraction, field: str, most: int = 1) -> None:
    """Raise TournamentRefused for a fraction that is not above 0, too large, or too long to be read."""
    if not 0 <= value <= most or value.denominator > LARGEST or (most > 1 and not value):
        raise TournamentRefused("fraction", field, most=most)


def for_field(plan: Plan, entries: Sequence[Entry]) -> Plan:
    """Return the plan with the rounds that its system needs; the last one given stands for the others."""
    if plan.system not in WHOLE:
        return plan
    needed = max(1, rounds_to_play(plan, entries))
    return replace(plan, rounds=tuple(plan.of_round(number) for number in range(1, needed + 1)))
