"""The field to choose days of the week, for an account and for a clock."""

from typing import Any

from wtforms import ValidationError
from wtforms.form import BaseForm

from clocks.terms import WEEK, are_rest_days
from web.core.forms import Checkboxes, choices
from web.core.translation import gettext
from web.words.times import listed, weekdays


class RestDays(Checkboxes):
    """Choose days of the week."""

    def __init__(self, *given: Any, **options: Any) -> None:  # noqa: ANN401 -- those of WTForms
        super().__init__(*given, coerce=int, **options)

    def offer(self) -> None:
        """Name the days in the viewer's language."""
        self.choices = choices(*zip(WEEK, weekdays(), strict=True))

    @property
    def days(self) -> tuple[int, ...]:
        """The chosen days in their order."""
        return tuple(sorted(self.data or ()))

    @property
    def said(self) -> str:
        """The chosen days in one phrase."""
        names = weekdays()
        return listed(names[day] for day in self.days if day in WEEK)

    def post_validate(self, form: BaseForm, validation_stopped: bool) -> None:  # noqa: ARG002, FBT001 -- the signature is WTForms'
        """Refuse a week without a day of play."""
        if not self.errors and not are_rest_days(self.days):
            raise ValidationError(gettext("Leave at least one day to play."))
