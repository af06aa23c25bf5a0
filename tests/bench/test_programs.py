"""The programs of bench/ start: what they take from one another is there."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"adjudicator_engine", "known_engines"}
"""What imports from a folder that it is given, or the package `diplomacy`, which may be lacking."""
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "bench").rglob("*.py")
    if path.stem not in ELSEWHERE
)


@pytest.mark.parametrize("module", MODULES)
def test_a_program_finds_all_that_it_imports(module):
    importlib.import_module(module)
