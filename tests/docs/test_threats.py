"""Every promise of the page about threats has a test."""

import ast
import re

import pytest

from tests.quality.project import ROOT, tree

PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")
TRIED = re.compile(r"`(tests/[\w/.]+)(?:::(\w+))?`")
ROW = re.compile(r"^\|(?! ?-|---)(.*)\|$", re.MULTILINE)


@pytest.mark.parametrize(("path", "name"), sorted(set(TRIED.findall(PAGE))))
def test_each_named_test_exists(path, name):
    place = ROOT / path
    assert place.exists()
    if name:
        assert name in {node.name for node in ast.walk(tree(place)) if isinstance(node, ast.FunctionDef)}


def test_each_row_names_a_test():
    rows = [row for row in ROW.findall(PAGE) if "tried by" not in row]
    assert len(rows) > 30
    assert [row for row in rows if not TRIED.search(row)] == []
