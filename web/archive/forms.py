"""The forms of the archive: they ask, and change nothing, so that their answers have addresses."""

from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import IntegerField, SelectField, StringField
from wtforms.validators import NumberRange, Optional
from wtforms.widgets import TextInput

from adjudicator import Power, standard
from intimate.calendar import FIRST_YEAR
from intimate.duel import Ending
from services.challenges.terms import PRESETS
from web.frame.forms import Form, at_most, choices
from web.frame.translation import gettext, pgettext
from web.words.powers import by_name, definite_name, power_name
from web.words.presets import preset_name
from web.words.reasons import reason_names

LAST = 9999
DRAWN = "drawn"
NAME = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
DIGITS = {"inputmode": "numeric", "autocomplete": "off", "size": "6"}


def whole(label: Any, least: int, most: int, hint: Any = "") -> IntegerField:  # noqa: ANN401  # words in any language
    """Make a field for a whole number, or nothing."""
    message = _l("Type a whole number from %(least)s to %(most)s.", least=least, most=most)
    return IntegerField(
        label,
        [Optional(), NumberRange(least, most, message)],
        description=hint,
        widget=TextInput(),
        render_kw=DIGITS,
    )


class AskingForm(Form):
    """A form that is read from the address."""

    class Meta:
        """Nothing is changed by it, so it needs no token."""

        csrf = False

    def __init__(self) -> None:
        super().__init__(formdata=request.args)
        for field in self:
            if isinstance(field, IntegerField):
                field.process_errors = []  # the range says what is asked for, once

    @property
    def given(self) -> dict[str, str]:
        """What was asked, by field, as addresses hold it."""
        return {field.name: str(field.data) for field in self if field.data not in (None, "")}


def any_of(label: str, *pairs: tuple[Any, str]) -> list[Any]:
    """Pair the values of a menu with their labels, behind one that leaves it open."""
    return choices(("", label), *pairs)


def powers() -> list[tuple[Power, str]]:
    """Pair the powers with their names, in the order of these."""
    return [(power, power_name(power)) for power in by_name(standard().powers)]


def presets() -> list[tuple[str, str]]:
    """Pair the presets with their names."""
    return [(name, preset_name(name)) for name in PRESETS]


class SearchForm(AskingForm):
    """What is searched for in the archive."""

    player = StringField(_l("Player"), [at_most(100)], render_kw=NAME)
    other = StringField(_l("Against the player"), [at_most(100)], render_kw=NAME)
    home = SelectField(_l("Home power"), default="")
    against = SelectField(_l("Against the home power"), default="")
    result = SelectField(_l("Result"), default="")
    reason = SelectField(_l("How it ended"), default="")
    year = whole(_l("Year of its end"), FIRST_YEAR, LAST, _l("As on the board: 1901 or later."))
    pace = SelectField(_l("Pace"), default="")
    preset = SelectField(_l("Rules"), default="")

    def __init__(self) -> None:
        super().__init__()
        a_power, a_way = pgettext("home power", "Any"), pgettext("way", "Any")
        self.home.choices = any_of(a_power, *powers())
        self.against.choices = any_of(a_power, *powers())
        won = ((power, gettext("Won by %(power)s", power=definite_name(power))) for power, _ in powers())
        self.result.choices = any_of(a_way, (DRAWN, pgettext("one duel", "Drawn")), *won)
        self.reason.choices = any_of(
            a_way, *((reason.value, name) for reason, name in reason_names().items())
        )
        paces = (("live", pgettext("pace", "Live")), ("days", pgettext("pace", "By days")))
        self.pace.choices = any_of(pgettext("pace", "Any"), *paces)
        self.preset.choices = any_of(pgettext("rules", "Any"), *presets())

    @property
    def won_by(self) -> Power | None:
        """The home power of the winner, if one is asked for."""
        return Power(self.result.data) if self.result.data not in {"", DRAWN} else None

    @property
    def ending(self) -> Ending | None:
        """The reason, if one is asked for."""
        return Ending(self.reason.data) if self.reason.data else None


class PowersForm(AskingForm):
    """By which rules the duels are that are counted."""

    preset = SelectField(_l("Rules"), default="")

    def __init__(self) -> None:
        super().__init__()
        self.preset.choices = any_of(pgettext("rules", "All"), *presets())


class BidsForm(PowersForm):
    """The bids that are told of, and one that might have won."""

    power = SelectField(_l("Power"), default="AUSTRIA")
    year = whole(_l("Year"), FIRST_YEAR, LAST)
    amount = whole(lazy_pgettext("credits", "Your bid"), 0, 10**6)

    def __init__(self) -> None:
        super().__init__()
        self.power.choices = choices(*powers())
