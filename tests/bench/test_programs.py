"""The programs of bench/ start, and all their imports exist."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"adjudicator_engine", "known_engines"}
"""Programs that import from a given folder, or the package `diplomacy`, which may be missing."""
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "bench").rglob("*.py")
    if path.stem not in ELSEWHERE
)


@pytest.mark.parametrize("module", MODULES)
def test_a_program_finds_all_that_it_imports(module):
    importlib.import_module(module)
