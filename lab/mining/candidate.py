"""A puzzle found, as a line for the files of puzzles."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from adjudicator import centers_by_power, units_by_power
from intimate.codec import write_entry
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from learning.puzzle import Puzzle, PuzzleKind, read_puzzle


class Position(NamedTuple):
    """A phase: the duel before it, the entries, the source of the duel, and its settings."""

    duel: Duel
    entries: Mapping[Player, Entry]
    source: Mapping[str, Any]
    settings: Mapping[str, Any] = {}


class Candidate(NamedTuple):
    """A puzzle as a record; `alike` is equal for two puzzles that ask the same."""

    plain: dict[str, Any]
    alike: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return read_puzzle(self.plain)

    @property
    def line(self) -> str:
        """The record as a line."""
        return written(self.plain)


def written(plain: Mapping[str, Any]) -> str:
    """Write the record of a puzzle as a line."""
    return json.dumps(plain, separators=(",", ":"))


def start_of(duel: Duel) -> dict[str, Any]:
    """Write the position of a duel as the start of a record."""
    return {
        "phase": str(duel.phase),
        "homes": {player.value: home for player, home in duel.homes.items()},
        "credits": {player.value: duel.credits[player] for player in Player},
        "control": {power: player.value for power, player in sorted(duel.control.items())},
        "units": units_by_power(duel.position),
        "centers": centers_by_power(duel.position),
    }


def candidate(
    kind: PuzzleKind,
    position: Position,
    player: Player,
    best: Entry,
    usual: Entry,
    alike: Sequence[str],
    **fields: Any,  # noqa: ANN401  # values of a record
) -> Candidate:
    """Make a puzzle; its key is a hash of what it asks."""
    duel = position.duel
    asked = json.dumps([kind, start_of(duel), player, fields.get("aim"), fields.get("place")])
    plain = {
        "key": kind[0] + blake2b(asked.encode(), digest_size=4).hexdigest(),
        "kind": kind,
        "player": player.value,
        **fields,
        **({"settings": dict(position.settings)} if position.settings else {}),
        "start": start_of(duel),
        "best": write_entry(best),
        "usual": write_entry(usual),
        "source": position.source,
    }
    return Candidate(plain, " ".join([kind, *alike]))
