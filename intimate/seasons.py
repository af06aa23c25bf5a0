"""What happens at the end of a season and of a year (rules of the duel, sections 3, 6, 7 and 8)."""

from collections.abc import Callable
from dataclasses import replace

from adjudicator import Power, standard
from intimate.duel import Duel, Service
from intimate.players import Player
from intimate.stalemate import after_ownership, grant_if_due
from intimate.victory import test_elimination, test_victory, test_year_limit

Step = Callable[[Duel], Duel]


def _until_ended(duel: Duel, *steps: Step) -> Duel:
    for step in steps:
        if duel.result is None:
            duel = step(duel)
    return duel


def change_ownership(duel: Duel) -> Duel:
    """Occupied supply centres change hands after autumn's retreats (1971 XIII.1)."""
    position = duel.position.with_ownership(standard())
    changed = dict(position.owners) != dict(duel.position.owners)
    return after_ownership(replace(duel, position=position), changed=changed)


def pay_income(duel: Duel) -> Duel:
    """Credits for the centres of the home power; reserves carry over (section 3)."""
    income = duel.rules.income
    reserves = {
        player: (duel.credits[player] if duel.rules.carry_over else 0)
        + (income.amount if income.fixed else income.amount * duel.centres(player))
        for player in duel.homes
    }
    return replace(duel, credits=reserves)


def end_season(duel: Duel, season: str, year: int) -> Duel:
    """Ownership and income in autumn, then victory, elimination and, in autumn, the stalemate."""
    autumn = (change_ownership, pay_income) if season == "F" else ()
    stalemate = (grant_if_due,) if season == "F" else ()
    return _until_ended(
        duel,
        *autumn,
        lambda duel: test_victory(duel, season, year),
        test_elimination,
        *stalemate,
    )


def _served(duel: Duel) -> dict[Power, Service]:
    """Years of command in a row; a year of anarchy or of the other's command ends them (section 4)."""
    served = {}
    for power, player in duel.control.items():
        before = duel.service.get(power)
        years = before.years if before and before.player is player else 0
        served[power] = Service(player, years + 1)
    return served


def _test_idle(duel: Duel) -> Duel:
    """A whole year that awaited nobody and changed nothing ends the duel (section 7)."""
    return duel if duel.stirred else duel.ended(None, "draw")


def end_year(duel: Duel, year: int) -> Duel:
    """Command ends with winter; elimination, the idle year and the year limit are tested."""
    duel = replace(duel, control={}, service=_served(duel))
    duel = _until_ended(duel, test_elimination, _test_idle, lambda duel: test_year_limit(duel, year))
    return duel if duel.result else replace(duel, stirred=False)


def starting_credits(duel: Duel) -> Duel:
    """The reserves of the home powers before the first auction (section 3)."""
    reserves = {player: duel.rules.starting_credits[duel.homes[player]] for player in Player}
    return replace(duel, credits=reserves)
