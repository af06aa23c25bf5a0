"""Which duel has which number: pairs of home powers, sides exchanged."""

from itertools import combinations
from typing import NamedTuple

from adjudicator import Power, standard
from intimate.players import Player

SIDES = 2


class Fixture(NamedTuple):
    """A duel to be played.

    homes: the home power of each contestant, the one that is measured first. seat: the player that this
    one is.
    """

    number: int
    homes: tuple[Power, Power]
    seat: Player

    @property
    def pair(self) -> tuple[Power, Power]:
        """Both home powers, whoever has which."""
        first, second = sorted(self.homes)
        return first, second

    def lots(self, seed: int, contestant: int) -> str:
        """What a contestant's lots are drawn from: alike in both duels of a pair of home powers."""
        return f"{seed} {self.number // SIDES} {contestant}"


def fixture(number: int) -> Fixture:
    """Find the duel of a number, counted from 0: after 42 each pair was played with each side.

    Two numbers in a row have the same pair, the home powers exchanged; who sits first changes every 42.
    """
    pairs = list(combinations(standard().powers, 2))
    first, second = pairs[number // SIDES % len(pairs)]
    homes = (second, first) if number % SIDES else (first, second)
    rounds = number // (SIDES * len(pairs))
    return Fixture(number, homes, list(Player)[rounds % len(Player)])
