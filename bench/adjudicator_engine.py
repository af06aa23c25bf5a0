"""Measure one engine for `bench/adjudicator.py`: request lines in, one line of figures out.

    python bench/adjudicator_engine.py FOLDER single|reasons|bulk|game|resolver|process < REQUESTS

FOLDER contains the adjudicator to measure; `resolver` and `process` measure the package `diplomacy`. Before
timing, the tables of the board are made, positions set up, orders read (except for `game` and `process`,
which begin with texts), and all objects frozen for the garbage collector.
"""

import gc
import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

sys.path.insert(0, sys.argv[1])

from adjudicator import (
    Game,
    Order,
    Phase,
    Position,
    Power,
    Slate,
    Unreadable,
    adjudicate_many,
    adjudicate_movement,
    legal_orders,
    read_orders,
    read_position,
)

Plain = dict[str, Any]
Figures = dict[str, float]
ROUNDS = 3
LARGE = 29, 31
SETS = 4096
POSITIONS = 8


def clocked(run: Callable[[], object]) -> float:
    """Return the processor time of a function."""
    gc.collect()
    gc.freeze()
    begun = time.process_time()
    run()
    return time.process_time() - begun


def judged(requests: Sequence[Plain]) -> Callable[[], None]:
    """Return a function that adjudicates phases one by one."""
    parsed = _parsed(requests)

    def run() -> None:
        for position, orders in parsed:
            adjudicate_movement(position, orders)

    return run


def explained(requests: Sequence[Plain]) -> Callable[[], None]:
    """Return a function that adjudicates phases one by one and computes the outcomes with reasons."""
    parsed = _parsed(requests)

    def run() -> None:
        for position, orders in parsed:
            len(adjudicate_movement(position, orders).outcomes)

    return run


def _parsed(requests: Sequence[Plain]) -> list[tuple[Position, Mapping[Power, Sequence[Order | Unreadable]]]]:
    return [(read_position(request["units"]), read_orders(request["orders"])) for request in requests]


def single(requests: Sequence[Plain]) -> Figures:
    """Measure single phases without reasons."""
    return _one_by_one(requests, judged) | {"offers": offers(requests)}


def reasons(requests: Sequence[Plain]) -> Figures:
    """Measure single phases with outcomes and reasons."""
    return _one_by_one(requests, explained)


def _one_by_one(requests: Sequence[Plain], made: Callable[[Sequence[Plain]], Callable[[], None]]) -> Figures:
    """Measure half of the phases cold, then the other half for the first time and again."""
    half = len(requests) // 2
    adjudicate_movement(Position.initial(), {})  # makes the tables of the board
    strange, known = made(requests[:half]), made(requests[half:])
    cold, first = clocked(strange), clocked(known)
    again = min(clocked(known) for _ in range(ROUNDS))
    return _each(half, cold=cold, first=first, again=again)


def whole(requests: Sequence[Plain]) -> Figures:
    """Measure games: the orders of all powers as texts in, the next phase to play out."""
    half = len(requests) // 2
    adjudicate_movement(Position.initial(), {})
    strange, known = played(requests[:half]), played(requests[half:])
    cold, first = clocked(strange), clocked(known)
    return _each(half, cold=cold, first=first, again=min(clocked(known) for _ in range(ROUNDS)))


def played(requests: Sequence[Plain]) -> Callable[[], None]:
    """Return a function that reads the orders of games, checks them, and plays on."""
    games = [
        (Game(Phase.parse(request["phase"]), read_position(request["units"])), request["orders"])
        for request in requests
    ]

    def run() -> None:
        for game, texts in games:
            game.play(read_orders(texts))

    return run


def _each(count: int, **seconds: float) -> Figures:
    """Convert seconds for a number of phases to microseconds for each."""
    return {name: spent / count * 1e6 for name, spent in seconds.items()}


def offers(requests: Sequence[Plain]) -> float:
    """Return the median microseconds for the legal orders of all units in large positions."""
    positions = [read_position(request["units"]) for request in requests]
    large = [position for position in positions if LARGE[0] <= len(position.units) <= LARGE[1]]
    spent = []
    for position in large:
        begun = time.process_time()
        legal_orders(position, position.units)
        spent.append(time.process_time() - begun)
    return median(spent or [0]) * 1e6


