"""Pictures are painted in other processes: once for all viewers, within limits, even when one crashes."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.quality.project import ROOT
from tests.web.board.png import size
from web.board.painter import NICENESS
from web.board.still import MOST_WAITING, DiskCache, Painter, PainterBusy, PaintingFailed

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h1v1z"/></svg>'
NOTES = "import sys; open(sys.argv[1], 'a').write('painted\\n'); print(sys.stdin.read())"
"""A program that records each painting in a file, and answers with the document."""
WAITS = "import os, sys, time\nwhile not os.path.exists(sys.argv[1]): time.sleep(0.01)\nprint('picture')"
"""A program that paints once a file exists."""
NICE = 16
"""The index of the niceness in /proc/PID/stat, after the name."""


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "pictures", 10**6)


@pytest.fixture
def notes(tmp_path):
    """Return the file with the recorded paintings, and the command of the program that records them."""
    file = tmp_path / "notes"
    file.touch()
    return file, [sys.executable, "-c", NOTES, str(file)]


def test_a_picture_is_painted_by_the_painter_program(cache):
    picture = Painter(cache).png(SQUARE, 480, "a")
    assert size(picture) == (480, 240)
    assert cache.load("a") == picture


def test_a_picture_asked_for_in_several_processes_is_painted_once(cache, notes):
    file, program = notes
    painters = Painter(cache, program), Painter(cache, program)
    with ThreadPoolExecutor(MOST_WAITING) as pool:
        asked = [pool.submit(painters[number % 2].png, "it", 1, "a") for number in range(MOST_WAITING)]
        assert {each.result() for each in asked} == {b"it\n"}
    assert Painter(cache, program).png("it", 1, "a") == b"it\n"
    assert file.read_text() == "painted\n"


def test_new_pictures_are_refused_while_too_many_wait(cache, tmp_path):
    gate = tmp_path / "gate"
    painter = Painter(cache, [sys.executable, "-c", WAITS, str(gate)])
    with ThreadPoolExecutor(MOST_WAITING) as pool:
        asked = [pool.submit(painter.png, "it", 1, f"a{number}") for number in range(MOST_WAITING)]
        until(lambda: painter._room._value == 0)
        with pytest.raises(PainterBusy):
            painter.png("it", 1, "b")
        gate.touch()
        assert {each.result() for each in asked} == {b"picture\n"}
    assert painter.png("it", 1, "a0") == b"picture\n"
    assert painter._room._value == MOST_WAITING


@pytest.mark.parametrize(
    ("crash", "error"),
    [
        ("raise SystemExit(3)", PaintingFailed),
        ("import os; os.kill(os.getpid(), 11)", PaintingFailed),
        ("import time; time.sleep(60)", PainterBusy),
    ],
)
def test_the_site_survives_a_painter_that_crashes_or_hangs(cache, crash, error, notes):
    painter = Painter(cache, [sys.executable, "-c", crash], patience=1 if error is PainterBusy else 30)
    with pytest.raises(error):
        painter.png("it", 1, "a")
    assert painter._room._value == MOST_WAITING
    assert "a" not in cache
    assert Painter(cache, notes[1]).png("it", 1, "a") == b"it\n"


def test_a_picture_that_cannot_be_stored_is_shown_all_the_same(cache, notes, caplog):
    too_long_with_its_ending = "b" * 250
    assert Painter(cache, notes[1]).png("it", 1, too_long_with_its_ending) == b"it\n"
    assert "could not be stored" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems let the painter finish its picture")
def test_the_painter_stops_with_the_process_that_started_it():
    script = (
        "import os, subprocess, sys, time;"
        "child = subprocess.Popen([sys.executable, '-m', 'web.board.painter', '480', str(os.getpid())],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE);"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        child = int(parent.stdout.readline())
        until(lambda: stat(child)[NICE] == str(min(19, os.nice(0) + NICENESS)))
        os.kill(child, signal.SIGSTOP)
        parent.kill()
    until(lambda: stat(child)[0] in {"Z", "X", ""})


def stat(pid):
    """Return the fields of /proc/PID/stat after the name, the state first."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return [""]


def until(holds):
    """Wait until a condition holds; fail if it never does."""
    for _ in range(1000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never happened")
