"""Which open challenges a list shows: chosen by a form, remembered by the address."""

from collections.abc import Mapping
from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, SelectField

from clocks.terms import PRESETS as CLOCKS
from services.challenges.lists import Filters
from services.challenges.terms import PRESETS
from web.frame.forms import Form, choices
from web.words.clocks import clock_names
from web.words.presets import preset_name

NO_MATTER = ("", lazy_pgettext("filter", "any"))
YES_OR_NO = {"yes": True, "no": False}


class FilterForm(Form):
    """Choose among open challenges; what is no choice is no matter."""

    class Meta:
        """Nothing is changed by it."""

        csrf = False

    pace = SelectField(
        _l("Pace"), choices=choices(NO_MATTER, ("live", _l("Live")), ("days", _l("By days"))), default=""
    )
    preset = SelectField(_l("Rules"), default="")
    clock = SelectField(_l("Clock"), default="")
    rated = SelectField(
        lazy_pgettext("duel", "Rated"),
        choices=choices(NO_MATTER, ("yes", _l("yes")), ("no", _l("no"))),
        default="",
    )
    acceptable = BooleanField(_l("Only those that I may accept"))

    def __init__(self) -> None:
        super().__init__(formdata=request.args)
        self.preset.choices = choices(NO_MATTER, *((name, preset_name(name)) for name in PRESETS))
        names = clock_names()
        self.clock.choices = choices(NO_MATTER, *((name, names[name]) for name in CLOCKS))

    def filters(self) -> Filters:
        """Return what was chosen."""
        chosen = self.chosen()
        return Filters(
            pace=chosen.get("pace"),
            preset=chosen.get("preset"),
            clock_name=chosen.get("clock"),
            rated=YES_OR_NO.get(chosen.get("rated", "")),
            acceptable="acceptable" in chosen,
        )

    def chosen(self) -> Mapping[str, Any]:
        """Return what was chosen as addresses hold it."""
        menus = (self.pace, self.preset, self.clock, self.rated)
        known = {field.name: field.data for field in menus if field.data and field.data in dict_of(field)}
        return {**known, **({"acceptable": "yes"} if self.acceptable.data else {})}


def dict_of(field: SelectField) -> Mapping[str, str]:
    """Return the choices of a menu by their values."""
    return {choice.value: choice.label for choice in field.choices}
