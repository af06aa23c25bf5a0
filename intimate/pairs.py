"""Credits at the start that depend on both home powers (rules of the duel, section 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from adjudicator import Power, standard

Pair = tuple[Power, Power]
PAIRS: Mapping[str, Pair] = MappingProxyType(
    {f"{one}-{other}": (one, other) for one, other in combinations(sorted(standard().powers), 2)}
)
"""The 21 pairs of home powers by their names, of each the power first that is first in the alphabet."""
KIND = "pairings"


@dataclass(frozen=True, slots=True)
class PairedCredits:
    """The credits of both home powers of each pair, in the order of its name."""

    by_pair: Mapping[Pair, tuple[int, int]]

    def of(self, own: Power, other: Power) -> int:
        """Return the credits of a home power against another."""
        one, two = sorted((own, other))
        return self.by_pair[one, two][own > other]


def write_pairs(paired: PairedCredits) -> dict[str, dict[str, list[int]]]:
    """Write {"pairings": {pair: [credits of the first, of the second]}}."""
    return {KIND: {name: list(paired.by_pair[pair]) for name, pair in PAIRS.items()}}


def read_pairs(plain: object, most: int) -> PairedCredits:
    """Read what stands under "pairings"; raises ValueError, which names the pair at fault."""
    given = plain if isinstance(plain, Mapping) else {}
    for name in given:
        if name not in PAIRS:
            raise ValueError(f"pairings: {name!r} is no pair of powers in the order of the alphabet")
    return PairedCredits({pair: _two(name, given.get(name), most) for name, pair in PAIRS.items()})


def _two(name: str, figures: object, most: int) -> tuple[int, int]:
    if isinstance(figures, list | tuple) and [type(figure) for figure in figures] == [int, int]:
        one, two = figures
        if 0 <= one <= most and 0 <= two <= most:
            return one, two
    raise ValueError(f"pairings.{name}: {figures!r} is not two whole numbers from 0 to {most}")
