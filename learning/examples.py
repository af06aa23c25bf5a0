"""Examples of the rules: a position, orders, and their results."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from adjudicator import Build, Disband, Game, Given, Phase, Power, edition, read_orders, read_position
from intimate.chapter import Fate, fates_in


@dataclass(frozen=True)
class Example:
    """A position with orders for one phase."""

    key: str
    game: Game
    orders: Given

    @cached_property
    def after(self) -> Game:
        """The game after the phase."""
        return self.game.resolve(self.orders).game

    @cached_property
    def fates(self) -> Sequence[Fate]:
        """The order and outcome of every unit."""
        return fates_in(self.game.resolve(self.orders).result.outcomes, self.orders)


@cache
def examples() -> Mapping[str, Example]:
    """All examples by their keys."""
    text = files("learning").joinpath("examples.toml").read_text("utf-8")
    return {key: _example(key, plain) for key, plain in tomllib.loads(text).items()}


def _example(key: str, plain: Mapping[str, Any]) -> Example:
    orders = read_orders(plain["orders"])
    dislodged = plain.get("dislodged", {})
    standing = {power: list(units) for power, units in plain.get("units", {}).items()}
    for power, given in orders.items():
        routed = dislodged.get(power, {})
        named = [str(order.unit) for order in given if not isinstance(order, Build | Disband)]
        standing.setdefault(power, []).extend(unit for unit in named if unit not in routed)
    position = read_position(standing, plain.get("centers", {}), dislodged)
    phase = Phase.parse(plain.get("phase", "S1901M"))
    game = Game(phase, position, edition(plain.get("edition", "standard")))
    return Example(key, game, {Power(power): given for power, given in orders.items()})
