"""Games for the tests: seats, sheets as people write them, positions."""

from dataclasses import replace

from adjudicator import Phase, Power, read_position
from games import Seat, Variant, begin, play, read_sheet, sides_of, usual_terms
from games.record import set_up

NAMES = ("Anna", "Ben", "Chloé", "Dan", "Eve", "Fred", "Gil")


def seats(terms, players, way=0):
    sides = sides_of(terms, players, way)
    return [Seat(name, tuple(powers)) for name, powers in zip(NAMES, sides, strict=False)]


def table(players=7, variant=Variant.CLASSIC, edition="standard", way=0, **changed):
    """Return a game at its beginning, with some terms changed."""
    terms = replace(usual_terms(variant, edition), **changed)
    return begin(terms, seats(terms, players, way))


def at(game, phase, units, centers=None, dislodged=None, seasons=4):
    """Return the game at another position."""
    owned = centers if centers is not None else {}
    return set_up(game, Phase.parse(phase), read_position(units, owned, dislodged), seasons)


def sheets(game, language="en", **texts):
    """Read the sheets of some powers; the others hand in empty ones, so that none is in disorder."""
    return {power: read_sheet(game, power, texts.get(power, ""), language).sheet for power in game.present}


def only(game, **texts):
    """Read the sheets of some powers; the others hand in none."""
    return {Power(name): read_sheet(game, Power(name), text, "en").sheet for name, text in texts.items()}


def go(game, **texts):
    """Play a phase in which everybody hands in a sheet."""
    return play(game, sheets(game, **texts)).after


def units(game, power):
    return [str(unit) for unit in game.position.units_of(power)]


def centres(game, power):
    return list(game.position.centres_of(power))
