"""A page made once: a skeleton of bytes, with slots for what depends on the time and on the reader.

A template calls `slot("name", argument…)` where something is to be put in at every request; the page
has a method of that name. A page that has a key is rendered once for each key; one without is
rendered each time, its slots filled as they come.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from secrets import token_hex
from typing import NamedTuple, cast

from flask import Flask, Response, current_app, get_flashed_messages, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from services.challenges.challenges import untold
from services.moderation.acts import unread
from services.readers import Awaiting, Lists, OwnCounts, ReaderStamp, read_listed, read_own
from services.zones import zones
from web.core.cache import cache
from web.core.i18n import board_look, code_language, theme, time_style
from web.core.links import here, my_duels_url
from web.core.login import account, member
from web.core.request_state import state
from web.core.session import db, has_database
from web.core.translation import language


def own() -> OwnCounts:
    """Return what is the viewer's own, as it was found with them; nothing on the page of a failure."""
    reader = account()
    if reader is None or not has_database():
        return OwnCounts()
    found = state().own
    if found is None:
        found = state().own = read_own(db(), reader.id)
    return found


def awaiting_counts() -> Awaiting:
    """Return what awaits the viewer."""
    return own().awaiting


def reader_stamp(lists: Lists) -> ReaderStamp:
    """Return the stamp of all that a page with such lists shows to the viewer."""
    return ReaderStamp(own(), read_listed(db(), lists) if has_database() else "")


OPEN, CLOSE, APART = f"\x02{token_hex(8)}:", "\x03", "\x1f"
"""The marks around a slot in a skeleton; nobody can write them who does not know the process's secret."""


class Slot(NamedTuple):
    """A place in a skeleton: the method that fills it, and what it is given."""

    name: str
    arguments: tuple[str, ...]


LIVE = "X-Live"
"""The header of a request that only renews parts of an open page."""
MOST_IN_ICON = 10
"""The number from which the icon of a page says no more than "9+"."""
Skeleton = Sequence[bytes | Slot]


class Frame:
    """The frame around every page, and its slots."""

    template = ""
    follows = Lists.OWN
    """What the page lists beside the reader's own, and renews when it changes."""
    is_list = False
    """True when the page itself has parts to renew, not only its header."""
    is_refused = False
    """True when the page says that something was refused; its title begins with it."""

    @property
    def duel_here(self) -> str | None:
        """The token of the duel that is being read, if one is."""
        return None

    @property
    def has_next_duel(self) -> bool:
        """True when a duel awaits the reader, other than the one that they read."""
        return awaiting_counts().duels > 0

    @property
    def next_address(self) -> str:
        """The way to the next duel that awaits the reader."""
        return url_for("duels.following", after=self.duel_here)

    @cached_property
    def fillings(self) -> dict[Slot, bytes]:
        """The slots that have been filled at this request."""
        return {}

    def key(self) -> Hashable:
        """Name all that the skeleton depends on beside its look and the host; None: render each time."""
        return None

    def csrf(self) -> str:
        """The token against forgery, as a field."""
        return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())

    def here(self) -> str:
        """The address being read, as a path that leads back to it."""
        return escape(request.full_path.rstrip("?"))

    def flashes(self) -> str:
        """The things said once; not to a page that only renews parts of another."""
        if LIVE in request.headers:
            return ""
        lines = (
            Markup('<p class="notice flash" role="status">{}</p>').format(words)
            for words in get_flashed_messages()
        )
        return Markup("\n").join(lines)

    def header(self) -> str:
        """The menu with what awaits the reader, their name, and the way in or out."""
        reader = account()
        known = (reader.id, reader.name, reader.is_arbiter) if reader else None
        current = current_page()
        awaiting = awaiting_counts()
        made = kept_skeleton(
            ("header", known, current, awaiting, reader is not None and reader.is_moderator),
            lambda: render_template("header.html", current=current, awaiting=awaiting),
        )
        return filled(self, made)

    def count(self) -> str:
        """What awaits the reader, before the title of the page."""
        total = awaiting_counts().total
        return f"({total}) " if total else ""

    def icon(self) -> str:
        """The address of the icon of the page, which has the same number as its title."""
        total = awaiting_counts().total
        plain = url_for("static", filename="icon.svg")
        return url_for("pages.icon", n=min(total, MOST_IN_ICON)) if total else plain

    def next_link(self) -> str:
        """The way to the next duel that awaits the reader, for the menu."""
        return rendered("next.html", address=self.next_address) if self.has_next_duel else ""

    def time_zone(self) -> str:
        """How the page writes times, for its scripts (static/js/zone.js)."""
        style = time_style()
        said = Markup('<meta name="time-zone" content="{}" data-hours="{}">')
        return said.format(style.zone if style.zone in zones() else "", style.hours)

    def notices(self) -> str:
        """Warnings that the reader has not read, and ended challenges of which they were not notified yet."""
        reader, awaiting = member(), awaiting_counts()
        if reader is None or not (awaiting.answers or awaiting.warnings):
            return ""
        warnings = unread(db(), reader.id) if awaiting.warnings else ()
        challenges = untold(db(), reader.id) if awaiting.answers else ()
        return rendered("answers.html", challenges=challenges, warnings=warnings)

    def following(self) -> str:
        """What an open page needs to follow what is the reader's own (static/js/lists_live.js)."""
        if not has_database() or not (account() or self.follows is not Lists.OWN):
            return ""
        page = (
            here()
            if self.is_list or request.endpoint in menu()
            else url_for("mine.parts", after=self.duel_here)
        )
        return rendered(
            "following.html",
            stamp=reader_stamp(self.follows),
            lists=self.follows,
            has_stream=self.is_list and account() is not None,  # few can be open; visitors ask
            address=page,
            reader=reader_mark(),
        )


