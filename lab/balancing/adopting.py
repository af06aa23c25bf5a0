"""Duels of an earlier version of the opponent that count for this one, as it plays them the same."""

import json
from collections.abc import Sequence
from pathlib import Path

from lab.balancing.plan import Plan
from lab.balancing.results import COMMON, Line, Mixed, common, read_lines

OF_THE_VERSION = "program"
NOT_COMPARED = (OF_THE_VERSION, "on")


def adopt(plan: Plan, path: Path, count: int, jobs: int) -> None:
    """Play some of the duels of a file again, evenly spread; if all are the same, let all be of this version.

    Raises Mixed where one comes out otherwise, or where more than the version differs; Fault.
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
                f"duel {number} comes out otherwise: {_compared(again)}, it was {_compared(there[number])}"
            )
    adopted = [json.dumps({**line, OF_THE_VERSION: plan.noted[OF_THE_VERSION]}) for line in lines]
    path.write_text("".join(f"{line}\n" for line in adopted), "utf-8")


def spread(numbers: Sequence[int], count: int) -> list[int]:
    """Take so many numbers, evenly spread; all where there are no more."""
    count = min(count, len(numbers))
    return [numbers[at * len(numbers) // count] for at in range(count)]


def _compared(line: Line) -> Line:
    return {name: value for name, value in line.items() if name not in NOT_COMPARED}
