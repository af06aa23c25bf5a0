"""Strict types, in all that is delivered."""

from tests.quality.project import PACKAGES, ROOT, assert_silent, files


def test_mypy_finds_nothing():
    written = [package for package in PACKAGES if files(package, "*.py")]
    assert_silent("mypy", *written, *(["app.py"] if (ROOT / "app.py").exists() else []))
