"""Tune the weights of the opponent by games; writes opponent/weights.json if they are better.

    python -m lab.weights --duels 4000 --jobs 2

In each step, two sets of weights on opposite sides of the present ones play each other and the greedy player
in the same duels, and the present ones move towards the better side. Each step is a line of `--run`, from
which a stopped run continues. In the end the mean of the later half plays against today's weights.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.speed.table import written
from lab.matches.figures import RESULTS, results
from lab.matches.playing import Fault
from lab.tuning.climb import averaged, pair, signs, stepped
from lab.tuning.figures import Point, Scale
from lab.tuning.games import Conditions, score, won
from opponent.evaluation import Weights

FILE = Path(__file__).parents[1] / "opponent" / "weights.json"
STEPS = Path(__file__).parent / "tuning" / "steps.jsonl"
TOGETHER, GREEDY = 8, 4
"""The duels of a step between both sides, and of each side against the greedy player."""
OF_A_STEP = TOGETHER + 2 * GREEDY
AGAINST_GREEDY = 0.5
"""The weight of results against the greedy player, relative to those against the other side."""


class Run:
    """The steps of a run, kept in a file."""

    def __init__(self, path: Path, scale: Scale, conditions: Conditions) -> None:
        self.path, self.scale, self.conditions = path, scale, conditions
        self.points: list[Point] = [scale.origin]

    @classmethod
    def begun(cls, path: Path, conditions: Conditions) -> "Run":
        """Continue the run of a file, or begin one from today's weights."""
        lines = [json.loads(each) for each in path.read_text("utf-8").splitlines()] if path.exists() else []
        start = lines[0]["start"] if lines else Weights.load().as_mapping()
        run = cls(path, Scale.of(start), conditions)
        run.points += [tuple(each["point"]) for each in lines[1:]]
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            run.note({"start": start, **conditions._asdict()})
        return run

    def note(self, what: dict[str, Any]) -> None:
        """Add a line to the file."""
        with self.path.open("a", encoding="utf-8") as out:
            print(json.dumps(what), file=out)

    @property
    def steps(self) -> int:
        """The number of steps made."""
        return len(self.points) - 1

    def step(self) -> float:
        """Make a step; return by how much the plus side did better."""
        number, scale, conditions = self.steps, self.scale, self.conditions
        sides = signs(conditions.seed, number, len(scale.names))
        plus, minus = (scale.weights(point) for point in pair(self.points[-1], number, sides))
        numbers = _numbers(number, TOGETHER)
        difference = 2 * score(conditions.between(plus, minus, numbers)) - 1
        numbers = _numbers(number, GREEDY)
        more = won(conditions.against_greedy(plus, numbers)) - won(conditions.against_greedy(minus, numbers))
        found = (difference + AGAINST_GREEDY * more) / (1 + AGAINST_GREEDY)
        self.points.append(stepped(self.points[-1], number, sides, found))
        self.note({"step": number, "difference": found, "point": self.points[-1]})
        return found


def _numbers(step: int, count: int) -> range:
    """The numbers of a step's duels: different ones in each step, always with both sides of a pair."""
    return range(step * count, (step + 1) * count)


def compare(conditions: Conditions, new: dict[str, float], now: dict[str, float], duels: int) -> bool:
    """Play new weights against today's; print the results, and return whether the new ones are better."""
    numbers = range(10**6, 10**6 + duels)
    direct = conditions.between(new, now, numbers)
    greedy = [conditions.against_greedy(weights, numbers) for weights in (new, now)]
    rows: Iterator[Sequence[str]] = iter(
        [
            ("new against present", *results(direct)),
            ("new against greedy", *results(greedy[0])),
            ("present against greedy", *results(greedy[1])),
        ]
    )
    print(written(("weights", *RESULTS), rows))
    return score(direct) > 1 / 2 and won(greedy[0]) >= won(greedy[1])


def write(weights: dict[str, float]) -> None:
    """Store weights for the opponent."""
    FILE.write_text(json.dumps(weights, indent=2) + "\n", "utf-8")


def options() -> argparse.Namespace:
    """Read the command line."""
    usual = Conditions()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--duels", type=int, default=4000, help="in all steps, those of the file too")
    parser.add_argument("--compare", type=int, default=420, help="duels of each match in the end")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument(
        "--work", type=int, default=usual.work, help="positions that are looked at in a movement"
    )
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--run", type=Path, default=STEPS, help="the file of steps")
    parser.add_argument(
        "--force", action="store_true", help="write the weights even where they are no better"
    )
    return parser.parse_args()


def main() -> None:
    """Make the remaining steps, compare and write."""
    chosen = options()
    conditions = Conditions(work=chosen.work, seed=chosen.seed, jobs=chosen.jobs)
    run = Run.begun(chosen.run, conditions)
    try:
        while run.steps * OF_A_STEP < chosen.duels:
            found = run.step()
            print(f"step {run.steps}, {run.steps * OF_A_STEP} duels: {found:+.3f}", file=sys.stderr)
        new = run.scale.weights(averaged(run.points))
        better = compare(conditions, new, Weights.load().as_mapping(), chosen.compare)
    except Fault as fault:
        sys.exit(f"\n{fault}")
    if better or chosen.force:
        write(new)
    print(
        "Written." if better or chosen.force else "Not better, so the present ones stay:\n" + json.dumps(new)
    )


if __name__ == "__main__":
    main()
