"""The server: clients that send slowly, or nothing, or never hang up, do not block others."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from ast import literal_eval
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.e2e.serving import free_port
from tests.quality.project import ROOT
from web.core.configuration import MOST_SENT

PATIENCE = 60
LARGEST_PAGE = 170_000
THREADS = 4
SMALL = """
import os
import time
from web.core import server
from web.core.request_state import ARRIVED
from web.core.streams import STREAMS, Stream
server.SECONDS = float(os.environ["SECONDS"])
server.MOST_WAITING = 60
left = []

async def events():
    yield "data: begun\\n\\n"
    await __import__("asyncio").Event().wait()

def answer(environ, start):
    body, path = environ["wsgi.input"].read(), environ["PATH_INFO"]
    headers = [("Content-Type", "text/plain")]
    if path == "/stream":
        environ[STREAMS].append(Stream(events(), lambda: left.append(1)))
        start("200 OK", headers)
        return []
    if path == "/waited":
        said = f"{time.monotonic() - environ[ARRIVED]:.3f}".encode()
        time.sleep(float(environ["QUERY_STRING"] or 0))
        start("200 OK", [*headers, ("Content-Length", str(len(said)))])
        return [said]
    if path == "/large":
        start("200 OK", headers)
        return (b"x" * 65536 for _ in range(200))
    counted = {"/left": left, "/lines": server.LimitedConnection.waiting}.get(path, body)
    said = f"{path} {len(counted)}".encode()
    if path == "/seen":
        said = repr({name: environ[name] for name in sorted(environ) if name.isupper()}).encode()
    said += int(environ["QUERY_STRING"] or 0) * b"x"
    start("200 OK", [*headers, ("Content-Length", str(len(said)))])
    return [said]
"""
CONFIG = """
import sys
from runpy import run_path
sys.path.insert(0, "{root}")
real = run_path("{root}/gunicorn.conf.py")
worker_class, when_ready, loglevel = real["worker_class"], real["when_ready"], "warning"
when_ready.__globals__["ANSWER_SECONDS"] = {seconds}

def on_starting(server):
    server.has_database = True
"""
HEAD = b"GET /half HTTP/1.1\r\nHost: localhost\r\n"
STREAM = b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: localhost\r\n"


class Served:
    """A server of a small application."""

    def __init__(self, port, process):
        self.address, self.process = ("127.0.0.1", port), process

    def connect(self, sent=b""):
        client = socket.create_connection(self.address, PATIENCE)
        client.sendall(sent)
        return client

    def ask_and_not_read(self, path):
        """Request an answer of some length over a slow line, and do not read it."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        client.connect(self.address)
        client.sendall(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return client

    def ask(self, method="GET", path="/", body=None):
        client = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        try:
            client.request(method, path, body)
            return client.getresponse().read().decode()
        finally:
            client.close()

    def exchange(self, sent):
        """Send something; return everything received until the server hangs up."""
        with self.connect(sent) as client:
            return b"".join(iter(lambda: client.recv(65536), b""))


@contextmanager
def serving(folder, seconds):
    (folder / "small.py").write_text(SMALL)
    (folder / "conf.py").write_text(CONFIG.format(root=ROOT, seconds=max(1, int(seconds))))
    port = free_port()
    options = {
        "bind": f"127.0.0.1:{port}",
        "threads": THREADS,
        "pythonpath": f"{folder},{ROOT}",
        "config": "conf.py",
    }
    program = Path(sys.executable).with_name("gunicorn")
    command = [program, *(f"--{name}={value}" for name, value in options.items()), "small:answer"]
    environment = os.environ | {"SECONDS": str(seconds), "WEB_THREADS": str(THREADS)}
    with (folder / "said.txt").open("ab") as said:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=said)
        try:
            wait_for(port, process, folder)
            yield Served(port, process)
        finally:
            process.terminate()
            process.wait(PATIENCE)
    said = (folder / "said.txt").read_text()
    assert "\n".join(line for line in said.splitlines() if "Open http" not in line) == ""


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
    """Return a server with short time-outs."""
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
def test_slow_senders_do_not_block_others(served, sent, count):
    with ExitStack() as held:
        for _ in range(count):
            held.enter_context(served.connect(sent))
        assert [served.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]


@pytest.mark.parametrize("length", [LARGEST_PAGE, 20 * LARGEST_PAGE], ids=["page", "larger"])
def test_clients_that_do_not_read_their_page_do_not_block_others(served, length):
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            held.enter_context(served.ask_and_not_read(f"?{length}"))
        assert [served.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]


def test_clients_that_do_not_read_a_download_do_not_block_those_that_do(served):
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            held.enter_context(served.ask_and_not_read("large"))
        assert served.ask(path="/0") == "/0 0"
        assert len(served.ask(path="/large")) == 200 * 65536


def test_a_client_that_reads_nothing_is_disconnected_in_time(hurried):
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            held.enter_context(hurried.ask_and_not_read(f"?{20 * LARGEST_PAGE}"))
        until = time.monotonic() + PATIENCE
        while hurried.ask(path="/lines") != "/lines 0":  # beside the one that asks
            assert time.monotonic() < until
            time.sleep(0.02)


