"""The circles of the house: who may import whom stands in pyproject.toml."""

import ast

import pytest

from tests.fixtures_parts import lacking
from tests.quality.project import PACKAGES, ROOT, assert_silent, files, imports, name, tree


def test_every_import_keeps_to_the_layers():
    unwritten = [package for package in PACKAGES if not (ROOT / package / "__init__.py").exists()]
    if unwritten:
        lacking(f"no layers to check yet in {', '.join(unwritten)}")
    assert_silent("lint-imports", "--no-logo")


def test_pages_take_of_a_duel_only_its_view():
    taken = {
        f"{name(path)}:{node.lineno} {alias.name}"
        for path in files("web", "*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module == "intimate"
        for alias in node.names
        if alias.name not in {"View", "view"}
    }
    assert taken == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_imports_what_wires_or_tests_it(package):
    assert [found for found in imports(package) if found[1] in {"app", "migrations", "tests"}] == []
