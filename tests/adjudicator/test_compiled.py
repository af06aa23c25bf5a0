"""The compiled adjudicator is the same adjudicator: same sources, same answers."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from adjudicator.interchange import answer_line
from tests.adjudicator.muddles import muddle
from tests.fixtures_parts import lacking
from tests.quality.project import ROOT

PHASES = 2000


@pytest.mark.soak
def test_the_compiled_build_answers_random_phases_as_the_sources_do():
    if shutil.which("cc") is None:
        lacking("no C compiler was found")
    subprocess.run(["make", "compiled"], cwd=ROOT, check=True)
    lines = [json.dumps({**muddle(f"compiled {number}"), "id": number}) for number in range(PHASES)]
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator"],
        input="\n".join(lines),
        env={**os.environ, "PYTHONPATH": str(ROOT / "build" / "compiled")},
        cwd=ROOT / "build",
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout.splitlines() == [answer_line(line) for line in lines]
