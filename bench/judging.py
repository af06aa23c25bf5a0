"""Measure the analysis of a duel: each phase of the bundled duel, and forty phases.

    python bench/judging.py

It prints processor seconds, since an analysis runs in one process.
"""

import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator import PhaseKind
from intimate.record import loads
from intimate.replay import chapters_of
from services.analysis.asking import judged
from services.history.replay import BUNDLED

CHAPTERS = 40


def main() -> None:
    """Measure and print."""
    record, spent = loads(BUNDLED.read_bytes()), []
    before = record.start
    for chapter in chapters_of(record):
        if chapter.phase and before.kind is not PhaseKind.HOMES:
            began = time.process_time()
            made = judged(before, chapter.entries, Random(0))  # noqa: S311  # must be repeatable
            spent.append(time.process_time() - began)
            print(f"{chapter.phase}  {made['share']:4.0%}  {made['looked_at']:7d}  {spent[-1]:5.2f} s")
        before = chapter.after
    print(f"{CHAPTERS} phases: {CHAPTERS * sum(spent) / len(spent):.1f} s")


if __name__ == "__main__":
    main()
