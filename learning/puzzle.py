"""Puzzles: positions of finished duels with a question, as `puzzles/` has them (docs/puzzles.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from adjudicator import Unit
from intimate.codec import read_stored_entry
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up

Plain = Mapping[str, Any]


class PuzzleKind(StrEnum):
    """What a puzzle asks for."""

    GUARANTEE = auto()
    NEEDLE = auto()
    MIX = auto()
    AUCTION = auto()


class Aim(StrEnum):
    """What must be true after the moves, whatever the enemy orders."""

    REACH = auto()
    GUARD = auto()
    TAKE = auto()
    HOLD = auto()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a puzzle comes from: a duel of the arena, by its players, seed and number, or of the site."""

    players: tuple[str, ...] = ()
    seed: int = 0
    number: int = 0
    duel: str = ""
    chapter: int = 0


class Expected(NamedTuple):
    """An entry of the enemy's, and its probability from 0 to 1."""

    entry: Entry
    odds: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and a question to the player whose turn it is.

    aim, place, units: for a guarantee, what must be true, where, and the enemy units that may do anything.
    enemy: for other kinds, the expected entries of the enemy. best: the best answer; for a guarantee, one
    that works. usual: what was played, or what a greedy player plays. worth, usual_worth: the values of these
    two.
    """

    key: str
    kind: PuzzleKind
    start: Duel
    player: Player
    source: Source
    best: Entry
    usual: Entry
    aim: Aim | None = None
    place: str = ""
    units: tuple[Unit, ...] = ()
    enemy: tuple[Expected, ...] = ()
    worth: float = 1.0
    usual_worth: float = 0.0

    @property
    def theme(self) -> str:
        """What it trains: for a guarantee its aim, else its kind."""
        return self.aim.value if self.aim else self.kind.value


THEMES = (
    *(aim.value for aim in Aim),
    PuzzleKind.NEEDLE.value,
    PuzzleKind.MIX.value,
    PuzzleKind.AUCTION.value,
)
"""All themes, in order."""


@cache
def lines() -> Mapping[str, str]:
    """The JSON lines of all puzzles by their keys."""
    found = {}
    for kind in PuzzleKind:
        text = files("learning").joinpath("puzzles", f"{kind}.jsonl").read_text("utf-8")
        found.update({json.loads(line)["key"]: line for line in text.splitlines()})
    return found


@cache
def themes() -> Mapping[str, Sequence[str]]:
    """The keys of the puzzles of each theme, in the order of the files."""
    found: dict[str, list[str]] = {theme: [] for theme in THEMES}
    for key, line in lines().items():
        plain = json.loads(line)
        found[plain.get("aim") or plain["kind"]].append(key)
    return found


@cache
def puzzle(key: str) -> Puzzle | None:
    """Return a puzzle by its key; None if there is none."""
    line = lines().get(key)
    return read_puzzle(json.loads(line)) if line else None


def read_puzzle(plain: Plain) -> Puzzle:
    """Read a puzzle from its record."""
    start = set_up(rules(plain.get("preset", "intimate"), plain.get("settings", {})), plain["start"])
    source = plain["source"]
    return Puzzle(
        plain["key"],
        PuzzleKind(plain["kind"]),
        start,
        Player(plain["player"]),
        Source(**source | {"players": tuple(source.get("players", ()))}),
        read_stored_entry(plain["best"]),
        read_stored_entry(plain["usual"]),
        Aim(plain["aim"]) if "aim" in plain else None,
        plain.get("place", ""),
        tuple(map(Unit.parse, plain.get("units", ()))),
        tuple(Expected(read_stored_entry(entry), odds) for odds, entry in plain.get("enemy", ())),
        plain.get("worth", 1.0),
        plain.get("usual_worth", 0.0),
    )


def of_the_day(days: int) -> str:
    """Return the key of the puzzle of a day: all in turn, kinds mixed; days: counted from any first day."""
    keys = sorted(lines())
    return keys[days * STRIDE % len(keys)]


STRIDE = 7919
"""A prime greater than the number of puzzles, so that each gets its day before one is repeated."""
