"""Time how long each of many duels waits for the opponent if all ask at once.

    python bench/waiting.py [--levels marshal] [--duels 10] [--jobs 2] [--rounds 3]

The duels are in the middle of the game, all in a movement or all in an auction. All ask at the same instant,
and as many processes as the site's worker has compute the answers.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator import PhaseKind
from bench.speed.table import written
from intimate.schedule import fixture
from intimate.view import View
from lab.matches.figures import NAMES
from lab.matches.playing import Playing, Terms
from lab.players.contestant import Past
from lab.players.roster import contestant
from opponent.levels import LEVELS

AIM = 3.0
"""The target, in seconds."""
HEADINGS = ("level", "phase", "answers", "median s", "most s", f"≤ {AIM:.0f} s")
SINCE = 1903
"""The year from which a duel is in the middle of the game."""
PLAYERS = ("captain", "captain")
KINDS = (PhaseKind.MOVEMENT, PhaseKind.AUCTION)


class Waiting(NamedTuple):
    """A duel that waits for an answer, and its past phases."""

    view: View
    past: Past


def waiting(kind: PhaseKind, seed: int) -> Iterator[Waiting]:
    """Yield duels that await a player in a phase of a kind, each with another pair of home powers."""
    number = 0
    while True:
        playing = Playing(PLAYERS, fixture(number), seed, Terms("intimate", {"year_limit": SINCE + 1}))
        while playing.duel.phase and not (playing.duel.kind is kind and playing.duel.phase.year >= SINCE):
            playing.step()
        if playing.duel.phase:
            yield Waiting(View(playing.duel, playing.players[0]), playing.past)
        number += 1


def answer(name: str, asked: Waiting) -> float:
    """Compute a level's answer; return the instant at which it is ready."""
    contestant(name).answer(asked.view, Random(name), asked.past)  # noqa: S311  # must be repeatable
    return time.monotonic()


def waits(pool: Pool, name: str, duels: Sequence[Waiting]) -> list[float]:
    """Ask for all answers at once; return the seconds until each is ready."""
    begun = time.monotonic()
    done = pool.starmap(answer, [(name, asked) for asked in duels], chunksize=1)
    return [instant - begun for instant in done]


def row(pool: Pool, name: str, kind: PhaseKind, rounds: Sequence[Sequence[Waiting]]) -> Sequence[str]:
    """Measure a level in a kind of phase."""
    seconds = [wait for together in rounds for wait in waits(pool, name, together)]
    most = max(seconds)
    met = "yes" if most <= AIM else "no"
    return name, NAMES[kind], str(len(seconds)), f"{median(seconds):.2f}", f"{most:.2f}", met


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", nargs="+", default=[level.value for level in LEVELS])
    parser.add_argument("--duels", type=int, default=10, help="how many wait at once")
    parser.add_argument("--jobs", type=int, default=2, help="processes that answer")
    parser.add_argument("--rounds", type=int, default=3, help="how often they wait")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with get_context("fork").Pool(chosen.jobs) as pool:
        rows = []
        for kind in KINDS:
            duels = waiting(kind, chosen.seed)
            rounds = [[next(duels) for _ in range(chosen.duels)] for _ in range(chosen.rounds)]
            rows += [row(pool, name, kind, rounds) for name in chosen.levels]
    print(f"{chosen.duels} duels at once on {chosen.jobs} processes\n")
    print(written(HEADINGS, rows))


if __name__ == "__main__":
    main()
