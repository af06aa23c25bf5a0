"""The program of docs/whole-duel.md runs unchanged, and plays a duel from its beginning to its record."""

import subprocess
import sys

from intimate.record import load
from intimate.replay import chapters_of
from tests.quality.project import ROOT

PAGE = ROOT / "docs" / "whole-duel.md"
LINES = 30


def program():
    """Return the only Python block of the page."""
    (body,) = (part.partition("```")[0] for part in PAGE.read_text("utf-8").split("```py\n")[1:])
    return body


def test_it_plays_a_duel_to_its_end_and_says_how_it_ended():
    done = subprocess.run(
        [sys.executable, "-c", program()], cwd=ROOT, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stderr) == (0, "")
    *phases, result = done.stdout.splitlines()
    assert phases[0].startswith("<Chapter HOMES")
    assert {phase.split(",")[0][-1] for phase in phases} == {"S", "B", "M", "R", "A"}
    assert result.startswith("{'result': {'winner':")


def test_its_record_leads_to_the_same_duel():
    known = {}
    exec(program(), known)  # noqa: S102  # the page's own program
    *_, last = chapters_of(load(known["record"]))
    assert last.after == known["duel"]
    assert last.after.result


def test_the_example_has_at_most_thirty_lines():
    assert sum(bool(line.strip()) for line in program().splitlines()) <= LINES
