"""Pages rendered once: a skeleton of bytes, with slots for what depends on the time and the viewer.

A template calls `slot("name", argument…)` for something that is filled in at every request; the page has a
method of that name. A page with a key is rendered once for each key. A page without one is rendered each
time, and its slots are filled at once.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from secrets import token_hex
from typing import NamedTuple, cast

from flask import Flask, Response, current_app, get_flashed_messages, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from services.challenges.challenges import unseen_endings
from services.moderation.acts import unread
from services.viewers import Awaiting, Lists, OwnCounts, ViewerStamp, read_listed, read_own
from services.zones import zones
from web.core.cache import cache
from web.core.i18n import board_look, code_language, theme, time_style
from web.core.links import here, my_duels_url
from web.core.login import account, member
from web.core.request_state import state
from web.core.session import db, has_database
from web.core.translation import language

WARNING = "warning"
"""The category of flashed messages with bad news."""


def own() -> OwnCounts:
    """Return what awaits the viewer, which is read with their account; nothing on an error page."""
    viewer = account()
    if viewer is None or not has_database():
        return OwnCounts()
    found = state().own
    if found is None:
        found = state().own = read_own(db(), viewer.id)
    return found


def awaiting_counts() -> Awaiting:
    """Return what awaits the viewer."""
    return own().awaiting


def viewer_stamp(lists: Lists) -> ViewerStamp:
    """Return the viewer's stamp for a page with some lists."""
    return ViewerStamp(own(), read_listed(db(), lists) if has_database() else "")


OPEN, CLOSE, APART = f"\x02{token_hex(8)}:", "\x03", "\x1f"
"""The marks around a slot in a skeleton, with a secret of the process, so that no text can imitate them."""


class Slot(NamedTuple):
    """A place in a skeleton: the method that fills it, and its arguments."""

    name: str
    arguments: tuple[str, ...]


LIVE = "X-Live"
"""The header of a request that only renews parts of an open page."""
MOST_IN_ICON = 10
"""From this number on, the icon of a page says "9+"."""
Skeleton = Sequence[bytes | Slot]


class Frame:
    """The frame around every page, and its slots."""

    template = ""
    follows = Lists.OWN
    """The public lists on the page, which it renews when they change."""
    is_list = False
    """True if the page itself has parts to renew besides its header."""
    is_refused = False
    """True if the page shows a refusal; its title then begins with that."""

    @property
    def duel_here(self) -> str | None:
        """The token of the duel on the page, if there is one."""
        return None

    @property
    def has_next_duel(self) -> bool:
        """True if another duel awaits the viewer than the one on the page."""
        return awaiting_counts().duels > 0

    @property
    def next_address(self) -> str:
        """The address of the next duel that awaits the viewer."""
        return url_for("duels.following", after=self.duel_here)

    @cached_property
    def fillings(self) -> dict[Slot, bytes]:
        """The slots filled at this request."""
        return {}

    def key(self) -> Hashable:
        """Everything that the skeleton depends on besides look and host; None: render each time."""
        return None

    def csrf(self) -> str:
        """The CSRF token, as a field."""
        return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())

    def here(self) -> str:
        """The path of this page, to lead back to it."""
        return escape(request.full_path.rstrip("?"))

    def flashes(self) -> str:
        """The flashed messages; not in an answer that only renews parts of a page."""
        if LIVE in request.headers:
            return ""
        lines = (
            Markup('<p class="notice {}flash" role="status">{}</p>').format(
                "warn " if category == WARNING else "", words
            )
            for category, words in cast("list[tuple[str, str]]", get_flashed_messages(with_categories=True))
        )
        return Markup("\n").join(lines)

    def header(self) -> str:
        """The menu, with what awaits the viewer, their name, and the log-in or log-out."""
        viewer = account()
        known = (viewer.id, viewer.name, viewer.is_arbiter) if viewer else None
        current = current_page()
        awaiting = awaiting_counts()
        made = kept_skeleton(
            ("header", known, current, awaiting, viewer is not None and viewer.is_moderator),
            lambda: render_template("header.html", current=current, awaiting=awaiting),
        )
        return filled(self, made)

    def count(self) -> str:
        """The count of what awaits the viewer, before the page's title."""
        total = awaiting_counts().total
        return f"({total}) " if total else ""

    def icon(self) -> str:
        """The address of the icon of the page, which has the same number as its title."""
        total = awaiting_counts().total
        plain = url_for("static", filename="icon.svg")
        return url_for("installed.icon", n=min(total, MOST_IN_ICON)) if total else plain

    def next_link(self) -> str:
        """The link to the next duel that awaits the viewer, for the menu."""
        return rendered("next.html", address=self.next_address) if self.has_next_duel else ""

    def time_zone(self) -> str:
        """The viewer's zone and hours, for scripts (static/js/zone.js)."""
        style = time_style()
        said = Markup('<meta name="time-zone" content="{}" data-hours="{}">')
        return said.format(style.zone if style.zone in zones() else "", style.hours)

    def notices(self) -> str:
        """The viewer's unread warnings, and ended challenges that they have not seen yet."""
        viewer, awaiting = member(), awaiting_counts()
        if viewer is None or not (awaiting.answers or awaiting.warnings):
            return ""
        warnings = unread(db(), viewer.id) if awaiting.warnings else ()
        challenges = unseen_endings(db(), viewer.id) if awaiting.answers else ()
        return rendered("answers.html", challenges=challenges, warnings=warnings)

    def following(self) -> str:
        """What an open page needs to follow the viewer's lists (static/js/lists_live.js)."""
        if not has_database() or not (account() or self.follows is not Lists.OWN):
            return ""
        page = (
            here()
            if self.is_list or request.endpoint in menu()
            else url_for("mine.parts", after=self.duel_here)
        )
        return rendered(
            "following.html",
            stamp=viewer_stamp(self.follows),
            lists=self.follows,
            has_stream=self.is_list and account() is not None,  # room for streams is short; visitors poll
            address=page,
            viewer=viewer_mark(),
            has_worker=account() is not None,
        )


def current_page() -> str:
    """The menu's entry for this page; a member's front page is the one of their duels."""
    if request.endpoint == "pages.front" and member():
        return my_duels_url()
    if request.endpoint in menu():
        return request.path
    names = {request.blueprint, request.endpoint}
    sections = (entry for entry, others in menu().items() if names.intersection(others))
    section = next(sections, None)
    return url_for(section) if section else ""


def viewer_mark() -> str:
    """The viewer and their language: an open page stops following when they change."""
    known = account()
    return f"{known.id if known else ''} {language()}"


Menu = Mapping[str, Collection[str]]
"""The endpoints in the menu, each with the blueprints and endpoints that belong under it."""


def init_app(app: Flask, menu: Menu) -> None:
    """Give an application slots in templates, and its menu."""
    app.jinja_env.globals["slot"] = slot
    app.extensions["menu"] = menu


def menu() -> Menu:
    """Return the menu of this application."""
    return cast("Menu", current_app.extensions["menu"])


def slot(name: str, *arguments: object) -> Markup:
    """Write a slot into a skeleton, or fill it at once on a page without a key."""
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
    """Return the skeleton of a key, rendered now if it is not cached."""
    return cache().made_once((key, *look()), lambda: _skeleton(render), _size)


def look() -> tuple[str, ...]:
    """Return the part of the key that all pages share: language, codes, colours, boards, site address."""
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
    """Fill the slots of a skeleton, each once per page; plain text is escaped."""
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
