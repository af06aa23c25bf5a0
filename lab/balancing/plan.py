"""The duels that measure the pairings, and the line stored for each."""

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
"""The shifts of the credits, in turn; every other one is 0, since the results without shift are shown."""
BLOCK = 84
"""The duels in which each pair is played once with each assignment of home powers and seats."""
ROUND = BLOCK * len(SPREAD)
PRESET = "intimate"


def shift_of(number: int) -> int:
    """Return the shift of the credits in a duel, by its number."""
    return SPREAD[number // BLOCK % len(SPREAD)]


def shifted(pair: Pair, shift: int) -> dict[Power, int]:
    """Return the credits of a pair: a positive shift goes to the first power, a negative one to the second.

    Nobody begins with fewer credits than usual.
    """
    one, other = pair
    return {one: STARTING_CREDITS[one] + max(0, shift), other: STARTING_CREDITS[other] + max(0, -shift)}


@cache
def program_version() -> str:
    """Return a digest of the opponent's sources, which changes whenever it may play differently."""
    folder = Path(__file__).parents[2] / "opponent"
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


class Plan(NamedTuple):
    """The player, the last year and the seed; the seed and a number repeat a duel."""

    player: str = LEVELS[-1].value
    seed: int = 1
    limit: int = 1912

    @property
    def noted(self) -> dict[str, Any]:
        """The fields that the lines of all duels share."""
        versions = {"program": program_version(), "rules": RULES_VERSION}
        return {**self._asdict(), **versions, "preset": PRESET}

    def line(self, number: int) -> str:
        """Play a duel by its number, and return its line; raises Fault."""
        planned = fixture(number)
        credits_ = shifted(planned.pair, shift_of(number))
        settings = {"starting_credits": {**STARTING_CREDITS, **credits_}, "year_limit": self.limit}
        playing = Playing((self.player, self.player), planned, self.seed, Terms(PRESET, settings))
        fields = {"number": number, **self.noted, **_result_of(planned, playing.played())}
        return json.dumps({**fields, "shift": shift_of(number), "credits": credits_})

    def lines(self, numbers: Sequence[int], jobs: int) -> Iterator[str]:
        """Play duels in several processes, and yield the line of each when done; raises Fault."""
        if jobs == 1:
            yield from map(self.line, numbers)
            return
        with get_context("fork").Pool(jobs, signal, (SIGINT, SIG_IGN)) as pool:
            yield from pool.imap_unordered(self.line, numbers)


def _result_of(planned: Fixture, duel: Played) -> dict[str, Any]:
    """Return the fields of a duel's result, as seen by the alphabetically first power."""
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
