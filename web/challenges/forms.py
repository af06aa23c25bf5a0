"""The form of a challenge."""

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import Field, IntegerField, RadioField, SelectField, StringField
from wtforms.validators import NumberRange, Optional, ValidationError

from clocks.terms import DAY, DEFAULT_MISSES, HOUR, MINUTE, MOST_MISSES, Clock
from clocks.terms import PRESETS as CLOCKS
from services.challenges.terms import OFFERED, PRESETS
from web.challenges.settings_fields import SettingsFields
from web.frame.forms import at_most, choices
from web.frame.translation import gettext
from web.words.clocks import clock_names, clock_summary
from web.words.editions import edition_name
from web.words.presets import preset_name
from web.words.times import duration

OWN = "own"
"""The choice of a clock that is set field by field."""
TIMES = (
    *(minutes * MINUTE for minutes in (1, 2, 3, 5, 10, 15, 30)),
    *(hours * HOUR for hours in (1, 2, 4, 8, 12)),
    *(days * DAY for days in (1, 2, 3, 5, 7)),
)


BANKS = (
    *(minutes * MINUTE for minutes in (15, 30, 45)),
    *(hours * HOUR for hours in (1, 2, 4)),
    *(days * DAY for days in (1, 2, 3, 5, 7, 10, 14, 30)),
)


class ChallengeForm(SettingsFields):
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
    clock = SelectField(_l("Clock"), default="day")
    clock_moves = SelectField(_l("Moves"), coerce=int, default=DAY)
    clock_auctions = SelectField(_l("Auctions"), coerce=int, default=DAY)
    clock_shorts = SelectField(_l("Retreats and builds"), coerce=int, default=DAY)
    clock_bank = SelectField(_l("In the bank of each player"), coerce=int, default=0)
    clock_cap = SelectField(_l("At most in a bank"), coerce=int, default=0)
    clock_misses = IntegerField(
        _l("Missed phases in a row that lose the duel"),
        [Optional(), NumberRange(1, MOST_MISSES)],
        default=DEFAULT_MISSES,
    )

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(**values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        self._offer_clocks()
        if (self.opponent.data or "").strip():
            self.kind.data = "named"  # whoever is named is challenged, whatever else was chosen before

    def _offer_clocks(self) -> None:
        names = clock_names()
        kept = [
            (name, gettext("%(name)s: %(time)s", name=names[name], time=clock_summary(clock)))
            for name, clock in CLOCKS.items()
        ]
        self.clock.choices = choices(*kept, (OWN, gettext("Another one, set below")))
        for field in self._lengths():
            field.choices = choices(*((seconds, duration(seconds)) for seconds in TIMES))
        banks = [(seconds, duration(seconds)) for seconds in BANKS]
        self.clock_bank.choices = choices((0, gettext("no banks: each phase has a deadline")), *banks)
        self.clock_cap.choices = choices((0, gettext("what it begins with")), *banks)

    def agreed_clock(self) -> Clock:
        """Return the clock that was chosen; raises SettingError for one that there cannot be."""
        if self.clock.data != OWN:
            return CLOCKS[self.clock.data]
        bank = self.clock_bank.data
        return Clock(
            moves=self.clock_moves.data,
            auctions=self.clock_auctions.data,
            shorts=self.clock_shorts.data,
            bank=bank,
            cap=(self.clock_cap.data or self._least_cap()) if bank else 0,
            misses=self.clock_misses.data or DEFAULT_MISSES,
        )

    def _least_cap(self) -> int:
        return max(field.data or 0 for field in (self.clock_bank, *self._lengths()))

    def _lengths(self) -> tuple[SelectField, ...]:
        return self.clock_moves, self.clock_auctions, self.clock_shorts

    def validate_clock_cap(self, field: SelectField) -> None:
        """Refuse a bank that would not hold what it begins with, or one phase."""
        if self.clock.data == OWN and self.clock_bank.data and 0 < (field.data or 0) < self._least_cap():
            least = duration(self._least_cap())
            raise ValidationError(gettext("A bank must be able to hold %(least)s here.", least=least))

    def altered(self) -> bool:
        """Say if any setting was altered or refused, so that the page shows them."""
        touched = any(self._fields[name].errors for name in self.setting_names())
        return touched or any(self._fields[name].data not in ("", None) for name in self.setting_names())

    def setting_names(self) -> list[str]:
        """List the fields of the settings."""
        own = {"kind", "opponent", "preset", "edition", "public", "csrf_token"}
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
