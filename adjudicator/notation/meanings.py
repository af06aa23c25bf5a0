"""Meanings of the words of orders, the same in all languages."""

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """The roles of words in an order."""

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
    """The role of a word, and the coast, the power or the spaces that it may name.

    `otherwise` holds the spaces that it may name where none of `values` is possible: those of each
    list that has the word, the list that comes first being asked first.
    """

    role: Role
    values: tuple[str, ...] = ()
    otherwise: tuple[tuple[str, ...], ...] = ()


class Lexeme(NamedTuple):
    """A meaning, and where its words stand in the text."""

    meaning: Meaning
    start: int
    end: int
