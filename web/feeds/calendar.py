"""The calendar of an account: an event at each of its deadlines, in its language."""

from collections.abc import Sequence
from datetime import timedelta

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from icalendar import Calendar, Event

from services.telling.calendar import Turn, find_owner, list_turns
from web.frame.limits import limiter
from web.frame.session import db
from web.frame.translation import gettext, in_language
from web.words.phases import phase_name

LENGTH = timedelta(minutes=15)
REFRESH = timedelta(hours=1)


def register(blueprint: Blueprint) -> None:
    """Give the calendar its address."""
    blueprint.add_url_rule("/calendar/<secret>.ics", "calendar", calendar)


@limiter.limit("60 per minute")
def calendar(secret: str) -> ResponseReturnValue:
    """Answer with the turns that await the owner of a secret; raises UnknownCalendar."""
    owner = find_owner(db(), secret)
    with in_language(owner.language):
        document = calendar_of(list_turns(db(), owner.id))
    response = Response(document.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def calendar_of(turns: Sequence[Turn]) -> Calendar:
    """Write turns as a calendar, which is the same as long as they are."""
    document = Calendar()
    document.add("prodid", "-//Intimate Diplomacy//Deadlines//EN")
    document.add("version", "2.0")
    document.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):
        document.add(name, gettext("Duels: my turn"))
    document.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    document.add("x-published-ttl", "PT1H")
    for turn in turns:
        document.add_component(event_of(turn))
    return document


def event_of(turn: Turn) -> Event:
    """Write a turn as an event that begins at its deadline and takes up no time.

    It has no number in sequence: who subscribes takes the whole calendar anew, and a deadline may move
    either way.
    """
    event, address = Event(), url_for("duels.show", token=turn.token, _external=True)
    event.add("uid", f"{turn.token}-{turn.phase}@intimate-diplomacy")
    for name in ("dtstamp", "created", "last-modified"):
        event.add(name, turn.began_at)
    event.add("dtstart", turn.due_at)
    event.add("duration", LENGTH)
    words = gettext(
        "Your turn: against %(name)s (%(phase)s)", name=turn.opponent, phase=phase_name(turn.phase)
    )
    event.add("summary", words)
    event.add("description", address)
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    return event
