"""The forms about ladders."""

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional

from services.challenges.terms import PRESETS
from services.ladders.ladders import CLOCKS, LONGEST_NAME, SEASON_DAYS
from services.ladders.leave import MOST_DAYS
from web.frame.forms import Form, at_most, choices, required
from web.frame.translation import gettext
from web.words.clocks import clock_names, clock_summary
from web.words.presets import preset_name


class LadderForm(Form):
    """Name a ladder, and choose what is played on it."""

    name = StringField(
        _l("Name of the ladder"),
        [required(_l("Give the ladder a name.")), at_most(LONGEST_NAME)],
        render_kw={"autocomplete": "off"},
    )
    preset = SelectField(_l("Rules"), default="intimate")
    clock = SelectField(_l("Clock"), default="day")
    season_days = IntegerField(
        _l("Days of a season"),
        [
            Optional(),
            NumberRange(*SEASON_DAYS, message=_l("A season has %(min)d to %(max)d days.")),
        ],
    )

    for_programs = BooleanField(_l("For programs, and nobody else"))

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(**values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        names = clock_names()
        self.clock.choices = choices(
            *(
                (name, gettext("%(name)s: %(time)s", name=names[name], time=clock_summary(clock)))
                for name, clock in CLOCKS.items()
            )
        )


class LeaveForm(Form):
    """Say for how many days one is away."""

    days = IntegerField(_l("Days of leave"), [InputRequired(), NumberRange(1, MOST_DAYS)])


class SureForm(Form):
    """Say that one means it."""

    sure = BooleanField(_l("I am sure"), [required(_l("Tick the box if you are sure."))])
