"""Open pages hear of changes to their duel: by a stream while there is room, else by polling."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Hashable
from contextlib import ExitStack

from flask import Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from models.ids import DuelId, DuelToken, UserId
from models.sealed import token_hash
from services.duels.stamps import Holder, entitled, read_stamp, read_stamps, read_stamps_ahead
from services.watch import AnyStamp, Listener, Reading, Watch
from web.core.limits import address
from web.core.login import account
from web.core.metrics import open_stream
from web.core.session import db
from web.core.streams import NoRoom, Streams, can_stream, streamed
from web.duels.finding import blueprint, viewer_id

NO_CONTENT = 204
RETRY = 3000
"""Milliseconds after which a browser reopens a stream that has ended."""
BEAT = 15.0
"""Seconds without news after which a stream repeats its stamp."""


def init_app(app: Flask) -> None:
    """Give an application its watches, and a limit of streams."""
    app.extensions["watch"] = watch_of(app, read_stamps)
    app.extensions["watch_ahead"] = watch_of(app, read_stamps_ahead)
    app.extensions["streams"] = Streams(app.config["WEB_STREAMS"], app.config["WEB_STREAMS_OF_ADDRESS"])


def watch_of(app: Flask, read: Reading, every: float | None = None) -> Watch:
    """Return a watch for open pages, each of which may listen as long as its session lasts."""

    def sift(session: Session, holders: Collection[Holder]) -> set[Holder]:
        return entitled(session, holders, app.config["CLOCK"]().date())

    return Watch(app.extensions["database"], every or app.config["WATCH_EVERY"], read, sift)


@blueprint.get("/<token>/stamp")
def stamp(token: DuelToken) -> ResponseReturnValue:
    """Answer with the duel's stamp, which reveals no more than its page."""
    return stamp_answer(read_stamp(db(), token, viewer_id()).stamp)


def stamp_answer(now: AnyStamp) -> ResponseReturnValue:
    """Answer with a stamp; no content if the page knows it."""
    response = jsonify(stamp=str(now))
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(str(now))
    return response.make_conditional(request)


@blueprint.get("/<token>/events")
def events(token: DuelToken) -> ResponseReturnValue:
    """The stamp now, and again whenever it changes; no content if the page should poll instead."""
    watched, now, as_arbiter = read_stamp(db(), token, viewer_id())
    viewer = account()
    rules = (watched.duel_id, viewer.id) if viewer and as_arbiter else None
    return events_answer("watch", watched, now, rules)


def events_answer(
    watch_name: str, watched: Hashable, now: AnyStamp, rules: tuple[DuelId, UserId] | None = None
) -> ResponseReturnValue:
    """A stream of stamps from a watch of the application; no content if there is no room."""
    if now.is_last or request.method == "HEAD" or not can_stream():
        return "", NO_CONTENT
    streams: Streams = current_app.extensions["streams"]
    whose = address()
    try:
        streams.take(whose)
    except NoRoom:
        return "", NO_CONTENT
    viewer = account()
    holder = Holder(token_hash(viewer.token) if viewer else None, rules)
    watch, seconds = current_app.extensions[watch_name], current_app.config["STREAM_SECONDS"]
    leave = ExitStack()
    leave.callback(streams.give_back, whose)
    leave.callback(open_stream())
    return streamed(stream(watch, watched, now, seconds, holder), leave.close)


async def stream(
    watch: Watch, watched: Hashable, now: AnyStamp, seconds: float, holder: Holder
) -> AsyncGenerator[str]:
    """The events of one listener, without the database; ends by itself, or when its holder may not listen.

    A repeated stamp serves as a heartbeat; scripts would not notice a comment.
    """
    with watch.listening(watched, now, holder) as listener:
        yield f"retry: {RETRY}\n{event_of(now)}"
        async for _ in rounds(listener, seconds):
            # A change that comes while this is sent follows in the next round, even in the last one.
            said = listener.stamp
            yield event_of(said)
            if said.is_last:
                return


async def rounds(listener: Listener, seconds: float) -> AsyncGenerator[AnyStamp | None]:
    """Yield a listener's news until its time is over, and None after a long silence."""
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while (left := until - clock()) > 0:
        new = await listener.wait(min(BEAT, left))
        if listener.is_over or (new is None and left <= BEAT):
            return
        yield new


def event_of(now: AnyStamp) -> str:
    """A stamp as an event."""
    return f"data: {now}\n\n"
