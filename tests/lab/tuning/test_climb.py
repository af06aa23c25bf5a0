"""Tuning moves weights step by step towards more wins, and a run resumes where it stopped."""

import json

import pytest

from lab import weights
from lab.tuning.climb import averaged, pair, signs, stepped
from lab.tuning.figures import LEFT_ALONE, Scale
from lab.tuning.games import Conditions
from opponent.evaluation import Weights

START = {"spring_open": -0.4, "unit": 0.5, "hired_next": 0.9, "daring": 0.0, "habit": 0.5}


def test_steps_lead_to_where_most_is_won():
    best = (3.0, -2.0, 0.0)
    points = [(0.0, 0.0, 0.0)]
    for number in range(400):
        sides = signs(1, number, len(best))
        plus, minus = (
            -sum((at - aim) ** 2 for at, aim in zip(point, best, strict=True)) / 20
            for point in pair(points[-1], number, sides)
        )
        points.append(stepped(points[-1], number, sides, max(-1, min(1, plus - minus))))
    assert averaged(points) == pytest.approx(best, abs=0.2)


def test_a_step_is_as_large_for_every_weight_and_keeps_it_within_its_bounds():
    scale = Scale.of(START)
    assert scale.names == ["spring_open", "unit", "hired_next"]
    assert scale.weights(scale.origin) == START
    moved = scale.weights((10.0, -10.0, 10.0))
    assert moved["spring_open"] == pytest.approx(1.6)
    assert 0 < moved["unit"] < 0.1
    assert moved["hired_next"] == 1
    assert {name: moved[name] for name in LEFT_ALONE} == {name: START[name] for name in LEFT_ALONE}


def test_all_weights_of_the_opponent_can_be_made():
    now = Weights.load().as_mapping()
    assert Weights(**Scale.of(now).weights(Scale.of(now).origin)).as_mapping() == pytest.approx(now)


def test_a_run_goes_on_from_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(Conditions, "between", lambda *_: [])
    monkeypatch.setattr(Conditions, "against_greedy", lambda *_: [])
    monkeypatch.setattr(weights, "score", lambda _: 0.75)
    monkeypatch.setattr(weights, "won", lambda _: 0.5)
    path = tmp_path / "run" / "weights.jsonl"
    begun = weights.Run.begun(path, Conditions())
    assert begun.step() == pytest.approx(1 / 3)
    again = weights.Run.begun(path, Conditions())
    assert again.points == begun.points
    again.step()
    assert [json.loads(line).get("step") for line in path.read_text().splitlines()] == [None, 0, 1]
