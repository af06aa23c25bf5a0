"""The server itself: whoever sends slowly, or nothing, or does not hang up, stops nobody else."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.e2e.serving import free_port
from tests.quality.project import ROOT
from web.frame.server import BufferingWorker
from web.frame.sizes import MOST_SENT

PATIENCE = 20
LARGEST_PAGE = 170_000
THREADS = 4
CONNECTIONS = 60
SMALL = """
import os
from flask import Flask
from web.duels.live import hung_up
from web.frame import server
site = Flask(__name__)
server.HEAD_SECONDS = server.BODY_SECONDS = float(os.environ["SECONDS"])
server.ANSWER_SECONDS = max(1, int(server.BODY_SECONDS))

def answer(environ, start):
    body = environ["wsgi.input"].read()
    with site.request_context(environ):
        found = hung_up()() if environ["PATH_INFO"] == "/gone" else len(body)
    said = f"{environ['PATH_INFO']} {found}".encode() + int(environ["QUERY_STRING"] or 0) * b"x"
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]
"""
HEAD = b"GET /half HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: localhost\r\n"


class Served:
    """A server of a small application."""

    def __init__(self, port):
        self.address = ("127.0.0.1", port)

    def connect(self, sent=b""):
        client = socket.create_connection(self.address, PATIENCE)
        client.sendall(sent)
        return client

    def ask_and_not_read(self, query):
        """Ask for an answer of some length over a line as on the net, and do not read it."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        client.connect(self.address)
        client.sendall(f"GET /?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return client

    def ask(self, method="GET", path="/", body=None):
        client = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        try:
            client.request(method, path, body)
            return client.getresponse().read().decode()
        finally:
            client.close()

    def told(self, sent):
        """Send something, and return all that is answered until the server hangs up."""
        with self.connect(sent) as client:
            return b"".join(iter(lambda: client.recv(65536), b""))


@contextmanager
def serving(folder, seconds):
    (folder / "small.py").write_text(SMALL)
    port = free_port()
    options = {
        "worker-class": "web.frame.server.BufferingWorker",
        "bind": f"127.0.0.1:{port}",
        "threads": THREADS,
        "worker-connections": CONNECTIONS,
        "pythonpath": f"{folder},{ROOT}",
        "config": "/dev/null",
    }
    program = Path(sys.executable).with_name("gunicorn")
    command = [program, *(f"--{name}={value}" for name, value in options.items()), "small:answer"]
    environment = os.environ | {"SECONDS": str(seconds)}
    with (folder / "said.txt").open("ab") as said:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=said)
        try:
            wait_for(port, process, folder)
            yield Served(port)
        finally:
            process.terminate()
            process.wait(PATIENCE)
    assert "Traceback" not in (folder / "said.txt").read_text()


def wait_for(port, process, folder):
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert process.poll() is None, (folder / "said.txt").read_text()
            assert time.monotonic() < until
            time.sleep(0.02)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), 60) as served:
        yield served


@pytest.fixture(scope="module")
def hurried(tmp_path_factory):
    """Return a server with little patience."""
    with serving(tmp_path_factory.mktemp("hurried"), 0.1) as served:
        yield served


SLOW = {
    "nothing": b"",
    "half a request line": b"GET /ha",
    "half of the headers": HEAD + b"Accept",
    "half a body": POST + b"Content-Length: 200000\r\n\r\nabc",
    "a body too large": POST + b"Content-Length: 9000000\r\n\r\nabc",
    "answered, not hung up": b"GET / HTTP/1.0\r\n\r\n",
    "answered, and kept": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
@pytest.mark.parametrize("count", [40, 150])
def test_others_are_answered_however_many_send_slowly(served, sent, count):
    with ExitStack() as held:
        for _ in range(count):
            held.enter_context(served.connect(sent))
        assert [served.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]


def test_others_are_answered_however_many_do_not_read_their_page(served):
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            held.enter_context(served.ask_and_not_read(LARGEST_PAGE))
        assert [served.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]


def test_whoever_does_not_read_what_is_larger_is_let_go_in_time(hurried):
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            held.enter_context(hurried.ask_and_not_read(20 * LARGEST_PAGE))
        assert [hurried.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]


def test_a_stream_learns_without_waiting_that_its_reader_is_still_there(served):
    assert served.ask(path="/gone") == "/gone False"


def test_whoever_sends_slowly_is_answered_in_the_end(served):
    with served.connect() as client:
        for letter in POST + b"Content-Length: 4\r\nConnection: close\r\n\r\nabcd":
            client.sendall(bytes([letter]))
        assert b"/body 4" in client.makefile("rb").read()


def test_a_connection_is_kept_for_more_requests_also_when_they_come_at_once(served):
    client = http.client.HTTPConnection(*served.address, timeout=PATIENCE)
    for number in range(3):
        client.request("POST", f"/{number}", b"x" * number)
        line = client.sock.getsockname()
        assert client.getresponse().read().decode() == f"/{number} {number}"
        assert client.sock.getsockname() == line
    client.close()
    both = POST + b"Content-Length: 3\r\n\r\nabc" + HEAD + b"Connection: close\r\n\r\n"
    answers = served.told(both)
    assert answers.index(b"/body 3") < answers.index(b"/half 0")


def test_a_body_as_large_as_may_be_comes_whole_and_a_larger_one_ends_at_once(served):
    assert served.ask("POST", "/", b"x" * MOST_SENT) == f"/ {MOST_SENT}"
    sent = POST + b"Content-Length: %d\r\n\r\n" % (MOST_SENT + 1) + b"x" * (MOST_SENT + 1)
    answer = served.told(sent)
    assert b"Connection: close" in answer
    assert b"/body 0" in answer


def test_whoever_waits_to_be_told_to_go_on_is_told(served):
    with served.connect(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n") as client:
        said = client.makefile("rb")
        assert said.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert said.readline() == b"\r\n"
        client.sendall(b"ab")
        assert said.readline() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
        (POST + b"Content-Length: x\r\n\r\n", b"400"),
        (b"GET /" + b"x" * 70_000, b"414"),
        (HEAD + b"X: y\r\n" * 200 + b"\r\n", b"431"),
    ],
    ids=["chunks", "no length", "line", "headers"],
)
def test_what_is_no_request_is_refused(served, sent, status):
    assert served.told(sent).split(b" ")[1] == status


def test_the_page_about_the_api_names_what_the_server_answers_in_place_of_it():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    (told,) = [line for line in page.splitlines() if "never reaches the API" in line]
    assert set(re.findall(r"4\d\d", told)) >= {"400", "408", "411", "414", "431"}


def test_it_refuses_to_speak_tls():
    with pytest.raises(RuntimeError, match="proxy"):
        BufferingWorker.check_config(SimpleNamespace(is_ssl=True), None)


@pytest.mark.parametrize("sent", [SLOW["half of the headers"], SLOW["half a body"]], ids=["head", "body"])
def test_whoever_takes_too_long_is_told_so_in_both_languages(hurried, sent):
    answer = hurried.told(sent).decode()
    assert answer.startswith("HTTP/1.1 408 ")
    assert "took too long" in answer
    assert "mis trop de temps" in answer


def test_a_connection_on_which_nothing_comes_is_closed(hurried):
    assert hurried.told(b"") == b""
