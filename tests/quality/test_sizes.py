"""Sizes that keep the code readable: the limits of docs and of review, counted in lines."""

import ast
from pathlib import Path
from statistics import mean

import pytest

from tests.quality.project import PACKAGES, ROOT, files, name, tree

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path):
    """List (where it stands, its lines) for every function of a file."""
    found = (node for node in ast.walk(tree(path)) if isinstance(node, FUNCTIONS))
    return [(f"{name(path)}:{node.lineno} {node.name}", lines(node)) for node in found]


def lines(node):
    return node.end_lineno - node.lineno + 1


def length(path: Path):
    return len(path.read_text("utf-8").splitlines())


def written():
    """List the Python files but Alembic's steps, each of which is a list of statements that is read once."""
    return [path for path in files(pattern="*.py") if ROOT / "migrations" / "versions" not in path.parents]


def test_no_file_is_longer_than_300_lines():
    assert {name(path): length(path) for path in files(pattern="*.py") if length(path) > 300} == {}


@pytest.mark.parametrize("place", [*PACKAGES, "tests"])
def test_files_are_shorter_than_200_lines_on_average(place):
    assert mean([length(path) for path in files(place, "*.py")] or [0]) < 200


def test_no_function_is_longer_than_40_lines():
    found = [function for path in written() for function in functions(path)]
    assert {where: size for where, size in found if size > 40} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_shorter_than_10_lines_on_average(package):
    sizes = [size for path in files(package, "*.py") for _, size in functions(path)]
    assert mean(sizes or [0]) < 10
