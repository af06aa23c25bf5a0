"""Feeds: the calendar of an account, the news of a public duel."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import NAMESPACE_OID, uuid5
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from icalendar import Calendar, Event

from models import StoredDuel
from models.ids import CalendarToken, DuelToken
from services.duels.access import find_duel
from services.feeds import AwaitedTurn, find_owner, list_turns
from services.history.chapters import Past, load_latest
from web.core.cache import cache
from web.core.i18n import LANGUAGES
from web.core.limits import limited
from web.core.session import db
from web.core.translation import gettext, in_language
from web.history.stills import still_url
from web.history.summaries import summary_of, title_of
from web.words.chapters import ending, phase_name
from web.words.names import names_of

blueprint = Blueprint("feeds", __name__)


LENGTH = timedelta(minutes=15)
REFRESH = timedelta(hours=1)


@blueprint.get("/calendar/<secret>.ics")
@limited("60 per minute")
def calendar(secret: CalendarToken) -> ResponseReturnValue:
    """Answer with the turns that await the owner of a secret; raises NotFound."""
    owner = find_owner(db(), secret)
    with in_language(owner.language):
        document = calendar_of(list_turns(db(), owner.id))
    response = Response(document.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def calendar_of(turns: Sequence[AwaitedTurn]) -> Calendar:
    """Write turns as a calendar; equal turns give equal text."""
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


def event_of(turn: AwaitedTurn) -> Event:
    """Write a turn as an event that begins at its deadline and takes up no time.

    It has no sequence number: subscribers fetch the whole calendar again, and a deadline may move either
    way.
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


ATOM, XHTML = "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xhtml"
MOST = 30
"""The most entries of a feed."""
MINUTES = 5 * 60
"""Seconds for which a client need not ask again."""


@blueprint.get("/duels/<token>/feed.atom")
def news(token: DuelToken) -> ResponseReturnValue:
    """Answer with the last chapters of a public duel, in the language asked for; raises NotFound."""
    viewed = find_duel(db(), token, None)
    stored = viewed.stored
    asked = request.args.get("lang")
    language = asked if asked in LANGUAGES else "en"
    key = (
        "atom",
        stored.id,
        viewed.nameless,
        stored.ordinal,
        language,
        request.host_url,
        request.script_root,
    )
    with in_language(language):
        document = cache().made_once(key, lambda: feed_of(stored, language))
    response = Response(document, mimetype="application/atom+xml")
    response.headers["Cache-Control"] = f"public, max-age={MINUTES}"
    response.add_etag()
    return response.make_conditional(request)


def feed_of(stored: StoredDuel, language: str) -> bytes:
    """Write the feed of a duel; nothing of it changes before the next chapter."""
    chapters = load_latest(db(), stored, MOST)
    feed = ET.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, "id", identity(stored.token, language))
    _add(feed, "title", f"{stored.first.name} – {stored.second.name}")
    _add(feed, "subtitle", phase_name(stored.phase) if stored.phase else ending(stored))
    _add(feed, "updated", stamp(chapters[-1][0] if chapters else stored.created_at))
    _add(ET.SubElement(feed, "author"), "name", "Intimate Diplomacy")
    _link(feed, "alternate", "text/html", url_for("duels.show", token=stored.token, _external=True))
    own = url_for("feeds.news", token=stored.token, lang=language, _external=True)
    _link(feed, "self", "application/atom+xml", own)
    _add_entries(feed, stored, chapters)
    return ET.tostring(feed, "utf-8", xml_declaration=True)


def identity(*parts: object) -> str:
    """Name a feed or an entry for good, independently of the site's address."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, ("intimate-diplomacy", *parts)))).urn


def stamp(moment: datetime) -> str:
    """Write an instant as RFC 3339 has it."""
    return moment.isoformat(timespec="seconds")


def _add_entries(feed: ET.Element, stored: StoredDuel, chapters: Sequence[tuple[datetime, Past]]) -> None:
    """Add the entries, the latest first."""
    for resolved_at, past in reversed(chapters):
        entry = ET.SubElement(feed, "entry")
        title, summary = title_of(past, names_of(stored)), summary_of(past, names_of(stored))
        address = url_for("history.chapter", token=stored.token, ordinal=past.ordinal, _external=True)
        picture = still_url(stored, past.ordinal)
        _add(entry, "id", identity(stored.token, past.ordinal))
        _add(entry, "title", title)
        for name in ("published", "updated"):
            _add(entry, name, stamp(resolved_at))
        _link(entry, "alternate", "text/html", address)
        _link(entry, "enclosure", "image/png", picture)
        _add(entry, "summary", summary)
        _add_content(entry, summary, picture, title)


def _add_content(entry: ET.Element, summary: str, picture: str, title: str) -> None:
    """Add what feed readers show: the text, and the board below."""
    content = ET.SubElement(entry, "content", {"type": "xhtml"})
    whole = ET.SubElement(content, "div", {"xmlns": XHTML})
    ET.SubElement(whole, "p").text = summary
    words = gettext("The board: %(phase)s", phase=title)
    ET.SubElement(ET.SubElement(whole, "p"), "img", {"src": picture, "alt": words})


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


def _link(parent: ET.Element, relation: str, kind: str, address: str) -> None:
    ET.SubElement(parent, "link", {"rel": relation, "type": kind, "href": address})
