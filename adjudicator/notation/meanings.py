"""What words mean in an order, whatever the language."""

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a word does in an order."""

    ARMY = "army"
    FLEET = "fleet"
    HOLD = "hold"
    MOVE = "move"
    TOWARD = "toward"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"
    AND = "and"
    COAST = "coast"
    POWER = "power"
    PLACE = "place"


class Meaning(NamedTuple):
    """What a word means: its role, and the coast, the power or the spaces that it may name."""

    role: Role
    values: tuple[str, ...] = ()


class Lexeme(NamedTuple):
    """A meaning, and where its words stand in the text."""

    meaning: Meaning
    start: int
    end: int
