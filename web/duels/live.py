"""An open page is told when its duel changes: by a stream while there is room, else when it asks."""

import socket
from collections.abc import Callable, Hashable, Iterator
from functools import partial

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from services.duels.stamps import AnyStamp, Watch, read_stamp
from web.duels.table import reader_id
from web.frame.limits import address
from web.frame.metrics import open_stream
from web.frame.session import db
from web.frame.streams import NoRoom, Streams

NO_CONTENT = 204
RETRY = 3000
"""Milliseconds after which a browser opens a stream again that has ended."""
ROUND, BEAT = 1.0, 15
"""A stream looks every second whether it is still wanted, and is heard every fifteen."""


def init_app(app: Flask) -> None:
    """Give an application its watch, and room for so many streams."""
    app.extensions["watch"] = Watch(app.extensions["database"], app.config["WATCH_EVERY"])
    app.extensions["streams"] = Streams(app.config["WEB_STREAMS"], app.config["WEB_STREAMS_OF_ADDRESS"])


def register(blueprint: Blueprint) -> None:
    """Give these answers their addresses."""
    blueprint.add_url_rule("/<token>/stamp", "stamp", stamp)
    blueprint.add_url_rule("/<token>/events", "events", events)


def stamp(token: str) -> ResponseReturnValue:
    """Answer with all that can be seen of the duel now, in short: no more than its page tells."""
    _, now = read_stamp(db(), token, reader_id())
    return stamp_answer(now)


def stamp_answer(now: AnyStamp) -> ResponseReturnValue:
    """A stamp as an answer; nothing when the page knows it."""
    response = jsonify(stamp=str(now))
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(str(now))
    return response.make_conditional(request)


def events(token: str) -> ResponseReturnValue:
    """The stamp now, and again whenever it changes; no content when the page should rather ask."""
    duel_id, now = read_stamp(db(), token, reader_id())
    return events_answer("watch", duel_id, now)


def events_answer(watch_name: str, watched: Hashable, now: AnyStamp) -> ResponseReturnValue:
    """A stream of the stamps that a watch of the application finds; no content where there is no room."""
    if now.is_last or request.method == "HEAD":
        return "", NO_CONTENT
    streams: Streams = current_app.extensions["streams"]
    whose = address()
    try:
        streams.take(whose)
    except NoRoom:
        return "", NO_CONTENT
    watch, seconds = current_app.extensions[watch_name], current_app.config["STREAM_SECONDS"]
    response = Response(stream(watch, watched, now, seconds, hung_up()), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(streams.give_back, whose))
    response.call_on_close(open_stream())
    return response


def stream(
    watch: Watch, watched: Hashable, now: AnyStamp, seconds: int, is_gone: Callable[[], bool]
) -> Iterator[str]:
    """The events of one listener; it uses no database and ends by itself.

    A stamp that is told again is the heartbeat: a script can hear it, which a comment cannot be.
    """
    with watch.listening(watched, now) as listener:
        yield f"retry: {RETRY}\n{told(now)}"
        for second in range(1, seconds + 1):
            new = listener.wait(ROUND)
            if watch.is_over or is_gone():
                return
            if new is None and second % BEAT:
                continue
            # One that comes while this is being sent is told in the next round, also if it is the last.
            said = listener.stamp
            yield told(said)
            if said.is_last:
                return


def told(now: AnyStamp) -> str:
    """A stamp as an event."""
    return f"data: {now}\n\n"


def hung_up() -> Callable[[], bool]:
    """Return a function that tells whether the reader has hung up, as far as the server knows."""
    line: socket.socket | None = request.environ.get("gunicorn.socket")

    def is_gone() -> bool:
        if line is None:
            return False
        try:
            return not line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except (BlockingIOError, ValueError):  # nothing to read, or encrypted and not to be peeked at
            return False
        except OSError:
            return True

    return is_gone
