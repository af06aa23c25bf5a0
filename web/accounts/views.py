"""The pages of accounts."""

from contextlib import suppress
from http import HTTPStatus

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import accounts, passwords, sessions
from web.accounts.forms import (
    LanguageForm,
    LoginForm,
    PasswordForm,
    RegisterForm,
    why_not_name,
    why_not_password,
)
from web.frame.awaiting import awaiting_counts
from web.frame.limits import forget_tries, limit_account, limiter
from web.frame.links import back, local, my_duels_url, see_other
from web.frame.login import me, member, members_only, sign_in, sign_out
from web.frame.session import db, end_reading, now, writing
from web.frame.translation import gettext, language

blueprint = Blueprint("accounts", __name__)


@blueprint.route("/register", methods=["GET", "POST"])
def register() -> ResponseReturnValue:
    """Open an account, and go on to where one was going."""
    form = RegisterForm()
    if member():
        return see_other(after_login())
    if form.validate_on_submit():
        opened = registered(form)
        if opened:
            sign_in(*opened, remember=False)
            flash(gettext("Welcome, %(name)s.", name=me().name))
            return see_other(after_login())
    return answer(form, "accounts/register.html", next=local(request.values.get("next")))


def registered(form: RegisterForm) -> tuple[User, str] | None:
    """Return the new account and the token of its session, or None with the reason in the form."""
    try:
        name, spoken = accounts.checked_name(form.name.data), language()
        passwords.check(form.password.data, name)
        end_reading()
        with limiter.shared_limit("20 per hour", "registrations"):
            password_hash = passwords.hashed(form.password.data, name)
        with writing() as session:
            user = accounts.register(session, name, password_hash, spoken, now())
            return user, sessions.begin(session, user, now())
    except accounts.NameRefused as error:
        form.refuse("name", why_not_name(error))
    except passwords.PasswordRefused as error:
        form.refuse("password", why_not_password(error))
    return None


@blueprint.route("/login", methods=["GET", "POST"])
@limiter.limit("30 per 5 minutes", methods=["POST"])
@limit_account
def login() -> ResponseReturnValue:
    """Prove who one is, and go on to where one was going."""
    form = LoginForm()
    if member():
        return see_other(after_login())
    if form.validate_on_submit():
        opened = logged_in(form)
        if opened:
            forget_tries()
            sign_in(*opened, remember=form.remember.data)
            return see_other(after_login())
    return answer(form, "accounts/login.html", next=local(request.values.get("next")))


def logged_in(form: LoginForm) -> tuple[User, str] | None:
    """Return the account and the token of its new session, or None with the reason in the form."""
    user = accounts.authenticate(db(), form.name.data, form.password.data)
    if user:
        with suppress(sessions.PasswordChanged), writing() as session:
            return user, sessions.begin(session, user, now())
    form.refuse("password", gettext("This name and this password do not belong together."))
    return None


@blueprint.post("/logout")
def logout() -> ResponseReturnValue:
    """End the session in this browser."""
    sign_out()
    flash(gettext("You are logged out."))
    return see_other(url_for("pages.front"))


@blueprint.get("/account")
@members_only
def settings() -> ResponseReturnValue:
    """Show what a member may change."""
    return settings_page(PasswordForm(), LanguageForm(language=me().language))


@blueprint.post("/account/password")
@limiter.limit("10 per 5 minutes")
@members_only
def change_password() -> ResponseReturnValue:
    """Change the password; every other session ends."""
    form = PasswordForm()
    if form.validate_on_submit():
        opened = with_new_password(form)
        if opened:
            sign_in(*opened, remember="remember_token" in request.cookies)
            flash(gettext("Your password is changed. Wherever else you were logged in, you no longer are."))
            return see_other(url_for("accounts.settings"))
    return settings_page(form, LanguageForm(formdata=None, language=me().language))


def with_new_password(form: PasswordForm) -> tuple[User, str] | None:
    """Return the account and the token of its only session, or None with the reason in the form."""
    present = db().get_one(User, me().id).password_hash
    end_reading()
    try:
        if passwords.matches(form.current_password.data, present):
            new_hash = passwords.hashed(form.password.data, me().name)
            with suppress(sessions.PasswordChanged), writing() as session:
                user = accounts.change_password(session, me().id, present, new_hash)
                return user, sessions.begin(session, user, now())
        form.refuse("current_password", gettext("This is not your present password."))
    except passwords.PasswordRefused as error:
        form.refuse("password", why_not_password(error))
    return None


@blueprint.post("/account/language")
@members_only
def change_language() -> ResponseReturnValue:
    """Change the language of the account."""
    form = LanguageForm()
    if form.validate_on_submit():
        with writing() as session:
            accounts.change_language(session, me().id, form.language.data)
        return see_other(url_for("accounts.settings"))
    return settings_page(PasswordForm(formdata=None), form)


def settings_page(password: PasswordForm, spoken: LanguageForm) -> ResponseReturnValue:
    """Render the page of what a member may change."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if password.errors or spoken.errors else 200
    return render_template("accounts/settings.html", password=password, spoken=spoken), status


def answer(form: RegisterForm | LoginForm, template: str, **values: str | None) -> ResponseReturnValue:
    """Render a form as it is, or as it was sent with what is wrong."""
    return render_template(
        template, form=form, **values
    ), HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200


def after_login() -> str:
    """Return the page to go to after logging in: one's duels when any awaits one."""
    return back(my_duels_url() if awaiting_counts().duels else url_for("challenges.index"))
