"""Rate limits: counted together in Redis, else each process has its share; one log line reports the loss."""

import shutil
import signal
import subprocess
from contextlib import closing
from time import monotonic, sleep

import pytest
from limits import parse
from limits.storage import MemoryStorage, storage_from_string
from redis import Redis, RedisError
from werkzeug.exceptions import TooManyRequests

from tests.fixtures_parts import skip_or_fail
from tests.fixtures_site import PASSWORD, Visitor
from tests.web.api.asking import Program, key_of
from web.accounts.identity import registrations
from web.core import limits
from web.core.configuration import REDIS_PATIENCE
from web.core.limits import Counting, counting, hit, window

NOWHERE = "redis://127.0.0.1:1"
RATE = parse("3 per minute")


class Server:
    """A Redis server that can die and come back."""

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

    def counts(self, processes=1, **patience):
        """Return the counter of one process of the site."""
        return Counting(storage_from_string(self.uri, **{**REDIS_PATIENCE, **patience}), processes)

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
        skip_or_fail("no redis-server found")
    server = Server(tmp_path_factory.mktemp("redis"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def take(counts, times=1):
    """Ask several times; return how many are let through, of three a minute."""
    return sum(counts.hit(RATE, "tries") for _ in range(times))


def test_a_server_that_dies_is_missed_by_nobody_and_counts_again_when_it_is_back(server, monkeypatch, caplog):
    counts, other = server.counts(), server.counts(processes=2)
    assert take(counts, 2) + take(other, 2) == 3
    server.stop()
    assert [take(each, 5) for each in (counts, other)] == [3, 1]  # the second process knows of two
    assert counts.get_window_stats(RATE, "tries").remaining == 0
    assert caplog.text.count("for itself") == 2  # one line from each process
    server.start()
    assert take(counts, 5) == 0  # it tries again once in a while
    monkeypatch.setattr(limits, "monotonic", lambda: monotonic() + limits.AGAIN)
    assert take(counts, 2) + take(other, 2) == 3
    assert caplog.text.count("count together") == 2


def test_a_server_that_hangs_is_waited_for_once(server, caplog):
    counts = server.counts(socket_timeout=0.05)
    assert take(counts) == 1
    server.process.send_signal(signal.SIGSTOP)
    assert take(counts, 5) == 3
    assert caplog.text.count("for itself") == 1


def test_a_process_that_counts_for_itself_lets_through_its_share_and_never_less_than_one():
    shares = [Counting(MemoryStorage(), processes) for processes in (1, 2, 4, 8)]
    assert [take(each, 5) for each in shares] == [3, 1, 1, 1]
    assert shares[1].get_window_stats(RATE, "tries").remaining == 0


def test_limits_of_views_and_of_the_api_are_shared_out_too(sqlite_database, site_with):
    site = site_with(sqlite_database, WEB_CONCURRENCY=2, MACHINES=2, API_RATE="12 per minute")
    with site.test_request_context():
        assert sum(hit("20 per hour", "somewhere") for _ in range(20)) == 5
        assert window(counting(), "20 per hour", "somewhere")[0] == 0
    with site.test_request_context("/register"), pytest.raises(TooManyRequests):  # noqa: PT012
        for done in range(6):
            with registrations():
                assert done < 5
    Visitor(site).registered("anna")
    program = Program(site, key_of(sqlite_database, "anna"))
    assert [program.get("/account").status_code for _ in range(4)] == [200] * 3 + [429]


@pytest.fixture
def alone(sqlite_database, site_with):
    """Return a site without its Redis."""
    return site_with(sqlite_database, RATELIMIT_STORAGE_URI=NOWHERE)


def test_without_its_redis_a_site_lets_people_in_and_stops_those_who_ask_too_much(alone, caplog):
    answer = Visitor(alone).post("/register", name="anna", password=PASSWORD)
    assert answer.status_code == 303
    with alone.test_request_context("/register"):
        for _ in range(19):
            with registrations():
                pass
        with pytest.raises(TooManyRequests), registrations():
            pass
    assert caplog.text.count("for itself") == 1


def test_without_its_redis_a_site_answers_api_clients_and_counts_their_requests(alone, sqlite_database):
    Visitor(alone).registered("anna")
    program = Program(alone, key_of(sqlite_database, "anna"))
    alone.config["API_RATE"] = "2 per minute"
    answers = [program.get("/account") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert '"key";r=1;' in answers[0].headers["RateLimit"]