def begun(client):
    """Return the rest of a stream, once it has begun."""
    said = client.makefile("rb")
    assert any(b"begun" in line for line in said)
    return said


def test_streams_take_no_threads_and_no_room_of_other_connections(served):
    before = int(served.ask(path="/left").split()[1])
    with ExitStack() as held:
        clients = []
        for _ in range(100):
            clients.append(held.enter_context(served.connect(STREAM)))
            begun(clients[-1])
        assert [served.ask(path=f"/{number}") for number in range(3)] == ["/0 0", "/1 0", "/2 0"]
        for client in clients:
            client.shutdown(socket.SHUT_RDWR)
    while served.ask(path="/left") != f"/left {before + 100}":  # each stream ended when its client hung up
        time.sleep(0.02)


def test_a_stream_ends_if_its_client_sends_anything_after_the_request(served):
    with served.connect(STREAM) as client:
        said = begun(client)
        client.sendall(HEAD)
        with suppress(ConnectionResetError):
            assert b"HTTP" not in said.read()


def test_streams_end_at_once_and_orderly_with_the_process_that_serves_them(tmp_path):
    with serving(tmp_path, 60) as served, served.connect(STREAM) as client:
        said = begun(client)
        served.process.terminate()
        assert said.read().endswith(b"0\r\n\r\n")


def test_no_header_says_where_the_site_lies_or_passes_for_another_one(served):
    sent = b"GET /seen HTTP/1.1\r\nHost: localhost\r\nSCRIPT_NAME: /evil\r\nScript-Name: /evil\r\n"
    more = b"X-Forwarded-Prefix: /evil\r\nX_Forwarded_For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2\r\n"
    found = literal_eval(
        served.exchange(sent + more + b"Connection: close\r\n\r\n").decode().splitlines()[-1]
    )
    assert (found["SCRIPT_NAME"], found["PATH_INFO"]) == ("", "/seen")
    assert (found["REMOTE_ADDR"], found["HTTP_X_FORWARDED_FOR"]) == ("127.0.0.1", "2.2.2.2")


def test_a_request_knows_how_long_it_has_waited_for_a_thread(served):
    asked = b"GET /waited?1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as open_ones:
        first = [open_ones.enter_context(served.connect(asked)) for _ in range(THREADS)]
        last = float(served.ask(path="/waited"))
        waited = [float(client.makefile("rb").read().rpartition(b"\r\n\r\n")[2]) for client in first]
    assert last > max(waited)


def test_a_slow_sender_is_answered_in_the_end(served):
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
    answers = served.exchange(both)
    assert answers.index(b"/body 3") < answers.index(b"/half 0")


def test_a_body_as_large_as_may_be_comes_whole_and_of_a_larger_one_nothing(served):
    assert served.ask("POST", "/", b"x" * MOST_SENT) == f"/ {MOST_SENT}"
    head = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (MOST_SENT + 1)
    sent = POST + head + b"x" * (MOST_SENT + 1)
    assert b"/body 0" in served.exchange(sent)


def test_a_client_that_expects_100_continue_gets_it(served):
    with served.connect(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n") as client:
        said = client.makefile("rb")
        assert said.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert said.readline() == b"\r\n"
        client.sendall(b"ab")
        assert said.readline() == b"HTTP/1.1 200 OK\r\n"


INVALID = {
    "chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
    "no length": (POST + b"Content-Length: x\r\n\r\n", b"400"),
    "line": (b"GET /" + b"x" * 70_000, b"431"),
    "headers": (HEAD + b"X: y\r\n" * 200 + b"\r\n", b"431"),
    "header": (HEAD + b"X: " + b"y" * 70_000, b"431"),
    "nothing": (b"no request\r\n\r\n", b"400"),
}


@pytest.mark.parametrize(("sent", "status"), INVALID.values(), ids=INVALID)
def test_an_invalid_request_is_refused(served, sent, status):
    assert served.exchange(sent).split(b" ")[1] == status


def test_an_invalid_request_leaves_no_address_in_the_log_of_the_server(tmp_path):
    with serving(tmp_path, PATIENCE) as server:
        refused = [server.exchange(sent).split(b" ")[1] for sent, _ in INVALID.values()]
    assert refused == [status for _, status in INVALID.values()]
    said = [line for line in (tmp_path / "said.txt").read_text().splitlines() if "Open http" not in line]
    assert not [line for line in said if "127.0.0.1" in line]


def test_the_page_about_the_api_names_what_the_server_answers_in_place_of_it():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    (named,) = [line for line in page.splitlines() if "never reach the API" in line]
    assert set(re.findall(r"4\d\d", named)) >= {"400", "408", "411", "431"}


@pytest.mark.parametrize("sent", [SLOW["half of the headers"], SLOW["half a body"]], ids=["head", "body"])
def test_a_request_timeout_is_explained_in_both_languages(hurried, sent):
    answer = hurried.exchange(sent).decode()
    assert answer.startswith("HTTP/1.1 408 ")
    assert "took too long" in answer
    assert "mis trop de temps" in answer


def test_a_connection_on_which_nothing_comes_is_closed(hurried):
    assert hurried.exchange(b"") == b""
