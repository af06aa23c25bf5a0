"""The forms about programs that act for an account."""

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import RadioField, SelectField, SelectMultipleField, StringField
from wtforms.widgets import CheckboxInput, ListWidget

from services.access.tokens import LONGEST_NAME, CannotMake, Scope
from web.frame.forms import Form, at_most, choices, required
from web.frame.translation import gettext, ngettext
from web.words.programs import scope_names

LASTS = (30, 90, 365, 0)
"""For how many days a key can be good, to choose from; 0: until it is revoked."""


class KeyForm(Form):
    """Make a key."""

    name = StringField(
        _l("Name of the key"),
        [required(_l("Give the key a name, so that you know it again.")), at_most(LONGEST_NAME)],
        description=_l("For you alone: the program or the machine that is to have it."),
        render_kw={"autocomplete": "off"},
    )
    scopes = SelectMultipleField(
        _l("Rights"),
        [required(_l("Choose at least one right."))],
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )
    days = SelectField(_l("Good for"), coerce=int, default=365)

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(**values)
        self.scopes.choices = choices(*((scope.value, words) for scope, words in scope_names().items()))
        self.days.choices = choices(*((days, good_for(days)) for days in LASTS))
        if not self.is_submitted():
            self.scopes.data = [scope.value for scope in Scope]


class KindForm(Form):
    """Say who plays by the account."""

    kind = RadioField(
        _l("This account is played by"),
        choices=choices(("person", _l("a person")), ("program", _l("a program"))),
    )


def good_for(days: int) -> str:
    """Say for how long a key is good."""
    return ngettext("%(num)d day", "%(num)d days", days) if days else gettext("until it is revoked")


def why_not_made(error: CannotMake) -> str:
    """Explain why a key cannot be made."""
    reasons = {
        "name": gettext("Give the key a name, so that you know it again."),
        "twice": gettext("A key of yours has this name already. Give another one, or revoke that key first."),
        "scopes": gettext("Choose at least one right."),
        "days": gettext("Choose for how long the key is good."),
        "many": gettext("You have as many keys as an account may have: revoke one first."),
        "kind": gettext("This account has no keys."),
    }
    return reasons[error.code]
