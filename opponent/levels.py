"""How strong the opponent plays, and by what."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The levels from gentle to strong."""

    RECRUIT = "recruit"
    CAPTAIN = "captain"
    COLONEL = "colonel"
    MARSHAL = "marshal"


LEVELS = tuple(Level)
"""All levels, the gentlest first."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level does and what it leaves undone.

    searches: whether it looks at what orders lead to; otherwise it plays by greed alone. forgets: how
    often an order that serves another unit is forgotten. work: positions that are looked at in a movement.
    bargains: whether its bids answer what the enemy may bid. spares: whether it leaves home centres
    alone in the first year, so that a beginner's first slip is not the end.
    """

    searches: bool
    forgets: float = 0.0
    work: int = 0
    bargains: bool = False
    spares: bool = False


STRENGTHS: Mapping[Level, Strength] = {
    Level.RECRUIT: Strength(searches=False, forgets=0.7, spares=True),
    Level.CAPTAIN: Strength(searches=False),
    Level.COLONEL: Strength(searches=True, work=3000),
    Level.MARSHAL: Strength(searches=True, work=60_000, bargains=True),
}
"""What makes each level."""
