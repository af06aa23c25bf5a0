"""The results of the duels, read from their lines and counted for each pairing."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from competition.shares import Share
from intimate.rules import PAIRS

Line = Mapping[str, Any]
COMMON = ("player", "seed", "limit", "program", "rules", "preset")
"""The fields that all duels of a measurement share."""
SCORES = {"won": 1.0, "drawn": 0.5, "stopped": 0.5, "lost": 0.0}
"""The score of a pairing's first power for each result."""


class Mixed(Exception):
    """A file has duels played under different conditions; the message says what differs."""


def read_lines(path: Path) -> list[Line]:
    """Read the duels of a file, ordered by number, without an incomplete last line."""
    text = path.read_text("utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1].splitlines()
    by_number = {line["number"]: line for line in map(json.loads, whole)}
    return [by_number[number] for number in sorted(by_number)]


def mend(path: Path) -> None:
    """Remove an incomplete last line."""
    if path.exists():
        whole = path.read_bytes().rfind(b"\n") + 1
        os.truncate(path, whole)


def common(lines: Iterable[Line], expected: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return the shared fields of all duels; raises Mixed if they, or the expected values, differ."""
    found = dict(expected or {})
    for line in lines:
        for name in COMMON:
            if found.setdefault(name, line[name]) != line[name]:
                was, others = line[name], found[name]
                raise Mixed(f"{name} is {was!r} in duel {line['number']}, {others!r} in others")
    return found


@dataclass
class Tally:
    """The results of a pairing's duels, for its first power."""

    results: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    years: int = 0

    @property
    def duels(self) -> int:
        """The number of duels."""
        return self.results.total()

    @property
    def share(self) -> Share:
        """The share of wins among the duels that somebody won."""
        return Share(self.results["won"], self.results["won"] + self.results["lost"])

    def add(self, line: Line) -> None:
        """Add a duel."""
        self.results[line["result"]] += 1
        self.ends[line["reason"]] += 1
        self.years += line["years"]


def tallies(lines: Sequence[Line]) -> Mapping[str, Tally]:
    """Count the duels with the usual credits of each pairing."""
    counted = {pairing: Tally() for pairing in PAIRS}
    for line in lines:
        if line["shift"] == 0:
            counted[line["pairing"]].add(line)
    return counted


def scores(lines: Sequence[Line]) -> Iterator[tuple[str, float, float]]:
    """Yield the pairing, the shift and the first power's score of each duel."""
    for line in lines:
        yield line["pairing"], line["shift"], SCORES[line["result"]]
