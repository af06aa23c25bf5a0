"""The fields of a clock in the form of a challenge."""

from dataclasses import replace

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, SelectField, StringField, TimeField
from wtforms.validators import AnyOf, NumberRange, Optional, ValidationError

from clocks.terms import DAY, DEFAULT_MISSES, HOUR, LEAVE, MINUTE, MOST_MISSES, Clock, zones
from clocks.terms import PRESETS as CLOCKS
from intimate.errors import SettingError
from web.frame.forms import Form, choices
from web.frame.translation import gettext
from web.frame.zones import time_style
from web.words.clocks import clock_names, clock_summary
from web.words.times import duration

MINUTES = 60
"""The minutes of an hour."""
LEAVES = tuple(hours * HOUR for hours in (1, 2, 4, 6, 12))
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


class ClockFields(Form):
    """Choose a clock, or set one field by field."""

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
    clock_leave = SelectField(_l("Leave for each day of play"), coerce=int, default=LEAVE)
    clock_grants = BooleanField(_l("After a missed phase the other player may give more time"), default=True)
    clock_hour = TimeField(_l("Every phase ends at"), [Optional()])
    clock_zone = StringField(
        _l("Time zone"),
        [Optional(), AnyOf(zones(), _l("There is no such time zone. Type one like Europe/Paris."))],
        render_kw={"placeholder": "Europe/Paris", "autocomplete": "off", "spellcheck": "false"},
    )
    clock_rests = BooleanField(_l("No time runs on Saturdays and Sundays"))

    def offer_clocks(self) -> None:
        """Fill the menus of clocks and lengths; the zone is the reader's unless another one is sent."""
        if self.clock_zone.data is None:
            self.clock_zone.data = time_style().zone
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
        leaves = ((seconds, duration(seconds)) for seconds in LEAVES)
        self.clock_leave.choices = choices((0, gettext("none")), *leaves)
        self.clock_cap.choices = choices((0, gettext("what it begins with")), *banks)

    def agreed_clock(self) -> Clock:
        """Return the clock that was chosen; raises SettingError for one that there cannot be."""
        clock = self._own_clock() if self.clock.data == OWN else CLOCKS[self.clock.data]
        if self.clock_hour.data is None and not self.clock_rests.data:
            return clock
        hour = self.clock_hour.data
        return replace(
            clock,
            ends_at=None if hour is None else hour.hour * MINUTES + hour.minute,
            zone=self.clock_zone.data or clock.zone,
            weekends=not self.clock_rests.data,
        )

    def _own_clock(self) -> Clock:
        bank = self.clock_bank.data
        own = Clock(
            moves=self.clock_moves.data,
            auctions=self.clock_auctions.data,
            shorts=self.clock_shorts.data,
            bank=bank,
            cap=(self.clock_cap.data or self._least_cap()) if bank else 0,
            misses=self.clock_misses.data or DEFAULT_MISSES,
            grants=self.clock_grants.data,
        )
        return own if own.is_live else replace(own, leave=self.clock_leave.data)

    def _least_cap(self) -> int:
        return max(field.data or 0 for field in (self.clock_bank, *self._lengths()))

    def _lengths(self) -> tuple[SelectField, ...]:
        return self.clock_moves, self.clock_auctions, self.clock_shorts

    def validate_clock_cap(self, field: SelectField) -> None:
        """Refuse a bank that would not hold what it begins with, or one phase."""
        if self.clock.data == OWN and self.clock_bank.data and 0 < (field.data or 0) < self._least_cap():
            least = duration(self._least_cap())
            raise ValidationError(gettext("A bank must be able to hold %(least)s here.", least=least))

    def refuse_clock(self, error: SettingError) -> None:
        """Say beside its field why there cannot be such a clock."""
        reasons = {
            "ends_at": gettext(
                "Only a clock without banks, with phases of six hours or more, has a fixed hour."
            ),
            "weekends": gettext("A live duel does not stand still at weekends."),
        }
        usual = gettext("No duel can be played with this value: %(value)s.", value=error.value)
        name = {"ends_at": "clock_hour", "weekends": "clock_rests"}.get(
            error.setting, f"clock_{error.setting}"
        )
        self.refuse(name, reasons.get(error.setting, usual))

    def validate_clock_zone(self, field: StringField) -> None:
        """Ask for the zone in which an hour or a weekend is meant."""
        if (self.clock_hour.data is not None or self.clock_rests.data) and not field.data:
            raise ValidationError(gettext("Say in which time zone, as in Europe/Paris."))
