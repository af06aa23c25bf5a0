"""Which duels are played to measure the pairings, and what is noted of each."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

from adjudicator import Power
from intimate import RULES_VERSION
from intimate.rules import STARTING_CREDITS, Pair
from intimate.schedule import Fixture, fixture
from lab.matches.playing import Outcome, Played, Playing, Terms
from opponent.levels import LEVELS

SPREAD = (0, 2, 0, -2, 0, 4, 0, -4, 0, 6, 0, -6)
"""The shifts of the credits in their turn; every other one is none, as the results without one are shown."""
BLOCK = 84
"""Duels in which each pair is played once for each way of giving out home powers, players and seats."""
ROUND = BLOCK * len(SPREAD)
PRESET = "intimate"


def shift_of(number: int) -> int:
    """Return by how much the credits are shifted in the duel of a number."""
    return SPREAD[number // BLOCK % len(SPREAD)]


def shifted(pair: Pair, shift: int) -> dict[Power, int]:
    """Return the credits of a pair: a shift above 0 is added to the first power's, one below to the second's.

    Nobody begins with less than usual.
    """
    one, other = pair
    return {one: STARTING_CREDITS[one] + max(0, shift), other: STARTING_CREDITS[other] + max(0, -shift)}


@cache
def program_version() -> str:
    """Return a digest of the opponent's sources, another one whenever it may play otherwise."""
    folder = Path(__file__).parents[2] / "opponent"
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


class Plan(NamedTuple):
    """Who plays itself, and until which year; the seed and a number repeat a duel."""

    player: str = LEVELS[-1].value
    seed: int = 1
    limit: int = 1912

    @property
    def noted(self) -> dict[str, Any]:
        """What all duels have in common, as their lines say it."""
        versions = {"program": program_version(), "rules": RULES_VERSION}
        return {**self._asdict(), **versions, "preset": PRESET}

    def line(self, number: int) -> str:
        """Play the duel of a number, and return it as a line; raises Fault."""
        planned = fixture(number)
        credits_ = shifted(planned.pair, shift_of(number))
        settings = {"starting_credits": {**STARTING_CREDITS, **credits_}, "year_limit": self.limit}
        playing = Playing((self.player, self.player), planned, self.seed, Terms(PRESET, settings))
        told = {"number": number, **self.noted, **_told(planned, playing.played())}
        return json.dumps({**told, "shift": shift_of(number), "credits": credits_})

    def lines(self, numbers: Sequence[int], jobs: int) -> Iterator[str]:
        """Play duels on several processes, and yield each as it gets done; raises Fault."""
        if jobs == 1:
            yield from map(self.line, numbers)
            return
        with get_context("fork").Pool(jobs, signal, (SIGINT, SIG_IGN)) as pool:
            yield from pool.imap_unordered(self.line, numbers)


def _told(planned: Fixture, duel: Played) -> dict[str, Any]:
    """Say how a duel went; the result is that of the power that comes first in the alphabet."""
    first, second = planned.pair
    outcome = duel.outcome
    if planned.homes[0] != first:
        outcome = {Outcome.WON: Outcome.LOST, Outcome.LOST: Outcome.WON}.get(outcome, outcome)
    seats = dict(zip((planned.seat, planned.seat.opponent), planned.homes, strict=True))
    return {
        "pairing": f"{first}-{second}",
        "homes": {player.value: home for player, home in sorted(seats.items())},
        "result": outcome.value,
        "reason": duel.reason,
        "phase": duel.phase,
        "years": duel.years,
        "on": datetime.now(UTC).date().isoformat(),
    }
