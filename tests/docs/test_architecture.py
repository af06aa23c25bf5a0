"""The table of features: each feature once, with names and tests that exist."""

import re
from importlib import import_module

from tests.quality.project import ROOT

ROW = re.compile(r"^\| (`[^|]+) \| ([^|]+) \| (`[^|]+) \| (`tests/[^|]+) \|$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
ROWS = ROW.findall((ROOT / "docs/architecture.md").read_text("utf-8"))


def features(layer):
    """List the packages and modules of a layer."""
    packages = {path.parent.name for path in (ROOT / layer).glob("*/__init__.py")}
    return packages | {path.stem for path in (ROOT / layer).glob("*.py")} - {"__init__"}


def test_every_feature_stands_in_the_table_once_and_nothing_else_does():
    named = [feature for first, *_ in ROWS for feature in QUOTED.findall(first)]
    assert sorted(named) == sorted(features("services") | features("web"))


def test_the_public_names_of_each_feature_exist(subtests):
    for _, _, asked, _ in ROWS:
        for name in QUOTED.findall(asked):
            with subtests.test(name):
                module, _, attribute = name.rpartition(".")
                module = module if module.startswith("web.") else f"services.{module}"
                assert hasattr(import_module(module), attribute)


def test_the_tests_of_each_feature_exist(subtests):
    for *_, paths in ROWS:
        for path in QUOTED.findall(paths):
            with subtests.test(path):
                assert (ROOT / path).exists()
