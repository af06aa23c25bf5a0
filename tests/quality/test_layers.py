"""The layers of the code: pyproject.toml says which may import which."""

import ast
import importlib

import pytest

from tests.fixtures_parts import skip_or_fail
from tests.quality.project import PACKAGES, ROOT, assert_silent, files, imports, name, tree


def test_every_import_keeps_to_the_layers():
    unwritten = [package for package in PACKAGES if not (ROOT / package / "__init__.py").exists()]
    if unwritten:
        skip_or_fail(f"no layers to check yet in {', '.join(unwritten)}")
    assert_silent("lint-imports", "--no-logo")


DECIDES = {
    "adjudicator": {
        "adjudicate",
        "adjudicate_adjustments",
        "adjudicate_movement",
        "adjudicate_retreats",
        "build_choice",
        "builds_possible",
        "contradictions",
        "default_removals",
        "due",
        "examine",
        "legal_builds",
        "legal_choices",
        "legal_orders",
        "removal_choice",
        "vacant_homes",
    },
    "competition.clusters": {"cluster_of", "largest_cluster"},
    "competition.counting": {"count_duel", "falling", "weigh"},
    "competition.glicko": {"expected_score", "updated"},
    "intimate.auction": {"hold_auction", "itemised_prices", "commanders_by", "least_bid"},
    "intimate.entries": {"check", "check_bid", "check_list", "check_sheet"},
    "intimate.events": {"agree", "ask", "happen", "moment_of", "possible", "veto", "vote_down"},
    "intimate.options": {
        "choices_of",
        "orderable_units",
        "winter_choices",
    },
    "intimate.stalemate": {
        "after_ownership",
        "can_be_claimed",
        "favoured",
        "grant",
        "grant_if_due",
        "in_the_way",
    },
    "opponent.choosing": {"choose"},
    "opponent.greed.playing": {"greedy"},
    "opponent.judging": {"judge"},
}
"""Functions that decide, by module; pages may not import modules that do nothing else."""


def test_pages_import_no_function_that_applies_the_rules():
    taken = {
        f"{name(path)}:{node.lineno} {alias.name}"
        for path in files("web", "*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in DECIDES.get(node.module or "", ())
    }
    assert taken == set()


def test_pages_let_no_value_of_the_rules_move_on():
    """Pages may show a game as a value; other layers decide how it goes on."""
    moves = {"play", "resolve", "passed"}
    called = {
        f"{name(path)}:{node.lineno} {ast.unparse(node.func)}"
        for path in files("web", "*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in moves
    }
    assert called == set()


def test_every_name_that_decides_exists():
    """A ban on a missing name would have no effect."""
    gone = {
        f"{module}.{found}"
        for module, names in DECIDES.items()
        for found in names
        if not hasattr(importlib.import_module(module), found)
    }
    assert gone == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_imports_what_wires_or_tests_it(package):
    assert [found for found in imports(package) if found[1] in {"app", "migrations", "tests"}] == []
