"""What an account says about those who may play it, as forms."""

from flask_babel import lazy_gettext as _l
from wtforms import IntegerField, StringField
from wtforms.validators import NumberRange, Optional

from web.frame.configuration import most_duels
from web.frame.forms import Form, at_most, required
from web.frame.translation import gettext

NAMED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class LimitForm(Form):
    """Choose how many duels one wants at once."""

    most_duels = IntegerField(_l("At most"), [Optional()], render_kw={"min": 0, "inputmode": "numeric"})

    def validate_most_duels(self, field: IntegerField) -> None:
        """Refuse a number beyond what the site allows."""
        most = most_duels()
        NumberRange(0, most, gettext("A whole number from 0 to %(most)d, please.", most=most))(self, field)


class BlockForm(Form):
    """Name somebody whom one does not want to play."""

    blocked = StringField(
        _l("Name of the player"), [required(_l("Type a name.")), at_most(100)], render_kw=NAMED
    )
