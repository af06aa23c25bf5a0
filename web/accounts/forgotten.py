"""A forgotten password: asked for by anybody, answered always alike, replaced by whoever reads the letter."""

from http import HTTPStatus

from flask import Blueprint, current_app, flash, render_template, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import factors, passwords, resetting, sessions, tokens
from services.accounts.addresses import AddressRefused
from web.accounts.address_forms import ForgottenForm, NewPasswordForm, sends_mail, why_not_address
from web.accounts.addresses import dead_link
from web.accounts.code_forms import TakingCode, code_in, may_try
from web.accounts.forms import why_not_password
from web.accounts.identity import Opened
from web.accounts.keys import tell_of_other_ways
from web.accounts.views import after_login
from web.frame import known
from web.frame.devices import browser
from web.frame.limits import count, limiter, may_write_to
from web.frame.links import see_other
from web.frame.login import is_remembered, sign_in
from web.frame.session import db, end_reading, now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/forgotten", "forgotten", forgotten, methods=["GET", "POST"])
    blueprint.add_url_rule("/forgotten/asked", "asked", asked)
    blueprint.add_url_rule("/reset/<token>", "reset", reset, methods=["GET", "POST"])


def forgotten() -> ResponseReturnValue:
    """Ask whose password is forgotten."""
    form = ForgottenForm()
    if sends_mail() and form.validate_on_submit() and is_asked(form):
        return see_other(url_for("accounts.asked"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200
    return render_template("accounts/forgotten.html", form=form, sends_mail=sends_mail()), status


def is_asked(form: ForgottenForm) -> bool:
    """Write the letter if there is such an account, at the same cost if not; False for what is no address."""
    with limiter.shared_limit("10 per 10 minutes", "forgotten passwords"):
        try:
            user = resetting.find_resettable(db(), form.who.data.strip())
        except AddressRefused as error:
            form.refuse("who", why_not_address(error))
            return False
    # Counted for nobody too: it takes a while.
    is_allowed = may_write_to(f"account {user.id if user else 0}", known.mark_of(user) if user else None)
    wanted = user.id if user and is_allowed else None
    with writing() as session:
        resetting.ask_for_reset(session, wanted, now())
    return True


def asked() -> ResponseReturnValue:
    """Say the same to everybody who asked."""
    return render_template("accounts/asked.html")


def reset(token: str) -> ResponseReturnValue:
    """Let whoever has come by the letter choose a new password, which ends every session but theirs."""
    try:
        claim = tokens.read(current_app.config["SECRET_KEY"], tokens.Purpose.RESET, token, now())
        user = resetting.resettable(db(), claim)
        form = form_for(user)
        if form.validate_on_submit():
            opened = with_new_password(form, user, claim)
            if opened:
                sign_in(*opened, remember=is_remembered())
                flash(
                    gettext("Your password is changed. Wherever else you were logged in, you no longer are.")
                )
                tell_of_other_ways(opened[0].id)
                return see_other(after_login())
    except tokens.TokenRefused as error:
        return dead_link(error, gettext("You can ask for another one where you log in."))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200
    return render_template("accounts/reset.html", form=form, name=user.name, token=token), status


def form_for(user: User) -> NewPasswordForm:
    """Return the form, which asks for a code where the account does: the letter is one factor only."""
    form = NewPasswordForm()
    if not factors.is_on(db(), user.id):
        del form.second_code
    return form


def with_new_password(form: NewPasswordForm, user: User, claim: tokens.Claim) -> Opened | None:
    """Return the account and the token of its only session, or None with the reason in the form.

    Raises TokenUsed where somebody was faster, TooManyRequests. Only who has a good link comes here.
    """
    count("20 per 5 minutes", "passwords by links", str(user.id))
    end_reading()
    try:
        new_hash = passwords.hashed(form.password.data, user.name)
    except passwords.PasswordRefused as error:
        form.refuse("password", why_not_password(error))
        return None
    if not may_try(form, "reset", user):
        return None
    with TakingCode(form), writing() as session:
        changed = resetting.reset_password(session, claim, new_hash, now())
        return changed, sessions.begin(session, changed, now(), browser(), code_in(form))
    return None
