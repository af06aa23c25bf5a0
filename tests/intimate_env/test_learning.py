"""The learning program runs, both on its page and in the examples."""

import subprocess
import sys

from tests.quality.project import ROOT

PROGRAM = ROOT / "examples" / "learn.py"
PAGE = ROOT / "docs" / "environments.md"


def test_the_page_shows_the_program_as_it_is():
    assert f"```py\n{PROGRAM.read_text('utf-8')}```\n" in PAGE.read_text("utf-8")


def test_it_says_what_was_won_before_and_after():
    done = subprocess.run(
        [sys.executable, PROGRAM, "random", "1", "4"],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert (done.returncode, done.stderr) == (0, "")
    before, after = done.stdout.splitlines()
    assert before.startswith("before: won ")
    assert after.startswith("after: won ")
