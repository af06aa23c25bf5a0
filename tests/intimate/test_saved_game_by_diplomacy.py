"""A duel that is written as a saved game is read, and played again, by the package whose format that is."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from intimate.record import load
from intimate.saved_game import saved_game_of
from tests.fixtures_parts import lacking
from tests.intimate.duels_by_lot import duel_by_lot
from tests.quality.project import ROOT

LONG, SHORT = (10, 13, 16, 22), (1, 3, 5, 7, 9, 11, 15, 17)
"""Duels by lot in which no army is ordered VIA without a convoy: there that package lets it walk."""
PARTS = ("units", "retreats", "centers", "homes", "builds")


@pytest.fixture(scope="module")
def games():
    """Return duels as saved games, each with what the package finds in it."""
    if importlib.util.find_spec("diplomacy") is None:
        lacking("the package diplomacy was not found (make peer installs it)")
    saved = [saved_game_of(load(duel_by_lot(seed).record)) for seed in (*LONG, *SHORT)]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("peer.py")],
        cwd=ROOT,
        input="".join(f"{json.dumps(game)}\n" for game in saved),
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    found = map(json.loads, done.stdout.splitlines())
    return list(zip(map(plain, saved), found, strict=True))


def plain(value):
    return json.loads(json.dumps(value))


def unordered(value):
    """Leave the sequence of lists aside: that package has the one in which things came."""
    if isinstance(value, dict):
        return {key: unordered(inner) for key, inner in value.items()}
    return sorted(value) if isinstance(value, list) else value


def test_the_package_reads_every_phase_as_it_was_written(games):
    for saved, found in games:
        assert [phase["name"] for phase in found["read"]] == [phase["name"] for phase in saved["phases"]]
        for written, read in zip(saved["phases"], found["read"], strict=True):
            assert {part: unordered(read["state"][part]) for part in PARTS} == {
                part: unordered(written["state"][part]) for part in PARTS
            }
            assert read["results"] == written["results"]
            assert read["state"]["zobrist_hash"] == written["state"]["zobrist_hash"]
        assert [phase["orders"] for phase in found["read"][:-1]] == [
            phase["orders"] for phase in saved["phases"][:-1]
        ]
        assert found["read"][-1]["state"]["note"] == saved["phases"][-1]["state"]["note"]


def test_the_package_finds_that_each_phase_follows_from_the_one_before(games):
    assert [found["valid"] for _, found in games] == [True] * len(games)


def test_played_again_the_units_stand_after_each_phase_where_they_stood(games):
    for saved, found in games:
        following = saved["phases"][1:]
        assert [step["next"] for step in found["played"]] == [phase["name"] for phase in following]
        for step, phase in zip(found["played"], following, strict=True):
            assert unordered(step["after"]) == {part: unordered(phase["state"][part]) for part in PARTS}


def test_played_again_the_orders_come_to_the_same(games):
    """But that package calls more help void: against one's own unit, or for a convoy that fails."""
    for saved, found in games:
        for phase, step in zip(saved["phases"], found["played"], strict=False):
            theirs = {unit: set(flags) for unit, flags in step["results"].items() if unit != "WAIVE"}
            for unit in helpers(phase):
                theirs[unit] -= {"void"} - set(phase["results"][unit])
            assert theirs == {unit: set(flags) for unit, flags in phase["results"].items()}, phase["name"]


def helpers(phase):
    """List the units that support or convoy."""
    orders = (order for listed in phase["orders"].values() for order in listed)
    return {order[: order.index(verb)] for order in orders for verb in (" S ", " C ") if verb in order}
