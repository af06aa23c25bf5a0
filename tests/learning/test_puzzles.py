"""Puzzles: proved by the computer, enough of each kind, none twice; guarantees follow the rules."""

import json
from collections import Counter

import pytest

from adjudicator import adjudicate, standard
from lab.mining.proving import faults
from learning.guarantee import Guarantee, refute
from learning.puzzle import STRIDE, Aim, PuzzleKind, lines, puzzle, themes

LEAST, LEAST_OF_KIND = 300, 50
EACH = 6
"""The number of puzzles of each theme proved in every run; the soak tests prove all."""
SAMPLE = [key for keys in themes().values() for key in keys[:: max(1, len(keys) // EACH)]]


def test_there_are_enough_of_each_kind():
    kinds = Counter(json.loads(line)["kind"] for line in lines().values())
    assert len(lines()) >= LEAST
    assert {kind: kinds[kind] for kind in PuzzleKind if kinds[kind] < LEAST_OF_KIND} == {}
    assert len(lines()) < STRIDE


def test_no_two_puzzles_are_the_same():
    asked = [
        json.dumps([plain["start"], plain["player"], plain["kind"], plain.get("aim"), plain.get("place")])
        for plain in map(json.loads, lines().values())
    ]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("key", SAMPLE)
def test_a_sample_is_proved(key):
    assert list(faults(puzzle(key))) == []


@pytest.mark.soak
@pytest.mark.parametrize("key", lines())
def test_each_is_proved(key):
    assert list(faults(puzzle(key))) == []


def test_a_puzzle_with_a_wrong_answer_is_found_out():
    asked = puzzle(themes()["take"][0])
    turned = type(asked)(
        **{name: getattr(asked, name) for name in asked.__slots__}
        | {"best": asked.usual, "usual": asked.best}
    )
    assert set(faults(turned)) == {
        "the answer is wrong",
        "what was played, or greed, is right",
        "the answers are worth something else",
    }


def reached(asked, units):
    """Whether the units after the moves have reached the goal of a guarantee."""
    own, theirs = asked.start.homes[asked.player], asked.start.homes[asked.player.opponent]
    homes = standard().homes
    safe = not any(power == theirs and unit.province in homes[own] for unit, power in units.items())
    if asked.aim is Aim.GUARD:
        return safe
    if asked.aim is Aim.REACH:
        return safe and any(power == own and unit.province in homes[theirs] for unit, power in units.items())
    mine = asked.start.commands(asked.player)
    return any(power in mine and unit.province == asked.place for unit, power in units.items())


@pytest.mark.parametrize("aim", [aim for aim in Aim if themes()[aim]])
def test_the_bulk_agrees_with_the_adjudicator_on_every_fiftieth_reply(aim):
    """For the best orders and for the played ones, which some replies refute."""
    asked = puzzle(themes()[aim][0])
    goal = Guarantee.of(asked)
    for answer in (asked.best, asked.usual):
        breaking = goal.breaking(goal.numbers(answer.all))
        for place in range(0, goal.count, max(1, goal.count // 50)):
            given = {power: list(orders) for power, orders in answer.by_power.items()}
            for number in goal.reply(place):
                power = goal.slate.powers[goal.slate.unit_of[number]]
                given.setdefault(power, []).append(goal.slate.orders[number])
            result = adjudicate(asked.start.phase, asked.start.position, given)
            assert reached(asked, result.position.units) is not bool(breaking >> place & 1)


def test_a_refutation_breaks_the_answer():
    for keys in themes().values():
        asked = puzzle(keys[0]) if keys else None
        if asked is None or asked.kind is not PuzzleKind.GUARANTEE:
            continue
        reply = refute(asked, asked.usual)
        goal = Guarantee.of(asked)
        numbers = set(goal.numbers(reply.all))
        mask = goal.breaking(goal.numbers(asked.usual.all))
        assert any(mask >> place & 1 and set(goal.reply(place)) == numbers for place in range(goal.count))
        assert refute(asked, asked.best) is None
        assert all(asked.start.commander(power) is asked.player.opponent for power in reply.by_power)
