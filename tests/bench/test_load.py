"""The load benchmark keeps its own connections, and reads the answers."""

import socketserver
import threading

import pytest

from bench.speed.kinds import SEEN, Step, Visit
from bench.speed.load import Figures, repeated, request_of, run, seen_in, with_seen


class Site(socketserver.ThreadingTCPServer):
    """A server that answers with the request's number on its connection, and hangs up after every third."""

    daemon_threads = True

    def handle_error(self, *_):
        """Let clients hang up."""


class Answers(socketserver.StreamRequestHandler):
    def handle(self):
        for number in range(3):
            length = 0
            while (line := self.rfile.readline()) not in {b"\r\n", b""}:
                length = int(line.split()[1]) if line.lower().startswith(b"content-length") else length
            self.rfile.read(length)
            body = b'{"seen":"%d"}' % number
            end = b"Connection: close\r\n" if number == 2 else b""
            self.wfile.write(b"HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s" % (end, len(body), body))


@pytest.fixture
def port():
    with Site(("127.0.0.1", 0), Answers) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield site.server_address[1]
        site.shutdown()


def test_every_connection_asks_again_until_the_end_and_connects_again_when_it_is_closed(port):
    visits = [Visit("", (Step("/"),)), Visit("a=b", (Step("/store", f"seen={SEEN}&x=1"),))]
    figures, others = run(port, [visits, visits[:1]], 0.2)
    for told in (figures, others):
        assert told.statuses == {200: len(told.seconds)}
        assert len(told.seconds) > 3


def test_a_form_carries_the_instant_of_the_last_entry_once_that_is_known():
    body = f"phase=S1901M&seen={SEEN}&ready=yes"
    assert with_seen(body, "") == "phase=S1901M&ready=yes"
    assert with_seen(body, "12:00+01:00") == "phase=S1901M&seen=12%3A00%2B01%3A00&ready=yes"
    assert seen_in(b'{"ready": "<i class=\\"seen\\">", "seen": "12:00"}') == "12:00"
    assert seen_in(b"<html>") == ""


def test_a_request_says_what_it_holds():
    sent = request_of(Step("/store", "a=1"), "session=s", 80)
    assert sent.startswith(b"POST /store HTTP/1.1\r\nHost: 127.0.0.1:80\r\n")
    assert sent.endswith(b"Cookie: session=s\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                         b"Content-Length: 3\r\n\r\na=1")  # fmt: skip
    assert b"Cookie" not in request_of(Step("/"), "", 80)


def test_quantiles_are_of_the_requests_themselves():
    figures = Figures([number / 100 for number in range(100, 0, -1)])
    assert (figures.quantile(0.5), figures.quantile(0.99), figures.quantile(1)) == (0.51, 1, 1)


def test_visits_are_dealt_out_to_the_connections():
    assert repeated("ab", 5) == ["a", "b", "a", "b", "a"]
