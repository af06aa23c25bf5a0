"""Streams as the server runs them, for tests that call an application without a server."""

import asyncio
from contextlib import suppress
from functools import cache, wraps
from threading import Thread

from werkzeug.wsgi import ClosingIterator

from web.core.streams import STREAMS


@cache
def loop():
    """Return the loop for all streams of a process; its thread does not disturb browser tests."""
    made = asyncio.new_event_loop()
    Thread(target=made.run_forever, name="streams", daemon=True).start()
    return made


def run(waiting):
    """Run a coroutine in the loop of streams; return its result."""
    return asyncio.run_coroutine_threadsafe(waiting, loop()).result()


def streaming(inner):
    """Wrap an application so that its streams can be read from the answer."""

    @wraps(inner)
    def answer(environ, start):
        streams = environ[STREAMS] = []
        made = inner(environ, start)
        if not streams:
            return made
        (stream,) = streams

        def parts():
            with suppress(StopAsyncIteration):
                while True:
                    yield run(anext(stream.events)).encode()

        def over():
            run(stream.events.aclose())
            stream.leave()

        return ClosingIterator(parts(), [getattr(made, "close", bool), over])

    return answer
