"""Measure the 21 pairings of home powers between equals, and which credits would make them even.

    python lab/balance.py --duels 4032 --jobs 2                  # play what is missing, and print
    python lab/balance.py --adopt 84 --jobs 2                    # go on after a change of opponent/
    python lab/balance.py --duels 0 --publish --write-preset     # print, and write what the site shows

The strongest level plays itself, with the usual credits and with credits added to either side. Each duel is a
line in the file of results, from which a stopped run continues. It refuses to continue from duels of another
version of the opponent, unless a number of them, played again, give the same results (`--adopt`). See
docs/balance.md.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.speed.table import written
from competition.shares import Share
from lab.balancing.adopting import adopt
from lab.balancing.plan import ROUND, Plan
from lab.balancing.published import figures, publish, write_preset
from lab.balancing.results import Mixed, common, mend, read_lines
from lab.matches.playing import Fault

HEADINGS = ("pairing", "duels", "won", "lost", "drawn", "stopped", "share %", "95 %")
MORE = ("years", "ends", "even at", "95 %", "credits")
MINUTE = 60


def asked() -> argparse.Namespace:
    """Read the command line."""
    usual = Plan()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--duels", type=int, default=4 * ROUND, help=f"in all; {ROUND} are one round of all")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--player", default=usual.player, help="a level of the opponent")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--limit", type=int, default=usual.limit, help="the year that stops a duel")
    parser.add_argument("--raw", type=Path, default=Path("build/balance.jsonl"), help="the file of results")
    parser.add_argument("--only", type=int, nargs="+", help="print the duels of these numbers, played again")
    parser.add_argument("--adopt", type=int, help="play so many again; if all are the same, keep those there")
    parser.add_argument("--publish", action="store_true", help="write static/balance, which the site shows")
    parser.add_argument("--write-preset", action="store_true", help="add these credits to the preset `even`")
    return parser.parse_args()


def play(plan: Plan, numbers: Sequence[int], path: Path, jobs: int) -> None:
    """Play duels and append each to the file when done; raises Fault, KeyboardInterrupt."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mend(path)
    begun = time.monotonic()
    with path.open("a", encoding="utf-8") as out:
        for done, line in enumerate(plan.lines(numbers, jobs), 1):
            print(line, file=out, flush=True)
            if sys.stderr.isatty():
                left = (time.monotonic() - begun) / done * (len(numbers) - done) / MINUTE
                print(f"\r{done} of {len(numbers)}, {left:.0f} minutes left ", end="", file=sys.stderr)


def rows(found: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    """Yield the table row of each pairing."""
    for pairing, of in found["pairings"].items():
        share = Share(of["won"], of["won"] + of["lost"])
        low, high = share.bounds
        counts = (str(of[name]) for name in ("duels", "won", "lost", "drawn", "stopped"))
        years = f"{of['years'] / of['duels']:.1f}" if of["duels"] else "–"
        ends = " ".join(f"{reason} {number}" for reason, number in of["ends"].items())
        bounds = "–" if of["shift"] is None else f"{of['low']:+} to {of['high']:+}"
        even = "–" if of["shift"] is None else f"{of['shift']:+}"
        offered = "–".join(map(str, of["credits"]))
        shares = f"{share.value * 100:.0f}", f"{low * 100:.0f}–{high * 100:.0f}"
        yield pairing, *counts, *shares, years, ends, even, bounds, offered


def report(found: Mapping[str, Any]) -> None:
    """Print the table."""
    print(f"\n{found['measured']}\n")
    print(written((*HEADINGS, *MORE), rows(found)))
    print("\nResults are those with the usual credits, as the first power counts; even at: the credits that")
    print("make it even, + added to the first power, - to the second; credits: those that are offered.")


def play_what_is_missing(chosen: argparse.Namespace) -> None:
    """Play the missing duels of the measurement; raises Mixed, Fault, KeyboardInterrupt."""
    plan = Plan(chosen.player, chosen.seed, chosen.limit)
    if chosen.adopt:
        adopt(plan, chosen.raw, chosen.adopt, chosen.jobs)
    lines = read_lines(chosen.raw)
    common(lines, plan.noted)
    there = {line["number"] for line in lines}
    missing = [number for number in range(chosen.duels) if number not in there]
    if missing:
        play(plan, missing, chosen.raw, chosen.jobs)


def main() -> None:
    """Play, print and write."""
    chosen = asked()
    if chosen.only:
        print(*Plan(chosen.player, chosen.seed, chosen.limit).lines(chosen.only, chosen.jobs), sep="\n")
        return
    try:
        if chosen.duels:
            play_what_is_missing(chosen)
        lines = read_lines(chosen.raw)
        common(lines)
    except (Mixed, Fault) as fault:
        sys.exit(f"\n{fault}")
    except KeyboardInterrupt:
        sys.exit("\nStopped; the same command goes on.")
    if not lines:
        sys.exit(f"There are no duels in {chosen.raw} yet.")
    found = figures(lines)
    report(found)
    if chosen.publish:
        publish(lines, found)
    if chosen.write_preset:
        print("\nThe preset `even` has", "new credits." if write_preset(found) else "these credits already.")


if __name__ == "__main__":
    main()
