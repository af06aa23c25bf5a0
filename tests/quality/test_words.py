"""Words that no file of the project may contain."""

import re

import pytest

from tests.quality.project import ROOT, files, name

# Written in a way that keeps them out of this file too.
PLACES = re.compile(r"/(wo)rk/|/(ro)ot/|/(ho)me/\w|\.\./(sha)red")
PROMISES = re.compile(r"\b(TO)DO\b|\b(FIX)ME\b|\b(XX)X:")
VENDORED = {"vendor", "instance"}
NO_TEXT = {".mo", ".png", ".jpg", ".ttf", ".woff2", ".ico", ".xz", ".gz"}
HIDDEN = (".ci/run", ".gitignore", ".editorconfig", ".gitattributes")


def texts():
    """List (file, text) for everything that people of the project wrote, without pictures."""
    for path in [*files(), *(ROOT / file for file in HIDDEN)]:
        if not VENDORED & set(path.parts) and path.suffix not in NO_TEXT:
            yield name(path), path.read_text("utf-8")


def lines_with(pattern):
    return [
        f"{file}:{number} {line.strip()}"
        for file, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("pattern", [PLACES, PROMISES], ids=["places", "promises"])
def test_no_file_mentions_local_paths_or_unfinished_work(pattern):
    assert lines_with(pattern) == []
