"""The pages of accounts."""

from http import HTTPStatus

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import accounts, passwords, sessions
from services.accounts.addresses import readable
from services.accounts.zones import places
from services.duels.lists import running
from services.finding.blocks import blocked_names
from web.accounts import second_step
from web.accounts.address_forms import AddressForm, sends_mail
from web.accounts.challenges import party
from web.accounts.code_forms import TakingCode, code_in, may_try, not_present
from web.accounts.forms import (
    CodesForm,
    LanguageForm,
    LoginForm,
    PasswordForm,
    RegisterForm,
    TimeForm,
    why_not_password,
)
from web.accounts.identity import Explaining, Opened, Opening, newcomer, returning, tell_of_letter
from web.accounts.keys import tell_of_other_ways
from web.accounts.opponent_forms import BlockForm, LimitForm
from web.accounts.proving import with_password
from web.frame.configuration import most_duels
from web.frame.devices import browser
from web.frame.links import back, duel_url, local, my_duels_url, see_other
from web.frame.login import is_remembered, me, member, members_only, sign_in, sign_out
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.frame.zones import told_zone
from web.words.times import exact

blueprint = Blueprint("accounts", __name__)


@blueprint.route("/register", methods=["GET", "POST"])
def register() -> ResponseReturnValue:
    """Open an account, and go on to where one was going."""
    form = RegisterForm()
    if member():
        return see_other(after_login())
    if form.is_submitted():
        opened = opened_by(newcomer(form), form)
        if opened:
            sign_in(*opened, remember=False)
            flash(gettext("Welcome, %(name)s.", name=me().name))
            tell_of_letter(form)
            return see_other(after_login())
    return answer(form, "accounts/register.html", next=local(request.values.get("next")))


@blueprint.route("/login", methods=["GET", "POST"])
def login() -> ResponseReturnValue:
    """Prove who one is, and go on to where one was going."""
    form = LoginForm()
    if member():
        return see_other(after_login())
    if form.is_submitted():
        opened = opened_by(returning(form), form)
        if opened:
            sign_in(*opened, remember=form.remember.data)
            return see_other(after_login())
    elif "anew" in request.args:
        second_step.begin_anew()
    elif asked := second_step.ask_again():
        return asked
    return login_page(form)


def login_page(form: LoginForm, problem: str = "") -> ResponseReturnValue:
    """Render the page on which one logs in; problem: what was wrong with a passkey."""
    onward = local(request.values.get("next"))
    has_passkeys = party() is not None
    return answer(form, "accounts/login.html", next=onward, problem=problem, has_passkeys=has_passkeys)


def opened_by(opening: Opening | None, form: RegisterForm | LoginForm) -> Opened | None:
    """Return the account and the token of its session, or None with the reason in the form."""
    if opening is not None:
        with Explaining(form), writing() as session:
            return opening(session)
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
    return settings_page()


@blueprint.post("/account/password")
@members_only
def change_password() -> ResponseReturnValue:
    """Change the password; every other session ends."""
    form = PasswordForm()
    if form.validate_on_submit():
        opened = with_new_password(form)
        if opened:
            sign_in(*opened, remember=is_remembered())
            flash(gettext("Your password is changed. Wherever else you were logged in, you no longer are."))
            tell_of_other_ways(me().id)
            return see_other(url_for("accounts.settings"))
    return settings_page(password=form)


def with_new_password(form: PasswordForm) -> tuple[User, str] | None:
    """Return the account and the token of its only session, or None with the reason in the form."""
    present = with_password(form.current_password.data)
    if present is None:
        form.refuse("current_password", not_present())
        return None
    new_hash = hash_chosen(form)
    if new_hash is None or not may_try(form, "proof", present):
        return None
    try:
        with TakingCode(form), writing() as session:
            user = accounts.change_password(session, present.id, present.password_hash, new_hash, now())
            return user, sessions.begin(session, user, now(), browser(), code_in(form))
    except sessions.PasswordChanged:
        form.refuse("current_password", not_present())
    return None


def hash_chosen(form: PasswordForm) -> str | None:
    """Hash the new password, or return None with the reason in the form."""
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
        with writing() as session:
            accounts.change_language(session, me().id, form.language.data)
        return see_other(url_for("accounts.settings"))
    return settings_page(spoken=form)


@blueprint.post("/account/codes")
@members_only
def change_codes() -> ResponseReturnValue:
    """Change the codes on the boards of the account."""
    form = CodesForm()
    if form.validate_on_submit():
        with writing() as session:
            accounts.change_codes(session, me().id, form.codes.data)
        return see_other(url_for("accounts.settings"))
    return settings_page(codes=form)


@blueprint.post("/account/time")
@members_only
def change_time() -> ResponseReturnValue:
    """Change the zone and the hours in which the account reads times."""
    form = TimeForm()
    if form.validate_on_submit():
        try:
            with writing() as session:
                accounts.change_time(session, me().id, form.zone.data or "", form.hours.data)
            return see_other(url_for("accounts.settings", _anchor="time-heading"))
        except accounts.UnknownZone:
            form.refuse("zone", gettext("No time zone has this name. Choose one of the list."))
    return settings_page(times=form)


def settings_page(
    password: PasswordForm | None = None,
    spoken: LanguageForm | None = None,
    codes: CodesForm | None = None,
    times: TimeForm | None = None,
    address: AddressForm | None = None,
    limit: LimitForm | None = None,
    blocking: BlockForm | None = None,
) -> ResponseReturnValue:
    """Render the page of what a member may change, with the form that was refused, if one was."""
    refused = any((password, spoken, codes, times, address, limit, blocking))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else 200
    forms = {
        "password": password or PasswordForm(formdata=None),
        "spoken": spoken or LanguageForm(formdata=None, language=me().language),
        "codes": codes or CodesForm(formdata=None, codes=me().codes),
        "times": times or TimeForm(formdata=None, zone=me().zone or told_zone(), hours=me().hours),
        "form": address or AddressForm(formdata=None),
        "limit": limit or LimitForm(formdata=None),
        "blocking": blocking or BlockForm(formdata=None),
    }
    user = db().get_one(User, me().id)
    if limit is None:
        forms["limit"].most_duels.data = user.most_duels
    return render_template("accounts/settings.html", **forms, **shown_in_settings(forms["form"])), status


def shown_in_settings(form: AddressForm) -> dict[str, object]:
    """Return what the page of settings says beside its forms; form: that of the address."""
    user = db().get_one(User, me().id)
    if user.email:
        form.email.label.text = gettext("New e-mail address")
    secret = user.calendar_token
    return {
        "address": readable(user.email) if user.email else None,
        "verified": user.verified_at is not None,
        "sends_mail": sends_mail(),
        "places": places(),
        "exact_now": exact(now()),
        "blocked": blocked_names(db(), user.id),
        "most_duels": most_duels(),
        "calendar": secret and url_for("feeds.calendar", secret=secret, _external=True),
    }


def answer(
    form: RegisterForm | LoginForm, template: str, problem: str = "", **values: object
) -> ResponseReturnValue:
    """Render a form as it is, or as it was sent with what is wrong."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors or problem else HTTPStatus.OK
    return render_template(template, form=form, problem=problem, **values), status


def after_login() -> str:
    """Return the page to go to after logging in: the one duel that awaits, if it is one, else all of them."""
    awaiting, _ = running(db(), me().id)
    return back(duel_url(awaiting[0].token) if len(awaiting) == 1 else my_duels_url())
