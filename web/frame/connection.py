"""A connection to the server, whose requests are read without a thread; and what it is told without one."""

from contextlib import suppress
from typing import Any

from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn

from web.frame.incoming import Incoming

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>{}</h1><p>{}</p><h1 lang="fr">{}</h1><p lang="fr">{}</p>
"""


def answer(status: str, *words: str) -> bytes:
    """Write an answer in both languages, for what never becomes a request of the application."""
    body = PAGE.format(*words).encode()
    head = (
        f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\n"
        f"Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


TOO_SLOW = answer(
    "408 Request Timeout",
    "The request took too long to arrive",
    "Nothing was stored. Check your connection, then go back and send it again.",
    "La requête a mis trop de temps à arriver",
    "Rien n’a été enregistré. Vérifiez votre connexion, puis revenez en arrière et renvoyez-la.",
)
UNBOUNDED = answer(
    "411 Length Required",
    "The request does not say how long it is",
    "Nothing was stored. Send it with its length (Content-Length), not in chunks.",
    "La requête n’indique pas sa longueur",
    "Rien n’a été enregistré. Envoyez-la avec sa longueur (Content-Length), et non par morceaux.",
)
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


class Connection(TConn):
    """A connection whose requests are read by the loop."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 -- gunicorn's
        super().__init__(*arguments)
        self.data_ready = True
        self.parser = RequestParser(self.cfg, (), self.client)
        self.incoming = Incoming()
        self.deadline = 0.0
        self.is_over = False

    def init(self) -> None:
        """Let gunicorn read the request that has come in, and then the end; called by the thread for each."""
        self.initialized = True
        self.sock.settimeout(None)
        self.parser.unreader.unread(self.incoming.take())

    def say(self, data: bytes) -> None:
        """Send what fits, without waiting."""
        with suppress(OSError):
            self.sock.send(data)
