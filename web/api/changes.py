"""Changes: by a stream while there is room, else by polling."""

import json
from collections.abc import AsyncGenerator, Collection, Mapping

from flask import Flask, Response, current_app, request
from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from models.ids import ApiKeyId
from services.api.keys import Scope
from services.duels.stamps import DuelStanding, OwnChanges, read_changes, read_followed
from services.watch import Watch
from web.api.access import bearer, side, take_room
from web.api.operations import operation
from web.api.problems import Problem
from web.api.shapes import Asked, Side, plainly
from web.core.session import db
from web.core.streams import can_stream, streamed
from web.duels.live import RETRY, rounds


class ChangedDuel(BaseModel):
    """The state of a running duel of the account, without sealed content."""

    duel: str
    stamp: str = Field(description="Changes with every public change of the duel.")
    phase: str | None
    ordinal: int
    you: Side
    awaits_you: bool


class WaitingChallenges(BaseModel):
    """How many challenges wait for the account, once that has changed."""

    waiting: int = Field(description="How many challenges wait for the account.")
    for_places: int = Field(description="How many challenges for its places on ladders wait for the account.")


class ChangesAsked(Asked):
    """The state that the client knows."""

    since: str | None = Field(
        None,
        max_length=64,
        description="The id of an earlier answer, or of an event of the stream.",
        json_schema_extra=plainly,
    )


class Changes(BaseModel):
    """All running duels, or nothing where nothing has changed."""

    id: str = Field(description="The value of `since` for the next request.")
    changed: bool
    challenges: int = Field(description="How many challenges wait for the account.")
    for_places: int = Field(description="How many challenges for its places on ladders wait for the account.")
    duels: list[ChangedDuel] = Field(description="All running duels; none where nothing has changed.")


STILL_HERE = ": still here\n\n"


def init_app(app: Flask) -> None:
    """Give an application the watch for the streams of bots."""
    app.extensions["program_watch"] = watch_of(app, app.config["WATCH_EVERY"])


def watch_of(app: Flask, every: float) -> Watch:
    """Return a watch for bots, each by the number of its key."""

    def read(session: Session, token_ids: Collection[ApiKeyId]) -> Mapping[ApiKeyId, OwnChanges]:
        return read_followed(session, token_ids, app.config["CLOCK"]())

    return Watch(app.extensions["database"], every, read)


def present() -> OwnChanges:
    """Read the present state of the account."""
    return read_changes(db(), (bearer().user_id,))[bearer().user_id]


def seen(each: DuelStanding) -> ChangedDuel:
    """Show the state of a running duel."""
    return ChangedDuel(
        duel=each.token,
        stamp=str(each.stamp),
        phase=str(each.stamp.phase) if each.stamp.phase else None,
        ordinal=each.stamp.ordinal,
        you=side(each.player),
        awaits_you=each.awaits_them,
    )


@operation(
    "GET",
    "/changes",
    Scope.READ,
    group="changes",
    summary=_l("What has changed, on request"),
    query=ChangesAsked,
    answer=Changes,
)
def list_changes(query: ChangesAsked) -> Changes:
    """All duels of the account that run, or none where nothing has changed since an earlier answer.

    A duel that is not listed any more has ended.
    """
    found = present()
    changed = found.id != query.since
    return Changes(
        id=found.id,
        changed=changed,
        challenges=found.challenges,
        for_places=found.for_places,
        duels=list(map(seen, found.duels)) if changed else [],
    )


@operation(
    "GET",
    "/events",
    Scope.READ,
    group="changes",
    summary=_l("What has changed, as a stream"),
    answer=ChangedDuel,
    problems=("too_many_streams", "no_room"),
    streams=True,
)
def follow() -> Response:
    """Server-sent events: `duel` for each running duel first, then whenever one has changed; `challenges`.

    The id of an event is sent back as Last-Event-ID to go on after it. A duel that has ended comes with
    a phase of null. A stream ends by itself after some minutes; open it again. It ends at once with its key.
    """
    held, found = bearer(), present()
    if not can_stream():
        raise Problem("no_room", headers={"Retry-After": "30"})
    leave = take_room(held.user_id)
    watch: Watch = current_app.extensions["program_watch"]
    known = request.headers.get("Last-Event-ID") == found.id
    seconds = current_app.config["STREAM_SECONDS"]
    return streamed(stream(watch, held.token_id, found, seconds, known=known), leave)


async def stream(
    watch: Watch, token_id: ApiKeyId, now: OwnChanges, seconds: float, *, known: bool
) -> AsyncGenerator[str]:
    """Yield the events for one bot, without the database; ends by itself. known: it has the present state."""
    with watch.listening(token_id, now) as listener:
        yield f"retry: {RETRY}\n\n{'' if known else events_between(OwnChanges(), now)}"
        async for new in rounds(listener, seconds):
            if not isinstance(new, OwnChanges):
                yield STILL_HERE
                continue
            if new.is_last:
                return
            yield events_between(now, new)
            now = new


def events_between(before: OwnChanges, after: OwnChanges) -> str:
    """Write the differences as events; the last one has the id of the whole state."""
    known = {each.token: each for each in before.duels}
    changed = [seen(each).model_dump() for each in after.duels if known.pop(each.token, None) != each]
    ended = [
        {**seen(each).model_dump(), "phase": None, "awaits_you": False, "stamp": "over"}
        for each in known.values()
    ]
    events = [("duel", each) for each in (*changed, *ended)]
    if (before.challenges, before.for_places) != (after.challenges, after.for_places):
        waiting = WaitingChallenges(waiting=after.challenges, for_places=after.for_places)
        events.append(("challenges", waiting.model_dump()))
    said = [f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events]
    return "".join(said[:-1]) + (f"id: {after.id}\n{said[-1]}" if said else f"id: {after.id}\n\n")
