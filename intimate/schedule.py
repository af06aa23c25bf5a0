"""Numbered duels for a measurement: all pairs of home powers, each played from both sides."""

from itertools import combinations
from typing import NamedTuple

from adjudicator import Power, standard
from intimate.players import Player

SIDES = 2


class Fixture(NamedTuple):
    """A duel to be played.

    homes: the home power of the measured contestant, then of the other. seat: which player the measured one
    is.
    """

    number: int
    homes: tuple[Power, Power]
    seat: Player

    @property
    def pair(self) -> tuple[Power, Power]:
        """Both home powers in alphabetical order."""
        first, second = sorted(self.homes)
        return first, second

    def lots(self, seed: int, contestant: int) -> str:
        """Return the seed of a contestant's random draws: the same in both duels of a pair of home powers."""
        return f"{seed} {self.number // SIDES} {contestant}"


def fixture(number: int) -> Fixture:
    """Return a duel by its number, from 0: 42 duels cover each pair of home powers from both sides.

    An even number and the next one have the same pair, with home powers exchanged; seats change every 42.
    """
    pairs = list(combinations(standard().powers, 2))
    first, second = pairs[number // SIDES % len(pairs)]
    homes = (second, first) if number % SIDES else (first, second)
    rounds = number // (SIDES * len(pairs))
    return Fixture(number, homes, list(Player)[rounds % len(Player)])
