"""The examples in the documentation are true."""

import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import adjudicator.notation

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "notation.md"


def test_the_examples_of_the_page_are_true():
    assert doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8") == (0, 10)


def test_the_examples_of_the_package_are_true():
    assert doctest.testmod(adjudicator.notation) == (0, 3)


def test_the_command_of_the_page_answers_as_it_says():
    found = re.search(r"^\$ echo '(.+)' \| python (.+)\n(.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, *shlex.split(found[2])],
        cwd=ROOT,
        input=found[1].encode(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == json.loads(found[3])
