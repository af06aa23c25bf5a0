"""Play now: say what duel one looks for, see how the search stands, and be led into the duel."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from models import Seek, Unavailable
from services.finding import seeks
from services.finding.limits import TooManyDuels
from services.finding.pairing import pair_pool
from services.finding.seeks import Waiting, Wish
from web.accounts.forms import RegisterForm
from web.accounts.identity import Explaining, Opening, identified, tell_of_letter
from web.finding.forms import PlayForm
from web.finding.words import why_no_room
from web.frame.configuration import most_duels
from web.frame.forms import Together
from web.frame.links import duel_url, see_other
from web.frame.login import me, member, members_only, sign_in
from web.frame.page import LIVE, Frame, respond
from web.frame.session import database, db, end_reading, now, writing
from web.frame.translation import gettext, ngettext
from web.words.clocks import clock_names
from web.words.ratings import rating_shown
from web.words.times import clock_face, duration, listed


class PlayPage(Frame):
    """What is looked for, or how the search stands."""

    template = "finding/play.html"
    is_list = True

    def __init__(self, form: PlayForm, identity: RegisterForm | None, own: Seek | None = None) -> None:
        self.form, self.identity, self.own = form, identity, own
        self.is_found = own is not None and own.duel_id is not None
        waits = own is not None and not self.is_found
        self.waiting = seeks.how_it_waits(db(), own, now(), most_duels()) if own and waits else None
        self.problem = ""

    @property
    def faults(self) -> Together:
        """All that is wrong with what was sent."""
        return Together(self.form, self.identity)

    @property
    def has_ended(self) -> bool:
        """True when the search of an open page is over without a duel."""
        return "sought" in request.args and self.own is None and request.method == "GET"

    @property
    def rating(self) -> str:
        """The rating of the reader where they look."""
        return rating_shown(self.waiting.rating.value) if self.waiting else ""

    @property
    def clocks(self) -> str:
        """The names of the clocks that would do."""
        names = clock_names()
        return listed([names[name] for name in self.waiting.wish.clocks], "or") if self.waiting else ""

    @property
    def waited(self) -> str:
        """The time that the search has lasted."""
        return clock_face(int((now() - self.waiting.since).total_seconds())) if self.waiting else ""

    @property
    def reach(self) -> str:
        """The ratings among which the search looks now."""
        return reach_words(self.waiting, self.waiting.reach) if self.waiting else ""

    @property
    def next_step(self) -> str:
        """What the search does next."""
        return next_words(self.waiting) if self.waiting else ""


def reach_words(waiting: Waiting, reach: int | None) -> str:
    """Say from which rating to which; none: anybody."""
    if reach is None:
        return gettext("anybody")
    rating = round(waiting.rating.value.rating)
    return gettext("from %(low)d to %(high)d", low=rating - reach, high=rating + reach)


def next_words(waiting: Waiting) -> str:
    """Say when the search looks among which ratings, or that it takes whoever comes."""
    if waiting.changes_at is None:
        return gettext("Anybody will do now: whoever has a clock in common with you is your opponent.")
    seconds = max(1, round((waiting.changes_at - now()).total_seconds()))
    when = (
        ngettext("in %(num)d second", "in %(num)d seconds", seconds)
        if seconds < seeks.MINUTE
        else gettext("in %(time)s", time=duration(seconds))
    )
    following = reach_words(waiting, waiting.next_reach)
    return gettext("It looks wider %(when)s: %(reach)s.", when=when, reach=following)


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/play", "play", play, methods=["GET", "POST"])
    blueprint.add_url_rule("/play/duel", "found", found)
    blueprint.add_url_rule("/play/cancel", "cancel", cancel, methods=["POST"])


def play() -> ResponseReturnValue:
    """Begin to look for an opponent, or show how the search stands."""
    identity = None if member() else RegisterForm()
    if request.method == "POST":
        return begun(PlayForm(), identity)
    own = seeks.own_seek(db(), me().id, now()) if member() else None
    if own and own.duel_id is not None and LIVE not in request.headers:
        return found()
    if own and own.duel_id is None and own.pace == "live":
        with writing() as session:
            seeks.see(session, me().id, now())
    return respond(PlayPage(form_asked(), identity, own))


def form_asked() -> PlayForm:
    """Return the form as the address has it: as it was sent for the search that has ended."""
    return PlayForm(formdata=request.args) if "pace" in request.args else PlayForm(formdata=None)


def begun(form: PlayForm, identity: RegisterForm | None) -> ResponseReturnValue:
    """Begin the search, and look for somebody at once; what is wrong stands beside its field."""
    page = PlayPage(form, identity)
    wish = form.wish() if form.validate() else None
    opening = identified(identity)
    if wish is not None and opening is not None and not page.faults.errors:
        try:
            stored(wish, opening, form, identity)
        except TooManyDuels as error:
            page.problem = why_no_room(error)
    if wish is None or opening is None or page.faults.errors or page.problem:
        page.is_refused = True
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    pair_at_once(wish)
    return see_other(url_for("finding.play", sought="yes", **asked_again(form)))


def stored(wish: Wish, opening: Opening, form: PlayForm, identity: RegisterForm | None) -> None:
    """Store the seek, with the account of a visitor; where that fails its form tells why."""
    opened = None
    with Explaining(identity or form), writing() as session:
        opened = opening(session)
        seeks.seek(session, opened[0].id if opened else me().id, wish, now(), most_duels())
    if opened and identity and not identity.errors:
        sign_in(*opened, remember=False)
        tell_of_letter(identity)


def pair_at_once(wish: Wish) -> None:
    """Look for somebody now; where others are at it, the worker looks in a moment."""
    end_reading()
    try:
        pair_pool(database(), (wish.pace, wish.preset), now(), most_duels())
    except Unavailable:
        return


def asked_again(form: PlayForm) -> Mapping[str, Any]:
    """Return what the address of an open search holds, so that it can begin again."""
    rated = {"rated": "yes"} if form.rated.data else {}
    clocks = {"live_clocks": form.live_clocks.data, "days_clocks": form.days_clocks.data}
    return {"pace": form.pace.data, "preset": form.preset.data, **clocks, **rated}


@members_only
def found() -> ResponseReturnValue:
    """Lead whoever has found an opponent into the duel."""
    with writing() as session:
        token = seeks.claim(session, me().id, now())
    if token is None:
        return see_other(url_for("finding.play"))
    flash(gettext("Your opponent is found: the duel begins."))
    return see_other(duel_url(token))


@members_only
def cancel() -> ResponseReturnValue:
    """Look no more; what was found meanwhile is played."""
    with writing() as session:
        seeks.cancel(session, me().id)
    if seeks.own_seek(db(), me().id, now()) is None:
        flash(gettext("The search is cancelled."))
    return see_other(url_for("finding.play"))
