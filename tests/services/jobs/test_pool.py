"""Jobs in worker processes."""

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
from services.jobs import pool as jobs_pool
from services.jobs.pool import (
    Claims,
    JobFailed,
    NoWorker,
    TookTooLong,
    WorkerLost,
    WorkerPool,
    WorkerProcess,
)
from services.jobs.queue import chance_of

TASKS, OPEN_FILES = Path("/proc/self/task"), Path("/proc/self/fd")


def threads_for_a_product():
    """Multiply arrays large enough for several threads; return the number of threads."""
    square = np.ones((600, 600), dtype=np.float32)
    square @ square
    return len(list(TASKS.iterdir()))


@pytest.fixture(scope="module")
def pool():
    found = WorkerPool(1, seconds=60)
    yield found
    found.stop()


def test_a_worker_process_chooses_an_entry_and_returns_it(pool):
    homes = {Player.FIRST: Power("FRANCE"), Player.SECOND: Power("ITALY")}
    view = View(set_up(Rules(), start_with_homes(Rules(), homes)), Player.SECOND)
    answer = pool.run(partial(choose, view, Level.RECRUIT, chance_of("key", 1)))
    assert answer == choose(view, Level.RECRUIT, chance_of("key", 1))


@pytest.mark.skipif(not TASKS.is_dir(), reason="only /proc lists threads")
def test_a_process_computes_in_one_thread_however_many_processors_there_are(monkeypatch):
    """Waiting BLAS threads burn a whole processor, which pages and other jobs need."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    alone = WorkerPool(1, seconds=60)
    try:
        assert alone.run(threads_for_a_product) == 1
    finally:
        alone.stop()


def test_an_error_comes_back_by_its_name_and_the_process_goes_on(pool):
    before = pool.run(os.getpid)
    with pytest.raises(JobFailed) as failed:
        pool.run(partial(int, "no number"))
    assert failed.value.name == "ValueError"
    assert pool.run(os.getpid) == before


def test_a_process_that_is_killed_is_replaced(pool):
    killed = pool.run(os.getpid)
    with pytest.raises(WorkerLost):
        pool.run(partial(signal.raise_signal, signal.SIGKILL))
    assert pool.run(os.getpid) != killed


def test_a_job_that_takes_too_long_is_killed():
    pool = WorkerPool(1, seconds=1)
    ended = pool.run(os.getpid)
    with pytest.raises(TookTooLong):
        pool.run(partial(time.sleep, 60))
    with pytest.raises(ProcessLookupError):
        os.kill(ended, 0)
    pool.stop()
    with pytest.raises(NoWorker):
        pool.run(os.getpid)


def test_a_worker_can_be_stopped_while_it_holds_its_own_lock():
    """Ctrl+C and then the parent's signal: one thread handles both."""
    worker = WorkerProcess(seconds=60)
    with worker._lock:
        worker.stop()
    with pytest.raises(NoWorker):
        worker.run(os.getpid)


def test_a_worker_stopped_while_its_process_starts_runs_no_job(monkeypatch):
    worker = WorkerProcess(seconds=60)
    begin = worker._open

    def begin_and_stop():
        line = begin()
        worker.stop()
        return line

    monkeypatch.setattr(worker, "_open", begin_and_stop)
    with pytest.raises(NoWorker):
        worker.run(os.getpid)


def test_a_pipe_without_its_process_is_closed(monkeypatch):
    def no_room(*_, **__):
        raise OSError(ENOMEM, "Cannot allocate memory")

    worker = WorkerProcess(seconds=60)
    monkeypatch.setattr(jobs_pool.subprocess, "Popen", no_room)
    with pytest.raises(NoWorker):
        worker.run(os.getpid)
    before = len(list(OPEN_FILES.iterdir()))
    for _ in range(5):
        with pytest.raises(NoWorker):
            worker.run(os.getpid)
    assert len(list(OPEN_FILES.iterdir())) == before


def test_two_threads_never_claim_the_same_item():
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
