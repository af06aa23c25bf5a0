"""The form of a challenge."""

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, Field, RadioField, SelectField, StringField
from wtforms.validators import ValidationError

from services.challenges.terms import OFFERED, PRESETS
from web.challenges.clock_fields import ClockFields
from web.challenges.settings_fields import SettingsFields
from web.frame.forms import at_most, choices
from web.frame.translation import gettext
from web.words.editions import edition_name
from web.words.presets import preset_name

DISTANCES = (100, 200, 400)
"""How far from the challenger's the rating of whoever accepts may be, to choose from."""


class ChallengeForm(ClockFields, SettingsFields):
    """Choose an opponent and the terms."""

    kind = RadioField(
        _l("Opponent"),
        choices=choices(
            ("link", _l("A friend, by a link")),
            ("open", lazy_pgettext("opponent", "Anybody")),
            ("named", _l("A member, by name")),
        ),
        default="link",
    )
    opponent = StringField(
        _l("Name of the member"),
        [at_most(100)],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    preset = RadioField(_l("Rules"), default="intimate")
    edition = SelectField(_l("Edition of the base rules"), default="standard")
    public = RadioField(
        _l("Who may watch"),
        choices=choices(("yes", _l("Anybody")), ("no", _l("The two players only"))),
        default="yes",
    )

    rated = BooleanField(lazy_pgettext("duel", "Rated"), default=True)
    match = BooleanField(_l("Home-and-away match: a second duel, with the home powers exchanged"))
    within = SelectField(
        _l("Who may accept an open challenge"),
        coerce=int,
        default=0,
        choices=choices(
            (0, lazy_pgettext("who may accept", "Anybody")),
            *((within, _l("Ratings within %(num)d of mine", num=within)) for within in DISTANCES),
        ),
    )

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(**values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        self.offer_clocks()
        if (self.opponent.data or "").strip():
            self.kind.data = "named"  # whoever is named is challenged, whatever else was chosen before

    def altered(self) -> bool:
        """Say if any setting was altered or refused, so that the page shows them."""
        touched = any(self._fields[name].errors for name in self.setting_names())
        return touched or any(self._fields[name].data not in ("", None) for name in self.setting_names())

    def setting_names(self) -> list[str]:
        """List the fields of the settings."""
        own = {"kind", "opponent", "preset", "edition", "public", "rated", "match", "within", "csrf_token"}
        return [name for name in self._fields if name not in own and not name.startswith("clock")]

    def validate_opponent(self, field: StringField) -> None:
        """Ask for a name where a name is what the challenge goes to."""
        if self.kind.data == "named" and not field.data.strip():
            raise ValidationError(gettext("Type the name of the member."))

    def validate_income(self, field: Field) -> None:
        """Ask for the amount that a kind of income needs."""
        if field.data and self.income_amount.data is None:
            raise ValidationError(gettext("Say how many credits."))

    def validate_income_amount(self, _: Field) -> None:
        """Ask for the kind of income that an amount needs."""
        if not self.income.data:
            raise ValidationError(gettext("Say whether this is for each centre or each year."))

    def validate_victory(self, field: Field) -> None:
        """Ask for the number that victory by centres needs."""
        if field.data == "centres" and self.victory_centres.data is None:
            raise ValidationError(gettext("Say how many centres."))

    def validate_victory_centres(self, _: Field) -> None:
        """Refuse a number of centres that would decide nothing."""
        if self.victory.data != "centres":
            raise ValidationError(gettext("Choose victory by a number of centres, or leave this empty."))


def why_not_setting(value: object) -> str:
    """Explain in the reader's language that the rules refuse a value."""
    return gettext("No duel can be played with this value: %(value)s.", value=value)
