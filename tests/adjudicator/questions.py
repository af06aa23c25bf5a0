"""Every case of the tests as a question for a build of the adjudicator (`answering.py`)."""

import json

from adjudicator import EDITIONS
from bench.fuzz_command import Lines
from tests.adjudicator.editions.comparing import phase, reading
from tests.adjudicator.random_phases import random_phase
from tests.builders import record, start
from tests.datc.test_datc import CASES
from tests.intimate.long_duel import ten_years
from tests.intimate.random_duels import random_duel
from tests.intimate.test_replay_command import FRAMES, REFUSED
from tests.intimate.test_scenarios import SCENARIOS

NAMES = sorted(EDITIONS)
PHASES, RANDOM_PHASES, DAMAGED, DUELS = 4000, 600, 6000, 60


def of_cases():
    """Yield questions about the DATC cases in all editions."""
    for case in CASES:
        spelt = {"centers" if key == "centres" else key: value for key, value in case.items()}
        for name in NAMES:
            yield "line", {**spelt, "id": case["number"]}, name


def of_phases():
    """Yield questions about random phases, in all editions and with random switches."""
    for number in range(PHASES):
        yield "line", {**phase(f"both {number}"), "id": number}, NAMES[number % len(NAMES)]
        switches = reading("mixed", number)
        rules = {switch: getattr(switches, switch) for switch in vars_of(switches)}
        yield "line", {**phase(f"mixed {number}"), "id": number, "rules": rules}, "standard"


def vars_of(edition):
    """List the switches whose values all have names."""
    return [name for name in edition.__dataclass_fields__ if isinstance(getattr(edition, name), str)]


def of_random_phases():
    """Yield questions about possible orders, and about faults of given ones."""
    for number in range(RANDOM_PHASES):
        request = random_phase(f"asked {number}")
        yield "position", request, NAMES[number % len(NAMES)]
        for written in (text for orders in request["orders"].values() for text in orders):
            yield "text", written, NAMES[number % len(NAMES)]


def of_damaged_lines():
    """Yield lines with damaged values or text, and noise."""
    lines = Lines(2026)
    for _ in range(DAMAGED):
        yield "line", lines.line(), "standard"


def of_duels():
    """Yield questions about whole duels, scenarios, and refused records."""
    for scenario in SCENARIOS:
        begin = start(**scenario["start"]) if "start" in scenario else None
        preset, settings = scenario.get("preset", "intimate"), scenario.get("settings", {})
        yield "record", record(*scenario["chapters"], preset=preset, begin=begin, **settings), None
    for name in NAMES:
        yield "record", {**ten_years(), "edition": name}, None
    for seed in range(DUELS):
        yield "record", random_duel(seed).record, None
    for chapters, *_ in REFUSED.values():
        yield "record", record(*chapters), None
    for content, _ in FRAMES.values():
        if not isinstance(content, bytes):
            yield "record", content, None


def questions():
    """Return every question as a line; those that are no text yet become JSON."""
    asked = (*of_cases(), *of_phases(), *of_random_phases(), *of_damaged_lines(), *of_duels())
    return [
        json.dumps([kind, content if isinstance(content, str) else json.dumps(content), name])
        for kind, content, name in asked
    ]
