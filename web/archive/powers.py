"""How the home powers fare against each other, by the figures of all finished public duels."""

from collections.abc import Hashable
from http import HTTPStatus

from flask import Blueprint
from flask.typing import ResponseReturnValue

from services.history.statistics import Pairings, pairings
from web.archive.forms import PowersForm
from web.frame.page import Frame, respond
from web.frame.session import db
from web.words.numbers import figure, interval, percent

STEPS = 10


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/powers", "powers", powers)


class PowersPage(Frame):
    """The 21 pairings of home powers and the seven powers; made once for the same figures."""

    template = "archive/powers.html"
    percent, interval, figure = staticmethod(percent), staticmethod(interval), staticmethod(figure)

    def __init__(self, form: PowersForm, found: Pairings) -> None:
        self.form, self.found = form, found
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """The figures, and the rules that they are of."""
        if self.is_refused:
            return None
        return self.form.preset.data, tuple(sorted(self.found.found.items()))

    def shade(self, own: str, others: str) -> int:
        """How dark a cell of the table is, from 0 to 10; what nobody has decided is as light as a half."""
        return round(self.found.of(own, others).share.value * STEPS)  # type: ignore[arg-type]  # names of powers


def powers() -> ResponseReturnValue:
    """Answer with the pairings."""
    form = PowersForm()
    if not form.validate():
        return respond(PowersPage(form, Pairings()), HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(PowersPage(form, pairings(db(), form.preset.data or None)))
