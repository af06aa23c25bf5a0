"""The table of sources names only existing places and tests."""

import re

import pytest

from tests.quality.project import ROOT

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ?([^|]*)\|$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
PAGE = (ROOT / "docs/sources.md").read_text("utf-8")
ROWS = [row for row in ROW.findall(PAGE) if row[0] not in ("paragraph", "---")]
UNTESTED = ("material", "the people", "`templates/")
"""Sources that need no test: nothing on the site depends on them, or only texts do."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_the_files_and_tests_named_in_each_row_exist(row):
    _, _, where, test = row
    for path in QUOTED.findall(where):
        assert (ROOT / path).exists(), path
    named = QUOTED.findall(test)
    assert named or where.startswith(UNTESTED)
    for each in named:
        path, _, function = each.partition("::")
        assert (ROOT / path).exists(), path
        assert not function or f"def {function}(" in (ROOT / path).read_text("utf-8"), function


def test_each_source_has_its_table():
    assert re.findall(r"^## (\d{3}):", PAGE, re.MULTILINE) == ["000", "001", "002", "003", "004"]
