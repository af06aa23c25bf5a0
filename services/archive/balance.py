"""The balance of the pairings of home powers, measured by the opponent playing itself (`lab/balance.py`)."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from competition.shares import Share
from intimate.duel import Ending
from intimate.rules import PAIRS, Pair

FIGURES, RAW, SCHEMA = "pairings.json", "duels.jsonl.gz", "line.schema.json"
"""The files of a measurement: its figures, all its duels, and the schema of a line of these."""


class Even(NamedTuple):
    """The credits that make a pairing even, with bounds that are right in 95 of 100 cases.

    Positive credits are added to the first power's, negative ones to the second's. None: too few duels to
    say.
    """

    shift: float | None
    low: float | None
    high: float | None


class PairingMeasured(NamedTuple):
    """How the duels of a pairing went with the usual credits, from the first power's side.

    years: of all duels together. credits: what the preset `even` gives both.
    """

    pair: Pair
    duels: int
    won: int
    lost: int
    drawn: int
    stopped: int
    years: int
    ends: Mapping[Ending, int]
    even: Even
    credits: tuple[int, int]

    @property
    def share(self) -> Share:
        """The share of the first power among the duels that somebody won."""
        return Share(self.won, self.won + self.lost)

    @property
    def mean_years(self) -> float | None:
        """How many years a duel lasts."""
        return self.years / self.duels if self.duels else None


@dataclass(frozen=True)
class Measurement:
    """A measurement: who played, until which year, by which version; its figures; the file of its duels.

    positions: how many the level looked at in a movement, if fewer than it does on the site. shifts: the
    credits that were tried. program: a digest of the level's sources. sha256: of the file.
    """

    level: str
    positions: int | None
    limit: int
    preset: str
    program: str
    rules: str
    duels: int
    shifts: Sequence[int]
    since: date
    on: date
    pairings: Sequence[PairingMeasured]
    raw_bytes: int
    raw_sha256: str

    @property
    def ends(self) -> Sequence[tuple[Ending, Share]]:
        """How duels with the usual credits ended, the most frequent way first."""
        counted = Counter[Ending]()
        for pairing in self.pairings:
            counted.update(pairing.ends)
        return [(reason, Share(number, counted.total())) for reason, number in counted.most_common()]


def load_measurement(folder: Path) -> Measurement | None:
    """Read the measurement in a folder; None if there is none yet."""
    path = folder / FIGURES
    try:
        written = path.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return _read(path, written)


@lru_cache(maxsize=4)
def _read(path: Path, _: int) -> Measurement:
    plain = json.loads(path.read_text("utf-8"))
    about, raw = plain["measured"], plain["raw"]
    level, _, positions = about["player"].partition(":")
    return Measurement(
        level=level,
        positions=int(positions) if positions else None,
        limit=about["limit"],
        preset=about["preset"],
        program=about["program"],
        rules=about["rules"],
        duels=about["duels"],
        shifts=about["shifts"],
        since=date.fromisoformat(about["since"]),
        on=date.fromisoformat(about["on"]),
        pairings=[_pairing(pair, plain["pairings"][name]) for name, pair in PAIRS.items()],
        raw_bytes=raw["bytes"],
        raw_sha256=raw["sha256"],
    )


def _pairing(pair: Pair, plain: Mapping[str, Any]) -> PairingMeasured:
    one, other = plain["credits"]
    return PairingMeasured(
        pair=pair,
        duels=plain["duels"],
        won=plain["won"],
        lost=plain["lost"],
        drawn=plain["drawn"],
        stopped=plain["stopped"],
        years=plain["years"],
        ends={Ending(reason): number for reason, number in plain["ends"].items()},
        even=Even(plain["shift"], plain["low"], plain["high"]),
        credits=(one, other),
    )
