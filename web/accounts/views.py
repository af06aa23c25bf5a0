"""The pages of accounts."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_login import logout_user

from models import User
from services import accounts, passwords
from web.accounts.forms import (
    LanguageForm,
    LoginForm,
    PasswordForm,
    RegisterForm,
    why_not_name,
    why_not_password,
)
from web.forms import UNPROCESSABLE
from web.i18n import language
from web.limits import failed, limiter, succeeded, typed_name
from web.links import back, local
from web.login import me, member, members_only, sign_in
from web.session import database, db, now

blueprint = Blueprint("accounts", __name__)


@blueprint.route("/register", methods=["GET", "POST"])
@limiter.limit("20 per hour", methods=["POST"], deduct_when=succeeded)
def register() -> ResponseReturnValue:
    """Open an account, and go on to where one was going."""
    form = RegisterForm()
    if member():
        return redirect(after_login(), 303)
    if form.validate_on_submit():
        user = registered(form)
        if user:
            sign_in(user, remember=False)
            flash(gettext("Welcome, %(name)s.", name=user.name))
            return redirect(after_login(), 303)
    return answer(form, "accounts/register.html", next=local(request.values.get("next")))


def registered(form: RegisterForm) -> User | None:
    """The new account, or None with the reason in the form."""
    try:
        name = accounts.checked_name(form.name.data)
        # Hashing is slow on purpose: done before the session is touched, it locks nobody out.
        password_hash = passwords.hashed(form.password.data, name)
        return accounts.register(db(), name, password_hash, language(), now())
    except accounts.NameRefused as error:
        form.refuse("name", why_not_name(error))
    except passwords.PasswordRefused as error:
        form.refuse("password", why_not_password(error))
    return None


@blueprint.route("/login", methods=["GET", "POST"])
@limiter.limit("30 per 5 minutes", methods=["POST"], deduct_when=failed)
@limiter.limit("10 per 5 minutes", methods=["POST"], key_func=typed_name, deduct_when=failed)
def login() -> ResponseReturnValue:
    """Prove who one is, and go on to where one was going."""
    form = LoginForm()
    if member():
        return redirect(after_login(), 303)
    if form.validate_on_submit():
        with database().reading() as session:
            user = accounts.authenticate(session, form.name.data, form.password.data)
        if user:
            sign_in(user, remember=form.remember.data)
            return redirect(after_login(), 303)
        form.refuse("password", gettext("This name and this password do not belong together."))
    return answer(form, "accounts/login.html", next=local(request.values.get("next")))


@blueprint.post("/logout")
def logout() -> ResponseReturnValue:
    """End the session in this browser."""
    logout_user()
    flash(gettext("You are logged out."))
    return redirect(url_for("pages.front"), 303)


@blueprint.get("/account")
@members_only
def settings() -> ResponseReturnValue:
    """Show what a member may change."""
    return settings_page(PasswordForm(), LanguageForm(language=me().language))


@blueprint.post("/account/password")
@limiter.limit("10 per 5 minutes", deduct_when=failed)
@members_only
def change_password() -> ResponseReturnValue:
    """Change the password; every other session ends."""
    form = PasswordForm()
    if form.validate_on_submit():
        password_hash = new_hash(form)
        if password_hash:
            user = accounts.change_password(db(), me().id, password_hash)
            sign_in(user, remember="remember_token" in request.cookies)
            flash(gettext("Your password is changed. Wherever else you were logged in, you no longer are."))
            return redirect(url_for("accounts.settings"), 303)
    return settings_page(form, LanguageForm(formdata=None, language=me().language))


def new_hash(form: PasswordForm) -> str | None:
    """The hash of the new password, or None with the reason in the form."""
    with database().reading() as session:
        present = session.get_one(User, me().id).password_hash
    if not passwords.matches(form.current_password.data, present):
        form.refuse("current_password", gettext("This is not your present password."))
        return None
    try:
        return passwords.hashed(form.password.data, me().name)
    except passwords.PasswordRefused as error:
        form.refuse("password", why_not_password(error))
    return None


@blueprint.post("/account/language")
@members_only
def change_language() -> ResponseReturnValue:
    """Change the language of the account."""
    form = LanguageForm()
    if form.validate_on_submit():
        accounts.change_language(db(), me().id, form.language.data)
        return redirect(url_for("accounts.settings"), 303)
    return settings_page(PasswordForm(formdata=None), form)


def settings_page(password: PasswordForm, spoken: LanguageForm) -> ResponseReturnValue:
    """The page of what a member may change."""
    status = UNPROCESSABLE if password.errors or spoken.errors else 200
    return render_template("accounts/settings.html", password=password, spoken=spoken), status


def answer(form: RegisterForm | LoginForm, template: str, **values: str | None) -> ResponseReturnValue:
    """A form as it is, or as it was sent with what is wrong."""
    return render_template(template, form=form, **values), UNPROCESSABLE if form.errors else 200


def after_login() -> str:
    """Where a reader goes once he is known."""
    return back(url_for("challenges.index"))
