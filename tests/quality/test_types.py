"""Strict types in everything that is delivered."""

import re
import subprocess

import pytest

from tests.quality.project import PACKAGES, ROOT, assert_silent, files, name


def test_mypy_finds_nothing():
    written = [package for package in PACKAGES if files(package, "*.py")]
    assert_silent("mypy", *written, *(["app.py"] if (ROOT / "app.py").exists() else []))


@pytest.mark.parametrize("config", ["jsconfig.json", "jsconfig.worker.json"])
def test_tsc_finds_nothing(tsc, config):
    done = subprocess.run([*tsc, "--project", config], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_no_script_silences_it():
    silenced = re.compile("@ts-(ignore|expect-error|nocheck)")
    scripts = files("static/js", "*.js")
    assert scripts
    assert [name(script) for script in scripts if silenced.search(script.read_text("utf-8"))] == []
