"""Lists of duels: the viewer's, practice, and public ones, each with a small picture."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import Response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models import StoredDuel
from models.ids import DuelToken
from opponent.levels import Level
from services.duels.lists import PAGE, ListedDuel, finished, mark_of, public, running
from services.practice.beginning import Practice, PracticeDuel, practice_of
from services.viewers import Lists
from web.board import small
from web.core.cache import cache
from web.core.headers import YEAR
from web.core.links import duel_url, my_duels_url, page_before, see_other, talk_url
from web.core.login import account, me, players_only
from web.core.page import Frame, awaiting_counts, rendered, respond
from web.core.session import db
from web.core.translation import gettext, ngettext
from web.duels.finding import blueprint, find_shown
from web.duels.time_off import time_off_panel
from web.words.names import guest_name, ladder_name, level_name
from web.words.settings import preset_name
from web.words.times import deadline, instant

USUAL_PRESET = "intimate"


class SeenDuel(NamedTuple):
    """A practice duel with the names that its player sees."""

    duel: ListedDuel
    level: Level
    was_judged: bool


class OwnPractice(NamedTuple):
    """The practice duels of the viewer."""

    running: Sequence[SeenDuel] = ()
    finished: Sequence[SeenDuel] = ()


def own_practice() -> OwnPractice:
    """List the practice duels of the viewer; a visitor has none."""
    viewer = account()
    found = practice_of(db(), viewer.id) if viewer else Practice()
    name = viewer.name if viewer and viewer.name else guest_name()
    return OwnPractice(*([_seen(each, name) for each in duels] for duels in found))


def _seen(practice: PracticeDuel, name: str) -> SeenDuel:
    duel = practice.duel._replace(first_name=name, second_name=level_name(practice.level))
    return SeenDuel(duel, practice.level, practice.was_judged)


def small_url(duel: ListedDuel, *, dark: bool) -> str:
    """The address of the picture, which changes with its look."""
    theme = "dark" if dark else None
    return url_for("duels.small", token=duel.token, v=_look(duel.ordinal), theme=theme)


def _look(ordinal: int) -> str:
    return f"{small.edition()}-{ordinal}"


@blueprint.get("/<token>/small.svg", endpoint="small")
def picture(token: DuelToken) -> Response:
    """Answer with the present position; raises NotFound."""
    stored = find_shown(token).stored
    dark = request.args.get("theme") == "dark"
    document = cache().made_once(
        ("small", stored.id, stored.ordinal, dark), lambda: small.drawn(stored.duel, dark=dark)
    )
    response = Response(document, mimetype="image/svg+xml")
    if not stored.public:
        response.headers["Cache-Control"] = "private, no-cache"
    elif request.args.get("v") == _look(stored.ordinal):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    else:
        response.headers["Cache-Control"] = "public, no-cache"
    return response


class DuelList(Frame):
    """Cards of duels, rendered once except for the times."""

    def __init__(self, *lists: Sequence[ListedDuel]) -> None:
        self.lists = lists

    @cached_property
    def _by_token(self) -> Mapping[DuelToken, ListedDuel]:
        return {duel.token: duel for duels in self.lists for duel in duels}

    def key(self) -> Hashable:
        """The duels, their versions, and which player the viewer was."""
        return tuple(tuple((duel.id, duel.version, duel.viewer) for duel in duels) for duels in self.lists)

    def still(self, duel: ListedDuel, *, dark: bool) -> str:
        """The address of a small picture of a duel's present position."""
        return small_url(duel, dark=dark)

    @property
    def still_size(self) -> tuple[int, int]:
        """The width and height of those pictures."""
        return small.size()

    def distinctions(self, duel: ListedDuel) -> Sequence[str]:
        """Say how a duel differs from others of its players: what it is played for, pace, rules."""
        played_for = duel.tournament or (None if duel.ladder is None else ladder_name(duel.ladder))
        pace = gettext("live") if duel.pace == "live" else ""
        rules = preset_name(duel.preset) if duel.preset != USUAL_PRESET else ""
        return [words for words in (played_for, pace, rules) if words]

    def left(self, token: DuelToken) -> str:
        """The time that is left in a duel."""
        duel = self._by_token[token]
        if duel.times.pause:
            return gettext("paused")
        return deadline(duel.deadline_at) if duel.deadline_at else ""

    def unread(self, token: DuelToken) -> str:
        """How many messages the viewer has not read."""
        unread = self._by_token[token].unread
        words = ngettext("%(num)d new message", "%(num)d new messages", unread)
        return Markup('<a class="tag" href="{}">{}</a>').format(talk_url(token), words) if unread else ""

    def ended(self, token: DuelToken) -> str:
        """The time since a duel ended."""
        at = self._by_token[token].ended_at
        return instant(at) if at else ""


