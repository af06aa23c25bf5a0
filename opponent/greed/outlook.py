"""A position as one side of a duel sees it, and what the greedy player likes: all its figures."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from adjudicator import Power, Province, Season, Unit, standard
from intimate.duel import Duel
from intimate.players import Player
from opponent.greed.ground import Array, ground


class Prices(NamedTuple):
    """What provinces are worth before that is spread.

    goal: a home centre of the enemy's. guard: one's own, for each enemy that is near. centre: any other
    centre that the home power does not own. owned: one that it does, for each enemy that touches it. rich:
    another centre of the enemy's home power.
    """

    goal: float
    guard: float
    centre: float
    owned: float
    rich: float


class Taste(NamedTuple):
    """The figures of a greedy player.

    pull, nearer: the pull of a goal that is reached, and what it is multiplied by for each step that it is
    away; hurry: how much stronger it is in each year after the first. presence, rivalry: what a unit of one's
    own that could come too adds to a place, and what one of the enemy's takes off it. second_best: the chance
    to take the next best place, while it is nearly as good; nearly: how fast that chance falls with the
    difference. lowest_share, highest_share: of the reserve that is bid. noise: of bids. steepness: how much
    more than in proportion the useful are bid for. guarding: what nearness to one's own home counts beside
    nearness to the enemy's. winter_noise: of builds.
    """

    of_home: Prices = Prices(goal=100, guard=60, centre=25, owned=6, rich=25)
    of_hired: Prices = Prices(goal=30, guard=60, centre=4, owned=3, rich=30)
    pull: float = 60_000
    nearer: float = 0.75
    hurry: float = 0.3
    presence: float = 300
    rivalry: float = 400
    second_best: float = 0.5
    nearly: float = 10
    lowest_share: float = 0.85
    highest_share: float = 1.0
    noise: float = 0.2
    steepness: float = 1.3
    guarding: float = 0.8
    winter_noise: float = 0.1


DUMBBOT = Taste()
"""The figures that won the most games against others of this table."""
MANNERS = (
    DUMBBOT,
    Taste(second_best=0.3, nearly=5),
    Taste(pull=30_000, hurry=0.1, of_home=Prices(goal=100, guard=90, centre=40, owned=10, rich=20)),
    Taste(second_best=0.6, nearly=6, presence=500, rivalry=600),
)
"""What the greed of various people may be like."""
BIDDERS = Taste(lowest_share=0.55, noise=0.5)
"""How people may bid."""
NEAR = 2


class Outlook:
    """The units of both sides and of nobody, and what nodes are worth to own powers and to mercenaries."""

    def __init__(self, duel: Duel, player: Player, taste: Taste = DUMBBOT) -> None:
        self.duel, self.player, self.taste = duel, player, taste
        self.own, self.enemy = duel.own(player), duel.own(player.opponent)
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
        """The home centres of the enemy's own powers."""
        return frozenset(place for power in self.enemy for place in standard().homes[power])

    @cached_property
    def at_home(self) -> frozenset[Province]:
        """One's own home centres."""
        return frozenset(place for power in self.own for place in standard().homes[power])

    @cached_property
    def threats(self) -> Mapping[Province, float]:
        """How threatened each of one's own home centres is by units of the enemy's own powers."""
        tables, board = ground(), standard()
        invaders = [tables.node[unit] for unit, power in self.position.units.items() if power in self.enemy]
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
        first = self.duel.rules.first_year
        hurry = 1 + taste.hurry * ((self.duel.phase.year if self.duel.phase else first) - first)
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
            if place in self.duel.closed:
                price = 0.0
            elif place in self.goals:
                price = prices.goal
            elif place in self.at_home:
                price = prices.guard * self.threats[place]
            elif self.position.owners.get(place) in self.enemy:
                price = prices.rich
            elif self.position.owners.get(place) not in self.own:
                price = prices.centre
            else:
                price = prices.owned * self.rivals[place]
            worth[board.index[place]] = price
        return worth

    @cached_property
    def of_home(self) -> list[float]:
        """The value of every node to a unit of one's own powers."""
        return self.values(self.taste.of_home)

    @cached_property
    def of_hired(self) -> list[float]:
        """The value of every node to a unit of a mercenary."""
        return self.values(self.taste.of_hired)

    def values_for(self, power: Power) -> list[float]:
        """The value of every node to a unit of a power."""
        return self.of_home if power in self.own else self.of_hired


def _touching(units: Mapping[Unit, Power]) -> Counter[Province]:
    tables = ground()
    found: Counter[Province] = Counter()
    for unit in units:
        found.update(tables.near[tables.node[unit]])
    return found
