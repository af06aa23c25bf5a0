"""One style, checked by a tool; `make format` applies it."""

from tests.quality.project import assert_silent


def test_ruff_finds_nothing():
    assert_silent("ruff", "check", "--output-format", "concise", ".")


def test_the_code_is_formatted():
    assert_silent("ruff", "format", "--check", ".")
