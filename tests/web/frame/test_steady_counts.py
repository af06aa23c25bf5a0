"""Counting goes on when what counts are kept in is away: nobody waits, nobody fails, and one line says so."""

import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from time import monotonic, sleep

import pytest
from redis import Redis, RedisError

from tests.fixtures_parts import lacking
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.api.asking import Program, key_of
from web.frame import counts_file, steady_counts
from web.frame.steady_counts import SteadyCounts, steady

NOWHERE = steady("redis://127.0.0.1:1")
WRONG = "wrong horse battery"


class Server:
    """A Redis of its own, which can die and come again."""

    def __init__(self, folder):
        self.uri = f"redis+unix://{folder / 'redis.sock'}"
        self.command = ["redis-server", "--port", "0", "--unixsocket", "redis.sock", "--save", ""]
        self.folder, self.process = folder, None

    def start(self):
        self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL)
        with closing(Redis(unix_socket_path=str(self.folder / "redis.sock"))) as client:
            while not answers(client):
                assert self.process.poll() is None
                sleep(0.01)

    def counts(self):
        """Count as one process of the site does."""
        return SteadyCounts(steady(self.uri))

    def stop(self):
        self.process.kill()
        self.process.wait()


def answers(client):
    try:
        return client.ping()
    except RedisError:
        return False


@pytest.fixture
def server(tmp_path_factory):
    if not shutil.which("redis-server"):
        lacking("no redis-server found")
    server = Server(tmp_path_factory.mktemp("redis"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def take(counts, times=1):
    """Count so many; return how many were let through of three in a minute."""
    return sum(counts.acquire_entry("tries", 3, 60) for _ in range(times))


def test_a_server_that_dies_is_missed_by_nobody_and_counts_again_when_it_is_back(server, monkeypatch, caplog):
    counts, other = server.counts(), server.counts()
    assert take(counts, 2) + take(other, 2) == 3
    server.stop()
    assert [take(each, 5) for each in (counts, other)] == [3, 3]
    assert counts.get_moving_window("tries", 3, 60)[1] == 3
    counts.clear("tries")
    assert take(counts) == 1
    assert caplog.text.count("for itself") == 2  # one line of each process
    server.start()
    assert take(counts, 5) == 2
    monkeypatch.setattr(steady_counts, "monotonic", lambda: monotonic() + steady_counts.AGAIN)
    assert take(counts, 2) + take(other, 2) == 3
    assert caplog.text.count("together again") == 2


def test_a_server_that_hangs_is_waited_for_once(server, monkeypatch, caplog):
    monkeypatch.setattr(steady_counts, "PATIENCE", {"socket_timeout": 0.05})
    counts = server.counts()
    assert take(counts) == 1
    server.process.send_signal(signal.SIGSTOP)
    assert take(counts, 5) == 3
    assert caplog.text.count("for itself") == 1


def test_a_file_that_is_locked_or_broken_is_missed_by_nobody(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(counts_file, "WAIT", 0.01)
    path = tmp_path / "counts.sqlite3"
    counts = SteadyCounts(steady(path.as_uri()))
    assert take(counts, 2) == 2
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        assert take(counts, 5) == 3
    assert caplog.text.count("for itself") == 1
    broken = tmp_path / "broken.sqlite3"
    broken.write_text("This is no database. " * 100)
    assert take(SteadyCounts(steady(broken.as_uri())), 5) == 3
    assert take(SteadyCounts(steady((broken / "below").as_uri())), 5) == 3


@pytest.fixture
def alone(sqlite_database, site_with):
    """Return a site whose Redis is not there."""
    return site_with(sqlite_database, RATELIMIT_STORAGE_URI=NOWHERE)


def test_without_its_redis_a_site_lets_people_in_and_stops_those_who_guess(alone, caplog):
    anna, stranger = Visitor(alone).registered("anna"), Visitor(alone)
    anna.post("/logout")
    answers = [stranger.post("/login", name="anna", password=WRONG).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert anna.post("/login", name="anna", password=PASSWORD).status_code == 303
    assert caplog.text.count("for itself") == 1


def test_without_its_redis_a_site_answers_programs_and_counts_what_they_ask(alone, sqlite_database):
    Visitor(alone).registered("anna")
    program = Program(alone, key_of(sqlite_database, "anna"))
    alone.config["API_RATE"] = "2 per minute"
    answers = [program.get("/account") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert '"key";r=1;' in answers[0].headers["RateLimit"]
