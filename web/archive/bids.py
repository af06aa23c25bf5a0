"""What was bid for a power in each year of all finished public duels, and what would have won."""

import sys
from collections.abc import Hashable, Mapping
from datetime import timedelta
from http import HTTPStatus

from flask import Blueprint
from flask.typing import ResponseReturnValue

from adjudicator import Power
from services.history.counting import LAST_YEAR, MOST_BID
from services.history.statistics import Bids, bids_by_year
from web.archive.forms import BidsForm
from web.frame.cache import cache
from web.frame.page import Frame, respond
from web.frame.session import db, now
from web.words.numbers import figure, percent
from web.words.powers import definite_name

FRESH = timedelta(minutes=5)
"""How old the figures may be."""
BID_BYTES = 200


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/bids", "bids", bids)


class BidsPage(Frame):
    """The bids for one power by year, and how often an amount would have won in one of them."""

    template = "archive/bids.html"
    last_year, most_bid = LAST_YEAR, MOST_BID
    percent, figure = staticmethod(percent), staticmethod(figure)

    def __init__(self, form: BidsForm) -> None:
        self.form = form
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """What is asked, and when, as far as figures may be old."""
        return None if self.is_refused else (tuple(self.form.given.items()), _stretch())

    @property
    def power(self) -> Power:
        """The power that was bid for."""
        return Power(self.form.power.data)

    @property
    def named(self) -> str:
        """Its name, with the article that it has."""
        return definite_name(self.power)

    @property
    def years(self) -> Mapping[int, Bids]:
        """The bids by year."""
        if self.is_refused:
            return {}
        preset = self.form.preset.data or None
        return cache().made_once(
            ("bids", preset, self.power, _stretch()),
            lambda: bids_by_year(db(), self.power, preset),
            lambda found: (
                sys.getsizeof(found) + BID_BYTES * sum(len(each.amounts) for each in found.values())
            ),
        )

    @property
    def amount(self) -> int | None:
        """The bid that the reader asks about."""
        return self.form.amount.data

    @property
    def asked(self) -> Bids | None:
        """The bids of the year that the reader asks about."""
        year = self.form.year.data
        return None if year is None else self.years.get(min(year, LAST_YEAR))


def _size(years: Mapping[int, Bids]) -> int:
    return sys.getsizeof(years) + BID_BYTES * sum(len(bids.amounts) for bids in years.values())


def _stretch() -> int:
    return int(now().timestamp() // FRESH.total_seconds())


def bids() -> ResponseReturnValue:
    """Answer with the bids for a power."""
    form = BidsForm()
    is_sound = form.validate()
    if not is_sound and form.power.errors:
        form.power.data = form.power.default
    return respond(BidsPage(form), HTTPStatus.OK if is_sound else HTTPStatus.UNPROCESSABLE_ENTITY)
