"""The compiled adjudicator is the same adjudicator: same sources, same answers, in every case."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import EDITIONS, orders
from adjudicator.interchange import answer_line
from tests.adjudicator.editions.comparing import phase
from tests.fixtures_parts import lacking
from tests.quality.project import ROOT

PHASES = 2000
COMPILED = ROOT / "build" / "compiled"
UNDER_TEST = "ADJUDICATOR_UNDER_TEST"
"""Names the folder of the package that a run is meant to test; these sources when it is not set."""


def test_the_package_under_test_is_the_one_that_is_meant():
    """Otherwise the compiled package could pass by being the sources."""
    folder = Path(os.environ.get(UNDER_TEST, ROOT))
    assert Path(orders.__file__).parent == folder / "adjudicator"
    assert Path(orders.__file__).suffix == (".py" if folder == ROOT else ".so")


@pytest.mark.soak
def test_the_compiled_build_passes_every_test_of_the_sources_and_answers_as_they_do():
    if shutil.which("cc") is None:
        lacking("no C compiler was found")
    subprocess.run(["make", "compiled"], cwd=ROOT, check=True)
    assert_tests_pass()
    assert_answers_are_the_same()


def assert_tests_pass():
    """Run the cases of the DATC and of the editions, random phases, loops and all the rest."""
    # These tests take nothing from the fixtures of the site, which need not be loaded with another package.
    options = ["--quiet", "--noconftest", "--hypothesis-profile=ci"]
    paths = ["--override-ini", f"pythonpath={COMPILED} {ROOT}", "tests/adjudicator", "tests/datc"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *paths],
        env={**os.environ, UNDER_TEST: str(COMPILED)},
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]


def assert_answers_are_the_same():
    """Compare lines of random phases, in some of which orders are missing or given several times."""
    names = sorted(EDITIONS)
    lines = [
        json.dumps({**phase(f"compiled {number}"), "id": number, "edition": names[number % len(names)]})
        for number in range(PHASES)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator"],
        input="\n".join(lines),
        env={**os.environ, "PYTHONPATH": str(COMPILED)},
        cwd=ROOT / "build",
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout.splitlines() == [answer_line(line) for line in lines]
