"""Streams as the server runs them, for tests that ask an application without one."""

import asyncio
from contextlib import suppress
from functools import cache, wraps
from threading import Thread

from werkzeug.wsgi import ClosingIterator

from web.core.streams import STREAMS


@cache
def loop():
    """Return the loop in which all streams of a process run, in a thread that browser tests leave alone."""
    made = asyncio.new_event_loop()
    Thread(target=made.run_forever, name="streams", daemon=True).start()
    return made


def run(waiting):
    """Return what a coroutine returns that runs in the loop of streams."""
    return asyncio.run_coroutine_threadsafe(waiting, loop()).result()


def streaming(inner):
    """Let an application answer by streams, to be read on and on."""

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
