"""The form of a challenge, with a field for each setting of the rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, Field, RadioField, SelectField, StringField, TimeField
from wtforms.validators import AnyOf, NumberRange, Optional, ValidationError

from adjudicator import standard
from clocks.terms import (
    DAY,
    DEFAULT_MISSES,
    HOUR,
    MINUTE,
    MOST_MISSES,
    TIME_OFF,
    Clock,
    zones,
)
from clocks.terms import PRESETS as CLOCKS
from intimate.errors import SettingError
from intimate.rules import STARTING_CREDITS, PairedCredits
from services.terms import OFFERED, PRESETS, RATED_PRESETS, STILL_RATED
from web.core.forms import Form, IntegerField, at_most, choices
from web.core.i18n import time_style
from web.core.translation import gettext
from web.words.clocks import clock_names, clock_summary
from web.words.names import by_name
from web.words.rest_days import RestDays
from web.words.settings import edition_name, preset_name
from web.words.times import duration

MINUTES = 60
"""The minutes of an hour."""
LIMITS = tuple(hours * HOUR for hours in (1, 2, 3, 4, 5, 6, 8, 12, 24))
TIMES_OFF = tuple(hours * HOUR for hours in (1, 2, 4, 6, 12))
OWN = "own"
"""The choice of a clock that is set field by field."""
TIMES = (
    *(minutes * MINUTE for minutes in (1, 2, 3, 5, 10, 15, 16, 17, 18, 30)),
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

    clock = RadioField(_l("How fast?"), default="day")
    clock_moves = SelectField(_l("Moves"), coerce=int, default=DAY)
    clock_auctions = SelectField(_l("Auctions"), coerce=int, default=DAY)
    clock_shorts = SelectField(_l("Retreats and builds"), coerce=int, default=DAY)
    clock_first = SelectField(_l("The first moves"), coerce=int, default=0)
    clock_autumns = SelectField(_l("Moves in autumn"), coerce=int, default=0)
    clock_bank = SelectField(_l("In the bank of each player"), coerce=int, default=0)
    clock_cap = SelectField(_l("At most in a bank"), coerce=int, default=0)
    clock_misses = IntegerField(
        _l("Missed phases in a row that lose the duel"),
        [Optional(), NumberRange(1, MOST_MISSES)],
        default=DEFAULT_MISSES,
    )
    clock_limit = SelectField(_l("A live duel ends after"), coerce=int, default=0)
    clock_leave = SelectField(_l("Time off for each day of play"), coerce=int, default=TIME_OFF)
    clock_grants = BooleanField(_l("After a missed phase the other player may give more time"), default=True)
    clock_hour = TimeField(_l("Every phase ends at"), [Optional()])
    clock_zone = StringField(
        _l("Time zone"),
        [Optional(), AnyOf(zones(), _l("There is no such time zone. Type one like Europe/Paris."))],
        render_kw={"placeholder": "Europe/Paris", "autocomplete": "off", "spellcheck": "false"},
    )
    clock_rests = RestDays(_l("Rest days"), description=_l("No time runs on them; live duels have none."))

    def offer_clocks(self) -> None:
        """Fill the menus of clocks and lengths; the zone is the viewer's unless another one is sent."""
        if self.clock_zone.data is None:
            self.clock_zone.data = time_style().zone
        names = clock_names()
        self.clock.choices = choices(
            *((name, names[name]) for name in CLOCKS), (OWN, gettext("Another clock, set below"))
        )
        self.clock_rests.offer()
        for field in self._lengths():
            field.choices = choices(*((seconds, duration(seconds)) for seconds in TIMES))
        for field in (self.clock_first, self.clock_autumns):
            as_others = (0, gettext("as other moves"))
            field.choices = choices(as_others, *((seconds, duration(seconds)) for seconds in TIMES))
        banks = [(seconds, duration(seconds)) for seconds in BANKS]
        self.clock_bank.choices = choices((0, gettext("no banks: each phase has a deadline")), *banks)
        limits = ((seconds, duration(seconds)) for seconds in LIMITS)
        self.clock_limit.choices = choices((0, gettext("no agreed time")), *limits)
        times_off = ((seconds, duration(seconds)) for seconds in TIMES_OFF)
        self.clock_leave.choices = choices((0, gettext("none")), *times_off)
        self.clock_cap.choices = choices((0, gettext("what it begins with")), *banks)

    @property
    def clock_summaries(self) -> Mapping[str, str]:
        """The times of each clock that has a name."""
        return {name: clock_summary(clock) for name, clock in CLOCKS.items()}

    def agreed_clock(self) -> Clock:
        """Return the chosen clock; raises SettingError for an impossible one."""
        clock = self._own_clock() if self.clock.data == OWN else CLOCKS[self.clock.data]
        clock = replace(clock, limit=self.clock_limit.data)
        hour, rest_days = self.clock_hour.data, () if clock.is_live else self.clock_rests.days
        if hour is None and not rest_days:
            return clock
        return replace(
            clock,
            ends_at=None if hour is None else hour.hour * MINUTES + hour.minute,
            zone=self.clock_zone.data or clock.zone,
            rest_days=rest_days,
        )

    def _own_clock(self) -> Clock:
        bank = self.clock_bank.data
        own = Clock(
            moves=self.clock_moves.data,
            auctions=self.clock_auctions.data,
            shorts=self.clock_shorts.data,
            first=self.clock_first.data,
            autumns=self.clock_autumns.data,
            bank=bank,
            cap=(self.clock_cap.data or self._least_cap()) if bank else 0,
            misses=self.clock_misses.data or DEFAULT_MISSES,
            grants=self.clock_grants.data,
        )
        return own if own.is_live else replace(own, time_off=self.clock_leave.data)

    def _least_cap(self) -> int:
        lengths = (self.clock_first, self.clock_autumns, *self._lengths())
        return max(field.data or 0 for field in (self.clock_bank, *lengths))

    def _lengths(self) -> tuple[SelectField, ...]:
        return self.clock_moves, self.clock_auctions, self.clock_shorts

    def validate_clock_cap(self, field: SelectField) -> None:
        """Refuse a bank that could not hold its starting time, or that of one phase."""
        if self.clock.data == OWN and self.clock_bank.data and 0 < (field.data or 0) < self._least_cap():
            least = duration(self._least_cap())
            raise ValidationError(gettext("A bank must be able to hold %(least)s here.", least=least))

    def refuse_clock(self, error: SettingError) -> None:
        """Say beside its field why a clock is impossible."""
        reasons = {
            "limit": gettext("Only a live duel can end after some hours."),
            "ends_at": gettext(
                "Only a clock without banks, with phases of six hours or more, has a fixed hour."
            ),
        }
        usual = gettext("No duel can be played with this value: %(value)s.", value=error.value)
        name = {"ends_at": "clock_hour"}.get(error.setting, f"clock_{error.setting}")
        self.refuse(name, reasons.get(error.setting, usual))

    def validate_clock_zone(self, field: StringField) -> None:
        """Require the zone of a fixed hour or of days of rest."""
        if (self.clock_hour.data is not None or self.clock_rests.data) and not field.data:
            raise ValidationError(gettext("Say in which time zone, as in Europe/Paris."))


