"""The forms of accounts."""

from typing import Any, Self

from flask import current_app
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, EmailField, PasswordField, RadioField, StringField
from wtforms.validators import NumberRange, Optional

from services.accounts.account_emails import LIFETIMES
from services.accounts.addresses import LONGEST_ADDRESS, checked_address, readable
from services.accounts.passwords import SHORTEST
from services.accounts.refusals import AccountRefused
from web.accounts.code_forms import MemberForm, code_field
from web.core.configuration import most_duels
from web.core.forms import Form, IntegerField, at_most, choices, required
from web.core.i18n import LANGUAGES
from web.core.limits import may_write_to
from web.core.login import account
from web.core.messages import refusal_message
from web.core.translation import gettext
from web.words.rest_days import RestDays
from web.words.times import duration

CURRENT_PASSWORD = {"autocomplete": "current-password"}
NEW_PASSWORD = {"autocomplete": "new-password", "data-shortest": SHORTEST}
ACCOUNT_NAME = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


def sends_mail() -> bool:
    """Tell whether this site can send e-mails."""
    return bool(current_app.config.get("SMTP_URL"))


class AddressField(EmailField):
    """A field for an address, which says what it is used for."""

    def __init__(self, label: object, **options: Any) -> None:  # noqa: ANN401 -- those of WTForms
        super().__init__(label, render_kw={"autocomplete": "email"}, **options)
        self.description = use_of_address()


def use_of_address() -> str:
    """Say what an address is for."""
    if sends_mail():
        return gettext("For your turns and a forgotten password. Nobody else sees it.")
    return gettext("This site sends no e-mail yet: it stores an address but does not use it.")


class AddressForm(MemberForm):
    """Add, change or remove the e-mail address of one's account."""

    email = AddressField(_l("E-mail address"))
    email_password = PasswordField(
        _l("Present password"), [required(_l("Type your present password."))], render_kw=CURRENT_PASSWORD
    )
    second_code = code_field(id="address-code")


