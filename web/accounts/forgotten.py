"""A forgotten password: everybody who asks gets the same answer; the link in an e-mail sets a new one."""

from http import HTTPStatus

from flask import current_app, flash, render_template, url_for
from flask.typing import ResponseReturnValue

from models import User
from models.ids import EmailToken
from services.accounts import account_emails, factors, passwords, resetting, sessions
from services.accounts.refusals import AccountRefused
from web.accounts.addresses import dead_link
from web.accounts.attempts import hash_queue
from web.accounts.blueprint import blueprint
from web.accounts.code_forms import TakingCode, code_in, may_try
from web.accounts.forms import ForgottenForm, NewPasswordForm, sends_mail
from web.accounts.identity import Opened
from web.accounts.keys import flash_other_ways_in
from web.accounts.views import after_login
from web.core import devices
from web.core.devices import browser
from web.core.limits import count, limited, may_write_to
from web.core.links import see_other
from web.core.login import is_remembered, sign_in
from web.core.messages import refusal_message
from web.core.session import db, end_reading, now, writing
from web.core.translation import gettext


@blueprint.get("/forgotten")
@blueprint.post("/forgotten")
def forgotten() -> ResponseReturnValue:
    """Show and take the form for a forgotten password."""
    form = ForgottenForm()
    if sends_mail() and form.validate_on_submit() and is_asked(form):
        return see_other(url_for("accounts.asked"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200
    return render_template("accounts/forgotten.html", form=form, sends_mail=sends_mail()), status


def is_asked(form: ForgottenForm) -> bool:
    """Write the e-mail, or take equally long if there is no such account; False for an invalid address."""
    with limited("10 per 10 minutes", "forgotten passwords"):
        try:
            user = resetting.find_resettable(db(), form.who.data.strip())
        except AccountRefused as refused:
            form.refuse("who", refusal_message(refused))
            return False
    # This is counted even without an account, because it takes time.
    is_allowed = may_write_to(f"account {user.id if user else 0}", devices.mark_of(user) if user else None)
    wanted = user.id if user and is_allowed else None
    with writing() as session:
        resetting.ask_for_reset(session, wanted, now())
    return True


@blueprint.get("/forgotten/asked")
def asked() -> ResponseReturnValue:
    """Give everybody the same answer."""
    return render_template("accounts/asked.html")


@blueprint.get("/reset/<token>")
@blueprint.post("/reset/<token>")
def reset(token: EmailToken) -> ResponseReturnValue:
    """Let the bearer of the link in an e-mail choose a new password; every session but theirs ends."""
    try:
        claim = account_emails.read(
            current_app.config["SECRET_KEY"], account_emails.Purpose.RESET, token, now()
        )
        user = resetting.resettable(db(), claim)
        form = form_for(user)
        if form.validate_on_submit():
            opened = with_new_password(form, user, claim)
            if opened:
                sign_in(*opened, remember=is_remembered())
                flash(
                    gettext("Your password is changed. Wherever else you were logged in, you no longer are.")
                )
                flash_other_ways_in(opened[0].id)
                return see_other(after_login())
    except AccountRefused as refused:
        if refused.code not in account_emails.REFUSALS:
            raise
        return dead_link(refused, gettext("You can ask for another one where you log in."))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200
    return render_template("accounts/reset.html", form=form, name=user.name, token=token), status


def form_for(user: User) -> NewPasswordForm:
    """Return the form; it asks for a code if the account does, since the e-mail is only one factor."""
    form = NewPasswordForm()
    if not factors.is_on(db(), user.id):
        del form.second_code
    return form


def with_new_password(form: NewPasswordForm, user: User, claim: account_emails.Claim) -> Opened | None:
    """Return the account and the token of its only session, or None with the reason in the form.

    Raises AccountRefused if the link was used meanwhile, TooManyRequests. Called only with a valid link.
    """
    count("20 per 5 minutes", "passwords by links", str(user.id))
    end_reading()
    try:
        new_hash = passwords.hashed(form.password.data, user.name, hash_queue())
    except AccountRefused as refused:
        form.refuse("password", refusal_message(refused))
        return None
    if not may_try(form, "reset", user):
        return None
    with TakingCode(form), writing() as session:
        changed = resetting.reset_password(session, claim, new_hash, now())
        return changed, sessions.begin(session, changed, now(), browser(), code_in(form))
    return None
