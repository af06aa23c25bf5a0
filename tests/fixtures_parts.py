"""Parts that a laptop may lack: their tests are skipped with a notice, or fail if REQUIRE_ALL is 1."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from typing import NoReturn

import pytest

# The shell without windows starts pages sooner than the whole browser.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def lacking(notice: str) -> NoReturn:
    """Skip the test that asks, or fail it where everything is demanded."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"{notice}, and REQUIRE_ALL demands it", pytrace=False)
    pytest.skip(notice)


@pytest.fixture(scope="session")
def chromium_path():
    """Return the path of a Chromium; CHROMIUM_PATH names one that is not on the PATH."""
    named = os.environ.get("CHROMIUM_PATH")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        lacking("no Chromium found")
    if not driver_starts():
        lacking("Playwright's driver does not start (Debian has what it links in libatomic1)")
    return found


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
