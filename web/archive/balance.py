"""The balance between home powers: results of the opponent playing itself, beside those of people's duels."""

import sys
from collections.abc import Hashable, Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from http import HTTPStatus
from pathlib import Path

from babel.dates import format_interval
from babel.numbers import format_decimal
from flask import Response, abort, current_app, send_file
from flask.typing import ResponseReturnValue

from adjudicator import Power
from intimate.rules import STARTING_CREDITS
from intimate.variants import even
from opponent.levels import LEVELS
from services.archive.balance import RAW, SCHEMA, Even, Measurement, load_measurement
from services.archive.tallies import LAST_YEAR, MOST_BID, Bids, Pairings, bids_by_year, pairings
from web.archive.search import BidsForm, PowersForm, blueprint
from web.core.cache import cache
from web.core.limits import limited
from web.core.page import Frame, respond
from web.core.session import db, now, without_database
from web.words.names import definite_name
from web.words.numbers import figure, interval, megabytes, percent
from web.words.settings import reason_names
from web.words.times import locale

FRESH = timedelta(minutes=5)
"""How old the figures on a page may be."""
BID_BYTES = 200


class BidsPage(Frame):
    """The bids for one power by year, and how often an amount would have won in one of them."""

    template = "archive/bids.html"
    last_year, most_bid = LAST_YEAR, MOST_BID
    percent, figure = staticmethod(percent), staticmethod(figure)

    def __init__(self, form: BidsForm) -> None:
        self.form = form
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """The request, and the present stretch of time (FRESH)."""
        return None if self.is_refused else (tuple(self.form.given.items()), _stretch())

    @property
    def power(self) -> Power:
        """The power that was bid for."""
        return Power(self.form.power.data)

    @property
    def named(self) -> str:
        """Its name, with its article."""
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
            _size,
        )

    @property
    def amount(self) -> int | None:
        """The bid that the viewer asks about."""
        return self.form.amount.data

    @property
    def asked(self) -> Bids | None:
        """The bids of the year that the viewer asks about."""
        year = self.form.year.data
        return None if year is None else self.years.get(min(year, LAST_YEAR))


def _size(years: Mapping[int, Bids]) -> int:
    return sys.getsizeof(years) + BID_BYTES * sum(len(bids.amounts) for bids in years.values())


