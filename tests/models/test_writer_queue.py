"""On SQLite, waiting writers go before a sweep that writes one thing after another."""

import stat
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from models.database import LONGEST, LOOK_EVERY, WriterQueue
from tests.fixtures_site import on_sqlite


def test_a_sweep_stands_aside_while_somebody_waits_and_goes_on_when_nobody_does(tmp_path):
    turnstile, order, begun, may_end = WriterQueue(tmp_path / "turnstile"), [], Event(), Event()

    def write():
        with turnstile.waiting():
            begun.set()
            may_end.wait(5)
            order.append("written")

    writer = Thread(target=write)
    writer.start()
    assert begun.wait(5)
    with WriterQueue(tmp_path / "turnstile").waiting():
        may_end.set()  # several wait at once, and none of them for another
        writer.join()
    turnstile.yield_to_waiters()
    assert order == ["written"]


def test_it_stands_aside_for_a_moment_only(tmp_path, monkeypatch):
    clock = SimpleNamespace(now=0.0)

    def sleep(seconds):
        clock.now += seconds

    monkeypatch.setattr("models.database.time", SimpleNamespace(monotonic=lambda: clock.now, sleep=sleep))
    turnstile = WriterQueue(tmp_path / "turnstile")
    with turnstile.waiting():
        turnstile.yield_to_waiters()  # otherwise this would not end
    assert clock.now == pytest.approx(LONGEST, abs=LOOK_EVERY)
    turnstile.yield_to_waiters()
    assert clock.now == pytest.approx(LONGEST, abs=LOOK_EVERY)


@on_sqlite
def test_writers_are_seen_to_wait_by_a_file_that_is_their_owner_s_alone(any_database, monkeypatch):
    stood = []
    monkeypatch.setattr(WriterQueue, "yield_to_waiters", lambda _: stood.append("aside"))
    with any_database.writing():
        pass
    assert stood == []
    with any_database.writing(yields=True):
        pass
    assert stood == ["aside"]
    (file,) = Path(any_database.url.database).parent.glob("*-turnstile")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
