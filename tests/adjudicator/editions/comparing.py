"""Compare the adjudicator with the slow one in random phases and editions.

python -m tests.adjudicator.editions.comparing 20000 --seed 1 --edition anjou
"""

import argparse
import json
import sys
from collections import Counter
from random import Random

from adjudicator import EDITIONS, SWITCHES, edition
from tests.adjudicator.comparison import compared
from tests.adjudicator.random_phases import random_phase


def phase(seed):
    """Return a random phase; in some, orders are missing or given twice."""
    request, chance = random_phase(seed), Random(f"{seed}:orders")  # noqa: S311 (repeatable randomness)
    if chance.random() < 0.6:
        return request
    orders = {power: list(careless(texts, chance)) for power, texts in request["orders"].items()}
    return {**request, "orders": orders}


def careless(texts, chance):
    for text in texts:
        kept = chance.random()
        if kept > 0.06:
            yield text
        if kept > 0.96:
            yield chance.choice(texts)


def reading(name, seed):
    """Return an edition by name; `mixed` sets all switches at random, `single` one."""
    chance = Random(f"{seed}:switches")  # noqa: S311 (as above)
    if name == "mixed":
        return edition("standard", {switch: chance.choice(values) for switch, values in SWITCHES.items()})
    if name == "single":
        switch = chance.choice(sorted(SWITCHES))
        return edition("standard", {switch: chance.choice(SWITCHES[switch][1:])})
    return edition(name)


def differences(name, seed):
    """Return the differences in one phase, and the knots that a rule had to settle."""
    return compared(phase(seed), reading(name, seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("phases", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--edition", choices=[*EDITIONS, "mixed", "single"], default="mixed")
    options = parser.parse_args()
    knots, differing = Counter(), 0
    for seed in (f"{options.seed}:{number}" for number in range(options.phases)):
        found, settled = differences(options.edition, seed)
        knots.update(f"{kind} of {outcomes} outcomes" for kind, outcomes, _ in settled)
        if found:
            differing += 1
            request = {**phase(seed), "edition": options.edition, "seed": seed, "differences": found}
            sys.stdout.write(f"{json.dumps(request)}\n")
    sys.stdout.write(f"{options.edition}: {options.phases} phases, {differing} differences, {dict(knots)}\n")
    return int(differing > 0)


if __name__ == "__main__":
    raise SystemExit(main())
