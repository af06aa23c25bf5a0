"""Play many duels between two players, and count how they end.

    python lab/arena.py marshal greedy --duels 420 --limit 1908 --jobs 2 --seed 1
    python lab/arena.py --ladder --duels 400 --jobs 2

A player is a level of the opponent or a yardstick: `random`, `dumbbot`, `greedy`. `marshal:500` is a level
that looks at 500 positions in a movement, `marshal@FILE` one with the weights of a file. `exploiter/marshal`
searches for a best response to a level with a hundred times its work. Every pair of home powers is played
from both sides. The seed and a number (`--only 17`) repeat a duel. With `--out`, a stopped run continues from
its file.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.speed.table import written
from lab.matches.figures import RESULTS, THOUGHTS, by_home, results, thoughts
from lab.matches.lines import line, mend, opened, played
from lab.matches.match import Match
from lab.matches.playing import Fault, Played, Terms
from lab.players.roster import contestant
from opponent.levels import LEVELS


def play(match: Match, numbers: Sequence[int], jobs: int, out: Path | None) -> list[Played]:
    """Play the duels that are not in the file yet, write each to the file when done, and show progress."""
    done = played(out, match) if out else {}
    left = [number for number in numbers if number not in done]
    if out:
        mend(out)
    for duel in match.duels(left, jobs):
        done[duel.fixture.number] = duel
        if out:
            with opened(out, "a") as lines:
                print(line(match, duel), file=lines)
        if sys.stderr.isatty():
            print(f"\r{len(done)} of {len(numbers)}", end="", file=sys.stderr)
    return [done[number] for number in numbers]


def report(match: Match, duels: Sequence[Played], *, pairs: bool) -> None:
    """Print the tables."""
    first, second = match.names
    print(f"\n{first} against {second}, seed {match.seed}, {match.terms.preset} {match.terms.settings}\n")
    print(written(RESULTS, [results(duels)]))
    if pairs:
        print("\n" + written((first, second, *RESULTS), list(by_home(duels))))
    print("\n" + written(THOUGHTS, list(thoughts(match.names, duels))), flush=True)


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", nargs="*", help="who is measured, and who by")
    parser.add_argument("--ladder", action="store_true", help="measure every level by the one before it")
    parser.add_argument("--duels", type=int, default=42, help="42 are one round of all pairs and sides")
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of the duels to play")
    parser.add_argument("--limit", type=int, default=1908, help="the year that ends a duel; 0 for none")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="intimate")
    parser.add_argument("--edition", default="standard")
    parser.add_argument("--settings", type=json.loads, default={}, help="settings as JSON, as in records")
    parser.add_argument("--pairs", action="store_true", help="count by pairs of home powers too")
    parser.add_argument("--out", type=Path, help="where each duel is noted, compressed for a name in .gz")
    parser.add_argument("--records", action="store_true", help="note the records of the duels too")
    chosen = parser.parse_args()
    if len(chosen.players) != (0 if chosen.ladder else 2):
        parser.error("name two players, or none with --ladder")
    return chosen


def match_of(chosen: argparse.Namespace, names: Sequence[str]) -> Match:
    """Return the match that the command line asks for; raises ValueError for an unknown player."""
    for name in names:
        contestant(name)
    limit = {"year_limit": chosen.limit} if chosen.limit else {}
    terms = Terms(chosen.preset, {**chosen.settings, **limit}, chosen.edition)
    return Match((names[0], names[1]), chosen.seed, terms, chosen.records)


def main() -> None:
    """Play and print."""
    chosen = options()
    steps = list(zip(LEVELS[1:], LEVELS, strict=False))
    begun = time.monotonic()
    try:
        for names in steps if chosen.ladder else [chosen.players]:
            match = match_of(chosen, names)
            numbers = chosen.only or range(chosen.duels)
            duels = play(match, numbers, chosen.jobs, chosen.out)
            report(match, duels, pairs=chosen.pairs)
    except (Fault, OSError, ValueError) as error:
        sys.exit(f"\n{error}")
    print(f"\n{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
