"""Judgements as they are stored: exact inverses, and nothing else is read."""

import json

import pytest

from adjudicator import PhaseKind
from intimate.codec import read_stored_entry
from intimate.players import Player
from opponent.judging import Judgement, Plan
from services.judging.codec import DamagedJudgement, read_judgement, write_judgement

SHEETS = [{"bids": {"ITALY": 5, "RUSSIA": 1}}, {"bids": {}}]
ORDERS = [{"orders": {"AUSTRIA": ["A VIE - GAL", "F TRI H"], "ITALY": []}}, {"orders": {}}]
KINDS = [(PhaseKind.AUCTION, SHEETS), (PhaseKind.MOVEMENT, ORDERS), (PhaseKind.RETREATS, ORDERS)]


def judged(entries):
    first, second = (Plan(read_stored_entry(entry), 0.75, 0.61) for entry in entries)
    return Judgement(0.4321, {Player.FIRST: [first, second], Player.SECOND: []}, {Player.FIRST: 0.5}, 7)


@pytest.mark.parametrize(("kind", "entries"), KINDS)
def test_what_was_written_is_read_again(kind, entries):
    written = json.loads(json.dumps(write_judgement(judged(entries))))
    assert read_judgement(written, kind) == judged(entries)


def test_two_plans_of_each_player_are_stored_first_the_one_that_promises_more():
    plans = [Plan(read_stored_entry(SHEETS[0]), 0.2, worth) for worth in (0.5, 0.6, 0.7)]
    stored = read_judgement(write_judgement(Judgement(0.5, {Player.FIRST: plans}, {}, 0)), PhaseKind.AUCTION)
    assert [plan.worth for plan in stored.plans[Player.FIRST]] == [0.6, 0.5]


def test_a_plan_that_would_hardly_ever_be_chosen_comes_last_whatever_it_promises():
    plans = [Plan(read_stored_entry(SHEETS[0]), *each) for each in ((0.98, 0.5), (0.01, 0.6))]
    stored = read_judgement(write_judgement(Judgement(0.5, {Player.FIRST: plans}, {}, 0)), PhaseKind.AUCTION)
    assert [plan.weight for plan in stored.plans[Player.FIRST]] == [0.98, 0.01]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("share", 1.5),
        ("share", True),
        ("share", float("nan")),
        ("looked_at", -1),
        ("looked_at", 1.0),
        ("played", []),
        ("played", {"third": 0.5}),
        ("played.first", None),
        ("plans.first", {}),
        ("plans.first.0", {"entry": {"bids": {}}, "weight": 1}),
        ("plans.first.0.worth", "0.5"),
        ("plans.first.0.entry", {"orders": {}}),
        ("plans.first.0.entry", {"bids": {}, "salt": ""}),
        ("plans.first.0.entry", {"bids": {"ITALY": -1}}),
        ("more", 1),
    ],
)
def test_anything_else_is_damaged_and_the_error_names_the_field(field, value):
    plain = json.loads(json.dumps(write_judgement(judged(SHEETS))))
    *way, last = field.split(".")
    place = plain
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() else last] = value
    with pytest.raises(DamagedJudgement) as damaged:
        read_judgement(plain, PhaseKind.AUCTION)
    assert damaged.value.field.startswith("judgement" if field == "more" else field)
