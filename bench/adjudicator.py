"""Measure adjudicating movement phases, from parsed orders to units, retreats and outcomes.

    python bench/adjudicator.py [--phases N] [--seed N] [--workload FILE.jsonl]
                                [--against diplomacy] [--compiled build/compiled]

Each engine runs in its own new process: first N phases of random play (`cold`, all caches empty), then N
others (`first`), and the latter once more (`again`). `bulk` adjudicates thousands of order sets in one
position: in a new one, then other sets in the same one. `single` only computes the next position and the
retreats, `reasons` also the outcome of each order. `game` begins with orders as texts, checks them, and ends
with the next phase to play.

This adjudicator checks orders in all modes. The package `diplomacy` checks them when they are set, which
`process` includes and `resolver` does not. `game` is compared with `process`, all others with `resolver`.
"""

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator import (
    Position,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    legal_builds,
    legal_orders,
    standard,
)
from adjudicator.interchange import units_by_power

Plain = dict[str, Any]
Figures = dict[str, float]
ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "bench" / "adjudicator_engine.py"
COLUMNS = ("cold", "first", "again")


def made_up(count: int, seed: int) -> list[Plain]:
    """Return requests of random play: whole games in which every order is legal."""
    drawn = random.Random(seed)  # noqa: S311  # a workload, not a secret
    requests: list[Plain] = []
    while len(requests) < count:
        position = Position.initial()
        for turn in range(24):
            position = _played(position, drawn, requests, autumn=turn % 2 == 1)
    return requests[:count]


def _played(position: Position, drawn: random.Random, requests: list[Plain], *, autumn: bool) -> Position:
    board = standard()
    chosen = {unit: drawn.choice(orders) for unit, orders in legal_orders(position, position.units).items()}
    orders = {power: [chosen[unit] for unit in position.units_of(power)] for power in board.powers}
    plain = {power: [str(order) for order in issued] for power, issued in orders.items()}
    requests.append({"phase": "S1901M", "units": units_by_power(position), "orders": plain})
    position = adjudicate_movement(position, orders).position
    position = adjudicate_retreats(position, {}).position
    if not autumn:
        return position
    position = position.with_ownership()
    builds = {power: legal_builds(position, power) for power in board.powers}
    return adjudicate_adjustments(position, builds).position


def loaded(path: str) -> list[Plain]:
    """Return the movement phases of a file of request lines."""
    with Path(path).open(encoding="utf-8") as lines:
        requests = [json.loads(line) for line in lines if line.strip()]
    return [request for request in requests if request["phase"].endswith("M")]


def measured(folder: Path, kind: str, requests: Sequence[Plain]) -> Figures:
    """Measure one engine in a process with the adjudicator of a folder; return microseconds by column."""
    done = subprocess.run(  # noqa: S603  # a program of this folder
        [sys.executable, ENGINE, folder.resolve(), kind],
        input="\n".join(map(json.dumps, requests)),
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return {column: float(value) for column, value in json.loads(done.stdout).items()}


def lines_of(
    options: argparse.Namespace, requests: Sequence[Plain]
) -> Iterator[tuple[str, Figures, Figures]]:
    """Yield the name, figures, and reference figures of every engine."""
    builds = [("plain", ROOT), *([("compiled", options.compiled)] if options.compiled else [])]
    engines = [
        (name, folder, kind) for kind in ("single", "reasons", "bulk", "game") for name, folder in builds
    ]
    yardsticks: dict[str, Figures] = {}
    if options.against:
        for kind in ("resolver", "process"):
            yardsticks[kind] = measured(ROOT, kind, requests)
            yield f"diplomacy, {kind}", yardsticks[kind], yardsticks[kind]
    for name, folder, kind in engines:
        figures = measured(folder, kind, requests)
        yield f"{name}, {kind}", figures, yardsticks.get("process" if kind == "game" else "resolver", figures)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workload", help="request lines of the public format")
    parser.add_argument("--phases", type=int, default=3000, help="phases to make up, for each column")
    parser.add_argument("--seed", type=int, default=1901)
    parser.add_argument("--against", choices=["diplomacy"], help="measure that package too, when installed")
    parser.add_argument("--compiled", type=Path, help="the folder that `make compiled` has filled")
    options = parser.parse_args()
    requests = loaded(options.workload) if options.workload else made_up(2 * options.phases, options.seed)
    units = sum(len(listed) for request in requests for listed in request["units"].values())
    print(f"{len(requests)} phases, {units / len(requests):.1f} units each; microseconds a phase")
    print(f"{'':20}" + "".join(f"{column:>9}" for column in COLUMNS) + "    times: first    again")
    for name, figures, yardstick in lines_of(options, requests):
        cells = "".join(f"{figures[column]:9.1f}" for column in COLUMNS)
        first, again = (yardstick[column] / figures[column] for column in COLUMNS[1:])
        print(f"{name:20}{cells}         {first:8.1f} {again:8.1f}", flush=True)
        if "offers" in figures:
            print(f"{'':20}legal orders of a large position: {figures['offers'] / 1e3:.2f} ms, median")


if __name__ == "__main__":
    main()
