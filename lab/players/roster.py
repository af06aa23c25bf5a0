"""The players by name: levels of the opponent, and yardsticks."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

from intimate.view import View
from lab.players.by_lot import ByLot
from lab.players.contestant import Contestant, Past, Reply
from lab.players.dumbbot import DumbBot
from lab.players.exploiter import Exploiter
from lab.players.greedy import Greedy
from opponent.acquaintance import UNKNOWN, Habits, habits_of
from opponent.choosing import Mixture, choose, consider
from opponent.evaluation import Weights
from opponent.levels import LEVELS, STRENGTHS, Level

EXPLOITER = "exploiter/"


class OfLevel:
    """A level of the opponent, with its own or other work and weights."""

    def __init__(self, level: Level, work: int | None = None, weights: Weights | None = None) -> None:
        self.level, self.weights = level, weights
        self.given = work
        self.work = work or STRENGTHS[level].work

    def answer(self, view: View, chance: Random, past: Past = ()) -> Reply:
        """Ask the opponent, which knows the other player's past entries."""
        habits = self._habits(view, chance, past)
        answer = choose(view, self.level, chance, self.given, self.weights, habits)
        return Reply(answer.entry, answer.looked_at)

    def considered(self, view: View, chance: Random, past: Past = ()) -> Mixture:
        """Ask the opponent for its mixture of entries."""
        habits = self._habits(view, chance, past)
        return consider(view, self.level, chance, self.given, self.weights, habits)

    def _habits(self, view: View, chance: Random, past: Past) -> Habits:
        if not view.player or not STRENGTHS[self.level].searches:
            return UNKNOWN
        enemy = view.player.opponent
        entered = [(duel, entries[enemy]) for duel, entries in past if enemy in entries]
        return habits_of(entered, enemy, chance)


YARDSTICKS: Mapping[str, Callable[[], Contestant]] = {
    "random": ByLot,
    "dumbbot": DumbBot,
    "greedy": Greedy,
}
"""The players against which the opponent is measured."""


@cache
def contestant(name: str) -> Contestant:
    """Return a contestant by name.

    `greedy` is a yardstick, `marshal` a level, `marshal:500` that level with 500 positions a movement,
    `marshal@FILE` with the weights of a file; `exploiter/marshal` searches for a best response to that level
    with a hundred times its work. Raises ValueError for an unknown name.
    """
    if name in YARDSTICKS:
        return YARDSTICKS[name]()
    if name.startswith(EXPLOITER):
        prey = _of_level(name.removeprefix(EXPLOITER))
        return Exploiter(prey, prey.work, prey.weights)
    return _of_level(name)


def _of_level(name: str) -> OfLevel:
    rest, _, file = name.partition("@")
    word, _, work = rest.partition(":")
    if word not in list(LEVELS) or (work and not work.isdecimal()):
        raise ValueError(f"{name!r} is not one of {', '.join([*LEVELS, *YARDSTICKS])}")
    weights = Weights(**json.loads(Path(file).read_text("utf-8"))) if file else None
    return OfLevel(Level(word), int(work) if work else None, weights)