class ForgottenForm(Form):
    """Name the account whose password is forgotten."""

    who = StringField(
        _l("E-mail address or name"),
        [required(_l("Type your address or your name.")), at_most(LONGEST_ADDRESS)],
        render_kw={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"},
    )


class NewPasswordForm(Form):
    """Choose a password in place of a forgotten one."""

    password = PasswordField(
        _l("New password"),
        [required(_l("Choose a password."))],
        description=_l(
            "At least %(num)d characters. Use a few words: easy to remember, hard to guess.", num=SHORTEST
        ),
        render_kw=NEW_PASSWORD,
    )
    second_code = code_field()


def typed_address(form: Form) -> str | None:
    """Return the address in a form as it is stored; None if it is empty, or wrong: the form says why."""
    text = form["email"].data or ""
    if not text.strip():
        return None
    try:
        return checked_address(text)
    except AccountRefused as refused:
        form.refuse(refused.field, refusal_message(refused))
    return None


def refuse_if_flooded(form: Form, address: str) -> bool:
    """Count one more e-mail to an address; if that is too many, say so in the form and return True."""
    if not sends_mail() or may_write_to(address):
        return False
    form.refuse("email", too_many_emails_message())
    return True


def email_sent_message(address: str) -> str:
    """Say that an e-mail is on its way, and what to do with it; the same for every address."""
    return gettext(
        "An e-mail is on its way to %(address)s. Open the link in it within %(time)s to confirm the address.",
        address=readable(address),
        time=duration(int(LIFETIMES["verify"].total_seconds())),
    )


def too_many_emails_message() -> str:
    """Say why no e-mail is sent, and what to do."""
    return gettext("Several e-mails have gone to this address within an hour. Wait an hour, then try again.")


LONGEST_ZONE = 64
"""The most characters of a zone's name that an account can store."""


class DeletionForm(Form):
    """Confirm the deletion of one's account by typing its name."""

    name = StringField(
        _l("Name of your account"),
        [required(_l("Type the name of your account."))],
        description=_l("Type it to make sure that nothing is deleted by mistake."),
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )


class GuestForm(Form):
    """Open a guest account with only a name."""

    name = StringField(
        _l("Name"),
        [required(_l("Choose a name."))],
        description=_l("Others will see it. Letters, digits and spaces; one alphabet per name."),
        render_kw=ACCOUNT_NAME,
    )
    password = PasswordField(
        _l("Password"),
        [required(_l("Choose a password."))],
        description=_l(
            "At least %(num)d characters. Use a few words: easy to remember, hard to guess.", num=SHORTEST
        ),
        render_kw=NEW_PASSWORD,
    )


class RegisterForm(GuestForm):
    """Open an account, with an address or without."""

    email = AddressField(_l("E-mail address (optional)"))

    @classmethod
    def for_viewer(cls) -> Self:
        """Return the form; a guest's name is filled in."""
        known = account()
        return cls(name=known.name if known else "")


class LoginForm(Form):
    """Log in; browsers with a passkey for the site offer it at the name field."""

    name = StringField(
        _l("Name or e-mail address"),
        [required(_l("Type your name or your e-mail address.")), at_most(254)],
        render_kw={**ACCOUNT_NAME, "autocomplete": "username webauthn"},
    )
    password = PasswordField(
        _l("Password"), [required(_l("Type your password."))], render_kw=CURRENT_PASSWORD
    )
    remember = BooleanField(_l("Stay logged in on this device"))


class PasswordForm(MemberForm):
    """Change one's password."""

    current_password = PasswordField(
        _l("Present password"), [required(_l("Type your present password."))], render_kw=CURRENT_PASSWORD
    )
    password = PasswordField(
        _l("New password"),
        [required(_l("Choose a password."))],
        description=_l(
            "At least %(num)d characters. Use a few words: easy to remember, hard to guess.", num=SHORTEST
        ),
        render_kw=NEW_PASSWORD,
    )
    second_code = code_field(id="password-code")


class LanguageForm(Form):
    """Choose one's language."""

    language = RadioField(_l("Language"), choices=choices(*LANGUAGES.items()))


class RestDaysForm(Form):
    """Choose one's rest days."""

    rest_days = RestDays(_l("Rest days"))

    @classmethod
    def offered(cls, **values: Any) -> Self:  # noqa: ANN401 -- passed on to WTForms
        """Return the form with the names of the days."""
        form = cls(**values)
        form.rest_days.offer()
        return form


class CodesForm(Form):
    """Choose the codes on one's boards."""

    codes = RadioField(
        _l("Codes on the board"),
        choices=choices(
            ("language", _l("Those of the site’s language")),
            ("english", _l("English: LON, ENG, NTH")),
            ("french", _l("French: LON, MAN, NRD")),
        ),
    )


class TimeForm(Form):
    """Choose the zone and the hours of one's times."""

    zone = StringField(
        _l("Time zone"),
        [at_most(LONGEST_ZONE)],
        description=_l("A name such as Europe/Paris. Leave it empty to use your browser’s zone."),
        render_kw={"list": "zones", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    hours = RadioField(
        _l("Hours"),
        choices=choices(
            ("language", _l("As usual in your language")),
            ("24", _l("24 hours: 15:30")),
            ("12", _l("12 hours: 3:30 pm")),
        ),
    )


NAME_OF_ANOTHER = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class LimitForm(Form):
    """Choose how many duels one wants at once."""

    most_duels = IntegerField(_l("Maximum"), [Optional()], render_kw={"min": 0, "inputmode": "numeric"})

    def validate_most_duels(self, field: IntegerField) -> None:
        """Refuse a number beyond what the site allows."""
        most = most_duels()
        NumberRange(0, most, gettext("A whole number from 0 to %(most)d, please.", most=most))(self, field)


class BlockForm(Form):
    """Name a player one does not want to play against."""

    blocked = StringField(
        _l("Name of the player"), [required(_l("Type a name.")), at_most(100)], render_kw=NAME_OF_ANOTHER
    )
