"""The forms of accounts."""

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, PasswordField, RadioField, StringField

from services.accounts import names
from services.accounts.passwords import (
    LONGEST,
    SHORTEST,
    PasswordCommon,
    PasswordIsName,
    PasswordRefused,
    PasswordTooLong,
    PasswordTooShort,
)
from web.accounts.address_forms import AddressField
from web.accounts.code_forms import MemberForm, code_field
from web.frame.forms import Form, at_most, choices, required
from web.frame.i18n import LANGUAGES
from web.frame.translation import gettext

LONGEST_ZONE = 64
"""Characters of a zone's name, as many as an account has room for."""
NEW = {"autocomplete": "new-password"}
CURRENT = {"autocomplete": "current-password"}
NAMED = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


class DeletionForm(Form):
    """Say that one means it."""

    name = StringField(
        _l("Name of your account"),
        [required(_l("Type the name of your account."))],
        description=_l("Type it, so that nothing is deleted by a slip."),
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )


class GuestForm(Form):
    """Open an account with as little as it takes."""

    name = StringField(
        _l("Name"),
        [required(_l("Choose a name."))],
        description=_l("What others will see: letters of one script, digits, spaces too."),
        render_kw=NAMED,
    )
    password = PasswordField(
        _l("Password"),
        [required(_l("Choose a password."))],
        description=_l("At least 12 characters. Several words are easy to keep and hard to guess."),
        render_kw=NEW,
    )


class RegisterForm(GuestForm):
    """Open an account, with an address or without."""

    email = AddressField(_l("E-mail address (optional)"))


class LoginForm(Form):
    """Prove who one is; where a browser has a passkey for the site, it offers that at the name."""

    name = StringField(
        _l("Name"),
        [required(_l("Type your name.")), at_most(100)],
        render_kw={**NAMED, "autocomplete": "username webauthn"},
    )
    password = PasswordField(_l("Password"), [required(_l("Type your password."))], render_kw=CURRENT)
    remember = BooleanField(_l("Stay logged in on this device"))


class PasswordForm(MemberForm):
    """Change one's password."""

    current_password = PasswordField(
        _l("Present password"), [required(_l("Type your present password."))], render_kw=CURRENT
    )
    password = PasswordField(
        _l("New password"),
        [required(_l("Choose a password."))],
        description=_l("At least 12 characters. Several words are easy to keep and hard to guess."),
        render_kw=NEW,
    )
    second_code = code_field(id="password-code")


class LanguageForm(Form):
    """Choose one's language."""

    language = RadioField(_l("Language"), choices=choices(*LANGUAGES.items()))


class CodesForm(Form):
    """Choose the codes on one's boards."""

    codes = RadioField(
        _l("Codes on the board"),
        choices=choices(
            ("language", _l("Those of the language of the site")),
            ("english", _l("English: LON, ENG, NTH")),
            ("french", _l("French: LON, MAN, NRD")),
        ),
    )


class TimeForm(Form):
    """Choose the zone and the hours of one's times."""

    zone = StringField(
        _l("Time zone"),
        [at_most(LONGEST_ZONE)],
        description=_l("A name such as Europe/Paris. Left empty, it is that of your browser."),
        render_kw={"list": "zones", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    hours = RadioField(
        _l("Hours"),
        choices=choices(
            ("language", _l("As the language does")),
            ("24", _l("24 hours: 15:30")),
            ("12", _l("12 hours: 3:30 pm")),
        ),
    )


def why_not_name(error: names.NameRefused) -> str:
    """Explain in the reader's language why a name is refused, and what to do."""
    least, most = names.SHORTEST_NAME, names.LONGEST_NAME
    reasons = {
        names.NameLength: gettext("A name has %(least)d to %(most)d characters.", least=least, most=most),
        names.NameCharacters: gettext(
            "A name is made of letters, digits, spaces, hyphens, underscores and full stops."
            " Leave out all else."
        ),
        names.NameInvisible: gettext(
            "This name has a character in it that nobody can see, so it would look like another name. Type it"
            " again, letter by letter."
        ),
        names.NameMarks: gettext(
            "This name has marks on a letter that no language writes so, or that do not show there. Take them"
            " off."
        ),
        names.NameMixed: gettext(
            "This name mixes several scripts, whose letters or digits can look alike. Write all of it in one."
        ),
        names.NameTurned: gettext(
            "A name read from right to left begins with a letter: anything before it would be shown after it."
            " Begin with a letter."
        ),
        names.NameReserved: gettext(
            "This name is one that the site gives to its own opponent, to guests or to those who have gone."
            " Choose another."
        ),
        names.NameTaken: gettext("This name is taken; choose another."),
        names.NameAlike: gettext(
            "This name looks so much like somebody else’s that you would be taken for them. Choose another."
        ),
    }
    return reasons[type(error)]


def why_not_password(error: PasswordRefused) -> str:
    """Explain in the reader's language why a password is refused."""
    reasons = {
        PasswordTooShort: gettext("This is too short: at least %(least)d characters.", least=SHORTEST),
        PasswordTooLong: gettext("This is too long: at most %(max)d characters.", max=LONGEST),
        PasswordCommon: gettext(
            "This is easy to guess: it is a common password, or something short that is repeated."
        ),
        PasswordIsName: gettext("The password must be something else than the name, repeated or not."),
    }
    return reasons[type(error)]
