"""Receivers on loopback: servers that record what they get, and answer on demand."""

import socket
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address, ip_network
from threading import Event, Thread

from aiosmtpd.controller import Controller

from models import Channel, Message, User
from services.notifications.senders import Content
from services.notifications.senders.outward import Outward

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


def way(names=(), seconds=20.0, networks=LOOPBACK, **more):
    """Return a sender's way out that allows loopback and resolves some names as given."""
    known = dict(names)

    def resolve(host, port):
        return [ip_address(each) for each in known.get(host, (host,))]

    return Outward(networks, allows_http=True, resolve=resolve, seconds=seconds, **more)


def content(**values):
    """Return the content of a message."""
    usual = {
        "id": "message-7",
        "kind": "turn",
        "to": "anna@example.org",
        "language": "en",
        "subject": "Your turn",
        "lines": ("A phase is resolved.", "You have until tomorrow."),
        "url": "https://duels.example.org/duels/abc",
        "link": "Open the duel",
        "site": "https://duels.example.org",
        "at": AT,
    }
    return Content(**{**usual, **values})


def message(kind="webhook", **address):
    """Return a message on a channel with an address."""
    channel = Channel(kind=kind, address=address, kinds=["turn"])
    return Message(id=7, kind="turn", channel=channel, user=User(name="anna", email="anna@example.org"))


class Receiver:
    """An HTTP server that records requests, with settable answers."""

    def __init__(self):
        self.got, self.status, self.headers = [], 200, {}
        self.dribbles, self.ends = False, Event()

    def answer(self, handler):
        """Record a request and answer it."""
        length = int(handler.headers.get("Content-Length", 0))
        self.got.append((handler.path, dict(handler.headers), handler.rfile.read(length)))
        if self.dribbles:
            self._dribble(handler)
            return
        handler.send_response(self.status)
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def _dribble(self, handler):
        try:
            handler.wfile.write(b"HTTP/1.1 200")
            while not self.ends.wait(0.05):
                handler.wfile.write(b" ")
        except OSError:
            pass


@contextmanager
def receiving():
    """Serve on loopback for a while; yield (the receiver, its address)."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            receiver.answer(self)

        do_GET = do_CONNECT = do_POST  # noqa: N815 -- the name that the library calls

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield receiver, f"http://127.0.0.1:{server.server_port}/hook"
        finally:
            receiver.ends.set()
            server.shutdown()
            thread.join()


@contextmanager
def silence():
    """Accept connections on loopback and say nothing; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def free_port():
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Mailbox:
    """A mail server that records what it gets, and refuses the addresses in `refused`."""

    def __init__(self):
        self.got, self.refused, self.data = [], {}, "250 OK"
        self.sessions, self.noop, self.goodbyes = set(), "250 OK", 0

    async def handle_NOOP(self, server, session, envelope, arg):  # noqa: N802 -- the name that the library calls
        return self.noop

    async def handle_QUIT(self, server, session, envelope):  # noqa: N802 -- the name that the library calls
        self.goodbyes += 1
        return "221 Bye"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 -- the name that the library calls
        self.sessions.add(session)
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 -- the name that the library calls
        if self.data.startswith("250"):
            self.got.append((tuple(envelope.rcpt_tos), envelope.content))
        return self.data


@contextmanager
def mailing():
    """Accept e-mails on loopback for a while; yield (the mailbox, the address of the server)."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield mailbox, f"smtp://127.0.0.1:{controller.port}?starttls=no"
    finally:
        controller.stop()
