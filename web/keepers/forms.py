"""The forms of the desk, and the one by which members report."""

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import HiddenField, RadioField, StringField, TextAreaField

from services.keepers.acts import LONGEST_REASON
from services.keepers.reports import KINDS, LONGEST
from web.frame.forms import Form, at_most, required
from web.keepers.words import case_names

LONGEST_NAME = 100


class ReportForm(Form):
    """Report a player or another matter."""

    kind = RadioField(_l("What is it about?"), [required(_l("Choose what it is about."))])
    about = StringField(
        _l("Whom it is about (optional)"),
        [at_most(LONGEST_NAME)],
        description=_l("The name of a player."),
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    text = TextAreaField(
        _l("What happened"),
        [at_most(LONGEST)],
        description=_l("Only keepers of the site read it. They see no more of duels than spectators do."),
        render_kw={"rows": 6, "maxlength": LONGEST},
    )
    duel = HiddenField()

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        names = case_names()
        self.kind.choices = [(kind, names[kind]) for kind in KINDS]


class ReasonForm(Form):
    """Do something about an account or a report, and say why."""

    reason = TextAreaField(
        lazy_pgettext("of a decision", "Reason"),
        [at_most(LONGEST_REASON)],
        render_kw={"rows": 4, "maxlength": LONGEST_REASON},
    )