def bulk(requests: Sequence[Plain]) -> Figures:
    """Measure thousands of random sets of legal orders in a position, for positions spread over the phases.

    `cold` and `first` include numbering the legal orders; `again` is for other sets in the same position.
    """
    chosen = [requests[at * len(requests) // (2 * POSITIONS)] for at in range(2 * POSITIONS)]
    positions = [read_position(request["units"]) for request in chosen]
    adjudicate_movement(Position.initial(), {})
    cold, first, again = [], [], []
    for at, position in enumerate(positions):
        spent = clocked_bulk(position, random.Random(at))  # noqa: S311  # a workload, not a secret
        (cold if at < POSITIONS else first).append(spent[0])
        again.append(spent[1])
    count = POSITIONS * SETS
    return _each(count, cold=sum(cold), first=sum(first), again=sum(again[POSITIONS:]))


def clocked_bulk(position: Position, drawn: random.Random) -> tuple[float, float]:
    """Return the seconds of a position's first bulk, and of a second one."""
    offered = [range(len(orders)) for orders in legal_orders(position, position.units).values()]
    starts = [sum(map(len, offered[:at])) for at in range(len(offered))]
    some, others = (
        [[start + drawn.choice(one) for start, one in zip(starts, offered, strict=True)] for _ in range(SETS)]
        for _ in range(2)
    )
    slates: list[Slate] = []

    def run() -> None:
        slates.append(Slate.of(position))
        adjudicate_many(slates[0], some)

    return clocked(run), clocked(lambda: adjudicate_many(slates[0], others))


def resolver(requests: Sequence[Plain]) -> Figures:
    """Measure only the resolver of the package `diplomacy`; its games have checked the orders before."""
    return _set_up_anew(requests, resolved)


def process(requests: Sequence[Plain]) -> Figures:
    """Measure games of the package `diplomacy`: orders are set as texts, then processed."""
    return _set_up_anew(requests, processed)


def _set_up_anew(requests: Sequence[Plain], made: Callable[[Sequence[Plain]], Callable[[], None]]) -> Figures:
    """Measure games that can only be played once."""
    half = len(requests) // 2
    cold = clocked(made(requests[:half]))
    first = clocked(made(requests[half:]))
    again = min(clocked(made(requests[half:])) for _ in range(ROUNDS))
    return _each(half, cold=cold, first=first, again=again)


def resolved(requests: Sequence[Plain]) -> Callable[[], None]:
    """Return a function that resolves phases: `process` without messages, history and the next phase."""
    games = _games(requests)
    for game, request in zip(games, requests, strict=True):
        _set_orders(game, request)

    def run() -> None:
        for game in games:
            game._determine_orders()  # noqa: SLF001
            game._add_coasts()  # noqa: SLF001
            game._move_results()  # noqa: SLF001

    return run


def processed(requests: Sequence[Plain]) -> Callable[[], None]:
    """Return a function that sets orders, which checks them, and processes them."""
    games = list(zip(_games(requests), requests, strict=True))

    def run() -> None:
        for game, request in games:
            _set_orders(game, request)
            game.process()

    return run


def _games(requests: Sequence[Plain]) -> list[Any]:
    from diplomacy import Game as Foreign  # noqa: PLC0415  # it is no requirement of this project

    return [_set_up(Foreign(), request) for request in requests]


def _set_up(game: Any, request: Plain) -> Any:  # noqa: ANN401  # a game of that package
    game.clear_units()
    for power, units in request["units"].items():
        game.set_units(power, units, reset=True)
    return game


def _set_orders(game: Any, request: Plain) -> None:  # noqa: ANN401  # as above
    for power, orders in request["orders"].items():
        game.set_orders(power, orders)


KINDS = {
    "single": single,
    "reasons": reasons,
    "bulk": bulk,
    "game": whole,
    "resolver": resolver,
    "process": process,
}

if __name__ == "__main__":
    print(json.dumps(KINDS[sys.argv[2]]([json.loads(line) for line in sys.stdin])))
