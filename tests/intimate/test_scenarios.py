"""Whole records with expected values in their last line and their result."""

import json
from pathlib import Path

import pytest

from tests.builders import lines, record, start

SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.json"))
    for scenario in json.loads(path.read_text("utf-8"))
]


def seen(plain, path):
    """Follow a path such as `control.ITALY` into the result and the last line before it."""
    found = {**lines(plain)[-2], **lines(plain)[-1]}
    for key in path.split("."):
        found = found[key] if isinstance(found, dict) else found
    return found


@pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=lambda scenario: f"{scenario['paragraph']} {scenario['sentence']}"
)
def test_scenario(scenario):
    begin = start(**scenario["start"]) if "start" in scenario else None
    settings = scenario.get("settings", {})
    preset = scenario.get("preset", "intimate")
    plain = record(*scenario["chapters"], preset=preset, begin=begin, **settings)
    assert {path: seen(plain, path) for path in scenario["expect"]} == scenario["expect"]


def test_no_sentence_stands_twice():
    sentences = [scenario["sentence"] for scenario in SCENARIOS]
    assert len(sentences) == len(set(sentences))
