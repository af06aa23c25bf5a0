"""Thinking in processes of their own."""

import os
import signal
import time
from errno import ENOMEM
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from adjudicator import Power
from intimate.players import Player
from intimate.rules import Rules
from intimate.start import set_up, start_with_homes
from intimate.view import View
from opponent.choosing import choose
from opponent.levels import Level
from services.practice import thinking
from services.practice.chance import chance_of
from services.practice.thinking import (
    Claims,
    NoThinker,
    Thinker,
    ThinkerLost,
    Thinkers,
    ThinkingFailed,
    TookTooLong,
)

TASKS, OPEN_FILES = Path("/proc/self/task"), Path("/proc/self/fd")


def threads_for_a_product():
    """Multiply arrays that are large enough to be shared out, and count the threads that there are then."""
    square = np.ones((600, 600), dtype=np.float32)
    square @ square
    return len(list(TASKS.iterdir()))


@pytest.fixture(scope="module")
def thinkers():
    found = Thinkers(1, seconds=60)
    yield found
    found.stop()


def test_a_process_thinks_about_a_view_and_sends_the_entry_back(thinkers):
    homes = {Player.FIRST: Power("FRANCE"), Player.SECOND: Power("ITALY")}
    view = View(set_up(Rules(), start_with_homes(Rules(), homes)), Player.SECOND)
    answer = thinkers.think(partial(choose, view, Level.RECRUIT, chance_of("key", 1)))
    assert answer == choose(view, Level.RECRUIT, chance_of("key", 1))


@pytest.mark.skipif(not TASKS.is_dir(), reason="threads are told under /proc alone")
def test_a_process_computes_in_one_thread_however_many_processors_there_are(monkeypatch):
    """Threads of BLAS wait for each other with all of a processor, which pages and other moves need."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    alone = Thinkers(1, seconds=60)
    try:
        assert alone.think(threads_for_a_product) == 1
    finally:
        alone.stop()


def test_an_error_comes_back_by_its_name_and_the_process_goes_on(thinkers):
    before = thinkers.think(os.getpid)
    with pytest.raises(ThinkingFailed) as failed:
        thinkers.think(partial(int, "no number"))
    assert failed.value.name == "ValueError"
    assert thinkers.think(os.getpid) == before


def test_a_process_that_is_killed_is_replaced(thinkers):
    killed = thinkers.think(os.getpid)
    with pytest.raises(ThinkerLost):
        thinkers.think(partial(signal.raise_signal, signal.SIGKILL))
    assert thinkers.think(os.getpid) != killed


def test_who_thinks_for_too_long_is_ended():
    thinkers = Thinkers(1, seconds=1)
    ended = thinkers.think(os.getpid)
    with pytest.raises(TookTooLong):
        thinkers.think(partial(time.sleep, 60))
    with pytest.raises(ProcessLookupError):
        os.kill(ended, 0)
    thinkers.stop()
    with pytest.raises(NoThinker):
        thinkers.think(os.getpid)


def test_who_is_stopped_while_being_stopped_stops():
    """Ctrl+C and then the signal of whoever has started the worker: both are handled in one thread."""
    thinker = Thinker(seconds=60)
    with thinker._lock:
        thinker.stop()
    with pytest.raises(NoThinker):
        thinker.think(os.getpid)


def test_whoever_is_stopped_as_the_process_begins_has_no_thinker(monkeypatch):
    thinker = Thinker(seconds=60)
    begin = thinker._open

    def begin_and_stop():
        line = begin()
        thinker.stop()
        return line

    monkeypatch.setattr(thinker, "_open", begin_and_stop)
    with pytest.raises(NoThinker):
        thinker.think(os.getpid)


def test_a_pipe_without_its_process_is_closed(monkeypatch):
    def no_room(*_, **__):
        raise OSError(ENOMEM, "Cannot allocate memory")

    thinker = Thinker(seconds=60)
    monkeypatch.setattr(thinking.subprocess, "Popen", no_room)
    with pytest.raises(NoThinker):
        thinker.think(os.getpid)
    before = len(list(OPEN_FILES.iterdir()))
    for _ in range(5):
        with pytest.raises(NoThinker):
            thinker.think(os.getpid)
    assert len(list(OPEN_FILES.iterdir())) == before


def test_no_two_threads_of_a_process_hold_the_same():
    claims = Claims()
    with (
        claims.first_free([1, 2]) as one,
        claims.first_free([1, 2]) as two,
        claims.first_free([1, 2]) as none,
    ):
        assert (one, two, none) == (1, 2, None)
    with claims.first_free([1]) as again:
        assert again == 1
    assert [claims.is_lost_for_good("a") for _ in range(4)] == [False, False, True, False]
