"""The end of a season and of a year (rules of the duel, sections 3, 6, 7 and 8)."""

from collections.abc import Callable
from dataclasses import replace

from adjudicator import Phase, Power, Season
from intimate.draws import Draws
from intimate.duel import Duel, Ending, Service
from intimate.errors import DrawMissing
from intimate.players import Player
from intimate.stalemate import after_ownership, grant_if_due
from intimate.victory import check_elimination, check_units, check_victory, check_year_limit

Step = Callable[[Duel], Duel]


def _until_ended(duel: Duel, *steps: Step) -> Duel:
    for step in steps:
        if duel.result is None:
            duel = step(duel)
    return duel


def pay_income(duel: Duel) -> Duel:
    """Give both players the income; what they had is kept unless the settings say otherwise (section 3)."""
    income = duel.rules.income
    reserves = {
        player: (duel.credits[player] if duel.rules.carry_over else 0)
        + (income.amount if income.fixed else income.amount * duel.centres(player))
        for player in duel.homes
    }
    return replace(duel, credits=reserves)


def end_season(before: Duel, duel: Duel) -> Duel:
    """Test victory and elimination; in autumn, first settle ownership and income, and last a stalemate.

    before: the duel before the retreats, to see which centres changed owner in them (1971 XIII.1).
    """
    if _phase(duel).season is not Season.AUTUMN:
        return _until_ended(duel, check_victory, check_elimination)
    changed = dict(duel.position.owners) != dict(before.position.owners)
    return _until_ended(
        duel,
        lambda duel: after_ownership(duel, changed=changed),
        pay_income,
        check_victory,
        check_elimination,
        grant_if_due,
    )


def toss_coin(duel: Duel, draws: Draws) -> Duel:
    """After the first autumn, store the toss that decides whom the neutral power joins (section 9).

    Raises DrawMissing if none was tossed.
    """
    sides = duel.rules.sides
    if duel.phase is None or sides is None or duel.phase[:2] != (Season.AUTUMN, sides.year):
        return duel
    if draws.coin is None:
        raise DrawMissing("coin", f"no coin was tossed for {sides.neutral}")
    return replace(duel, coin=draws.coin)


def _phase(duel: Duel) -> Phase:
    assert duel.phase is not None  # noqa: S101  # seasons end in running duels only
    return duel.phase


def service_after_this_year(duel: Duel) -> dict[Power, Service]:
    """Count the years in a row under one player; anarchy or the other player ends them (section 4)."""
    service = {}
    for power, player in duel.control.items():
        before = duel.service.get(power)
        years = before.years if before and before.player is player else 0
        service[power] = Service(player, years + 1)
    return service


def _check_idle_year(duel: Duel) -> Duel:
    """End the duel in a draw if in a whole year nobody had to act and nothing changed (section 7)."""
    return duel if duel.eventful_year else duel.ended(None, Ending.DRAW)


def end_year(duel: Duel) -> Duel:
    """End all commands, except between sides; test elimination, units, an idle year, the year limit."""
    sides = duel.rules.sides
    if sides is None:
        duel = replace(duel, control={}, service=service_after_this_year(duel))
    duel = _until_ended(duel, check_elimination, check_units, _check_idle_year, check_year_limit)
    if duel.result:
        return duel
    joined = {sides.neutral: duel.coin} if sides and duel.coin else {}
    return replace(duel, eventful_year=False, control={**duel.control, **joined})


def give_starting_credits(duel: Duel) -> Duel:
    """Give both players the starting credits of their home powers (section 3)."""
    homes = duel.homes
    reserves = {
        player: duel.rules.credits_at_start(homes[player], homes[player.opponent]) for player in Player
    }
    return replace(duel, credits=reserves)
