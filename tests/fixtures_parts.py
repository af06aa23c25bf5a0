"""Programs that a laptop may lack: tests without them are skipped, or fail if REQUIRE_ALL is 1."""

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
"""The same engine without a user interface: each page takes half the work."""
BROWSERS = (*WHOLE, *SHELL)


def skip_or_fail(notice: str) -> NoReturn:
    """Skip the current test, or fail it if REQUIRE_ALL is 1."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"{notice}, and REQUIRE_ALL demands it", pytrace=False)
    pytest.skip(notice)


def chromium(names=BROWSERS):
    """Return the path of the first Chromium found under these names; CHROMIUM_PATH comes first."""
    return os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def chromium_paths():
    """Return the paths of the whole Chromium and of its headless shell; each can replace the other."""
    if not chromium():
        skip_or_fail("no Chromium found")
    if not driver_starts():
        skip_or_fail("Playwright's driver does not start (Debian has what it links in libatomic1)")
    return chromium(), chromium(SHELL) or chromium()


@pytest.fixture(scope="session")
def node():
    """Return the path of the Node in Playwright's driver, so that all use the same version."""
    if not driver_starts():
        skip_or_fail("Node, of Playwright's driver, does not start (Debian has what it links in libatomic1)")
    return Path(playwright.__file__).with_name("driver") / "node"


@pytest.fixture(scope="session")
def tsc(node):
    """Return the command that checks the types of JavaScript."""
    version = re.search(r"^TYPESCRIPT := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]
    program = ROOT / f"build/typescript-{version}/bin/tsc"
    if not program.exists():
        skip_or_fail(f"no TypeScript in build/ (where npm is, make build/typescript-{version} fetches it)")
    return [node, program]


def driver_starts():
    """Whether Playwright's driver runs on this machine."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


def pytest_terminal_summary(terminalreporter):
    """Report the skipped tests and their reasons, so that a green run does not hide them."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        noun = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"{count} {noun} skipped: {reason}", yellow=True)
