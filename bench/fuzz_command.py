"""Send random lines to `python -m adjudicator` until an answer breaks the format.

    python bench/fuzz_command.py --inputs 10000000 [--seed N]

Lines are requests of all phases and editions, requests damaged in a few places, and random characters. Each
answer must be one line of JSON with the id and either an error or the units afterwards, never two in one
province. It prints the first line with another answer; exit status 1.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator import EDITIONS, SWITCHES, Kind, Location, standard
from adjudicator.interchange import answer_line

CHUNK = 20_000
DAMAGES = 3
PLACES = sorted({place for table in standard().borders.values() for place in table})
POWERS = standard().powers
UNITS = [f"{kind} {place}" for kind, table in standard().borders.items() for place in table]
ODD = [None, True, -1, 1.5, 10**30, "", "A XXX", "é\u0000🚢", [], {}, [[]], {"A": []}, "S1901M", "WAIVE"]
MARKS = '{}[]",:0-9eE.\\u\t\n A/SFHCDBRx\ud83d\u00e9'


class Lines:
    """Random lines from a seed."""

    def __init__(self, seed: int) -> None:
        """Seed the generator."""
        self.chance = random.Random(seed)  # noqa: S311  # no secret

    def line(self) -> str:
        """Make a line: a request, a request with damaged values or text, or noise."""
        kind = self.chance.random()
        if kind < 0.02:  # little noise, since it finds little
            return "".join(self.chance.choices(MARKS, k=self.chance.randrange(60)))
        request = self.request()
        if kind < 0.3:
            self.spoil(request)
        text = json.dumps(request)
        return self.damage(text) if kind > 0.8 else text

    def request(self) -> dict[str, Any]:
        """Make a request with few units, whose orders are likely to interact."""
        units = list(
            {unit[2:5]: unit for unit in (self.unit() for _ in range(self.chance.randrange(7)))}.values()
        )
        nearby = [unit[2:] for unit in units] + self.chance.choices(PLACES, k=4)
        request: dict[str, Any] = {
            "id": self.chance.randrange(100),
            "phase": self.chance.choice(["S1901M", "F1901M", "S1901R", "F1901R", "W1901A"]),
            "units": self.dealt_out(units),
            "orders": self.dealt_out([self.order(units, nearby) for _ in range(len(units) + 1)]),
            "edition": self.chance.choice([*EDITIONS, "standard", None]),
        }
        if request["phase"].endswith("A") or self.chance.random() < 0.5:
            drawn = self.chance.sample(sorted(standard().centres), 7)
            request["centers"], request["lost"] = self.dealt_out(drawn[:5]), self.dealt_out(drawn[5:])
        if request["phase"].endswith("R"):
            request["dislodged"] = {self.chance.choice(POWERS): self.dislodged_unit()}
        if self.chance.random() < 0.2:
            switch = self.chance.choice(sorted(SWITCHES))
            request["rules"] = {switch: self.chance.choice(SWITCHES[switch])}
        return request

    def unit(self) -> str:
        """Return any unit, nearly always a possible one."""
        if self.chance.random() < 0.01:
            return f"{self.chance.choice('AF')} {self.chance.choice(PLACES)}"
        return self.chance.choice(UNITS)

    def dislodged_unit(self) -> dict[str, list[str]]:
        """Return a dislodged unit with one possible retreat."""
        kind, place = self.chance.choice(UNITS).split()
        there = standard().borders[Kind(kind)][Location(place)]
        return {f"{kind} {place}": self.chance.sample(list(there), 1)}

    def dealt_out(self, items: list[str]) -> dict[str, list[str]]:
        """Distribute items among a few powers."""
        dealt: dict[str, list[str]] = {}
        for item in items:
            dealt.setdefault(self.chance.choice(POWERS[:3]), []).append(item)
        return dealt

    def order(self, units: list[str], nearby: list[str]) -> str:
        """Make an order for one of the units, mostly about another unit or one of the places."""
        unit, other = (self.chance.choice(units) if units else self.unit() for _ in range(2))
        there = self.chance.choice(nearby)
        forms = f"- {there}|- {there} VIA|S {other} - {there}|S {other}|C {other} - {there}|H|R {there}|D|B"
        return f"{unit} {self.chance.choice(forms.split('|'))}" if self.chance.random() < 0.98 else "WAIVE"

    def spoil(self, request: dict[str, Any]) -> None:
        """Replace a value by something odd."""
        key = self.chance.choice([*request, "rules", "dislodged", "centers", "lost"])
        inner = request.get(key)
        if isinstance(inner, dict) and inner and self.chance.random() < 0.5:
            inner[self.chance.choice([*inner, "ATLANTIS"])] = self.chance.choice(ODD)
        else:
            request[key] = self.chance.choice(ODD)

    def damage(self, text: str) -> str:
        """Change a line in a few places."""
        letters = list(text)
        for _ in range(self.chance.randint(1, DAMAGES)):
            place = self.chance.randrange(len(letters) + 1)
            letters[place : place + self.chance.randint(0, 2)] = self.chance.choice(MARKS)
        return "".join(letters)


def outcome(line: str) -> str:
    """Return the kind of answer to a line; raises an error for a wrong answer."""
    written = answer_line(line)
    written.encode()
    answer = json.loads(written)
    if "error" in answer:
        return "refused"
    provinces = [unit[2:5] for units in answer["units_after"].values() for unit in units]
    if len(set(provinces)) != len(provinces):
        raise AssertionError("two units in a province")
    return "adjudicated"


def try_chunk(seed: int) -> tuple[Counter[str], str | None]:
    """Count the outcomes of a chunk of lines; return them with the first line with a wrong answer, if any."""
    lines, counts = Lines(seed), Counter[str]()
    for _ in range(CHUNK):
        line = lines.line()
        try:
            counts[outcome(line)] += 1
        except Exception as error:  # noqa: BLE001  # any error is a finding
            return counts, f"{error!r}: {line!r}"
    return counts, None


def main() -> int:
    """Try chunks on all processors, and print the outcomes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total, begun = Counter[str](), time.monotonic()
    chunks = range(options.seed, options.seed + -(-options.inputs // CHUNK))
    with multiprocessing.Pool() as pool:
        for counts, broken in pool.imap_unordered(try_chunk, chunks):
            total += counts
            if broken:
                print(broken)
                return 1
    print(f"{total.total()} lines: {dict(total)} in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
