"""One account at the desk: what was reported and done about it, who shares its devices, what can be done."""

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from models import KeeperAct, Report, User
from services.accounts.accounts import named
from services.keepers import acts, closing, reports, sharing, warnings
from services.keepers.acts import ReasonRefused
from web.frame.links import see_other
from web.frame.login import me
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.keepers.desk import DeskPage
from web.keepers.forms import ReasonForm
from web.keepers.words import why_not_reason


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/accounts", "find", find)
    blueprint.add_url_rule("/accounts/<name>", "account", account)
    blueprint.add_url_rule("/accounts/<name>/<act>", "act", do, methods=["POST"])


class AccountPage(DeskPage):
    """An account as keepers see it."""

    template = "keepers/account.html"

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
    def acts(self) -> Sequence[KeeperAct]:
        """The latest acts about the account."""
        return acts.acts_about(db(), self.user.id)

    @property
    def groups(self) -> Sequence[sharing.Group]:
        """The accounts that share a device or an address with it."""
        return sharing.groups_of(db(), self.user.id)


def find() -> ResponseReturnValue:
    """Go to the account of a name."""
    user = named(db(), request.args.get("name", ""))
    if user is None:
        flash(gettext("Nobody here has this name."))
        return see_other(url_for("keepers.desk"))
    return see_other(url_for("keepers.account", name=user.name))


def account(name: str) -> ResponseReturnValue:
    """Show an account."""
    return respond(AccountPage(found(name), ReasonForm(formdata=None)))


def found(name: str) -> User:
    """Find an account by its name, or answer that there is none."""
    user = named(db(), name)
    if user is None:
        abort(HTTPStatus.NOT_FOUND)
    return user


def warn(session: Session, user_id: int, reason: str, instant: datetime) -> None:
    """Warn an account."""
    warnings.warn(session, me().id, session.get_one(User, user_id), reason, instant)


def note(session: Session, user_id: int, reason: str, instant: datetime) -> None:
    """Write a note about an account into the log."""
    acts.note_act(session, me().id, "noted", user_id, reason, instant)


def close(session: Session, user_id: int, reason: str, instant: datetime) -> None:
    """Close an account."""
    closing.close_account(session, me().id, user_id, reason, instant)


def reopen(session: Session, user_id: int, reason: str, instant: datetime) -> None:
    """Open an account again."""
    closing.open_account(session, me().id, user_id, reason, instant)


ACTS = {"warn": warn, "note": note, "close": close, "open": reopen}


def done(act: str, name: str) -> str:
    """Say what was done."""
    words = {
        "warn": gettext("%(name)s is warned.", name=name),
        "note": gettext("Your note is in the log."),
        "close": gettext("The account %(name)s is closed.", name=name),
        "open": gettext("The account %(name)s is open again.", name=name),
    }
    return words[act]


def do(name: str, act: str) -> ResponseReturnValue:
    """Do something about an account, with a reason."""
    if act not in ACTS:
        abort(HTTPStatus.NOT_FOUND)
    user, form = found(name), ReasonForm(prefix=act)
    if form.validate() and is_done(act, user.id, form):
        flash(done(act, user.name))
        return see_other(url_for("keepers.account", name=user.name))
    return respond(AccountPage(found(name), form, act), HTTPStatus.UNPROCESSABLE_ENTITY)


def is_done(act: str, user_id: int, form: ReasonForm) -> bool:
    """Do it and write it into the log, or say in the form why not."""
    try:
        with writing() as session:
            ACTS[act](session, user_id, form.reason.data or "", now())
    except ReasonRefused as error:
        form.refuse("reason", why_not_reason(error))
    except closing.IsKeeper:
        form.refuse("reason", gettext("The accounts of keepers are closed by a command of the server only."))
    except (closing.ClosedAlready, closing.NotClosed):
        form.refuse("reason", gettext("Another keeper was first. Look at the account again."))
    return not form.errors
