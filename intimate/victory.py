"""Victory and elimination (rules of the duel, section 7)."""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator import Phase, Season
from intimate.duel import Duel, Ending
from intimate.players import Player
from intimate.rules import HomeEliminated, TieRecheck, VictorySeason

MOST_COUNTED = 3
"""Four Russian home centres count as three."""


def leader(figures: Mapping[Player, int]) -> Player | None:
    """Find the player with the larger figure, None when they are equal."""
    first, second = (figures[player] for player in Player)
    return None if first == second else Player.FIRST if first > second else Player.SECOND


def occupied(duel: Duel) -> Mapping[Player, int]:
    """Count the opponent's home centres that each home power stands on, four Russian ones as three."""
    return {player: min(MOST_COUNTED, len(units)) for player, units in duel.invaders.items()}


def _awaited(duel: Duel) -> Phase:
    assert duel.phase is not None  # noqa: S101  # tests are made in running duels only
    return duel.phase


def _is_barred(duel: Duel) -> bool:
    """Tell whether a full tie still bars the test (section 7)."""
    if duel.waits_until is None:
        return False
    season, year, _ = _awaited(duel)
    return year < duel.waits_until or (year == duel.waits_until and season is not Season.AUTUMN)


def _home_centre_test(duel: Duel) -> Duel:
    season, year, _ = _awaited(duel)
    only_autumn = duel.rules.victory_season is VictorySeason.AUTUMN
    if _is_barred(duel) or (only_autumn and season is not Season.AUTUMN):
        return duel
    duel = replace(duel, waits_until=None)
    counts = occupied(duel)
    if not any(counts.values()):
        return duel
    winner = leader(counts) or leader(duel.credits)
    if winner:
        return duel.ended(winner, Ending.HOME_CENTRE, counts)
    if duel.rules.tie_recheck is TieRecheck.EVERY_SEASON:
        return duel
    return replace(duel, waits_until=year if season is Season.SPRING else year + 1)


def _centres_test(duel: Duel, wanted: int) -> Duel:
    owned = {player: duel.centres(player) for player in Player}
    return duel.ended(leader(owned), Ending.CENTRES) if max(owned.values()) >= wanted else duel


def check_victory(duel: Duel) -> Duel:
    """End the duel if it is won at the end of the season whose retreats are awaited."""
    if duel.rules.victory_centres is None:
        return _home_centre_test(duel)
    in_autumn = _awaited(duel).season is Season.AUTUMN
    return _centres_test(duel, duel.rules.victory_centres) if in_autumn else duel


def check_elimination(duel: Duel) -> Duel:
    """End the duel when a home power, or a whole side, has neither centre nor unit; both at once: draw."""
    gone = [player for player in Player if duel.alive.isdisjoint(duel.own(player))]
    if not gone or duel.rules.home_eliminated is HomeEliminated.PLAYS_ON:
        return duel
    return duel.ended(gone[0].opponent if len(gone) == 1 else None, Ending.HOME_ELIMINATED)


def check_units(duel: Duel) -> Duel:
    """End a duel between sides if one has enough units to win after a winter (section 9)."""
    sides = duel.rules.sides
    if sides is None:
        return duel
    units = {player: duel.units(player) for player in Player}
    return duel.ended(leader(units), Ending.CENTRES) if max(units.values()) >= sides.units_to_win else duel


def check_year_limit(duel: Duel) -> Duel:
    """End the duel after the winter of the last year; more centres, or units, win (section 8)."""
    limit = duel.rules.year_limit
    if limit is None or _awaited(duel).year < limit:
        return duel
    return duel.ended(leader(duel.counts_at_limit), Ending.YEAR_LIMIT, duel.counts_at_limit)