class PagedList(DuelList):
    """Lists, the last of them with pages; `before`: the token of the last duel of the page before."""

    is_list = True

    def __init__(self, before: DuelToken | None, *lists: Sequence[ListedDuel]) -> None:
        *others, last = lists
        super().__init__(*others, last[:PAGE])
        self.before, self.more = before, len(last) > PAGE

    def key(self) -> Hashable:
        """The duels, their versions, and which page it is."""
        return super().key(), self.before, self.more

    @property
    def older(self) -> str | None:
        """The mark after which the next page begins; None if there is none."""
        return self.lists[-1][-1].token if self.more else None


class MyDuels(PagedList):
    """My duels: those that await me, those that await others, finished ones."""

    template = "duels/index.html"

    def __init__(self, before: DuelToken | None, practice: OwnPractice, *lists: Sequence[ListedDuel]) -> None:
        super().__init__(before, *lists)
        self.practice = practice
        self.also_shown = [each.duel for duels in practice for each in duels]

    def key(self) -> Hashable:
        """The duels, practice too."""
        return super().key(), tuple((duel.id, duel.version) for duel in self.also_shown)

    @property
    def awaiting(self) -> Sequence[ListedDuel]:
        """The duels that await me."""
        return self.lists[0]

    def nobody_waits(self) -> str:
        """Shown if no duel awaits me: the challenges that await me, if any."""
        return rendered("duels/nobody_waits.html", page=self, challenges=awaiting_counts().challenges)

    def time_off(self) -> str:
        """The form of time off for all duels at once, or what is planned."""
        return time_off_panel(self) if self.awaiting or self.running else ""

    @property
    def running(self) -> Sequence[ListedDuel]:
        """My other running duels."""
        return self.lists[1]

    @property
    def over(self) -> Sequence[ListedDuel]:
        """My finished duels."""
        return self.lists[2]


class PublicDuels(PagedList):
    """Duels that anybody may watch, running or finished ones."""

    template = "duels/watch.html"
    follows = Lists.PUBLIC

    def __init__(self, before: DuelToken | None, found: Sequence[ListedDuel], *, ended: bool) -> None:
        super().__init__(before, found)
        self.are_over = ended

    def key(self) -> Hashable:
        """The duels, the page, and which kind it is."""
        return super().key(), self.are_over

    @property
    def duels(self) -> Sequence[ListedDuel]:
        """The duels of the page."""
        return self.lists[0]


@blueprint.get("/")
@players_only
def index() -> ResponseReturnValue:
    """Answer with my duels."""
    before = page_before()
    mark = mark_of(db(), before, me().id)
    lists = (*running(db(), me().id), finished(db(), me().id, mark))
    return respond(MyDuels(before, own_practice(), *lists))


@blueprint.get("/next")
@players_only
def following() -> ResponseReturnValue:
    """Go to the next duel that awaits me, or to all my duels if none does."""
    waiting, _ = running(db(), me().id)
    others = [duel for duel in waiting if duel.token != request.args.get("after")]
    chosen = next(iter(others or waiting), None)
    return see_other(duel_url(chosen.token) if chosen else my_duels_url())


@blueprint.get("/watch")
def watch() -> ResponseReturnValue:
    """Answer with public duels."""
    before, ended = page_before(), request.args.get("ended") == "yes"
    mark = mark_of(db(), before, None, StoredDuel.ended_at if ended else StoredDuel.created_at)
    return respond(PublicDuels(before, public(db(), ended=ended, mark=mark), ended=ended))
