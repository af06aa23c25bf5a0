"""How a game ends, and the standings, where a player counts with the best of their powers."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from adjudicator import Power
from games.game import EndReason, GameEnding, OrdinaryGame, Seat
from games.terms import Counted, Variant


class Standing(NamedTuple):
    """A player's standing with the best of their powers; place: from 1, tied players share it."""

    player: int
    power: Power
    centres: int
    units: int
    eliminated: bool
    place: int = 0


def is_eliminated(game: OrdinaryGame, power: Power) -> bool:
    """Tell whether a power is out: without centres, or without units and home centres (source 004, VII)."""
    centres = game.position.centres_of(power)
    homes = game.position.board.homes[power]
    return not centres or (not game.position.units_of(power) and not set(centres) & set(homes))


def _of(game: OrdinaryGame, number: int, seat: Seat) -> Standing:
    """Return a player's standing: the best among those of their powers (sources 000, XIV.2; 004, II).

    In World War One the powers of a side are added up.
    """
    each = [
        Standing(
            number,
            power,
            len(game.position.centres_of(power)),
            len(game.position.units_of(power)),
            is_eliminated(game, power),
        )
        for power in seat.powers
    ]
    best = max(each, key=lambda one: (not one.eliminated, *_rank(game, one)))
    if game.terms.variant is not Variant.WORLD_WAR_ONE:
        return best
    centres, units = sum(one.centres for one in each), sum(one.units for one in each)
    return best._replace(centres=centres, units=units)


def _rank(game: OrdinaryGame, standing: Standing) -> tuple[int, int]:
    if game.terms.counted is Counted.UNITS:
        return standing.units, standing.centres
    return standing.centres, standing.units


def _counted(game: OrdinaryGame, standing: Standing) -> int:
    return standing.units if game.terms.counted is Counted.UNITS else standing.centres


def standings(game: OrdinaryGame) -> tuple[Standing, ...]:
    """List all players, the best first: winners, then by centres or units as agreed."""
    found = [_of(game, number, seat) for number, seat in enumerate(game.seats, 1)]
    won = game.ending.winners if game.ending else ()

    def score(one: Standing) -> tuple[bool, int]:
        return one.player in won, _counted(game, one)

    ordered = sorted(found, key=lambda one: (score(one), -one.player), reverse=True)
    return tuple(
        one._replace(place=1 + sum(score(other) > score(one) for other in ordered)) for one in ordered
    )


def leaders(game: OrdinaryGame) -> tuple[int, ...]:
    """The numbers of the players with most centres or units as agreed; several if they are tied."""
    alive = [_of(game, number, seat) for number, seat in enumerate(game.seats, 1)]
    most = max(_counted(game, one) for one in alive)
    return tuple(one.player for one in alive if _counted(game, one) == most)


def ended(game: OrdinaryGame, reason: EndReason, winners: Iterable[int] | None = None) -> OrdinaryGame:
    """Return the ended game; winners: by default the leaders."""
    won = leaders(game) if winners is None else tuple(winners)
    return replace(game, ending=GameEnding(reason, won, game.phase))


def after_autumn(game: OrdinaryGame) -> OrdinaryGame:
    """Test whether a game ends after an autumn: by centres, by a vote, or by a last year that counts centres.

    A power with enough centres wins at once (sources 000, II; 002, §1); if several have enough, the one with
    most. In World War One centres do not win.
    """
    by_centres = game.terms.variant is not Variant.WORLD_WAR_ONE
    reached = [
        (len(game.position.centres_of(power)), number)
        for number, seat in enumerate(game.seats, 1)
        for power in seat.powers
        if by_centres and len(game.position.centres_of(power)) >= game.terms.goal
    ]
    if reached:
        most = max(reached)[0]
        return ended(game, EndReason.CENTRES, sorted({number for count, number in reached if count == most}))
    if game.last_autumn:
        return ended(game, EndReason.VOTE)
    return _if_last_year(game, lambda: game.terms.counted is Counted.CENTRES)


def after_winter(game: OrdinaryGame) -> OrdinaryGame:
    """Test whether a game ends after a winter, by units or by the last year (source 000, III and XIV.2)."""
    if game.terms.variant is Variant.WORLD_WAR_ONE:
        enough = [one.player for one in standings(game) if one.units >= game.terms.goal]
        if enough:
            return ended(game, EndReason.UNITS, enough)
    return _if_last_year(game, lambda: game.terms.counted is Counted.UNITS)


def _if_last_year(game: OrdinaryGame, counts_now: Callable[[], bool]) -> OrdinaryGame:
    last = game.terms.last_year
    over = last is not None and game.phase.year >= last
    return ended(game, EndReason.LAST_YEAR) if over and counts_now() else game
