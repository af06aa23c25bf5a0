"""Time the replay of a duel of ten years, from its record to its last line.

python bench/replay.py [--seed N]
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from intimate.record import load
from intimate.replay import replay
from tests.intimate.long_duel import ten_years

ROUNDS = 5


def main() -> None:
    """Replay a few times, and print the best and the worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1901, help="what the duel is drawn from")
    record = ten_years(parser.parse_args().seed)
    seconds = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        lines = list(replay(load(record)))
        seconds.append(time.process_time() - begun)
    print(f"{len(lines) - 1} chapters, {lines[-1]}")
    print(f"{min(seconds) * 1e3:.1f} ms at best, {max(seconds) * 1e3:.1f} ms at worst of {ROUNDS}")


if __name__ == "__main__":
    main()
