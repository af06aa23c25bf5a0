"""Lists of duels: mine, and those that anybody may watch."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from models import StoredDuel
from services.duels.keyset import PAGE, mark_of
from services.duels.lists import ListedDuel, finished, public, running
from services.readers import Lists
from web.board import small
from web.duels.small import small_url
from web.frame.awaiting import awaiting_counts
from web.frame.links import duel_url, my_duels_url, page_before, see_other
from web.frame.login import me, players_only
from web.frame.page import Frame, rendered, respond
from web.frame.session import db
from web.frame.translation import gettext
from web.practice.seen import PracticeSeen, practice_seen
from web.words.times import deadline, instant


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/", "index", index)
    blueprint.add_url_rule("/next", "following", following)
    blueprint.add_url_rule("/watch", "watch", watch)


class DuelList(Frame):
    """Cards of duels: made once for what stands on them, but for the times."""

    def __init__(self, *lists: Sequence[ListedDuel]) -> None:
        self.lists = lists

    @cached_property
    def _by_token(self) -> Mapping[str, ListedDuel]:
        return {duel.token: duel for duels in self.lists for duel in duels}

    def key(self) -> Hashable:
        """The duels and their versions."""
        return tuple(tuple((duel.id, duel.version) for duel in duels) for duels in self.lists)

    def still(self, duel: ListedDuel, *, dark: bool) -> str:
        """The address of a small picture of a duel as it stands."""
        return small_url(duel, dark=dark)

    @property
    def still_size(self) -> tuple[int, int]:
        """The width and height of those pictures."""
        return small.size()

    def left(self, token: str) -> str:
        """The time that is left in a duel."""
        duel = self._by_token[token]
        if duel.times.pause:
            return gettext("paused")
        return deadline(duel.deadline_at) if duel.deadline_at else ""

    def ended(self, token: str) -> str:
        """The time since a duel ended."""
        at = self._by_token[token].ended_at
        return instant(at) if at else ""


class PagedList(DuelList):
    """Lists of which the last has pages; `before` is the token of the last duel of the page before."""

    is_list = True

    def __init__(self, before: str | None, *lists: Sequence[ListedDuel]) -> None:
        *others, last = lists
        super().__init__(*others, last[:PAGE])
        self.before, self.more = before, len(last) > PAGE

    def key(self) -> Hashable:
        """The duels, their versions, and which page it is."""
        return super().key(), self.before, self.more

    @property
    def older(self) -> str | None:
        """What the next page begins after, None where there is none."""
        return self.lists[-1][-1].token if self.more else None


class MyDuels(PagedList):
    """Those that await me, those that await others, those that are over."""

    template = "duels/index.html"

    def __init__(self, before: str | None, practice: PracticeSeen, *lists: Sequence[ListedDuel]) -> None:
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
        """What stands where no duel awaits me: the challenges that do, if any."""
        return rendered("duels/nobody_waits.html", page=self, challenges=awaiting_counts().challenges)

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

    def __init__(self, before: str | None, found: Sequence[ListedDuel], *, ended: bool) -> None:
        super().__init__(before, found)
        self.are_over = ended

    def key(self) -> Hashable:
        """The duels, the page, and which kind it is."""
        return super().key(), self.are_over

    @property
    def duels(self) -> Sequence[ListedDuel]:
        """The duels of the page."""
        return self.lists[0]


@players_only
def index() -> ResponseReturnValue:
    """Answer with my duels."""
    before = page_before()
    mark = mark_of(db(), before, me().id)
    lists = (*running(db(), me().id), finished(db(), me().id, mark))
    return respond(MyDuels(before, practice_seen(), *lists))


@players_only
def following() -> ResponseReturnValue:
    """Go to the next duel that awaits me, or to all of mine when none does."""
    waiting, _ = running(db(), me().id)
    others = [duel for duel in waiting if duel.token != request.args.get("after")]
    chosen = next(iter(others or waiting), None)
    return see_other(duel_url(chosen.token) if chosen else my_duels_url())


def watch() -> ResponseReturnValue:
    """Answer with public duels."""
    before, ended = page_before(), request.args.get("ended") == "yes"
    mark = mark_of(db(), before, None, StoredDuel.ended_at if ended else StoredDuel.created_at)
    return respond(PublicDuels(before, public(db(), ended=ended, mark=mark), ended=ended))