def _stretch() -> int:
    return int(now().timestamp() // FRESH.total_seconds())


@blueprint.get("/bids")
def bids() -> ResponseReturnValue:
    """Show the bids for a power."""
    form = BidsForm()
    is_sound = form.validate()
    if not is_sound and form.power.errors:
        form.power.data = form.power.default
    return respond(BidsPage(form), HTTPStatus.OK if is_sound else HTTPStatus.UNPROCESSABLE_ENTITY)


STEPS = 10


class PowersPage(Frame):
    """The 21 pairings of home powers and the seven powers; made once for the same figures."""

    template = "archive/powers.html"
    percent, interval, figure = staticmethod(percent), staticmethod(interval), staticmethod(figure)

    def __init__(self, form: PowersForm, found: Pairings) -> None:
        self.form, self.found = form, found
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """The figures, and the preset that they are for."""
        if self.is_refused:
            return None
        return self.form.preset.data, tuple(sorted(self.found.found.items()))

    def shade(self, own: str, others: str) -> int:
        """How dark a cell of the table is, from 0 to 10; an undecided pairing counts as a half."""
        return round(self.found.of(own, others).share.value * STEPS)  # type: ignore[arg-type]  # names of powers


@blueprint.get("/powers")
def powers() -> ResponseReturnValue:
    """Show the pairings."""
    form = PowersForm()
    if not form.validate():
        return respond(PowersPage(form, Pairings()), HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(PowersPage(form, pairings(db(), form.preset.data or None)))


NOT_FOUND = 404
HOUR = 3600
SIGNED, UNSIGNED, WHOLE = "+0.0;−0.0", "0.0", "+0;−0"


class BalancePage(Frame):
    """The pairings as the opponent and as people play them, and the credits that make them even."""

    template = "archive/balance.html"
    percent, interval, figure = staticmethod(percent), staticmethod(interval), staticmethod(figure)
    megabytes = staticmethod(megabytes)
    usual = STARTING_CREDITS

    def __init__(self, measured: Measurement | None, people: Pairings) -> None:
        self.measured, self.people = measured, people

    def key(self) -> Hashable:
        """The measurement, by the digest of its duels, and people's figures."""
        return self.measured and self.measured.raw_sha256, tuple(sorted(self.people.found.items()))

    @property
    def is_strongest(self) -> bool:
        """True when the strongest level was measured."""
        return self.measured is not None and self.measured.level == LEVELS[-1]

    @property
    def days(self) -> str:
        """When it was measured."""
        assert self.measured  # noqa: S101  # asked where there is a measurement
        return format_interval(self.measured.since, self.measured.on, "yMMMd", locale=locale())

    @cached_property
    def ends(self) -> Sequence[tuple[str, str]]:
        """The ways in which the duels ended, with their shares."""
        names = reason_names()
        found = self.measured.ends if self.measured else ()
        return [(names.get(reason, reason.value), percent(share)) for reason, share in found]

    @property
    def is_offered(self) -> bool:
        """True if the preset `even` has the credits of this measurement."""
        offered = even.TABLES[-1].credits.by_pair
        found = self.measured.pairings if self.measured else ()
        return {pairing.pair: pairing.credits for pairing in found} == offered

    @property
    def usual_duels(self) -> int:
        """The number of duels in which both sides had the usual credits."""
        return sum(pairing.duels for pairing in self.measured.pairings) if self.measured else 0

    @property
    def tried(self) -> int:
        """The highest number of credits that was added to a side."""
        return max(map(abs, self.measured.shifts)) if self.measured else 0

    def years(self, mean: float | None) -> str:
        """Write how many years a duel lasts."""
        return "–" if mean is None else format_decimal(mean, UNSIGNED, locale=locale())

    def bounds(self, found: Even) -> str:
        """Write the bounds of the credits that make a pairing even."""
        if found.low is None or found.high is None:
            return "–"
        return f"({self._signed(found.low)} … {self._signed(found.high)})"

    def shift(self, found: Even) -> str:
        """Write the credits that make a pairing even."""
        return "–" if found.shift is None else self._signed(found.shift)

    def _signed(self, credits_: float) -> str:
        """Write credits with their sign; those beyond the measured range, as a bound such as `> +8`."""
        most = self.tried
        if abs(credits_) > most:
            beyond = format_decimal(most if credits_ > 0 else -most, WHOLE, locale=locale())
            return f"> {beyond}" if credits_ > 0 else f"< {beyond}"
        return format_decimal(credits_, SIGNED, locale=locale()) if credits_ else "0"


def _folder() -> Path:
    """Return the folder of the measurement."""
    return Path(current_app.config.get("BALANCE") or Path(str(current_app.static_folder), "balance"))


@blueprint.get("/balance")
def balance() -> ResponseReturnValue:
    """Show the balance."""
    measured = load_measurement(_folder())
    return respond(BalancePage(measured, pairings(db(), measured.preset) if measured else Pairings()))


@blueprint.get("/balance/duels.jsonl.gz")
@limited("60 per minute")
def balance_duels() -> Response:
    """Send the duels of the measurement, compressed."""
    measured = load_measurement(_folder())
    if measured is None:
        abort(NOT_FOUND)
    return _file(RAW, "application/gzip", is_kept=True)


@blueprint.get("/balance/schema.json")
@without_database
def balance_schema() -> Response:
    """Send the schema of a line."""
    return _file(SCHEMA, "application/schema+json", is_kept=False)


def _file(name: str, kind: str, *, is_kept: bool) -> Response:
    folder = Path(str(current_app.static_folder), "balance") if name == SCHEMA else _folder()
    response = send_file(folder / name, kind, as_attachment=is_kept, download_name=name, max_age=HOUR)
    response.headers["Cache-Control"] = f"public, max-age={HOUR}"
    return response
