"""The forms about an address, and about a password that was forgotten."""

from typing import Any

from flask import current_app
from flask_babel import lazy_gettext as _l
from wtforms import EmailField, PasswordField, StringField

from services.accounts.addresses import (
    LONGEST_ADDRESS,
    AddressAccented,
    AddressRefused,
    AddressTooLong,
    AddressUnchanged,
    checked_address,
    readable,
)
from web.accounts.code_forms import MemberForm, code_field
from web.frame.forms import Form, at_most, required
from web.frame.limits import may_write_to
from web.frame.translation import gettext

CURRENT = {"autocomplete": "current-password"}


def sends_mail() -> bool:
    """Say whether this site can send letters at all."""
    return bool(current_app.config.get("SMTP_URL"))


class AddressField(EmailField):
    """A field for an address, which says what becomes of it."""

    def __init__(self, label: object, **options: Any) -> None:  # noqa: ANN401 -- those of WTForms
        super().__init__(label, render_kw={"autocomplete": "email"}, **options)
        self.description = use_of_address()


def use_of_address() -> str:
    """Say what an address is for."""
    if sends_mail():
        return gettext("For your turns and a forgotten password. Nobody else sees it.")
    return gettext("This site sends no e-mail so far: an address is stored, but not used.")


class AddressForm(MemberForm):
    """Give one's account an address, or take it away."""

    email = AddressField(_l("E-mail address"))
    email_password = PasswordField(
        _l("Present password"), [required(_l("Type your present password."))], render_kw=CURRENT
    )
    second_code = code_field(id="address-code")


class ForgottenForm(Form):
    """Say whose password is forgotten."""

    who = StringField(
        _l("E-mail address or name"),
        [required(_l("Type your address or your name.")), at_most(LONGEST_ADDRESS)],
        render_kw={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"},
    )


class NewPasswordForm(Form):
    """Choose a password in place of one that is forgotten."""

    password = PasswordField(
        _l("New password"),
        [required(_l("Choose a password."))],
        description=_l("At least 12 characters. Several words are easy to keep and hard to guess."),
        render_kw={"autocomplete": "new-password"},
    )
    second_code = code_field()


def typed_address(form: Form) -> str | None:
    """Return the address in a form as it is stored, or None with what is wrong; an empty one is None too."""
    text = form["email"].data or ""
    if not text.strip():
        return None
    try:
        return checked_address(text)
    except AddressRefused as error:
        form.refuse(error.field, why_not_address(error))
    return None


def is_flooded(form: Form, address: str) -> bool:
    """Count the letter to an address; where it has had enough of them, say so in the form."""
    if not sends_mail() or may_write_to(address):
        return False
    form.refuse("email", too_many_letters())
    return True


def said_of_letter(address: str) -> str:
    """Say that a letter is on its way, and what to do with it; the same whoever has the address."""
    return gettext(
        "An e-mail is on its way to %(address)s. Open its link within three days; from then on the address "
        "is used.",
        address=readable(address),
    )


def too_many_letters() -> str:
    """Say why no letter is sent, and what to do."""
    return gettext("Several e-mails have gone to this address within an hour. Wait an hour, then try again.")


def why_not_address(error: AddressRefused) -> str:
    """Explain in the reader's language why an address is refused."""
    if isinstance(error, AddressTooLong):
        return gettext("This is too long: at most %(max)d characters.", max=LONGEST_ADDRESS)
    if isinstance(error, AddressAccented):
        return gettext("Before the @ this site can write only to letters without accents, digits and signs.")
    if isinstance(error, AddressUnchanged):
        return gettext("This is your address already, and it is verified.")
    return gettext("This is no e-mail address: one looks like name@example.org.")
