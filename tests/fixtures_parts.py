"""Parts that a laptop may lack: their tests are skipped with a notice, or fail if REQUIRE_ALL is 1."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NoReturn

import playwright
import pytest

ROOT = Path(__file__).parents[1]

WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = ("chromium-headless-shell",)
"""The same engine without windows of its own: each page takes half the work."""
BROWSERS = (*WHOLE, *SHELL)


def lacking(notice: str) -> NoReturn:
    """Skip the test that asks, or fail it where everything is demanded."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"{notice}, and REQUIRE_ALL demands it", pytrace=False)
    pytest.skip(notice)


def chromium(names=BROWSERS):
    """Return the path of the first Chromium that is there, of these names; CHROMIUM_PATH comes before all."""
    return os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def chromium_paths():
    """Return the paths of the whole Chromium and of its shell; either stands in for the other."""
    if not chromium():
        lacking("no Chromium found")
    if not driver_starts():
        lacking("Playwright's driver does not start (Debian has what it links in libatomic1)")
    return chromium(), chromium(SHELL) or chromium()


@pytest.fixture(scope="session")
def node():
    """Return the path of the Node that Playwright's driver brings, so that it is one version everywhere."""
    if not driver_starts():
        lacking("Node, of Playwright's driver, does not start (Debian has what it links in libatomic1)")
    return Path(playwright.__file__).with_name("driver") / "node"


@pytest.fixture(scope="session")
def tsc(node):
    """Return the command that checks the types of JavaScript."""
    version = re.search(r"^TYPESCRIPT := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]
    program = ROOT / f"build/typescript-{version}/bin/tsc"
    if not program.exists():
        lacking(f"no TypeScript in build/ (where npm is, make build/typescript-{version} fetches it)")
    return [node, program]


def driver_starts():
    """Say whether the program between the tests and the browser runs on this machine."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


def pytest_terminal_summary(terminalreporter):
    """Say what was skipped and why, so that a green run does not hide it."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        noun = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"{count} {noun} skipped: {reason}", yellow=True)
