"""Victory and elimination (rules of the duel, section 7)."""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator import standard
from intimate.duel import Duel
from intimate.players import Player
from intimate.rules import HomeEliminated, TieRecheck, VictorySeason

MOST_COUNTED = 3
"""Four Russian home centres count as three."""


def leader(figures: Mapping[Player, int]) -> Player | None:
    """The player with the larger figure, None when they are equal."""
    first, second = (figures[player] for player in Player)
    return None if first == second else Player.FIRST if first > second else Player.SECOND


def occupied(duel: Duel) -> Mapping[Player, int]:
    """How many of the opponent's home centres each player's home power stands on, as they count."""
    standing = {(unit.province, power) for unit, power in duel.position.units.items()}
    return {
        player: min(
            MOST_COUNTED,
            sum((centre, home) in standing for centre in standard().homes[duel.homes[player.opponent]]),
        )
        for player, home in duel.homes.items()
    }


def _waits(duel: Duel, season: str, year: int) -> bool:
    """Whether a full tie still bars the test (section 7)."""
    if duel.waits_until is None:
        return False
    return year < duel.waits_until or (year == duel.waits_until and season != "F")


def _home_centre_test(duel: Duel, season: str, year: int) -> Duel:
    if _waits(duel, season, year) or (season != "F" and duel.rules.victory_season is VictorySeason.AUTUMN):
        return duel
    duel = replace(duel, waits_until=None)
    counts = occupied(duel)
    if not any(counts.values()):
        return duel
    winner = leader(counts) or leader(duel.credits)
    if winner:
        return duel.ended(winner, "home_centre", counts)
    if duel.rules.tie_recheck is TieRecheck.EVERY_SEASON:
        return duel
    return replace(duel, waits_until=year if season == "S" else year + 1)


def _centres_test(duel: Duel, wanted: int) -> Duel:
    owned = {player: duel.centres(player) for player in Player}
    return duel.ended(leader(owned), "centres") if max(owned.values()) >= wanted else duel


def test_victory(duel: Duel, season: str, year: int) -> Duel:
    """The duel after the test at the end of spring (`S`) or autumn (`F`), ended if it is won."""
    if duel.rules.victory_centres is None:
        return _home_centre_test(duel, season, year)
    return _centres_test(duel, duel.rules.victory_centres) if season == "F" else duel


def test_elimination(duel: Duel) -> Duel:
    """A player whose home power has neither centre nor unit has lost; both at once: draw."""
    alive = {*duel.position.owners.values(), *duel.position.units.values()}
    gone = [player for player, home in duel.homes.items() if home not in alive]
    if not gone or duel.rules.home_eliminated is HomeEliminated.PLAYS_ON:
        return duel
    return duel.ended(gone[0].opponent if len(gone) == 1 else None, "home_eliminated")


def test_year_limit(duel: Duel, year: int) -> Duel:
    """After the winter of the last year the home power with more centres wins (section 8)."""
    limit = duel.rules.year_limit
    if limit is None or year < limit:
        return duel
    return duel.ended(leader({player: duel.centres(player) for player in Player}), "year_limit")