USUAL = ("", _l("As in the preset"))
MOST = 999
FLAGS = {"yes": True, "no": False}
SIMPLE = (
    "payment",
    "overbid",
    "overbid_price",
    "unaffordable",
    "both_overbid",
    "loyalty",
    "anarchy_builds",
    "mercenary_waive",
    "victory_season",
    "tie_recheck",
    "home_eliminated",
    "stalemate_years",
    "stalemate_tie",
    "year_limit",
    "limit_counts",
    "early_end",
)


def choice(label: str, *values: tuple[str, str]) -> SelectField:
    """Make the field of a setting with a few values; if none is chosen, the preset's holds."""
    return SelectField(label, choices=choices(USUAL, *values), default="")


def number(label: str, least: int = 0, most: int = MOST, description: str = "") -> IntegerField:
    """Make the field of a numeric setting; if it is empty, the preset's value holds."""
    message = _l("A whole number from %(min)d to %(max)d, please.")
    return IntegerField(
        label,
        [Optional(), NumberRange(least, most, message)],
        description=description,
        render_kw={"min": least, "max": most, "inputmode": "numeric"},
    )


class SettingsFields(Form):
    """Alter a preset, setting by setting."""

    credits_austria = number(_l("Austria"))
    credits_england = number(_l("England"))
    credits_france = number(_l("France"))
    credits_germany = number(_l("Germany"))
    credits_italy = number(_l("Italy"))
    credits_russia = number(_l("Russia"))
    credits_turkey = number(_l("Turkey"))
    income = choice(
        _l("Income"),
        ("per_centre", _l("For each centre of the home power")),
        ("fixed", _l("The same each year")),
    )
    income_amount = number(_l("Credits of income"))
    carry_over = choice(_l("Unspent credits"), ("yes", _l("Are kept")), ("no", _l("Are lost")))
    payment = choice(
        _l("Bids paid by"),
        ("winner", _l("Only the winner of a power")),
        ("everyone", _l("Everyone who bids")),
    )
    overbid = choice(
        _l("Bidding beyond the reserve"), ("allowed", _l("Is a risk")), ("forbidden", _l("Is refused"))
    )
    overbid_price = choice(
        _l("When one is overbid, the other pays"),
        ("own_bids", _l("Half of all their own bids")),
        ("contested_only", _l("Half where both had bid, the full bid elsewhere")),
    )
    unaffordable = choice(
        _l("If they cannot pay that"),
        ("overbid_too", _l("They are overbid too")),
        ("capped", _l("They pay what they have")),
    )
    both_overbid = choice(
        _l("When both are overbid"),
        ("both_ruined", _l("Both lose their reserves")),
        ("both_lose", _l("The duel ends without a winner")),
        ("draw", _l("The duel is a draw")),
    )
    loyalty = number(_l("Largest discount for loyalty"))
    anarchy_builds = choice(
        _l("Builds in anarchy"), ("none", _l("Are not made")), ("default", _l("Are made by default"))
    )
    mercenary_waive = choice(
        _l("Builds of mercenaries"), ("refused", _l("Must be made")), ("allowed", _l("May be given up"))
    )
    victory = choice(
        _l("Victory"),
        ("home_centre", _l("A unit on an enemy home centre")),
        ("centres", _l("A number of centres")),
    )
    victory_centres = number(_l("Centres for victory"), 1, 34)
    victory_season = choice(
        _l("Victory is tested"), ("any", _l("Spring and autumn")), ("autumn", _l("Autumn only"))
    )
    tie_recheck = choice(
        _l("After a full tie it is tested again"),
        ("next_autumn", _l("From the next autumn")),
        ("every_season", _l("The next season")),
    )
    home_eliminated = choice(
        _l("Without centre and unit of one’s own"),
        ("loses", _l("One has lost")),
        ("plays_on", _l("One plays on")),
    )
    stalemate_years = number(_l("Autumns until a claimed stalemate is granted"), 0)
    stalemate_tie = choice(
        _l("Equal centres in a stalemate"),
        ("draw", _l("Are a draw")),
        ("credits", _l("Let the larger reserve decide")),
    )
    year_limit = number(_l("Last year"), 1901, 2100)
    limit_counts = choice(
        _l("After the last year or the agreed time"),
        ("centres", _l("More centres win")),
        ("units", _l("More units win")),
    )
    early_end = choice(
        _l("Ending it early"), ("none", _l("Is not possible")), ("vote", _l("Is possible if both agree"))
    )

    def settings(self, preset: str) -> dict[str, Any]:
        """Return the settings that differ from the preset, under the names of the rules."""
        chosen = self.simple() | self.amounts() | self.starting_credits(preset)
        return {setting: value for setting, value in chosen.items() if value not in ("", None)}

    def simple(self) -> dict[str, Any]:
        """Settings whose field holds their value."""
        chosen = {name: self._fields[name].data for name in SIMPLE}
        return chosen | {"carry_over": FLAGS.get(self.carry_over.data)}

    def amounts(self) -> dict[str, Any]:
        """Settings made of a kind and an amount."""
        kind, amount = self.income.data, self.income_amount.data
        centres = self.victory_centres.data
        return {
            "income": {kind: amount} if kind and amount is not None else None,
            "victory": {"centres": centres} if self.victory.data == "centres" else self.victory.data,
        }

    def starting_credits(self, preset: str) -> dict[str, Any]:
        """Return the credits of all powers, if any are altered; they replace the credits by pair."""
        typed = {power: self._fields[credits_of(power)].data for power in standard().powers}
        altered = {power: figure for power, figure in typed.items() if figure is not None}
        if not altered:
            return {}
        usual = PRESETS[preset].starting_credits
        of_powers = STARTING_CREDITS if isinstance(usual, PairedCredits) else usual
        return {"starting_credits": {**of_powers, **altered}}

    def credit_fields(self) -> list[Field]:
        """List the fields of the starting credits, in the order of the powers' names."""
        return [self._fields[credits_of(power)] for power in by_name(standard().powers)]

    def field_of(self, setting: str) -> str:
        """Return the field beside which to show an error of a setting."""
        return self.credit_fields()[0].name if setting == "starting_credits" else setting


