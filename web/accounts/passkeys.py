"""Passkeys: adding and removing them, and logging in by them alone."""

from http import HTTPStatus

from flask import (
    Response,
    abort,
    current_app,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session
from wtforms import HiddenField, StringField

from models import Passkey, SecurityEventKind, User
from models.ids import PasskeyId
from services.accounts import passkeys, security
from services.accounts.passkeys import LONGEST_NAME, Party
from services.accounts.refusals import AccountRefusal, AccountRefused
from web.accounts.blueprint import blueprint
from web.accounts.challenges import new_challenge, party, take_challenge
from web.accounts.forms import LoginForm
from web.accounts.identity import Opening, opening_of
from web.accounts.proving import proved
from web.accounts.views import after_login, login_page, opened_by
from web.core.devices import agent_words, browser
from web.core.forms import Form, at_most, required
from web.core.limits import address, count
from web.core.links import LARGEST, see_other
from web.core.login import me, member, sign_in
from web.core.messages import refusal_message
from web.core.session import db, now, writing
from web.core.translation import gettext

TRIED = "30 per 5 minutes"
"""Attempts with passkeys from one address; none can be guessed."""
NAMELESS = _l("Give the passkey a name, so that you know it again.")


class PasskeyForm(Form):
    """Name a passkey; the browser fills in what its device has made."""

    name = StringField(
        _l("Name of the passkey"),
        [required(NAMELESS), at_most(LONGEST_NAME)],
        description=_l("For you alone: the device or the password manager that keeps it."),
        render_kw={"autocomplete": "off"},
    )
    credential = HiddenField()


@blueprint.get("/login/passkey")
def back_to_login() -> ResponseReturnValue:
    """Redirect to the log-in page when the answer to a passkey is reloaded."""
    return see_other(url_for("accounts.login"))


@blueprint.get("/account/passkeys/new", endpoint="back_from_new_passkey")
@blueprint.get("/account/passkeys", endpoint="back_from_add_passkey")
@blueprint.get("/account/passkeys/remove", endpoint="back_from_remove_passkey")
def back() -> ResponseReturnValue:
    """Redirect to the page when the answer to a form is reloaded, or its language changed."""
    return see_other(url_for("accounts.security", _anchor="passkeys-heading"))


def here() -> Party:
    """Return the site as passkeys know it, or answer 404 under any other name."""
    return party() or abort(HTTPStatus.NOT_FOUND)


@blueprint.post("/login/passkey/challenge", endpoint="ask_passkey")
def ask() -> Response:
    """Send a visitor's browser the challenge that a passkey is to sign."""
    options = passkeys.login_options(here(), new_challenge())
    answer = current_app.response_class(options, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/login/passkey", endpoint="use_passkey")
def use() -> ResponseReturnValue:
    """Log in with a passkey, which counts as both factors."""
    form = LoginForm()
    if member():
        return see_other(after_login())
    count(TRIED, "passkeys", address())
    try:
        opened = opened_by(by_passkey(request.form.get("credential", "")), form)
    except AccountRefused as refused:
        note_copied(refused)
        return login_page(form, refusal_message(refused, is_new=False))
    if opened is None:
        return login_page(form)
    sign_in(*opened, remember=form.remember.data)
    return see_other(after_login())


def by_passkey(text: str) -> Opening:
    """Return what begins a session of the account that a passkey opens; raises AccountRefused."""
    site, answer = here(), passkeys.read_answer(text)
    challenge = take_challenge(passkeys.challenge_in(answer))

    def user_of(session: Session) -> User:
        return passkeys.authenticate(session, answer, challenge, site, now())

    return opening_of(user_of, has_both=True)


def note_copied(refused: AccountRefused) -> None:
    """Notify the owner of a passkey that there may be a copy of it."""
    if refused.code is AccountRefusal.PASSKEY_COPIED:
        with writing() as session:
            user, name = session.get_one(User, refused.values["user_id"]), str(refused.values["name"])
            security.note_refused(session, user, SecurityEventKind.PASSKEY_REFUSED, browser(), now(), name)


@blueprint.post("/account/passkeys/new", endpoint="new_passkey")
@proved
def new() -> ResponseReturnValue:
    """Ask for the name of a passkey, and let the browser make it."""
    form = PasskeyForm(formdata=None)
    form.name.data = agent_words()
    return making_page(form)


def making_page(form: PasskeyForm) -> ResponseReturnValue:
    """Render the page on which a passkey is made, unless there is no room for another."""
    known = passkeys.list_own(db(), me().id)
    if len(known) >= passkeys.MOST:
        full = AccountRefused(AccountRefusal.TOO_MANY_PASSKEYS)
        flash(refusal_message(full, is_new=True))
        return back()
    options = passkeys.adding_options(me().id, me().name, known, here(), new_challenge())
    form.credential.data = ""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = make_response(render_template("accounts/passkey.html", form=form, options=options), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/account/passkeys", endpoint="add_passkey")
@proved
def add() -> ResponseReturnValue:
    """Add a passkey that the browser has made to the account."""
    form = PasskeyForm()
    name = printable(form.name.data or "")
    if form.validate() and not name:
        form.refuse("name", NAMELESS)
    if form.errors:
        return making_page(form)
    try:
        passkey = made_by(form)
        with writing() as session:
            passkeys.add(session, me().id, name, passkey, browser(), now())
    except AccountRefused as refused:
        form.refuse("name", refusal_message(refused, is_new=True))
        return making_page(form)
    flash(gettext("The passkey is added: you can log in by it alone."))
    return back()


def made_by(form: PasskeyForm) -> Passkey:
    """Return the passkey in a form; raises AccountRefused."""
    made = passkeys.read_made(form.credential.data or "")
    challenge = take_challenge(passkeys.challenge_in(made))
    return passkeys.check_made(made, challenge, here())


def printable(text: str) -> str:
    """Return a name without invisible characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


@blueprint.post("/account/passkeys/remove", endpoint="remove_passkey")
@proved
def remove() -> ResponseReturnValue:
    """Remove a passkey from the account."""
    number = PasskeyId(request.form.get("passkey", 0, int))
    name = None
    if 0 < number <= LARGEST:
        with writing() as session:
            name = passkeys.remove(session, me().id, number, browser(), now())
    if name is not None:
        flash(
            gettext(
                "The passkey “%(name)s” opens your account no more. Delete it on its device too.", name=name
            )
        )
    return back()
