"""The forms of an arbiter, one for each act, and those of calls and answers."""

from datetime import timedelta
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, IntegerField, RadioField, SelectField, TextAreaField
from wtforms.validators import NumberRange

from intimate.codec.rulings import LONGEST_REASON
from intimate.players import Player
from models import StoredDuel
from services.arbiters.calls import LONGEST_TEXT
from web.frame.forms import Form, at_most, choices, required
from web.frame.translation import gettext
from web.words.names import names_of

UNITS = {"minutes": 60, "hours": 3600, "days": 86400}
MOST = 10_000


class CallForm(Form):
    """A player says what is wrong."""

    text = TextAreaField(
        _l("What is wrong, and what should be done"),
        [required(_l("Say what is wrong.")), at_most(LONGEST_TEXT)],
        render_kw={"rows": 4, "maxlength": LONGEST_TEXT},
    )


class AnswerForm(Form):
    """An arbiter answers a call, which is closed with it."""

    text = TextAreaField(
        _l("Answer"),
        [required(_l("Write an answer.")), at_most(LONGEST_TEXT)],
        render_kw={"rows": 3, "maxlength": LONGEST_TEXT},
    )


class RulingForm(Form):
    """An act that needs nothing but its reason; seen: the number of chapters on the page."""

    reason = TextAreaField(
        _l("Reason"),
        [required(_l("Give the reason: both players read it.")), at_most(LONGEST_REASON)],
        description=_l("Both players read it, and it stands in the record."),
        render_kw={"rows": 2, "maxlength": LONGEST_REASON},
    )
    seen = HiddenField()

    def __init__(self, act: str, stored: StoredDuel, **values: Any) -> None:  # noqa: ANN401  # whatever WTForms takes
        super().__init__(prefix=f"{act}-", data={"seen": stored.ordinal}, **values)
        self.act = act

    @property
    def chapters_seen(self) -> int:
        """The number of chapters on the page on which the arbiter decided."""
        text = str(self.seen.data)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1  # noqa: PLR2004  # no duel has so many


class LengthForm(RulingForm):
    """An act that needs a length of time."""

    amount = IntegerField(
        _l("How much"),
        [required(_l("Say how much.")), NumberRange(1, MOST, _l("This is no such length of time."))],
    )
    unit = SelectField(
        _l("Unit"),
        choices=choices(("minutes", _l("minutes")), ("hours", _l("hours")), ("days", _l("days"))),
        default="hours",
    )

    @property
    def length(self) -> timedelta:
        """The length of time that was chosen."""
        return timedelta(seconds=(self.amount.data or 0) * UNITS[self.unit.data])


class TakeBackForm(RulingForm):
    """To which chapter a duel is taken back: how many of them are kept."""

    kept = SelectField(_l("Back to"), coerce=int)


class CloseForm(RulingForm):
    """Who wins a duel that is closed."""

    winner = RadioField(_l("Result"), default="nobody")

    def __init__(self, act: str, stored: StoredDuel, **values: Any) -> None:  # noqa: ANN401  # as above
        super().__init__(act, stored, **values)
        names = names_of(stored)
        self.winner.choices = choices(
            ("nobody", gettext("Nobody wins: it counts for nothing")),
            *((player.value, gettext("%(name)s wins", name=names[player])) for player in Player),
        )
        self.winner.data = self.winner.data or "nobody"

    @property
    def chosen(self) -> Player | None:
        """The winner; None where nobody wins."""
        return None if self.winner.data == "nobody" else Player(self.winner.data)
