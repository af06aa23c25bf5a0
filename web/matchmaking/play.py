"""Play now: choose the kind of duel, follow the search, and enter the duel."""

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, RadioField

from clocks.terms import PRESETS as CLOCKS
from intimate.errors import SettingError
from models import Seek, Unavailable
from services import matchmaking
from services.duels.refusals import DuelRefused
from services.matchmaking import GONE, SeekWish, WaitingSeek, clocks_of, meets_again_at, pair_pool
from services.terms import MINUTE, RATED_PRESETS
from web.accounts.forms import RegisterForm
from web.accounts.identity import Explaining, Opening, flash_email_sent, identified
from web.core.configuration import most_duels
from web.core.forms import Checkboxes, Form, Together, choices
from web.core.links import duel_url, see_other
from web.core.login import me, member, members_only, sign_in
from web.core.messages import refusal_message
from web.core.page import LIVE, Frame, respond
from web.core.session import database, db, end_reading, now, writing
from web.core.translation import gettext, ngettext
from web.ratings.words import rating_shown
from web.words.clocks import clock_names, clock_summary
from web.words.settings import preset_name
from web.words.times import clock_face, duration, listed

blueprint = Blueprint("matchmaking", __name__)


class PlayForm(Form):
    """The form of a search."""

    pace = RadioField(
        _l("Pace"),
        choices=choices(
            ("live", _l("Live: a duel takes an evening")),
            ("days", _l("By days: a move now and then")),
        ),
        default="live",
    )
    live_clocks = Checkboxes(_l("Live clocks you accept"), default=clocks_of("live"))
    days_clocks = Checkboxes(_l("Clocks by days you accept"), default=clocks_of("days"))
    preset = RadioField(_l("Rules"), default="intimate")
    rated = BooleanField(lazy_pgettext("duel", "Rated"), default=True)

    def __init__(self, *given: Any, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(*given, **values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in RATED_PRESETS))
        names = clock_names()
        for pace, field in (("live", self.live_clocks), ("days", self.days_clocks)):
            field.choices = choices(
                *(
                    (name, gettext("%(name)s: %(time)s", name=names[name], time=clock_summary(CLOCKS[name])))
                    for name in clocks_of(pace)
                )
            )

    def wish(self) -> SeekWish | None:
        """Return the wish in the form, or None with faults beside their fields."""
        field = self.live_clocks if self.pace.data == "live" else self.days_clocks
        try:
            return SeekWish(self.pace.data, self.preset.data, tuple(field.data or ()), self.rated.data)
        except SettingError as error:
            if error.setting == "clocks":
                self.refuse(field.name, gettext("Choose at least one clock."))
        return None


class PlayPage(Frame):
    """The form of a search, or the state of the search."""

    template = "matchmaking/play.html"
    gone_after = GONE.seconds
    is_list = True

    def __init__(self, form: PlayForm, identity: RegisterForm | None, own: Seek | None = None) -> None:
        self.form, self.identity, self.own = form, identity, own
        self.is_found = own is not None and own.duel_id is not None
        waits = own is not None and not self.is_found
        self.waiting = matchmaking.how_it_waits(db(), own, now(), most_duels()) if own and waits else None
        self.problem = ""

    @property
    def faults(self) -> Together:
        """All faults of the sent form."""
        return Together(self.form, self.identity)

    @property
    def has_ended(self) -> bool:
        """True if the search of an open page has ended without a duel."""
        return "sought" in request.args and self.own is None and request.method == "GET"

    @property
    def rating(self) -> str:
        """The rating of the viewer in the pool of the search."""
        return rating_shown(self.waiting.rating.value) if self.waiting else ""

    @property
    def clocks(self) -> str:
        """The names of the clocks that the viewer accepts."""
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
        """The next step of the search, and why it has found nobody yet."""
        if self.waiting is None or self.own is None:
            return ""
        again = meets_again_at(db(), self.own, now(), most_duels())
        return again_words(again) if again else next_words(self.waiting)


def reach_words(waiting: WaitingSeek, reach: int | None) -> str:
    """Say from which rating to which the search looks; None means any."""
    if reach is None:
        return gettext("anybody")
    rating = round(waiting.rating.value.rating)
    return gettext("from %(low)d to %(high)d", low=rating - reach, high=rating + reach)


