"""The form by which somebody says what duel they look for."""

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, RadioField, SelectMultipleField
from wtforms.widgets import CheckboxInput, ListWidget

from clocks.terms import PRESETS as CLOCKS
from services.challenges.terms import PRESETS
from services.finding.seeks import Wish, WishRefused, clocks_of
from web.frame.forms import Form, choices
from web.frame.translation import gettext
from web.words.clocks import clock_names, clock_summary
from web.words.presets import preset_name


class Checkboxes(SelectMultipleField):
    """Several of some choices, each with a box of its own."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()


class PlayForm(Form):
    """Say what duel one looks for."""

    pace = RadioField(
        _l("Pace"),
        choices=choices(
            ("live", _l("Live: both sit at it for an evening")),
            ("days", _l("By days: a move now and then")),
        ),
        default="live",
    )
    live_clocks = Checkboxes(_l("Live clocks that would do"), default=clocks_of("live"))
    days_clocks = Checkboxes(_l("Clocks by days that would do"), default=clocks_of("days"))
    preset = RadioField(_l("Rules"), default="intimate")
    rated = BooleanField(lazy_pgettext("duel", "Rated"), default=True)

    def __init__(self, *given: Any, **values: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(*given, **values)
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))
        names = clock_names()
        for pace, field in (("live", self.live_clocks), ("days", self.days_clocks)):
            field.choices = choices(
                *(
                    (name, gettext("%(name)s: %(time)s", name=names[name], time=clock_summary(CLOCKS[name])))
                    for name in clocks_of(pace)
                )
            )

    def wish(self) -> Wish | None:
        """Return what is looked for, or None with what is wrong beside its field."""
        field = self.live_clocks if self.pace.data == "live" else self.days_clocks
        try:
            return Wish(self.pace.data, self.preset.data, tuple(field.data or ()), self.rated.data)
        except WishRefused as error:
            if error.field == "clocks":
                self.refuse(field.name, gettext("Choose at least one clock."))
        return None
