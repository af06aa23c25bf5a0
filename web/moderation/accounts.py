"""Accounts at the desk: one account, groups that share devices, and win trading."""

from collections.abc import Sequence
from datetime import date, datetime
from http import HTTPStatus

from flask import abort, flash, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from models import ModeratorAct, Report, User
from models.ids import UserId
from models.moderation import Act, SightingKind
from services.accounts.accounts import named
from services.moderation import acts, reports, sightings
from services.moderation.refusals import ModerationRefused
from services.moderation.sightings import KEPT
from services.ratings.win_trading import list_closed, list_sheltered, list_win_traders
from web.core.links import see_other
from web.core.login import me
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.moderation.desk import DeskPage, ReasonForm, blueprint, note_reading


class SharedPage(DeskPage):
    """Groups of accounts; which: "device", "address", or "playing" for those that play each other."""

    template = "moderation/shared.html"
    kept_days = KEPT.days

    def __init__(self, which: str, groups: sightings.Groups) -> None:
        self.which, self.groups = which, groups.found
        self.after = f"{groups.after.shared_on.isoformat()}_{groups.after.digest}" if groups.after else ""


class FarmingPage(DeskPage):
    """Players whose duels weighed less because of their opponents, and closed clusters."""

    template = "moderation/farming.html"

    def __init__(self) -> None:
        self.win_traders, self.sheltered = list_win_traders(db()), list_sheltered(db())
        self.closed = list_closed(db())
        tokens = [win.token for each in (*self.win_traders, *self.sheltered) for win in each.wins]
        self.watchable = sightings.watchable(db(), tokens)

    def weight(self, eighths: int) -> str:
        """Write a weight as a share of a whole win."""
        return f"{eighths}/8" if eighths % 8 else "1"


def place_asked() -> sightings.GroupMark | None:
    """Read where a page of groups begins; an invalid place means the beginning."""
    shared_on, _, digest = request.args.get("after", "").replace("\0", "").partition("_")
    try:
        return sightings.GroupMark(date.fromisoformat(shared_on), digest)
    except ValueError:
        return None


@blueprint.get("/shared/<kind>")
def shared(kind: str) -> ResponseReturnValue:
    """List groups, those that grew last first."""
    if kind not in list(SightingKind):
        abort(404)
    note_reading()
    return respond(SharedPage(kind, sightings.list_groups(db(), SightingKind(kind), place_asked())))


@blueprint.get("/playing")
def playing() -> ResponseReturnValue:
    """List the groups on one device in which two accounts play each other for ratings."""
    note_reading()
    return respond(SharedPage("playing", sightings.list_playing(db(), place_asked())))


@blueprint.get("/farming")
def farming() -> ResponseReturnValue:
    """List players with wins over accounts that only lose to them, or that only meet each other."""
    note_reading()
    return respond(FarmingPage())


class AccountPage(DeskPage):
    """An account as moderators see it."""

    template = "moderation/account.html"

    def __init__(self, user: User, form: ReasonForm, refused: str = "") -> None:
        self.user, self.form, self.refused = user, form, refused
        self.is_refused = bool(form.errors)

    def form_of(self, act: str) -> ReasonForm:
        """The form of an act: the one that was refused, or an empty one."""
        return self.form if act == self.refused else ReasonForm(formdata=None, prefix=act)

    @property
    def about(self) -> Sequence[Report]:
        """The latest reports about the account."""
        return reports.reports_about(db(), self.user.id)

    @property
    def acts(self) -> Sequence[ModeratorAct]:
        """The latest acts about the account."""
        return acts.acts_about(db(), self.user.id)

    @property
    def groups(self) -> Sequence[sightings.Group]:
        """The accounts that share a device or an address with it."""
        return sightings.groups_of(db(), self.user.id)


@blueprint.get("/accounts")
def find() -> ResponseReturnValue:
    """Redirect to the account with a name."""
    user = named(db(), request.args.get("name", ""))
    if user is None:
        flash(gettext("Nobody here has this name."))
        return see_other(url_for("moderation.desk"))
    return see_other(url_for("moderation.account", name=user.name))


@blueprint.get("/accounts/<name>")
def account(name: str) -> ResponseReturnValue:
    """Show an account."""
    user = found(name)
    note_reading(user.id)
    return respond(AccountPage(user, ReasonForm(formdata=None)))


def found(name: str) -> User:
    """Find an account by its name, or answer that there is none."""
    user = named(db(), name)
    if user is None:
        abort(HTTPStatus.NOT_FOUND)
    return user


def warn(session: Session, user_id: UserId, reason: str, instant: datetime) -> None:
    """Warn an account."""
    acts.warn(session, me().id, session.get_one(User, user_id), reason, instant)


def note(session: Session, user_id: UserId, reason: str, instant: datetime) -> None:
    """Write a note about an account into the log."""
    acts.note_act(session, me().id, Act.NOTED, user_id, reason, instant)


def close(session: Session, user_id: UserId, reason: str, instant: datetime) -> None:
    """Close an account."""
    acts.close_account(session, me().id, user_id, reason, instant)


def reopen(session: Session, user_id: UserId, reason: str, instant: datetime) -> None:
    """Open an account again."""
    acts.open_account(session, me().id, user_id, reason, instant)


ACTS = {"warn": warn, "note": note, "close": close, "open": reopen}


def done(act: str, name: str) -> str:
    """Confirm an act."""
    words = {
        "warn": gettext("%(name)s is warned.", name=name),
        "note": gettext("Your note is in the log."),
        "close": gettext("The account %(name)s is closed.", name=name),
        "open": gettext("The account %(name)s is open again.", name=name),
    }
    return words[act]


@blueprint.post("/accounts/<name>/<act>", endpoint="act")
def do(name: str, act: str) -> ResponseReturnValue:
    """Do an act about an account, with a reason."""
    if act not in ACTS:
        abort(HTTPStatus.NOT_FOUND)
    user, form = found(name), ReasonForm(prefix=act)
    if form.validate() and is_done(act, user.id, form):
        flash(done(act, user.name))
        return see_other(url_for("moderation.account", name=user.name))
    return respond(AccountPage(found(name), form, act), HTTPStatus.UNPROCESSABLE_ENTITY)


def is_done(act: str, user_id: UserId, form: ReasonForm) -> bool:
    """Carry out and log an act, or say in the form why not."""
    try:
        with writing() as session:
            ACTS[act](session, user_id, form.reason.data or "", now())
    except ModerationRefused as refused:
        form.refuse("reason", refusal_message(refused))
    return not form.errors
