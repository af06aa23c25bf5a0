"""Passkeys: added and removed by their owner, who logs in by them alone."""

from http import HTTPStatus

from flask import (
    Blueprint,
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

from models import Passkey, User
from services.accounts import ceremonies, passkeys, security
from services.accounts.ceremonies import Party, PasskeyRefused
from services.accounts.passkeys import LONGEST_NAME, ChallengeOver, PasskeyCopied, PasskeyKnown
from web.accounts.challenges import new_challenge, party, take_challenge
from web.accounts.forms import LoginForm
from web.accounts.identity import Opening, opening_of
from web.accounts.proving import proved
from web.accounts.tries import ALL_OF_ONE
from web.accounts.views import after_login, login_page, opened_by
from web.frame.agents import agent_words
from web.frame.devices import browser
from web.frame.forms import Form, at_most, required
from web.frame.limits import address, count
from web.frame.links import LARGEST, see_other
from web.frame.login import me, member, sign_in
from web.frame.session import db, now, writing
from web.frame.translation import gettext

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


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/login/passkey/challenge", "ask_passkey", ask, methods=["POST"])
    blueprint.add_url_rule("/login/passkey", "use_passkey", use, methods=["POST"])
    blueprint.add_url_rule("/login/passkey", "back_to_login", lambda: see_other(url_for("accounts.login")))
    for path, name, view in (
        ("/new", "new_passkey", new),
        ("", "add_passkey", add),
        ("/remove", "remove_passkey", remove),
    ):
        blueprint.add_url_rule(f"/account/passkeys{path}", name, view, methods=["POST"])
        blueprint.add_url_rule(f"/account/passkeys{path}", f"back_from_{name}", back)


def back() -> ResponseReturnValue:
    """Send whoever reloads the answer to a form, or changes its language, back to the page."""
    return see_other(url_for("accounts.security", _anchor="passkeys-heading"))


def here() -> Party:
    """Return the site as passkeys know it, on a page that it offers by this name alone."""
    return party() or abort(HTTPStatus.NOT_FOUND)


def ask() -> Response:
    """Tell the browser of a visitor what a passkey is to sign."""
    options = ceremonies.login_options(here(), new_challenge())
    answer = current_app.response_class(options, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def use() -> ResponseReturnValue:
    """Log in whoever has a passkey, which is both factors."""
    form = LoginForm()
    if member():
        return see_other(after_login())
    count(ALL_OF_ONE, "passkeys", address())
    try:
        opened = opened_by(by_passkey(request.form.get("credential", "")), form)
    except PasskeyRefused as error:
        note_copied(error)
        return login_page(form, why_not_used(error))
    if opened is None:
        return login_page(form)
    sign_in(*opened, remember=form.remember.data)
    return see_other(after_login())


def by_passkey(text: str) -> Opening:
    """Return what begins a session of the account that a passkey opens; raises PasskeyRefused."""
    site, answer = here(), ceremonies.read_answer(text)
    challenge = take_challenge(ceremonies.challenge_in(answer))

    def user_of(session: Session) -> User:
        return passkeys.authenticate(session, answer, challenge, site, now())

    return opening_of(user_of, has_both=True)


def note_copied(error: PasskeyRefused) -> None:
    """Tell the owner of a passkey that there may be a copy of it."""
    if isinstance(error, PasskeyCopied):
        with writing() as session:
            user = session.get_one(User, error.user_id)
            security.note_refused(session, user, "passkey_refused", browser(), now(), error.name)


def why_not_used(error: PasskeyRefused) -> str:
    """Explain why a passkey opens nothing; whether it is one of an account is not said."""
    if isinstance(error, ChallengeOver):
        return gettext("That took too long. Use the passkey again.")
    return gettext("This passkey opens no account here. Log in with your password.")


@proved
def new() -> ResponseReturnValue:
    """Ask for the name of a passkey, and let the browser make it."""
    form = PasskeyForm(formdata=None)
    form.name.data = agent_words()
    return making_page(form)


def making_page(form: PasskeyForm) -> ResponseReturnValue:
    """Render the page on which a passkey is made, unless there is room for no more."""
    known = passkeys.list_own(db(), me().id)
    if len(known) >= passkeys.MOST:
        flash(gettext("You have as many passkeys as an account may have. Remove one first."))
        return back()
    options = ceremonies.adding_options(me().id, me().name, known, here(), new_challenge())
    form.credential.data = ""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = make_response(render_template("accounts/passkey.html", form=form, options=options), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@proved
def add() -> ResponseReturnValue:
    """Let a passkey that the browser has made open the account."""
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
    except PasskeyRefused as error:
        form.refuse("name", why_not_added(error))
        return making_page(form)
    except passkeys.TooManyPasskeys:
        return making_page(form)
    flash(gettext("The passkey is added: you can log in by it alone."))
    return back()


def made_by(form: PasskeyForm) -> Passkey:
    """Return the passkey in a form; raises PasskeyRefused."""
    made = ceremonies.read_made(form.credential.data or "")
    challenge = take_challenge(ceremonies.challenge_in(made))
    return ceremonies.check_made(made, challenge, here())


def printable(text: str) -> str:
    """Return a name without what shows nothing."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def why_not_added(error: PasskeyRefused) -> str:
    """Explain why a passkey is not added."""
    if isinstance(error, PasskeyKnown):
        return gettext("This passkey was added before.")
    if isinstance(error, ChallengeOver):
        return gettext("That took too long. Make the passkey again.")
    return gettext(
        "The browser has made no passkey that this site can take. Try again, or with another device."
    )


@proved
def remove() -> ResponseReturnValue:
    """Let a passkey open the account no more."""
    number = request.form.get("passkey", 0, int)
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
