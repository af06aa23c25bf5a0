"""The opponent sees only what a player sees: no entry of the other side reaches it."""

import ast
import inspect
from dataclasses import fields

from intimate.duel import Duel
from intimate.entries import HomesList, Orders, Sheet
from intimate.view import View
from opponent import choosing
from opponent.acquaintance import Habits
from tests.quality.project import ROOT, files, imports, name, tree

KNOWN = {"adjudicator", "intimate", "numpy", "opponent"}
"""The opponent's dependencies, beside the standard library."""
PLAIN = {"collections", "dataclasses", "enum", "functools", "heapq", "importlib", "itertools", "json"}
PLAIN |= {"math", "typing"}
OF_PAST = {"intimate.record", "intimate.replay", "intimate.sealing", "intimate.chapter", "intimate.draws"}
"""Where entries of both players are after their phase."""


def modules(path):
    """List the project's modules that a file imports."""
    found = (node for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom) and node.module)
    return {node.module for node in found}


def path_of(module):
    place = ROOT / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def reached(module):
    """List the opponent's modules that a module depends on, itself included."""
    found, left = set(), [module]
    while left:
        here = left.pop()
        if here not in found:
            found.add(here)
            left += [one for one in modules(path_of(here)) if one.partition(".")[0] == "opponent"]
    return found


def test_the_opponent_imports_nothing_that_stores_or_serves():
    assert {top for _, top in imports("opponent")} <= KNOWN | PLAIN


def test_nothing_that_keeps_entries_of_the_past_is_imported():
    taken = [modules(path) & OF_PAST for path in files("opponent", "*.py")]
    assert set().union(*taken) == set()


def test_no_answer_depends_on_the_analysis():
    """The analysis takes the entries of both, so no answer may depend on it."""
    assert "opponent.judging" not in reached("opponent.choosing")
    assert {"opponent.movement", "opponent.auction", "opponent.greed.playing"} <= reached("opponent.choosing")


def test_choose_takes_only_the_view_level_chance_work_weights_and_habits():
    assert list(inspect.signature(choosing.choose).parameters) == [
        "view",
        "level",
        "chance",
        "work",
        "weights",
        "habits",
    ]
    assert list(Habits.__annotations__.values()) == [float, float]
    assert "habits_of" not in path_of("opponent.choosing").read_text("utf-8")


def test_only_analysis_functions_take_the_entries_of_both():
    """Only `judging` knows the entries, and the winter that it has worked out."""
    taking = {
        f"{name(path)} {node.name}"
        for path in files("opponent", "*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
        for argument in [*node.args.args, *node.args.kwonlyargs]
        if argument.arg == "entries" or "Entries" in ast.unparse(argument.annotation or ast.Constant(""))
    }
    judging = {function for function in taking if function.startswith("opponent/judging.py")}
    assert taking - judging == {"opponent/adjusting.py share"}
    assert "wintering.share(" not in path_of("opponent.choosing").read_text("utf-8")


def test_neither_a_view_nor_a_duel_holds_entries():
    """A duel is the same for all entries in its phase, so its view reveals none."""
    assert [field.name for field in fields(View)] == ["duel", "player"]
    written = {str(field.type) for field in fields(Duel)}
    assert not any(entry.__name__ in text for entry in (HomesList, Orders, Sheet) for text in written)
    assert not any("Entr" in text for text in written)
