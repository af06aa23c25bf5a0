"""The compiled adjudicator gives the same answers as its sources, in every case."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import orders
from tests.adjudicator.questions import questions
from tests.fixtures_parts import skip_or_fail
from tests.quality.project import ROOT

COMPILED = ROOT / "build" / "compiled"
UNDER_TEST = "ADJUDICATOR_UNDER_TEST"
"""Names the folder of the package to test; these sources if it is not set."""


def test_the_package_under_test_is_the_one_that_is_meant():
    """Otherwise the sources could be tested in place of the compiled package."""
    folder = Path(os.environ.get(UNDER_TEST, ROOT))
    assert Path(orders.__file__).parent == folder / "adjudicator"
    assert Path(orders.__file__).suffix == (".py" if folder == ROOT else ".so")


@pytest.mark.soak
def test_the_compiled_build_passes_every_test_of_the_sources_and_answers_as_they_do():
    if shutil.which("cc") is None:
        skip_or_fail("no C compiler was found")
    subprocess.run(["make", "compiled"], cwd=ROOT, check=True)
    assert_tests_pass()
    assert_answers_are_the_same()


def assert_tests_pass():
    """Run the cases of the DATC and of the editions, random phases, loops and all the rest."""
    # These tests need no fixtures of the site, so another package need not load them.
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
    """Compare the answers of both builds to every case, malformed ones too, byte for byte."""
    asked = questions()
    sources, compiled = (answers(asked, *path) for path in ([ROOT], [COMPILED, ROOT]))
    assert [Path(build[0].decode()).suffix for build in (sources, compiled)] == [".py", ".so"]
    assert len(sources) == len(asked) + 1
    differing = [
        (question, *told)
        for question, *told in zip(asked, sources[1:], compiled[1:], strict=True)
        if told[0] != told[1]
    ]
    assert differing[:3] == []


def answers(asked, *path):
    """Let the first build on the path answer in a process of its own."""
    done = subprocess.run(
        [sys.executable, ROOT / "tests/adjudicator/answering.py"],
        input="\n".join(asked).encode(),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        cwd=ROOT / "build",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-4000:]
    return done.stdout.splitlines()