def again_words(again: datetime) -> str:
    """Say that only a recent opponent waits, and when the two are paired anyway."""
    seconds = max(1, round((again - now()).total_seconds()))
    return ngettext(
        "The only other player who waits has just met you. In %(num)d second you are paired again, unless "
        "somebody else comes.",
        "The only other player who waits has just met you. In %(num)d seconds you are paired again, unless "
        "somebody else comes.",
        seconds,
    )


def next_words(waiting: WaitingSeek) -> str:
    """Say when the search widens, and to which ratings; or that it takes any opponent."""
    if waiting.changes_at is None:
        return gettext("Anyone now: the first player with a clock you share is your opponent.")
    seconds = max(1, round((waiting.changes_at - now()).total_seconds()))
    when = (
        ngettext("in %(num)d second", "in %(num)d seconds", seconds)
        if seconds < MINUTE
        else gettext("in %(time)s", time=duration(seconds))
    )
    following = reach_words(waiting, waiting.next_reach)
    return gettext("The range widens %(when)s: %(reach)s.", when=when, reach=following)


@blueprint.get("/play")
@blueprint.post("/play")
def play() -> ResponseReturnValue:
    """Begin a search for an opponent, or show its state."""
    identity = None if member() else RegisterForm.for_viewer()
    if request.method == "POST":
        return begun(PlayForm(), identity)
    own = matchmaking.own_seek(db(), me().id, now()) if member() else None
    if own and own.duel_id is not None and LIVE not in request.headers:
        return found()
    if own and own.duel_id is None and own.pace == "live":
        with writing() as session:
            matchmaking.see(session, me().id, now())
    return respond(PlayPage(form_asked(), identity, own))


def form_asked() -> PlayForm:
    """Return the form in the address: that of a search that has ended."""
    return PlayForm(formdata=request.args) if "pace" in request.args else PlayForm(formdata=None)


def begun(form: PlayForm, identity: RegisterForm | None) -> ResponseReturnValue:
    """Begin the search and pair it at once; faults are shown beside their fields."""
    page = PlayPage(form, identity)
    wish = form.wish() if form.validate() else None
    opening = identified(identity)
    if wish is not None and opening is not None and not page.faults.errors:
        try:
            stored(wish, opening, form, identity)
        except DuelRefused as error:
            page.problem = refusal_message(error)
    if wish is None or opening is None or page.faults.errors or page.problem:
        page.is_refused = True
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    pair_at_once(wish)
    return see_other(url_for("matchmaking.play", sought="yes", **asked_again(form)))


def stored(wish: SeekWish, opening: Opening, form: PlayForm, identity: RegisterForm | None) -> None:
    """Store the seek, with the account of a visitor; if that fails, the form says why."""
    opened = None
    with Explaining(identity or form), writing() as session:
        opened = opening(session)
        matchmaking.seek(session, opened[0].id if opened else me().id, wish, now(), most_duels())
    if opened and identity and not identity.errors:
        sign_in(*opened, remember=False)
        flash_email_sent(identity)


def pair_at_once(wish: SeekWish) -> None:
    """Pair this search at once; if another process is pairing, the worker does it a moment later."""
    end_reading()
    try:
        pair_pool(database(), (wish.pace, wish.preset), now(), most_duels())
    except Unavailable:
        return


def asked_again(form: PlayForm) -> Mapping[str, Any]:
    """Return the query of an open search, so that it can begin again."""
    rated = {"rated": "yes"} if form.rated.data else {}
    clocks = {"live_clocks": form.live_clocks.data, "days_clocks": form.days_clocks.data}
    return {"pace": form.pace.data, "preset": form.preset.data, **clocks, **rated}


@blueprint.get("/play/duel")
@members_only
def found() -> ResponseReturnValue:
    """Redirect a player who has found an opponent to the duel."""
    with writing() as session:
        token = matchmaking.claim(session, me().id, now())
    if token is None:
        return see_other(url_for("matchmaking.play"))
    flash(gettext("Your opponent is found: the duel begins."))
    return see_other(duel_url(token))


@blueprint.post("/play/cancel")
@members_only
def cancel() -> ResponseReturnValue:
    """Stop the search; a duel found in the meantime is played."""
    with writing() as session:
        matchmaking.cancel(session, me().id)
    if matchmaking.own_seek(db(), me().id, now()) is None:
        flash(gettext("The search is cancelled."))
    return see_other(url_for("matchmaking.play"))
