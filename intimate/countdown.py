"""Values about a stalemate that is still to come (rules of the duel, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import Power, Province, Unit
from intimate.players import Player


@dataclass(frozen=True, slots=True)
class Remnant:
    """What is left of a mercenary: as long as there is any, no stalemate can be claimed."""

    power: Power
    units: tuple[Unit, ...]
    centres: tuple[Province, ...]


@dataclass(frozen=True, slots=True)
class Countdown:
    """How far a stalemate is that comes by years.

    quiet: autumns in a row with all mercenaries gone and no centre changing owner. needed: how many of
    them grant a claim. until: the year of the autumn after which a standing claim is granted; none where a
    claim is granted as soon as it is made. year_limit: the last year of the duel, where it ends before that
    autumn. counts: the centres of the home powers. winner: whoever would win by them now, none for a draw.
    by_credits: centres are equal and reserves decide.
    """

    quiet: int
    needed: int
    until: int | None
    year_limit: int | None
    counts: Mapping[Player, int]
    winner: Player | None
    by_credits: bool
    claims: frozenset[Player]

    @property
    def runs(self) -> bool:
        """True while a claim stands."""
        return bool(self.claims)
