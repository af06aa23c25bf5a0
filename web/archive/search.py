"""The archive: finished public duels, and the search among them."""

from collections.abc import Hashable, Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Power
from services.accounts.accounts import named
from services.duels.keyset import mark_of
from services.duels.lists import ListedDuel
from services.history.archive import Found, Search, search_archive
from services.players import near_names
from web.archive.forms import DRAWN, SearchForm
from web.duels.lists import PagedList
from web.frame.links import page_before
from web.frame.page import respond
from web.frame.session import db
from web.frame.translation import gettext
from web.words.times import instant, listed

NOTHING = Found(())


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/", "index", index)


class ArchivePage(PagedList):
    """A page of what was found, made once but for the times; or what was wrong in the search."""

    template = "archive/index.html"
    is_list = False

    def __init__(self, form: SearchForm, found: Found, before: str | None) -> None:
        super().__init__(before, found.duels)
        self.form, self.edge = form, found.edge
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """The duels, what is searched for, and where the look back ended."""
        if self.is_refused:
            return None
        return super().key(), tuple(self.form.given.items()), self.edge and self.edge.token

    @property
    def duels(self) -> Sequence[ListedDuel]:
        """The duels of the page."""
        return self.lists[0]

    @property
    def address(self) -> str:
        """The address of the search, without the page."""
        return _address(self.form)

    @property
    def further(self) -> str:
        """The way on from where the look back ended."""
        return _address(self.form, before=self.edge.token) if self.edge else ""

    def looked_back(self) -> str:
        """The moment down to which was looked."""
        return instant(self.edge.ended_at) if self.edge else ""


def _address(form: SearchForm, **more: str) -> str:
    values: dict[str, Any] = {**form.given, **more}
    return url_for("archive.index", **values)


def index() -> ResponseReturnValue:
    """Answer with what was found."""
    form, before = SearchForm(), page_before()
    form.validate()
    asked = search_of(form)
    if asked is None:
        return respond(ArchivePage(form, NOTHING, None), HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(ArchivePage(form, search_archive(db(), asked, mark_of(db(), before, None)), before))


def search_of(form: SearchForm) -> Search | None:
    """Turn a form into what is searched for; None when something is wrong in it, or nobody has a name."""
    player, other = (_player(form, field) for field in ("player", "other"))
    if form.errors:
        return None
    home, against = (Power(form[name].data) if form[name].data else None for name in ("home", "against"))
    return Search(
        player=player or other,
        other=other if player else None,
        home=home or against,
        against=against if home else None,
        year=form.year.data,
        won_by=form.won_by,
        drawn=form.result.data == DRAWN or None,
        reason=form.ending,
        pace=form.pace.data or None,
        preset=form.preset.data or None,
    )


def _player(form: SearchForm, field: str) -> int | None:
    name = (form[field].data or "").strip()
    user = named(db(), name) if name else None
    if name and user is None:
        near = near_names(db(), name)
        meant = gettext("No account has this name. Did you mean %(names)s?", names=listed(near, "or"))
        form.refuse(field, meant if near else gettext("No account has this name."))
    return user.id if user else None
