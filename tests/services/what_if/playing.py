"""Starts of lines of play, and lines of play from texts or at random."""

from dataclasses import replace

from adjudicator import Phase, PhaseKind, parse_or_keep, read_position
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.players import Player
from models import StoredDuel
from services.history.chapters import Past
from services.what_if import DeskForAll, branch, start_of
from tests.builders import CENTRES, UNITS, rules_with

FIRST, SECOND = Player


def stored(edition="standard"):
    return StoredDuel(preset="intimate", settings={}, edition=edition)


def duel(awaited, units=UNITS, centers=CENTRES, *, edition="standard", dislodged=None, **more):
    """Return a duel at a phase, None for one that is over."""
    position = read_position(units, centers, dislodged or {})
    phase = awaited and Phase.parse(awaited)
    homes = {FIRST: "AUSTRIA", SECOND: "FRANCE"}
    rules = replace(rules_with(), edition=edition)
    return Duel(rules, phase, homes, position=position, **more)


def after(*position, edition="standard", **more):
    """Return the start after a chapter that led to a duel."""
    led_to = duel(*position, edition=edition, **more)
    return start_of(stored(edition), Past(1, Chapter(led_to, Phase.parse("S1901B")), None))


def before_all(edition="standard"):
    return start_of(stored(edition), None)


def tried(start, *play):
    """Add a branch with orders as texts."""
    return branch(start, [list(map(parse_or_keep, texts)) for texts in play])


def played_at_random(start, chance, phases=6):
    """Return a line of random legal orders, some of them left out."""
    play = []
    for _ in range(phases):
        desk = DeskForAll(start.game)
        offered = [choice.orders for choice in desk.choices.units]
        if desk.kind is PhaseKind.ADJUSTMENTS:
            offered = [choice.orders for choice in desk.choices.winters for _ in range(choice.number)]
        play.append([chance.choice(orders) for orders in offered if orders and chance.random() < 0.9])
        start = replace(start, game=branch(start, play[-1:])[0].played.game)
    return play