def current_page() -> str:
    """The page of the menu that is being read; the front page of a member is that of their duels."""
    if request.endpoint == "pages.front" and member():
        return my_duels_url()
    if request.endpoint in menu():
        return request.path
    names = {request.blueprint, request.endpoint}
    sections = (entry for entry, others in menu().items() if names.intersection(others))
    section = next(sections, None)
    return url_for(section) if section else ""


def reader_mark() -> str:
    """The reader and their language: an open page stops following when they change."""
    known = account()
    return f"{known.id if known else ''} {language()}"


Menu = Mapping[str, Collection[str]]
"""The endpoints that the menu leads to, each with the blueprints and endpoints that stand under it too."""


def init_app(app: Flask, menu: Menu) -> None:
    """Let the templates of an application leave slots, and its pages stand in a menu."""
    app.jinja_env.globals["slot"] = slot
    app.extensions["menu"] = menu


def menu() -> Menu:
    """Return the menu of this application."""
    return cast("Menu", current_app.extensions["menu"])


def slot(name: str, *arguments: object) -> Markup:
    """Leave a place in a skeleton, or fill it at once where the page is not made once."""
    texts = tuple(map(str, arguments))
    if state().leaves_slots:
        return Markup(f"{OPEN}{APART.join((name, *texts))}{CLOSE}")  # noqa: S704  # filled by a method below
    return escape(getattr(state().page or Frame(), name)(*texts))


def rendered(template: str, **values: object) -> Markup:
    """Render a part of a page."""
    return Markup(render_template(template, **values))  # noqa: S704  # templates escape


def respond(page: Frame, status: int = 200) -> Response:
    """Answer with a page."""
    state().page = page
    key = page.key()
    if key is None:
        body: bytes = render_template(page.template, page=page).encode()
    else:
        made = kept_skeleton(
            (page.template, key, request.host_url),
            lambda: render_template(page.template, page=page),
        )
        body = filled_bytes(page, made)
    return current_app.response_class(body, status, mimetype="text/html")


def kept_skeleton(key: Hashable, render: Callable[[], str]) -> Skeleton:
    """Return the skeleton of a key, rendered now if it is not known yet."""
    return cache().made_once((key, *look()), lambda: _skeleton(render), _size)


def look() -> tuple[str, ...]:
    """Return what all pages depend on: language, codes, colours, look of boards, beginning of addresses."""
    return language(), code_language(), theme(), board_look(), request.script_root


def _skeleton(render: Callable[[], str]) -> Skeleton:
    outer, state().leaves_slots = state().leaves_slots, True
    try:
        text = render()
    finally:
        state().leaves_slots = outer
    first, *others = text.split(OPEN)
    parts: list[bytes | Slot] = [first.encode()]
    for other in others:
        mark, _, rest = other.partition(CLOSE)
        name, *arguments = mark.split(APART)
        parts += [Slot(name, tuple(arguments)), rest.encode()]
    return parts


def _size(parts: Skeleton) -> int:
    return sum(len(part) + 40 if isinstance(part, bytes) else 200 for part in parts)


def filled_bytes(page: Frame, skeleton: Skeleton) -> bytes:
    """Fill the slots of a skeleton, each once for a page; what is no HTML is escaped."""
    known = page.fillings
    parts: list[bytes] = []
    for part in skeleton:
        if isinstance(part, bytes):
            parts.append(part)
            continue
        if part not in known:
            known[part] = escape(getattr(page, part.name)(*part.arguments)).encode()
        parts.append(known[part])
    return b"".join(parts)


def filled(page: Frame, skeleton: Skeleton) -> Markup:
    """Fill the slots of a small skeleton, as text."""
    return Markup(filled_bytes(page, skeleton).decode())  # noqa: S704  # rendered by templates
