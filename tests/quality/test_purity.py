"""The rules use only the standard library and each other: no web, no database, no clock, no chance."""

import ast
import sys

import pytest

from tests.quality.project import PURE, ROOT, files, imports, name, tree

CLOCK = {"time", "datetime", "zoneinfo", "sched"}
CHANCE = {"random", "secrets", "uuid"}
OUTSIDE = {"asyncio", "http", "multiprocessing", "socket", "sqlite3", "subprocess", "threading", "urllib"}
ALLOWED = {
    "adjudicator": {"adjudicator"},
    "intimate": {"adjudicator", "intimate"},
    "competition": {"adjudicator", "competition", "intimate"},
    "games": {"adjudicator", "games", "intimate"},
    "clocks": {"adjudicator", "clocks", "intimate"},
    "learning": {"adjudicator", "intimate", "learning"},
    "opponent": {"adjudicator", "intimate", "numpy", "opponent"},
}
COMMANDS = {"adjudicator/__main__.py": "games"}
"""Allowed only in a package's command: `python -m adjudicator game` uses the games."""
SEEDED = {"adjudicator/saved_games.py": "random"}
"""Exceptions: a generator with a fixed seed, for numbers that a file format prescribes."""
READINGS = {"now", "utcnow", "today", "monotonic", "time"}


def offences(package, forbidden):
    return [(where, top) for where, top in imports(package) if forbidden(top)]


@pytest.mark.parametrize("package", ALLOWED)
def test_the_rules_import_the_standard_library_and_what_they_stand_on_only(package):
    allowed = sys.stdlib_module_names | ALLOWED[package]
    found = offences(package, lambda top: top not in allowed)
    assert [(where, top) for where, top in found if COMMANDS.get(where.split(":")[0]) != top] == []


@pytest.mark.parametrize("package", PURE)
def test_the_rules_know_no_clock(package):
    assert offences(package, CLOCK.__contains__) == []


def test_clocks_count_with_instants_and_read_none():
    read = [
        (name(path), node.attr)
        for path in files("clocks", "*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in READINGS
    ]
    assert read == []


@pytest.mark.parametrize("package", ALLOWED)
def test_the_rules_know_no_chance(package):
    found = offences(package, CHANCE.__contains__)
    assert [(where, top) for where, top in found if SEEDED.get(where.split(":")[0]) != top] == []


def test_a_generator_of_the_rules_is_seeded():
    """And never seeded at random."""
    for path in SEEDED:
        (seeded,) = [
            node
            for node in ast.walk(tree(ROOT / path))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random"
        ]
        assert seeded.args
        assert [
            alias.name
            for node in ast.walk(tree(ROOT / path))
            if isinstance(node, ast.ImportFrom) and node.module == "random"
            for alias in node.names
        ] == ["Random"]


@pytest.mark.parametrize("package", ALLOWED)
def test_the_rules_speak_to_nothing_outside(package):
    assert offences(package, OUTSIDE.__contains__) == []


@pytest.mark.parametrize("package", ALLOWED)
def test_the_rules_import_nothing_by_a_name_made_up_when_they_run(package):
    made_up = {"importlib.import_module", "__import__", "import_module"}
    calls = (
        node for path in files(package, "*.py") for node in ast.walk(tree(path)) if isinstance(node, ast.Call)
    )
    assert [ast.unparse(call) for call in calls if ast.unparse(call.func) in made_up] == []
