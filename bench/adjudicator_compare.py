"""Compare the adjudicator with the slow one of the tests on random phases.

    python bench/adjudicator_compare.py 200000 --seed 1 --jobs 4

It prints each phase that differs as a request line for `python -m adjudicator`, with its differences added.
"""

import argparse
import json
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.adjudicator.comparison import compared
from tests.adjudicator.random_phases import random_phase


def tried(seed: str) -> tuple[str, list[str], str]:
    """Compare one phase; return its request line, the loops and paradoxes in it, and the differences."""
    request = random_phase(seed)
    differences, knots = compared(request)
    kinds = [f"{kind} of {outcomes} outcomes" for kind, outcomes, _ in knots]
    kinds += [f"{kind} with {agreed} paths agreed on" for kind, _, agreed in knots if agreed]
    return json.dumps({**request, "differences": differences}), kinds, " ".join(differences)


def main() -> int:
    """Compare, and print how many phases differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("phases", type=int, help="how many phases")
    parser.add_argument("--seed", default="1", help="random seed")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    options = parser.parse_args()
    seeds = (f"{options.seed}:{number}" for number in range(options.phases))
    knots, differing = Counter(), 0
    with Pool(options.jobs) as pool:
        for line, kinds, differences in pool.imap_unordered(tried, seeds, chunksize=100):
            knots.update(kinds)
            if differences:
                differing += 1
                print(line, flush=True)
    print(f"{options.phases} phases, {differing} with differences", file=sys.stderr)
    for kind, times in knots.most_common():
        print(f"{times:8} {kind}", file=sys.stderr)
    return int(differing > 0)


if __name__ == "__main__":
    raise SystemExit(main())
