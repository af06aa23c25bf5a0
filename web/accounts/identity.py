"""Identity: a new account or an existing one, by the same two fields in every form.

Hashing and comparing is slow, so it is done before any lock. The returned function opens the account and
its session within the transaction that stores the rest of the form. The duels of a guest in this browser
become theirs.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from flask import current_app, flash, request
from sqlalchemy.orm import Session

from models import SecurityEventKind, User
from models.ids import SessionToken
from services.accounts import accounts, addresses, names, passwords, resetting, security, sessions
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.practice import guests
from services.practice.refusals import PracticeRefusal, PracticeRefused
from web.accounts import factor
from web.accounts.attempts import count_try, hash_queue
from web.accounts.forms import (
    GuestForm,
    LoginForm,
    email_sent_message,
    refuse_if_flooded,
    sends_mail,
    typed_address,
)
from web.core.devices import agent_words, browser
from web.core.forms import Form
from web.core.limits import limited, may_be_guest
from web.core.login import guest_id
from web.core.logs import note_refused as log_refused
from web.core.messages import refusal_message
from web.core.session import db, end_reading, now, writing
from web.core.translation import gettext, language

Opened = tuple[User, SessionToken]
Opening = Callable[[Session], Opened | None]
"""Opens an account and its session in a transaction; returns the account and the session's token,
or None if they are open already."""


def registrations() -> AbstractContextManager[None]:
    """Count an attempt to register; raises TooManyRequests."""
    return limited("20 per hour", "registrations")


def identified(form: GuestForm | None, *, takes_guests: bool = False) -> Opening | None:
    """Take the fields for a new account, or for an existing one if the visitor says so.

    takes_guests: a name alone is enough. Without a form the viewer is a member. None if that fails; the form
    says why.
    """
    if form is None:
        return lambda _: None
    who = request.form.get("as")
    if who == "guest" and takes_guests:
        return guest(form)
    return returning(form) if who == "member" else newcomer(form)


def guest(form: GuestForm) -> Opening | None:
    """Return what lets a guest in by a name alone, or None with the fault in the form.

    The name may be taken: guests are marked everywhere, and have no page of their own.
    """
    if not form.name.validate(form):
        return None
    try:
        name = names.checked_name(form.name.data or "")
    except AccountRefused as refused:
        form.refuse("name", refusal_message(refused))
        return None
    spoken, known = language(), guest_id()
    if known is None and not may_be_guest():
        form.refuse("name", refusal_message(PracticeRefused(PracticeRefusal.TOO_MANY_NEARBY)))
        return None

    def open_account(session: Session) -> Opened | None:
        if known is not None:
            guests.call_guest(session, known, name)
            return None
        made = guests.open_guest(session, spoken, now(), current_app.config["MOST_GUESTS"], name)
        return made, sessions.begin(session, made, now())

    return open_account


def newcomer(form: GuestForm) -> Opening | None:
    """Return what opens a new account, or None with the faults in the form."""
    form.validate()
    name, password = _checked_name(form), form.password.data or ""
    if password:
        _check_password(form, password, name or form.name.data or "")
    address = typed_address(form) if "email" in form else None
    if name is None or form.errors or (address and refuse_if_flooded(form, address)):
        return None
    end_reading()
    with registrations():
        password_hash = passwords.hashed(password, name, hash_queue())
    spoken, mail, before = language(), sends_mail(), guest_id()

    def open_account(session: Session) -> Opened:
        known = before and guests.become_member(session, before, name, password_hash, now())
        user = known or accounts.register(session, name, password_hash, spoken, now())
        if address:
            addresses.note_address(session, user, address, now(), sends_mail=mail)
        return user, sessions.begin(session, user, now(), browser())

    return open_account


def _checked_name(form: GuestForm) -> str | None:
    """Return the name as it will be shown, or None with the fault in the form."""
    try:
        name = names.checked_name(form.name.data or "")
        _check_free(name)
    except AccountRefused as refused:
        if form.name.data:
            form.refuse("name", refusal_message(refused))
        return None
    return name


def _check_free(name: str) -> None:
    """Check that nobody has a name; taken names are counted, or names could be tried without end."""
    try:
        accounts.check_free(db(), name)
    except AccountRefused:
        with registrations():
            raise


def _check_password(form: GuestForm, password: str, name: str) -> None:
    try:
        passwords.check(password, name)
    except AccountRefused as refused:
        form.refuse("password", refusal_message(refused))


def returning(form: GuestForm | LoginForm) -> Opening | None:
    """Return what begins a session of an account that exists, or None with the reason in the form.

    If the account asks for a code and none was sent, CodeRefused is raised when the session begins.
    """
    is_second = factor.is_second(form.password.data)
    user = _known(form) if is_second else _authenticated(form)
    if user is None:
        return None
    code = factor.counted_code(user) if is_second else ""
    return opening_of(lambda _: user, code)


def opening_of(user_of: Callable[[Session], User], code: str = "", *, has_both: bool = False) -> Opening:
    """Return what begins a session of the account that is found in the transaction.

    code: the one that was typed. has_both: a passkey has proved both factors.
    """
    before, came_in = guest_id(), browser()

    def open_session(session: Session) -> Opened:
        user = user_of(session)
        opened = user, sessions.begin(session, user, now(), came_in, code, has_both=has_both)
        security.note_login(session, user, came_in, now())
        if before is not None:
            guests.hand_over(session, before, user.id)
        return opened

    return open_session


def _authenticated(form: GuestForm | LoginForm) -> User | None:
    """Return the account of the name and the password, or None with the reason in the form."""
    if not form.validate():
        return None
    found = addresses.find_member(db(), form.name.data)
    counted = count_try(form.name.data, found)
    user = accounts.authenticate(db(), found, form.password.data, hash_queue())
    if user is None or counted.is_spent:
        form.refuse("password", not_together())
        note_wrong(form.name.data)
        return None
    counted.forget()
    return user


def _known(form: GuestForm | LoginForm) -> User | None:
    """Return the account whose password was typed before, or None with the reason in the form."""
    user = factor.passed_first(form.name.data or "")
    if user is None:
        form.refuse("password", gettext("The code came too late. Type your password again, then a new code."))
    return user


def note_wrong(name: str) -> None:
    """Note a wrong password in the log, and for the account if there is one.

    Names are public, but the time this takes must not reveal whether an account has the address.
    """
    log_refused("a wrong name or password")
    user = addresses.find_member(db(), name)
    if user is not None:
        with writing() as session:
            security.note_failed(session, user, SecurityEventKind.LOGIN_FAILED, now(), agent_words())
    elif "@" in name:
        with writing() as session:
            resetting.write_decoy(session, now())


def not_together() -> str:
    """Say that name or password is wrong, without saying which."""
    return gettext("Wrong name, address or password.")


def flash_email_sent(form: GuestForm) -> None:
    """Tell the owner of a new account that an e-mail goes to the given address."""
    if request.form.get("as") == "member" or "email" not in form:
        return
    address = typed_address(form)
    if address and sends_mail():
        flash(email_sent_message(address))


class Explaining:
    """A block in which an account is opened; if the name was taken meanwhile, the form says so afterwards."""

    def __init__(self, form: Form) -> None:
        self._form = form

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: object) -> bool:
        """Say in the form why the account could not be opened after all."""
        if not isinstance(error, AccountRefused) or not error.field:
            return False
        is_password = error.code is AccountRefusal.PASSWORD_CHANGED
        self._form.refuse(error.field, not_together() if is_password else refusal_message(error))
        return True
