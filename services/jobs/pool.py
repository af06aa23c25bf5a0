"""Long computations in processes of their own, which hold up nothing and can be stopped."""

import logging
import os
import signal
import subprocess  # our own program, with the same interpreter
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from queue import LifoQueue
from threading import Lock, RLock
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")
Key = TypeVar("Key", bound=Hashable)

log = logging.getLogger(__name__)
SECONDS = 15
"""The longest time for an answer, unless the site is set otherwise; the levels take far less."""
STARTS_WITHIN = 60.0
"""Seconds within which a process must have started, even on a busy machine."""
PROGRAM = """
import sys
from multiprocessing.connection import Connection
from services.jobs.pool import serve
serve(Connection(int(sys.argv[1])))
"""
"""What a process runs. It starts afresh, without the worker's modules and locks."""
ALONE = {"OPENBLAS_NUM_THREADS": "1"}
"""One processor each: the arrays are small, and waiting BLAS threads would use up another one."""
POLITENESS = 5
"""The `nice` value that puts computing processes behind those that serve pages."""
MOST_LOSSES = 3


class JobFailed(Exception):
    """The function has raised an error; `name` is its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TookTooLong(JobFailed):
    """The answer did not come in time, and its process was ended."""

    def __init__(self) -> None:
        super().__init__(type(self).__name__)


class WorkerLost(Exception):
    """The process ended while it computed; another one answers if asked again."""


class NoWorker(WorkerLost):
    """No process could be started: the machine has no room, or the pool was stopped."""


class RunJob(Protocol):
    """Runs a function without arguments; raises JobFailed or WorkerLost."""

    def __call__(self, do: Callable[[], Result]) -> Result:
        """Return the function's result; both can be pickled."""


class WorkerPool:
    """Computing processes, each started when first needed, and again after it has ended.

    processes: how many compute at once. seconds: how long one may take.
    """

    def __init__(self, processes: int, seconds: float) -> None:
        self._all = [WorkerProcess(seconds) for _ in range(processes)]
        # The process used last comes first, so that unneeded ones are never started.
        self._idle: LifoQueue[WorkerProcess] = LifoQueue()
        for worker in reversed(self._all):
            self._idle.put(worker)

    def run(self, do: Callable[[], Result]) -> Result:
        """Compute in the next process that is free; raises JobFailed, WorkerLost."""
        worker = self._idle.get()
        try:
            return worker.run(do)
        finally:
            self._idle.put(worker)

    def stop(self) -> None:
        """End all processes for good, even while they compute."""
        for worker in self._all:
            worker.stop()


class WorkerProcess:
    """One process, and the connection to it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection[Any, Any] | None = None
        self._lock = RLock()  # a signal handler may stop a worker that is being stopped
        self._is_stopped = False

    def run(self, do: Callable[[], Result]) -> Result:
        """Compute in the process; raises JobFailed, WorkerLost."""
        line = self._line or self._start()
        try:
            line.send(do)
            if not line.poll(self._seconds):
                self._end()
                raise TookTooLong
            result, failed_by = line.recv()
        except (EOFError, OSError) as error:
            self._end()
            raise (NoWorker if self._is_stopped else WorkerLost) from error
        if failed_by is not None:
            name, story = failed_by
            log.error("a job failed\n%s", story)
            raise JobFailed(name)
        returned: Result = result
        return returned

    def stop(self) -> None:
        """End the process for good."""
        self._is_stopped = True
        self._end()

    def _start(self) -> "Connection[Any, Any]":
        try:
            line = self._open()
            if not line.poll(STARTS_WITHIN):
                self._end()
                raise NoWorker
        except OSError as error:  # there is no room, or the process was ended as it began
            if not self._is_stopped:
                log.warning("no process for computing could be started: %s", error)
            self._end()
            raise NoWorker from error
        with suppress(EOFError, OSError):  # the next sender finds that it has ended
            line.recv()
        return line

    def _open(self) -> "Connection[Any, Any]":
        with self._lock:
            if self._is_stopped:
                raise NoWorker
            self._line, theirs = Pipe()
            with theirs:
                number = theirs.fileno()
                self._process = subprocess.Popen(  # noqa: S603  # our own program
                    [sys.executable, "-c", PROGRAM, str(number)],
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, **ALONE, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    pass_fds=(number,),
                )
            return self._line

    def _end(self) -> None:
        with self._lock:
            process, line = self._process, self._line
            self._process = self._line = None
        if process is not None:
            process.kill()
            process.wait()
        if line is not None:
            line.close()


def serve(line: "Connection[Any, Any]") -> None:
    """Compute what comes in on a connection until it is closed; the main loop of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the worker, which ends its processes
    os.nice(POLITENESS)
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            line.send(_answer(line))


def _answer(line: "Connection[Any, Any]") -> tuple[Any, tuple[str, str] | None]:
    """Compute one thing; errors go back as text, since not every error can be pickled."""
    try:
        return line.recv()(), None
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001  # the caller raises it
        return None, (type(error).__name__, traceback.format_exc())


class Claims:
    """The jobs that the threads of this process are busy with, so that no two do the same."""

    def __init__(self) -> None:
        self._held: set[Hashable] = set()
        self._losses: Counter[Hashable] = Counter()
        self._lock = Lock()

    @contextmanager
    def first_free(self, candidates: Iterable[Key]) -> Iterator[Key | None]:
        """Hold the first of some keys that nobody holds; None if all are held."""
        with self._lock:
            key = next((each for each in candidates if each not in self._held), None)
            if key is not None:
                self._held.add(key)
        try:
            yield key
        finally:
            with self._lock:
                self._held.discard(key)

    def is_lost_for_good(self, key: Hashable) -> bool:
        """Count that a process was lost over a key; True once the key must be the cause."""
        with self._lock:
            self._losses[key] += 1
            if self._losses[key] < MOST_LOSSES:
                return False
            del self._losses[key]
            return True
