"""Every case that the tests have, as questions that a build of the adjudicator answers (`answering.py`)."""

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
    """Ask about the cases of the DATC in all editions."""
    for case in CASES:
        spelt = {"centers" if key == "centres" else key: value for key, value in case.items()}
        for name in NAMES:
            yield "line", {**spelt, "id": case["number"]}, name


def of_phases():
    """Ask about random phases in all editions, and in editions of switches set by chance."""
    for number in range(PHASES):
        yield "line", {**phase(f"both {number}"), "id": number}, NAMES[number % len(NAMES)]
        switches = reading("mixed", number)
        rules = {switch: getattr(switches, switch) for switch in vars_of(switches)}
        yield "line", {**phase(f"mixed {number}"), "id": number, "rules": rules}, "standard"


def vars_of(edition):
    """List the switches that can be set, which all have names for their values."""
    return [name for name in edition.__dataclass_fields__ if isinstance(getattr(edition, name), str)]


def of_random_phases():
    """Ask what could be ordered, and what is wrong with what was."""
    for number in range(RANDOM_PHASES):
        request = random_phase(f"asked {number}")
        yield "position", request, NAMES[number % len(NAMES)]
        for written in (text for orders in request["orders"].values() for text in orders):
            yield "text", written, NAMES[number % len(NAMES)]


def of_damaged_lines():
    """Ask lines that are damaged in their values or their text, and noise."""
    lines = Lines(2026)
    for _ in range(DAMAGED):
        yield "line", lines.line(), "standard"


def of_duels():
    """Ask for replays of whole duels, of the scenarios, and of records that are refused."""
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
    """Return every question as a line; what is no text yet is written as JSON."""
    asked = (*of_cases(), *of_phases(), *of_random_phases(), *of_damaged_lines(), *of_duels())
    return [
        json.dumps([kind, content if isinstance(content, str) else json.dumps(content), name])
        for kind, content, name in asked
    ]
