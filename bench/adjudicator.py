"""Measure movement phases a second, from parsed orders to units, dislodged with retreats and outcomes.

    python bench/adjudicator.py [--workload FILE.jsonl] [--phases N] [--seed N] [--against diplomacy]
                                [--package build/compiled]

Without workload, phases of random play are made up. `--against diplomacy` measures the resolver of
that package too, on the same phases, when it is installed.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(
    0,
    sys.argv[sys.argv.index("--package") + 1] if "--package" in sys.argv else str(Path(__file__).parents[1]),
)

from adjudicator import (
    Position,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    legal_builds,
    legal_orders,
    read_orders,
    read_position,
    standard,
)
from adjudicator.interchange import units_by_power

Plain = dict[str, Any]
ROUNDS = 3
LARGE = 29, 31


class Figures(NamedTuple):
    """A measurement: phases, and the seconds of the best round."""

    phases: int
    seconds: float

    def __str__(self) -> str:
        """Phases a second, and microseconds a phase."""
        each = self.seconds / self.phases
        return f"{1 / each:10.0f} phases/s {each * 1e6:10.1f} us/phase"


def made_up(count: int, seed: int) -> list[Plain]:
    """Requests of random play: whole games, every order legal, supports and convoys as they come."""
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
    """The movement phases of a file of request lines."""
    with Path(path).open(encoding="utf-8") as lines:
        requests = [json.loads(line) for line in lines if line.strip()]
    return [request for request in requests if request["phase"].endswith("M")]


def best_of(run: Callable[[], object], phases: int) -> Figures:
    """The processor time of the best of several rounds, so that what else the machine does counts least."""
    seconds = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        run()
        seconds.append(time.process_time() - begun)
    return Figures(phases, min(seconds))


def ours(requests: Sequence[Plain]) -> Figures:
    """This adjudicator: positions and orders are read before the clock runs."""
    parsed = [(read_position(request["units"]), read_orders(request["orders"])) for request in requests]

    def run() -> None:
        for position, orders in parsed:
            adjudicate_movement(position, orders)

    return best_of(run, len(requests))


def offers(requests: Sequence[Plain]) -> str:
    """Measure how long the legal orders of all units of a large position take."""
    positions = [read_position(request["units"]) for request in requests]
    large = [position for position in positions if LARGE[0] <= len(position.units) <= LARGE[1]]
    seconds = []
    for position in large:
        begun = time.process_time()
        legal_orders(position, position.units)
        seconds.append(time.process_time() - begun)
    if not seconds:
        return "no position is large enough"
    return f"{median(seconds) * 1e3:.2f} ms ({len(large)} positions of {LARGE[0]} to {LARGE[1]} units)"


def of_diplomacy(requests: Sequence[Plain]) -> Figures:
    """The resolver of the package `diplomacy`: games are set up and orders checked before the clock runs."""
    from diplomacy import Game  # noqa: PLC0415  # it is no requirement of this project

    games = [_set_up(Game(), request) for request in requests]
    begun = time.process_time()
    for game in games:
        # What `process` does in a movement phase, without messages, history and the next phase.
        game._determine_orders()  # noqa: SLF001
        game._add_coasts()  # noqa: SLF001
        game._move_results()  # noqa: SLF001
    return Figures(len(requests), time.process_time() - begun)


def _set_up(game: Any, request: Plain) -> Any:  # noqa: ANN401  # a game of that package
    game.clear_units()
    for power, units in request["units"].items():
        game.set_units(power, units, reset=True)
    for power, orders in request["orders"].items():
        game.set_orders(power, orders)
    return game


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workload", help="request lines of the public format")
    parser.add_argument("--phases", type=int, default=5000, help="phases to make up")
    parser.add_argument("--seed", type=int, default=1901)
    parser.add_argument("--against", choices=["diplomacy"])
    parser.add_argument("--package", help="the folder that holds the adjudicator to measure")
    options = parser.parse_args()
    requests = loaded(options.workload) if options.workload else made_up(options.phases, options.seed)
    units = sum(len(listed) for request in requests for listed in request["units"].values())
    print(f"{len(requests)} phases, {units / len(requests):.1f} units each")
    mine = ours(requests)
    print(f"adjudicator {mine}")
    if options.against:
        other = of_diplomacy(requests)
        print(f"diplomacy   {other}")
        ratio = (other.seconds / other.phases) / (mine.seconds / mine.phases)
        print(f"ratio       {ratio:10.1f}")
    print(f"legal orders of all units, median: {offers(requests)}")


if __name__ == "__main__":
    main()
