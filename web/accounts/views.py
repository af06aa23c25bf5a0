"""The pages of accounts: registering, logging in, the settings, the calendar, limits and blocks."""

from http import HTTPStatus

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session, undefer

from models import SecurityEventKind, User
from services.accounts import accounts, blocks, passwords, sessions
from services.accounts.account_emails import NotifiedEvent
from services.accounts.addresses import readable
from services.accounts.blocks import blocked_names
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import note_and_notify
from services.challenges.challenges import block_player
from services.duels import beginning
from services.duels.lists import running
from services.feeds import make_calendar, remove_calendar
from services.zones import places
from web.accounts import factor
from web.accounts.attempts import hash_queue
from web.accounts.blueprint import blueprint
from web.accounts.challenges import party
from web.accounts.code_forms import TakingCode, code_in, may_try, not_present
from web.accounts.forms import (
    AddressForm,
    BlockForm,
    CodesForm,
    LanguageForm,
    LimitForm,
    LoginForm,
    PasswordForm,
    RegisterForm,
    RestDaysForm,
    TimeForm,
    sends_mail,
)
from web.accounts.identity import Explaining, Opened, Opening, flash_email_sent, newcomer, returning
from web.accounts.keys import flash_other_ways_in
from web.accounts.proving import ProofReason, proved_for, with_password
from web.core.configuration import most_duels
from web.core.devices import browser
from web.core.forms import Form
from web.core.i18n import browser_zone
from web.core.links import back, duel_url, local, my_duels_url, see_other
from web.core.login import is_remembered, me, member, members_only, sign_in, sign_out
from web.core.messages import refusal_message
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.words.times import exact


@blueprint.get("/register")
@blueprint.post("/register")
def register() -> ResponseReturnValue:
    """Open an account, and go on to the page that one was going to."""
    form = RegisterForm.for_viewer()
    if member():
        return see_other(after_login())
    if form.is_submitted():
        opened = opened_by(newcomer(form), form)
        if opened:
            sign_in(*opened, remember=False)
            flash(gettext("Welcome, %(name)s.", name=me().name))
            flash_email_sent(form)
            return see_other(after_login())
    return answer(form, "accounts/register.html", next=local(request.values.get("next")))


@blueprint.get("/login")
@blueprint.post("/login")
def login() -> ResponseReturnValue:
    """Log in, and go on to the page that one was going to."""
    form = LoginForm()
    if member():
        return see_other(after_login())
    if form.is_submitted():
        opened = opened_by(returning(form), form)
        if opened:
            sign_in(*opened, remember=form.remember.data)
            return see_other(after_login())
    elif "anew" in request.args:
        factor.begin_anew()
    elif asked := factor.ask_again():
        return asked
    return login_page(form)


def login_page(form: LoginForm, problem: str = "") -> ResponseReturnValue:
    """Render the log-in page; problem: what was wrong with a passkey."""
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
            flash_other_ways_in(me().id)
            return see_other(url_for("accounts.settings"))
    return settings_page(password=form)


def with_new_password(form: PasswordForm) -> Opened | None:
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
    except AccountRefused as refused:
        if refused.code is not AccountRefusal.PASSWORD_CHANGED:
            raise
        form.refuse("current_password", refusal_message(refused))
    return None


def hash_chosen(form: PasswordForm) -> str | None:
    """Hash the new password, or return None with the reason in the form."""
    try:
        return passwords.hashed(form.password.data, me().name, hash_queue())
    except AccountRefused as refused:
        form.refuse("password", refusal_message(refused))
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
    """Change the zone and the hours of the account's times."""
    form = TimeForm()
    if form.validate_on_submit():
        try:
            with writing() as session:
                accounts.change_time(session, me().id, form.zone.data or "", form.hours.data)
            return see_other(url_for("accounts.settings", _anchor="time-heading"))
        except AccountRefused as refused:
            form.refuse("zone", refusal_message(refused))
    return settings_page(times=form)


@blueprint.post("/account/rest-days")
@members_only
def change_rest_days() -> ResponseReturnValue:
    """Change the member's days of rest."""
    form = RestDaysForm.offered()
    if form.validate_on_submit():
        with writing() as session:
            accounts.change_rest_days(session, me().id, form.rest_days.days)
        flash(gettext("Saved."))
        return see_other(url_for("accounts.settings", _anchor="rest-heading"))
    return settings_page(rests=form)