def credits_of(power: str) -> str:
    """Name the field of a power's starting credits."""
    return f"credits_{power.lower()}"


FIRST_PRESETS = ("beginner", "intimate")
"""The usual presets; the others are folded away."""
DISTANCES = (100, 200, 400)
"""The choices of how far an accepting player's rating may be from the challenger's."""


class ChallengeForm(ClockFields, SettingsFields):
    """Choose an opponent and the terms."""

    kind = RadioField(
        _l("Against whom?"),
        choices=choices(
            ("link", _l("A friend, by a link")),
            ("open", lazy_pgettext("opponent", "Anyone")),
            ("named", _l("A member, by name")),
        ),
        default="link",
    )
    opponent = StringField(
        _l("Name of the member"),
        [at_most(100)],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    preset = RadioField(_l("Which rules?"), default="intimate")
    edition = SelectField(_l("Edition of the base rules"), default="standard")
    public = RadioField(
        _l("Visibility"),
        choices=choices(("yes", _l("Public")), ("no", _l("The two players only"))),
        default="yes",
    )

    rated = BooleanField(lazy_pgettext("duel", "Rated"), default=True)
    match = BooleanField(_l("Home-and-away match: a second duel, with the home powers exchanged"))
    within = SelectField(
        _l("An open challenge is open to"),
        coerce=int,
        default=0,
        choices=choices(
            (0, lazy_pgettext("who may accept", "Anyone")),
            *((within, _l("Ratings within %(num)d of mine", num=within)) for within in DISTANCES),
        ),
    )

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(**values)
        presets = dict.fromkeys((*FIRST_PRESETS, *PRESETS))
        self.preset.choices = choices(*((name, preset_name(name)) for name in presets))
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        self.offer_clocks()
        if not self.is_submitted() and "rated" not in values:
            self.rated.data = self.kind.data != "link"  # a duel with a friend is unrated by default
        if (self.opponent.data or "").strip():
            self.kind.data = "named"  # a name overrides the terms chosen before

    @property
    def rest_is_open(self) -> bool:
        """True if a folded field has a fault or an unusual value."""
        shown = {"kind", "opponent", "preset", "clock"}
        return self.altered() or bool(set(self.errors) - shown) or self.edition.data != "standard"

    def altered(self) -> bool:
        """Tell whether a setting was altered or refused, so that the page shows the settings."""
        touched = any(self._fields[name].errors for name in self.setting_names())
        return touched or any(self._fields[name].data not in ("", None) for name in self.setting_names())

    def setting_names(self) -> list[str]:
        """List the fields of the settings."""
        own = {"kind", "opponent", "preset", "edition", "public", "rated", "match", "within", "csrf_token"}
        return [name for name in self._fields if name not in own and not name.startswith("clock")]

    @property
    def altering(self) -> list[str]:
        """The fields that make the duel unrated when they are filled in."""
        return [name for name in self.setting_names() if name not in STILL_RATED]

    @property
    def in_short(self) -> Mapping[str, str]:
        """The possible sentences about whether the duel will be rated, and who may watch."""
        return {
            "rated": gettext("The duel will be rated."),
            "unrated": gettext("The duel will be unrated."),
            "altered": gettext("A changed rule makes the duel unrated."),
            "public": gettext("Anyone can watch it."),
            "private": gettext("Only the two players can see it."),
        }

    @property
    def to_be(self) -> str:
        """Whether the duel would be rated with what is chosen: a key of `in_short`."""
        if not self.rated.data or self.preset.data not in RATED_PRESETS:
            return "unrated"
        return (
            "altered" if any(self._fields[name].data not in ("", None) for name in self.altering) else "rated"
        )

    def validate_opponent(self, field: StringField) -> None:
        """Require a name for a challenge by name."""
        if self.kind.data == "named" and not field.data.strip():
            raise ValidationError(gettext("Type the name of the member."))

    def validate_income(self, field: Field) -> None:
        """Require the amount that a kind of income needs."""
        if field.data and self.income_amount.data is None:
            raise ValidationError(gettext("Say how many credits."))

    def validate_income_amount(self, _: Field) -> None:
        """Require the kind of income that an amount needs."""
        if not self.income.data:
            raise ValidationError(gettext("Say whether this is for each centre or each year."))

    def validate_victory(self, field: Field) -> None:
        """Require a number for a victory by centres."""
        if field.data == "centres" and self.victory_centres.data is None:
            raise ValidationError(gettext("Say how many centres."))

    def validate_victory_centres(self, _: Field) -> None:
        """Refuse a number of centres for any other kind of victory."""
        if self.victory.data != "centres":
            raise ValidationError(gettext("Choose victory by a number of centres, or leave this empty."))


def setting_refused(value: object) -> str:
    """Say that the rules refuse a value."""
    return gettext("No duel can be played with this value: %(value)s.", value=value)
