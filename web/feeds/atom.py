"""The news of a public duel as an Atom feed (RFC 4287): an entry for each of its last chapters."""

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_OID, uuid5
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from models import StoredDuel
from services.duels.tables import find_table
from services.history.chapters import Past, load_latest
from web.feeds.summaries import summary_of, title_of
from web.frame.cache import cache
from web.frame.i18n import LANGUAGES
from web.frame.session import db
from web.frame.translation import gettext, in_language
from web.history.pictures import still_url
from web.words.chapters import ending
from web.words.names import names_of
from web.words.phases import phase_name

ATOM, XHTML = "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xhtml"
MOST = 30
"""The entries of a feed at most."""
MINUTES = 5 * 60
"""Seconds for which whoever has the feed need not ask again."""


def register(blueprint: Blueprint) -> None:
    """Give the feed its address."""
    blueprint.add_url_rule("/duels/<token>/feed.atom", "news", news)


def news(token: str) -> ResponseReturnValue:
    """Answer with the last chapters of a public duel, in the language asked for; raises UnknownDuel."""
    table = find_table(db(), token, None)
    stored = table.stored
    asked = request.args.get("lang")
    language = asked if asked in LANGUAGES else "en"
    key = ("atom", stored.id, table.gone, stored.ordinal, language, request.host_url, request.script_root)
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
    """Name a feed or an entry for good, wherever the site is served."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, ("intimate-diplomacy", *parts)))).urn


def stamp(moment: datetime) -> str:
    """Write an instant as RFC 3339 has it."""
    return moment.isoformat(timespec="seconds")


def _add_entries(feed: ET.Element, stored: StoredDuel, chapters: Sequence[tuple[datetime, Past]]) -> None:
    """Add the entries, the latest first."""
    for resolved_at, past in reversed(chapters):
        entry = ET.SubElement(feed, "entry")
        title, summary = title_of(past, names_of(stored)), summary_of(past, names_of(stored))
        address = url_for("duels.chapter", token=stored.token, ordinal=past.ordinal, _external=True)
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
    """Add what readers of feeds show: the words, and the board under them."""
    content = ET.SubElement(entry, "content", {"type": "xhtml"})
    whole = ET.SubElement(content, "div", {"xmlns": XHTML})
    ET.SubElement(whole, "p").text = summary
    words = gettext("The board: %(phase)s", phase=title)
    ET.SubElement(ET.SubElement(whole, "p"), "img", {"src": picture, "alt": words})


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


def _link(parent: ET.Element, relation: str, kind: str, address: str) -> None:
    ET.SubElement(parent, "link", {"rel": relation, "type": kind, "href": address})
