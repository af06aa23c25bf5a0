"""Adopting duels of an earlier version of the opponent, if this version plays them in the same way."""

import json
from collections.abc import Sequence
from pathlib import Path

from lab.balancing.plan import Plan
from lab.balancing.results import COMMON, Line, Mixed, common, read_lines

OF_THE_VERSION = "program"
NOT_COMPARED = (OF_THE_VERSION, "on")


def adopt(plan: Plan, path: Path, count: int, jobs: int) -> None:
    """Play some of a file's duels again, evenly spread; if all are the same, mark all as of this version.

    Raises Mixed if one has another result, or if more than the version differs; Fault.
    """
    lines = read_lines(path)
    expected = {name: plan.noted[name] for name in COMMON if name != OF_THE_VERSION}
    common(lines, expected)
    there = {line["number"]: line for line in lines}
    for text in plan.lines(spread([*there], count), jobs):
        again = json.loads(text)
        number = again["number"]
        if _compared(again) != _compared(there[number]):
            raise Mixed(
                f"duel {number} has another result: {_compared(again)}, it was {_compared(there[number])}"
            )
    adopted = [json.dumps({**line, OF_THE_VERSION: plan.noted[OF_THE_VERSION]}) for line in lines]
    path.write_text("".join(f"{line}\n" for line in adopted), "utf-8")


def spread(numbers: Sequence[int], count: int) -> list[int]:
    """Choose `count` numbers, evenly spread; all if there are fewer."""
    count = min(count, len(numbers))
    return [numbers[at * len(numbers) // count] for at in range(count)]


def _compared(line: Line) -> Line:
    return {name: value for name, value in line.items() if name not in NOT_COMPARED}
