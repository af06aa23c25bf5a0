"""The server: uvicorn under gunicorn, with the site in threads that never wait for a client.

A request gets a thread only once it is complete, and frees it before its answer is sent. Streams take none.
"""

import asyncio
import os
import signal
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, cast

from a2wsgi.wsgi import build_environ
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn_worker import UvicornWorker
from werkzeug import Response
from werkzeug.test import run_wsgi_app

from web.core.configuration import MOST_HEAD, MOST_HEADERS, MOST_SENT
from web.core.request_state import arrival
from web.core.streams import STREAMS, Stream

SECONDS = 30.0
"""How long a request may take to arrive."""
MOST_WAITING = 500
"""How many connections besides streams may wait for clients; with MOST_SENT, their bodies take 125 MB."""
PART = 256 * 1024
"""How many bytes of an answer are produced at once; the largest page has 170,000."""


def refusal(status: int) -> Response:
    """Return the answer, in both languages, to a request that does not reach the site."""
    page = (Path(__file__).parent / "server_answers" / f"{status}.html").read_bytes()
    return Response(page, status, {"Connection": "close", "Cache-Control": "no-store"}, "text/html")


def answered(site: Any, environ: Any) -> Any:  # noqa: ANN401  # a WSGI application
    """Yield the head of an answer, then its parts: only the last has less than PART bytes."""
    parts, status, fields = run_wsgi_app(site, environ)
    headers = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in fields]
    head, made = {"type": "http.response.start", "status": int(status[:3]), "headers": headers}, bytearray()
    with Response(parts):
        for part in parts:
            made += part
            if len(made) >= PART:
                yield head, bytes(made)
                made.clear()
    yield head, bytes(made)


class LimitedConnection(HttpToolsProtocol):
    """A connection. If too many wait for their clients, the longest waiting is closed."""

    threads: ClassVar = ThreadPoolExecutor(int(os.environ.get("WEB_THREADS") or "24"), "web")
    waiting: ClassVar[OrderedDict["LimitedConnection", None]] = OrderedDict()
    stream: "asyncio.Task[Any] | None" = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401  # asyncio's
        """Wait for a request."""
        super().connection_made(transport)
        self.app = cast("Any", self.answer)
        self.timeout_keep_alive_task = self.loop.call_later(SECONDS, transport.close)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and end its stream."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self.waiting.pop(self, None)
        if self.stream:
            self.stream.cancel()

    def shutdown(self) -> None:
        """End a stream when the process has to stop."""
        super().shutdown()
        if self.stream:
            self.stream.cancel()

    def wait(self) -> None:
        """From now on wait for the client."""
        self.head, self.until = 0, 0.0
        self.waiting[self] = None
        if len(self.waiting) > MOST_WAITING:
            self.waiting.popitem(last=False)[0].transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take incoming bytes, within the limits for a head and for the time of a request."""
        if self.stream:  # no data may follow a request to upgrade
            self.transport.abort()
            return
        self.until = self.until or self.loop.time() + SECONDS
        super().data_received(data)
        is_head = not self.cycle or self.cycle.response_complete  # type: ignore[truthy-bool]  # first None
        self.head += is_head * len(data)
        if self.head > MOST_HEAD:
            self.refuse(431)
        elif is_head or self.cycle.more_body:
            self.timeout_keep_alive_task = self.loop.call_at(self.until, self.refuse, 408)

    def refuse(self, status: int) -> None:
        """Answer with a refusal, and close the connection."""
        answer = refusal(status)
        self.transport.write(STATUS_LINE[status] + str(answer.headers).encode() + answer.data)
        self.transport.close()

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  # ASGI's
        """Answer a complete request; a body that is too large is discarded."""
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"] if len(body) <= MOST_SENT else b""
            more = message["more_body"]
        self.waiting.pop(self, None)
        self.flow.pause_reading()
        fields = scope["headers"]
        refused = 431 if len(fields) > MOST_HEADERS else 411 if b"transfer-encoding" in dict(fields) else 0
        # A header with an underscore could be taken for one with a hyphen.
        scope["headers"] = [field for field in fields[:MOST_HEADERS] if b"_" not in field[0]]
        environ: Any = build_environ(scope, cast("Any", BytesIO(body if len(body) <= MOST_SENT else b"")))
        environ |= {"wsgi.errors": sys.stderr, STREAMS: []} | arrival()
        parts = answered(refusal(refused) if refused else self.config.loaded_app, environ)
        try:
            await self.send_all(parts, environ[STREAMS], send)
        finally:
            for stream in environ[STREAMS]:
                stream.leave()

    async def send_all(self, parts: Any, streams: list[Stream], send: Any) -> None:  # noqa: ANN401  # ASGI's
        """Send an answer; each part is produced after the client has taken the one before."""
        head, part = await self.loop.run_in_executor(self.threads, next, parts)
        await send(head)
        for stream in [] if self.transport.is_closing() else streams:
            self.stream = asyncio.current_task()
            self.flow.resume_reading()
            with suppress(asyncio.CancelledError):
                async for said in stream.events:
                    await send({"type": "http.response.body", "body": said.encode(), "more_body": True})
            self.stream = None
        while len(part) >= PART and not self.transport.is_closing():
            await send({"type": "http.response.body", "body": part, "more_body": True})
            _, part = await self.loop.run_in_executor(self.threads, next, parts)
        await send({"type": "http.response.body", "body": part})
        if not self.transport.is_closing():
            self.wait()


class Worker(UvicornWorker):
    """A process of gunicorn that serves the site."""

    USED: ClassVar = {"loop": "uvloop", "http": LimitedConnection, "interface": "asgi3", "log_level": "error"}
    UNUSED: ClassVar = {"ws": "none", "lifespan": "off", "proxy_headers": False, "server_header": False}
    CONFIG_KWARGS: ClassVar = USED | UNUSED | {"timeout_notify": 1, "timeout_graceful_shutdown": 8}

    async def callback_notify(self) -> None:
        """Report that the process is alive, and end it if its parent is gone; called every second."""
        self.notify()
        if self.ppid != os.getppid():
            os.kill(os.getpid(), signal.SIGTERM)
