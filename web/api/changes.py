"""What has changed: told by a stream while there is room, else to whoever asks again and again."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping

from flask import Flask, Response, current_app, request
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from services.access.following import read_followed
from services.access.tokens import Scope
from services.duels.changes import OwnChanges, Standing, read_changes
from services.duels.stamps import Watch
from web.api.access import bearer, take_room
from web.api.operations import operation
from web.api.seen import side
from web.api.shapes.changes import ChangedDuel, Changes, ChangesAsked, WaitingChallenges
from web.duels.live import BEAT, RETRY, ROUND, hung_up
from web.frame.session import db

BEAT_SAID = ": still here\n\n"
STREAM = "text/event-stream"


def init_app(app: Flask) -> None:
    """Give an application the watch over what programs follow."""
    app.extensions["program_watch"] = watch_of(app, app.config["WATCH_EVERY"])


def watch_of(app: Flask, every: float) -> Watch:
    """Return a watch over what programs follow, each by the number of its key."""

    def read(session: Session, token_ids: Collection[int]) -> Mapping[int, OwnChanges]:
        return read_followed(session, token_ids, app.config["CLOCK"]())

    return Watch(app.extensions["database"], every, read)


def present() -> OwnChanges:
    """Read how everything stands for the account."""
    return read_changes(db(), (bearer().user_id,))[bearer().user_id]


def seen(each: Standing) -> ChangedDuel:
    """Show how a running duel stands."""
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
    summary=_l("What has changed, for whoever asks"),
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

    The id of an event is sent back as Last-Event-ID to go on after it. A duel that has ended is told with a
    phase of null. A stream ends by itself after some minutes; open it again. It ends at once with its key.
    """
    held, found = bearer(), present()
    give_back = take_room(held.user_id)
    watch: Watch = current_app.extensions["program_watch"]
    known = request.headers.get("Last-Event-ID") == found.id
    said = stream(watch, held.token_id, found, current_app.config["STREAM_SECONDS"], hung_up(), known=known)
    response = current_app.response_class(said, mimetype=STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(give_back)
    return response


def stream(  # all that a stream depends on
    watch: Watch, token_id: int, now: OwnChanges, seconds: int, is_gone: Callable[[], bool], *, known: bool
) -> Iterator[str]:
    """The events of one program; it uses no database and ends by itself. known: it has seen the present."""
    with watch.listening(token_id, now) as listener:
        yield f"retry: {RETRY}\n\n{'' if known else told(OwnChanges(), now)}"
        for second in range(1, seconds + 1):
            new = listener.wait(ROUND)
            if watch.is_over or is_gone():
                return
            if isinstance(new, OwnChanges):
                if new.is_last:
                    return
                yield told(now, new)
                now = new
            elif second % BEAT == 0:
                yield BEAT_SAID


def told(before: OwnChanges, after: OwnChanges) -> str:
    """Write what differs as events; the last one has the id of the whole."""
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
