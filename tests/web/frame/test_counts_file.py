"""Counts of tries in a file: together for all processes, exact, private, and never in anybody's way."""

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from types import SimpleNamespace

import pytest
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter

from web.frame import counts_file
from web.frame.configuration import configuration
from web.frame.counts_file import FileCounts

RATE = parse("3 per minute")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "instance" / "counts é.sqlite3"


@pytest.fixture
def moment(monkeypatch):
    """Return the time by which is counted, to be set."""
    moment = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(counts_file, "time", lambda: moment.now)
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: moment.now))
    return moment


def rows(path):
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT count(*) FROM hits").fetchone()[0]


@pytest.fixture
def patient(monkeypatch):
    """Let nobody give up because the machine is busy."""
    monkeypatch.setattr(counts_file, "WAIT", 60)


@pytest.mark.usefixtures("patient")
def test_processes_count_together_and_exactly(path):
    processes = [FileCounts(path.as_uri()) for _ in range(4)]
    with ThreadPoolExecutor(len(processes)) as threads:
        let_through = threads.map(
            lambda process: sum(process.acquire_entry("tries", 10, 60) for _ in range(10)), processes
        )
        assert sum(let_through) == 10


def tried(storage, strategy, moment):
    """All that a storage answers in a minute and a half, as others answer it."""
    limiter, told = strategy(storage), []
    for seconds in (0, 20, 20, 1, 1, 19, 30, 20):
        moment.now += seconds
        told += [limiter.hit(RATE, "a"), limiter.test(RATE, "a"), tuple(limiter.get_window_stats(RATE, "a"))]
    told += [limiter.hit(RATE, "a", cost=2), limiter.hit(RATE, "b", cost=4), limiter.hit(RATE, "b", cost=3)]
    limiter.clear(RATE, "b")
    return [*told, limiter.hit(RATE, "b"), tuple(limiter.get_window_stats(RATE, "b"))]


@pytest.mark.parametrize("strategy", [MovingWindowRateLimiter, FixedWindowRateLimiter])
def test_it_counts_as_memory_does(path, moment, strategy):
    in_file = tried(FileCounts(path.as_uri()), strategy, moment)
    moment.now = 1000.0
    assert in_file == tried(MemoryStorage(), strategy, moment)


def test_it_is_private_and_names_nobody(path):
    counts = FileCounts(path.as_uri())
    counts.acquire_entry("LIMITER/anna/198.51.100.7", 10, 60)
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert not [words for words in (b"anna", b"198.51") if words in file.read_bytes()]


def test_what_has_expired_is_deleted_and_it_never_grows_beyond_bounds(path, moment, monkeypatch):
    counts = FileCounts(path.as_uri())
    for number in range(30):
        counts.acquire_entry(f"tries {number}", 10, 60)
    moment.now += 61
    counts.acquire_entry("tries", 10, 60)
    assert rows(path) == 1
    monkeypatch.setattr(counts_file, "MOST", 20)
    monkeypatch.setattr(counts_file, "LOOK", 10)
    for number in range(100):
        counts.acquire_entry(f"tries {number}", 10, 60)
    assert 20 <= rows(path) <= 30
    counts.reset()
    assert rows(path) == 0


def test_whoever_waits_for_the_file_does_not_wait_long(path, monkeypatch):
    monkeypatch.setattr(counts_file, "WAIT", 0.01)
    counts = FileCounts(path.as_uri())
    counts.acquire_entry("tries", 10, 60)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError):
        counts.acquire_entry("tries", 10, 60)
    holder.execute("COMMIT")
    holder.close()
    assert counts.acquire_entry("tries", 10, 60)
    assert counts.check()


@pytest.mark.usefixtures("patient")
def test_whoever_opens_a_new_file_that_somebody_sets_up_just_then_waits_for_them(path):
    """The server's processes begin together. SQLite refuses to switch to its log while somebody writes."""
    path.parent.mkdir()
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("BEGIN IMMEDIATE")
    done = Timer(0.1, first.execute, ["COMMIT"])
    done.start()
    assert FileCounts(path.as_uri()).acquire_entry("tries", 10, 60)
    done.join()
    first.close()


def test_a_site_counts_in_a_file_of_its_own_unless_it_is_told_otherwise(tmp_path):
    uri = configuration({"INSTANCE": tmp_path, "SECRET_KEY": "s"})["RATELIMIT_STORAGE_URI"]
    assert uri == f"steady+{(tmp_path / 'counts.sqlite3').as_uri()}"
