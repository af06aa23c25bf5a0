"""The form by which practice begins."""

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import RadioField

from adjudicator import Power, standard
from opponent.levels import LEVELS, Level
from services.challenges.terms import PRESETS
from services.practice.beginning import Wish
from web.frame.forms import Form, choices
from web.frame.translation import gettext
from web.words.levels import level_name
from web.words.powers import by_name, power_name
from web.words.presets import preset_name

BY_LOT = ""


class PractiseForm(Form):
    """Choose how strong the opponent is, and which power one leads; all of it is chosen already."""

    level = RadioField(_l("Your opponent"))
    home = RadioField(_l("Your home power"), default=BY_LOT)
    preset = RadioField(_l("Rules"))

    def __init__(self, last: Wish | None = None, **values: Any) -> None:  # noqa: ANN401  # whatever WTForms takes
        last = last or Wish()
        super().__init__(**{"level": last.level.value, "preset": last.preset, **values})
        powers = by_name(standard().powers)
        self.level.choices = choices(*((level.value, level_name(level)) for level in LEVELS))
        self.home.choices = choices(
            (BY_LOT, gettext("By lot")), *((power, power_name(power)) for power in powers)
        )
        self.preset.choices = choices(*((name, preset_name(name)) for name in PRESETS))

    def wish(self) -> Wish:
        """Return what was chosen."""
        home = Power(self.home.data) if self.home.data else None
        return Wish(Level(self.level.data), home, self.preset.data)