def settings_page(**refused: Form) -> ResponseReturnValue:
    """Render the page of settings; a refused form is given by its name in the template."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    user = db().get_one(User, me().id, options=[undefer(User.calendar_token)])
    forms: dict[str, Form] = {
        "password": PasswordForm(formdata=None),
        "spoken": LanguageForm(formdata=None, language=me().language),
        "codes": CodesForm(formdata=None, codes=me().codes),
        "times": TimeForm(formdata=None, zone=me().zone or browser_zone(), hours=me().hours),
        "form": AddressForm(formdata=None),
        "limit": LimitForm(formdata=None, most_duels=user.most_duels),
        "blocking": BlockForm(formdata=None),
        "rests": RestDaysForm.offered(formdata=None, rest_days=user.rest_days),
        **refused,
    }
    return render_template("accounts/settings.html", **forms, **shown_in_settings(forms["form"])), status


def shown_in_settings(form: Form) -> dict[str, object]:
    """Return what the page of settings shows besides its forms; form: the address form."""
    user = db().get_one(User, me().id)
    if user.email:
        form["email"].label.text = gettext("New e-mail address")
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
    """Render a form, empty or as it was sent, with its faults."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors or problem else HTTPStatus.OK
    return render_template(template, form=form, problem=problem, **values), status


def after_login() -> str:
    """Return the page after logging in: the only duel that awaits the member, or all their duels."""
    awaiting, _ = running(db(), me().id)
    return back(duel_url(awaiting[0].token) if len(awaiting) == 1 else my_duels_url())


WHO_SEES = ProofReason(_l("This changes who can see your deadlines."), "accounts.settings")


@blueprint.post("/account/calendar")
@proved_for(WHO_SEES)
def new_calendar() -> ResponseReturnValue:
    """Give the calendar a new address."""
    with writing() as session:
        make_calendar(session, me().id)
        note(session, SecurityEventKind.CALENDAR_MADE)
    flash(gettext("Your calendar has a new address."))
    return see_other(url_for("accounts.settings", _anchor="calendar-heading"))


@blueprint.post("/account/calendar/none")
@proved_for(WHO_SEES)
def no_calendar() -> ResponseReturnValue:
    """Remove the calendar; its address stops working."""
    with writing() as session:
        remove_calendar(session, me().id)
        note(session, SecurityEventKind.CALENDAR_REMOVED)
    flash(gettext("Calendar removed: its address no longer works."))
    return see_other(url_for("accounts.settings", _anchor="calendar-heading"))


@blueprint.get("/account/calendar", endpoint="back_from_calendar")
@blueprint.get("/account/calendar/none", endpoint="back_from_no_calendar")
def back_to_settings() -> ResponseReturnValue:
    """Redirect to the page when the language of the question is changed."""
    return see_other(url_for("accounts.settings", _anchor="calendar-heading"))


def note(session: Session, kind: NotifiedEvent) -> None:
    """Note what was done to the calendar, and notify the owner."""
    user = session.get_one(User, me().id)
    note_and_notify(session, user, kind, now(), agent=browser().agent)


@blueprint.post("/account/duels-at-once")
@members_only
def change_limit() -> ResponseReturnValue:
    """Set how many duels the account wants at once."""
    form = LimitForm()
    if not form.validate():
        return settings_page(limit=form)
    with writing() as session:
        beginning.change_limit(session, me().id, form.most_duels.data, most_duels())
    flash(gettext("Limit saved."))
    return see_other(url_for("accounts.settings", _anchor="limit-heading"))


@blueprint.post("/account/blocks")
@members_only
def block() -> ResponseReturnValue:
    """Block a player, named on the account page or by a button on theirs."""
    form = BlockForm()
    blocked = named(form) if form.validate() else None
    if blocked is not None and put(form, blocked):
        flash(gettext("%(name)s is blocked.", name=blocked.name))
        return see_other(back(url_for("accounts.settings", _anchor="blocks-heading")))
    return settings_page(blocking=form)


def named(form: BlockForm) -> User | None:
    """Find the player that the form names, or None with the reason in the form."""
    found = accounts.named(db(), form.blocked.data)
    if found is None:
        form.refuse("blocked", gettext("Nobody here has this name."))
    return found


def put(form: BlockForm, blocked: User) -> bool:
    """Store the block, or return False with the reason in the form."""
    try:
        with writing() as session:
            block_player(session, me().id, blocked.id, now())
    except AccountRefused as refused:
        form.refuse(refused.field, refusal_message(refused))
    return not form.errors


@blueprint.post("/account/blocks/remove")
@members_only
def unblock() -> ResponseReturnValue:
    """Unblock a player; an unknown name unblocks nobody."""
    form = BlockForm()
    found = accounts.named(db(), form.blocked.data or "")
    if found is not None:
        with writing() as session:
            blocks.remove_block(session, me().id, found.id)
        flash(gettext("%(name)s is not blocked any more.", name=found.name))
    return see_other(back(url_for("accounts.settings", _anchor="blocks-heading")))
