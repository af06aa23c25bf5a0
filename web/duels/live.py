"""Open pages learn of changes of their duel: by a stream while there is room, else by asking."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Hashable
from contextlib import ExitStack

from flask import Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from models.ids import DuelId, DuelToken, UserId
from models.sealed import token_hash
from services.duels.stamps import Holder, entitled, read_left_stamps, read_stamp, read_stamps
from services.watch import AnyStamp, Listener, Reading, Watch
from web.core.limits import address
from web.core.login import account
from web.core.metrics import open_stream
from web.core.session import db
from web.core.streams import NoRoom, Streams, can_stream, streamed
from web.duels.finding import blueprint, reader_id

NO_CONTENT = 204
RETRY = 3000
"""Milliseconds after which a browser opens a stream again that has ended."""
BEAT = 15.0
"""Seconds without news after which a stream is heard all the same."""


def init_app(app: Flask) -> None:
    """Give an application its watches, and a limit of streams."""
    app.extensions["watch"] = watch_of(app, read_stamps)
    app.extensions["left_watch"] = watch_of(app, read_left_stamps)
    app.extensions["streams"] = Streams(app.config["WEB_STREAMS"], app.config["WEB_STREAMS_OF_ADDRESS"])


def watch_of(app: Flask, read: Reading, every: float | None = None) -> Watch:
    """Return a watch for open pages, each of which hears as long as the session that opened it lasts."""

    def sift(session: Session, holders: Collection[Holder]) -> set[Holder]:
        return entitled(session, holders, app.config["CLOCK"]().date())

    return Watch(app.extensions["database"], every or app.config["WATCH_EVERY"], read, sift)


@blueprint.get("/<token>/stamp")
def stamp(token: DuelToken) -> ResponseReturnValue:
    """Answer with all that can be seen of the duel now, in short: no more than its page tells."""
    return stamp_answer(read_stamp(db(), token, reader_id()).stamp)


def stamp_answer(now: AnyStamp) -> ResponseReturnValue:
    """A stamp as an answer; nothing when the page knows it."""
    response = jsonify(stamp=str(now))
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(str(now))
    return response.make_conditional(request)


@blueprint.get("/<token>/events")
def events(token: DuelToken) -> ResponseReturnValue:
    """The stamp now, and again whenever it changes; no content when the page should rather ask."""
    watched, now, as_arbiter = read_stamp(db(), token, reader_id())
    reader = account()
    rules = (watched.duel_id, reader.id) if reader and as_arbiter else None
    return events_answer("watch", watched, now, rules)


def events_answer(
    watch_name: str, watched: Hashable, now: AnyStamp, rules: tuple[DuelId, UserId] | None = None
) -> ResponseReturnValue:
    """A stream of the stamps that a watch of the application finds; no content where there is no room."""
    if now.is_last or request.method == "HEAD" or not can_stream():
        return "", NO_CONTENT
    streams: Streams = current_app.extensions["streams"]
    whose = address()
    try:
        streams.take(whose)
    except NoRoom:
        return "", NO_CONTENT
    reader = account()
    holder = Holder(token_hash(reader.token) if reader else None, rules)
    watch, seconds = current_app.extensions[watch_name], current_app.config["STREAM_SECONDS"]
    leave = ExitStack()
    leave.callback(streams.give_back, whose)
    leave.callback(open_stream())
    return streamed(stream(watch, watched, now, seconds, holder), leave.close)


async def stream(
    watch: Watch, watched: Hashable, now: AnyStamp, seconds: float, holder: Holder
) -> AsyncGenerator[str]:
    """The events of one listener; it uses no database and ends by itself, or with what it is held by.

    A repeated stamp is the heartbeat: scripts hear it, but would not hear a comment.
    """
    with watch.listening(watched, now, holder) as listener:
        yield f"retry: {RETRY}\n{told(now)}"
        async for _ in rounds(listener, seconds):
            # A change that comes while this is sent follows in the next round, also if it is the last.
            said = listener.stamp
            yield told(said)
            if said.is_last:
                return


async def rounds(listener: Listener, seconds: float) -> AsyncGenerator[AnyStamp | None]:
    """Yield the news that a listener hears until the seconds are over, and None after a long silence."""
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while (left := until - clock()) > 0:
        new = await listener.wait(min(BEAT, left))
        if listener.is_over or (new is None and left <= BEAT):
            return
        yield new


def told(now: AnyStamp) -> str:
    """A stamp as an event."""
    return f"data: {now}\n\n"
