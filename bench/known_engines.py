"""Count the phases that the package `diplomacy` or this adjudicator resolves wrongly.

    python bench/known_engines.py 20000 [--seed x]

Phases are random and crowded; every unit has one legal order, so legality does not matter. The slow
adjudicator of the tests, written from the equations of DATC chapter 5, is the reference.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from diplomacy import Game

from adjudicator import Position, adjudicate_movement, read_orders, read_position, standard
from adjudicator.legality import sound_orders
from adjudicator.scene import Scene
from tests.adjudicator.random_phases import random_phase
from tests.adjudicator.slow import judged

Orders = dict[Any, list[str]]
BOARD = standard()


class Answer(NamedTuple):
    """The result of a phase: units on the board, dislodged units, and their retreats."""

    units: frozenset[tuple[str, str]]
    dislodged: frozenset[str]
    retreats: frozenset[tuple[str, str]]


def answer(units: dict[Any, Any], dislodged: dict[Any, tuple[Any, Any]]) -> Answer:
    """Make an answer from units with powers, and dislodged units with powers and retreats."""
    return Answer(
        frozenset((str(unit), str(power)) for unit, power in units.items()),
        frozenset(map(str, dislodged)),
        frozenset((str(unit), str(place)) for unit, (_, places) in dislodged.items() for place in places),
    )


def legal_phase(seed: str) -> tuple[Position, Orders]:
    """Make a random phase with one legal order for every unit."""
    request = random_phase(seed)
    position = read_position(request["units"])
    sound = sound_orders(Scene(position), read_orders(request["orders"]))
    orders: Orders = {}
    for order in sound.orders.values():
        orders.setdefault(position.units[order.unit], []).append(str(order))
    return position, orders


def of_diplomacy(position: Position, orders: Orders) -> Answer | None:
    """Resolve a phase with the package `diplomacy`; None if it refuses an order."""
    game = Game()
    game.clear_units()
    for power in BOARD.powers:
        game.set_units(power, list(map(str, position.units_of(power))), reset=True)
    for power, given in orders.items():
        game.set_orders(power, given)
    if sum(len(power.orders) for power in game.powers.values()) != len(position.units):
        return None
    game._determine_orders()  # noqa: SLF001  # as `process` in a movement phase
    game._add_coasts()  # noqa: SLF001
    game._move_results()  # noqa: SLF001
    units = {unit: name for name, power in game.powers.items() for unit in power.units}
    routed = {unit: (name, to) for name, power in game.powers.items() for unit, to in power.retreats.items()}
    return answer(units, routed | dict.fromkeys(game.popped, (None, ())))


def difference(one: Answer, other: Answer) -> str:
    """Return the name of the first field in which two answers differ; empty if none does."""
    return next((part for part in Answer._fields if getattr(one, part) != getattr(other, part)), "")


def main() -> None:
    """Compare, and print how many phases differ, in which field, and who was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("phases", type=int)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    wrong: Counter[str] = Counter()
    for number in range(options.phases):
        position, orders = legal_phase(f"{options.seed}:{number}")
        theirs = of_diplomacy(position, orders)
        if theirs is None:
            wrong["left out: diplomacy refused an order"] += 1
            continue
        given = read_orders(orders)
        result = adjudicate_movement(position, given).position
        (units, dislodged, *_), _ = judged(position, given)
        right = answer(units, dislodged)
        verdicts = {"adjudicator": answer(dict(result.units), dict(result.dislodged)), "diplomacy": theirs}
        for name, found in verdicts.items():
            what = difference(found, right)
            wrong[f"{name} wrong in {what}"] += bool(what)
    print(f"{options.phases} phases")
    for subject, count in sorted(wrong.items()):
        if count:
            print(f"{count:8} {subject}")


if __name__ == "__main__":
    main()
