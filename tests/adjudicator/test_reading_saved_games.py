"""Reading saved games of the package `diplomacy` (docs/formats.md, section 4)."""

import importlib.util
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator import (
    DiplomacyError,
    Game,
    PhaseKind,
    Turn,
    Unreadable,
    read_orders,
    read_saved_game,
    saved_game,
    units_by_power,
)
from tests.fixtures_parts import skip_or_fail
from tests.quality.project import ROOT

OPENING = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
ATTACK = {"FRANCE": ["A BUR - MUN", "A MAR - BUR"], "GERMANY": ["A MUN H", "A BER - PRU"]}


def played(*orders):
    """Play a game; return its turns with the game after each."""
    game, turns = Game.start(), []
    for texts in orders:
        given = read_orders(texts)
        turns.append(Turn(game, given))
        game = game.play(given).game
    return turns, game


def test_a_game_that_was_written_is_read_with_its_positions_and_note():
    turns, last = played(OPENING, ATTACK)
    read = read_saved_game(json.loads(json.dumps(saved_game("g1", turns, last, "a note"))))
    assert (read.identity, read.note, read.last) == ("g1", "a note", last)
    assert [turn.game for turn in read.turns] == [turn.game for turn in turns]


def test_orders_lead_on_from_each_phase_to_the_next():
    turns, last = played(OPENING, ATTACK)
    read = read_saved_game(saved_game("g1", turns, last))
    following = [*(turn.game for turn in read.turns), read.last][1:]
    assert [turn.game.play(turn.orders).game for turn in read.turns] == following


def test_the_dislodged_stand_beside_the_board_with_their_retreats():
    support = {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"], "GERMANY": ["A MUN H"]}
    turns, last = played({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A BUR - RUH", "A MAR - BUR"]}, support)
    assert str(last.phase) == "S1902R"
    read = read_saved_game(saved_game("g1", turns, last))
    assert read.last.position.dislodged == last.position.dislodged != {}


def broken(change):
    turns, last = played(OPENING)
    saved = json.loads(json.dumps(saved_game("g1", turns, last)))
    change(saved)
    return saved


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda saved: saved.update(map="modern"), "map"),
        (lambda saved: saved.update(phases=[]), "phases"),
        (lambda saved: saved["phases"][1].pop("state"), "phases[1].state"),
        (lambda saved: saved["phases"][0].update(name="X1901M"), "phases[0].phase"),
        (lambda saved: saved["phases"][0].update(name=None), "phases[0].name"),
        (lambda saved: saved["phases"][0].update(name="COMPLETED"), "phases[0].phase"),
        (lambda saved: saved["phases"][0]["state"].update(units=[1]), "phases[0].units"),
        (
            lambda saved: saved["phases"][0]["state"]["units"].update(FRANCE=["F PAR"]),
            "phases[0].units.FRANCE",
        ),
        (lambda saved: saved["phases"][0]["orders"].update(FRANCE="A PAR H"), "phases[0].orders.FRANCE"),
    ],
    ids=["map", "phases", "state", "phase", "no name", "over at once", "units", "fleet", "orders"],
)
def test_an_error_in_a_file_names_its_field(change, field):
    with pytest.raises(DiplomacyError) as refused:
        read_saved_game(broken(change))
    assert refused.value.field == field


@pytest.mark.parametrize("saved", [None, [], {}, "text", {"phases": 3}])
def test_an_invalid_saved_game_is_refused(saved):
    with pytest.raises(DiplomacyError) as refused:
        read_saved_game(saved)
    assert refused.value.field == "phases"


def test_a_game_that_is_over_stands_at_the_phase_that_would_be_next():
    saved = broken(lambda saved: saved["phases"][-1].update(name="COMPLETED"))
    assert str(read_saved_game(saved).last.phase) == "S1901R"


@pytest.fixture(scope="module")
def games():
    """Return random games that the package itself played and saved."""
    if importlib.util.find_spec("diplomacy") is None:
        skip_or_fail("the package diplomacy was not found (make peer installs it)")
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("peer_games.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_games_of_the_package_are_read_as_they_stand(games):
    for saved in games:
        read = read_saved_game(saved)
        assert len(read.turns) == len(saved["phases"]) - 1 > 20
        for turn, phase in zip(read.turns, saved["phases"], strict=False):
            assert str(turn.game.phase) == phase["name"]
            standing = {power: sorted(units) for power, units in units_by_power(turn.game.position).items()}
            assert standing == {
                power: sorted(kept)
                for power, units in phase["state"]["units"].items()
                if (kept := [unit for unit in units if not unit.startswith("*")])
            }
            every = [order for orders in turn.orders.values() for order in orders]
            assert not any(isinstance(order, Unreadable) for order in every)


def test_retreats_of_the_package_are_those_found_here(games):
    routed = 0
    for saved in games:
        turns = read_saved_game(saved).turns
        for turn, following in pairwise(turns):
            if following.game.phase.kind is PhaseKind.RETREATS:
                played_on = turn.game.resolve(turn.orders).game
                assert played_on.position.dislodged == following.game.position.dislodged
                routed += len(following.game.position.dislodged)
    assert routed
