"""The package `diplomacy`, whose format it is, can read and replay a duel written as a saved game."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import standard
from intimate.record import load
from intimate.saved_game import saved_game_of
from tests.builders import lonely, moves, record, start
from tests.fixtures_parts import skip_or_fail
from tests.intimate.random_duels import random_duel
from tests.quality.project import ROOT

SEEDS = range(50)
PARTS = ("units", "retreats", "centers", "homes", "builds")


@pytest.fixture(scope="module")
def games():
    """Return duels as saved games, each with the package's reading of it."""
    if importlib.util.find_spec("diplomacy") is None:
        skip_or_fail("the package diplomacy was not found (make peer installs it)")
    by_lot = (random_duel(seed).record for seed in SEEDS)
    saved = [saved_game_of(load(whole)) for whole in (*by_lot, helped_against_itself(), beyond_18_centres())]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("peer.py")],
        cwd=ROOT,
        input="".join(f"{json.dumps(game)}\n" for game in saved),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found = map(json.loads, done.stdout.splitlines())
    return list(zip(map(plain, saved), found, strict=True))


def helped_against_itself():
    """Record a duel in which France supports an attack by sea on its own army."""
    units = {"AUSTRIA": ["A LON", "F NTH"], "FRANCE": ["A BEL", "A PIC"]}
    attack = {"AUSTRIA": ["A LON - BEL", "F NTH C A LON - BEL"]}, {"FRANCE": ["A PIC S A LON - BEL"]}
    return record(moves("S1902M", *attack), begin=lonely("S1902M", units=units))


def beyond_18_centres():
    """Record a duel that goes on when Austria has taken its 18th centre."""
    centres = sorted(standard().centres - {"BRE", "MAR", "PAR"})
    begin = start(
        "F1902M",
        units={"AUSTRIA": ["A TYR"], "FRANCE": ["A PAR"]},
        centers={"AUSTRIA": [centre for centre in centres if centre != "MUN"][:17], "FRANCE": ["PAR"]},
    )
    autumn = moves("F1902M", {"AUSTRIA": ["A TYR - MUN"]})
    return record(autumn, begin=begin, victory={"centres": 34}, home_eliminated="plays_on")


def is_lasting(saved):
    """Whether a game goes on long enough for that package."""
    return not saved["rules"][2:]


@pytest.fixture(scope="module")
def lasting(games):
    return [(saved, found) for saved, found in games if is_lasting(saved)]


def plain(value):
    return json.loads(json.dumps(value))


def unordered(value):
    """Ignore the order of lists: that package keeps the order of arrival."""
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


def test_a_duel_that_goes_on_beside_18_centres_says_so_by_its_rules(games):
    *others, beyond = (saved for saved, _ in games)
    assert beyond["rules"][2:] == ["HOLD_WIN"]
    assert sum(map(is_lasting, others)) > len(SEEDS) * 0.8


def test_played_again_the_units_stand_after_each_phase_where_they_stood(lasting):
    for saved, found in lasting:
        following = saved["phases"][1:]
        assert [step["next"] for step in found["played"]] == [phase["name"] for phase in following]
        for step, phase in zip(found["played"], following, strict=True):
            assert unordered(step["after"]) == {part: unordered(phase["state"][part]) for part in PARTS}


def test_played_again_the_orders_come_to_the_same(lasting):
    """That package reports more about orders that help, and about units that left the board.

    It calls help against one's own unit or for a failed convoy void, and reports `no convoy` for fleets whose
    army goes by land, although a whole chain was ordered. A unit with nowhere to retreat disbands at once
    there too (1971 XI), but the results of the next retreats or winter mention it again.
    """
    for saved, found in lasting:
        gone = set()
        for phase, step in zip(saved["phases"], found["played"], strict=False):
            ours = {unit: set(flags) for unit, flags in phase["results"].items()}
            theirs = {unit: set(flags) for unit, flags in step["results"].items() if unit != "WAIVE"}
            for unit in ordered(phase, " S ") | ordered(phase, " C "):
                theirs[unit] -= {"void"} - ours[unit]
            for unit in ordered(phase, " C "):
                theirs[unit] -= {"no convoy"} - ours[unit]
            if not phase["name"].endswith("M"):
                theirs = {unit: flags for unit, flags in theirs.items() if unit in ours or unit not in gone}
            assert theirs == ours, phase["name"]
            gone = {unit for unit, flags in ours.items() if "dislodged" in flags}


def ordered(phase, verb):
    """List the units whose orders have a verb."""
    orders = (order for listed in phase["orders"].values() for order in listed)
    return {order[: order.index(verb)] for order in orders if verb in order}
