"""A position as one side of a duel sees it: whose units stand where, and what each place is worth to it."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from adjudicator import Power, Province, Season, Unit, standard
from intimate.calendar import FIRST_YEAR
from intimate.duel import Duel
from intimate.players import Player
from opponent.greed.ground import Array, ground
from opponent.greed.taste import DUMBBOT, Prices, Taste

NEAR = 2


class Outlook:
    """The units of both sides and of nobody, and the values of nodes for a home power and for mercenaries."""

    def __init__(self, duel: Duel, player: Player, taste: Taste = DUMBBOT) -> None:
        self.duel, self.player, self.taste = duel, player, taste
        self.home, self.enemy = duel.homes[player], duel.homes[player.opponent]
        self.position = duel.position
        self.mine: dict[Unit, Power] = {}
        self.theirs: dict[Unit, Power] = {}
        self.loose: dict[Unit, Power] = {}
        sides = {player: self.mine, player.opponent: self.theirs, None: self.loose}
        commanders = {power: duel.commander(power) for power in standard().powers}
        for unit, power in self.position.units.items():
            sides[commanders[power]][unit] = power

    @cached_property
    def occupants(self) -> Mapping[Province, Unit]:
        """The unit in each occupied province."""
        return self.position.occupants()

    @cached_property
    def allies(self) -> Counter[Province]:
        """How many of one's own units could come to each province."""
        return _touching(self.mine)

    @cached_property
    def rivals(self) -> Counter[Province]:
        """How many of the enemy's units could come to each province."""
        return _touching(self.theirs)

    @cached_property
    def goals(self) -> frozenset[Province]:
        """The home centres of the enemy's."""
        return frozenset(standard().homes[self.enemy])

    @cached_property
    def at_home(self) -> frozenset[Province]:
        """One's own home centres."""
        return frozenset(standard().homes[self.home])

    @cached_property
    def threats(self) -> Mapping[Province, float]:
        """How threatened each of one's own home centres is by units of the enemy's home power."""
        tables, board = ground(), standard()
        invaders = [tables.node[unit] for unit, power in self.position.units.items() if power == self.enemy]
        return {
            place: float(
                sum(
                    (NEAR + 1 - away) / NEAR
                    for away in tables.distance[invaders, board.index[place]]
                    if away <= NEAR
                )
            )
            for place in self.at_home
        }

    def values(self, prices: Prices) -> list[float]:
        """The value of every node, by what provinces are worth."""
        tables, board = ground(), standard()
        autumn = self.duel.phase is not None and self.duel.phase.season is Season.AUTUMN
        kernel = tables.autumn if autumn else tables.spring
        spread: Array = kernel @ self._worth(prices)
        goals = [board.index[place] for place in self.goals]
        away = tables.distance[:, goals].min(axis=1)
        taste = self.taste
        hurry = 1 + taste.hurry * ((self.duel.phase.year if self.duel.phase else FIRST_YEAR) - FIRST_YEAR)
        spread += prices.goal / taste.of_home.goal * taste.pull * hurry * taste.nearer**away
        crowd = np.array(
            [
                taste.presence * self.allies[place] - taste.rivalry * self.rivals[place]
                for place in standard().codes
            ]
        )
        values: list[float] = (spread + crowd[tables.place]).tolist()
        return values

    def _worth(self, prices: Prices) -> Array:
        board = standard()
        worth = np.zeros(len(board.spaces))
        for place in board.centres:
            if place in self.goals:
                price = prices.goal
            elif place in self.at_home:
                price = prices.guard * self.threats[place]
            elif self.position.owners.get(place) == self.enemy:
                price = prices.rich
            elif self.position.owners.get(place) != self.home:
                price = prices.centre
            else:
                price = prices.owned * self.rivals[place]
            worth[board.index[place]] = price
        return worth

    @cached_property
    def of_home(self) -> list[float]:
        """The value of every node to a unit of the home power."""
        return self.values(self.taste.of_home)

    @cached_property
    def of_hired(self) -> list[float]:
        """The value of every node to a unit of a mercenary."""
        return self.values(self.taste.of_hired)

    def values_for(self, power: Power) -> list[float]:
        """The value of every node to a unit of a power."""
        return self.of_home if power == self.home else self.of_hired


def _touching(units: Mapping[Unit, Power]) -> Counter[Province]:
    tables = ground()
    found: Counter[Province] = Counter()
    for unit in units:
        found.update(tables.near[tables.node[unit]])
    return found
