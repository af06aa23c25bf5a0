"""How the pairings of home powers go when a program plays itself, beside what people's duels show."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from pathlib import Path

from babel.dates import format_interval
from babel.numbers import format_decimal
from flask import Blueprint, Response, abort, current_app, send_file
from flask.typing import ResponseReturnValue

from intimate.rules import STARTING_CREDITS
from intimate.variants import even
from opponent.levels import LEVELS
from services.history.balance import RAW, SCHEMA, Even, Measurement, load_measurement
from services.history.statistics import Pairings, pairings
from web.frame.limits import limiter
from web.frame.page import Frame, respond
from web.frame.session import db
from web.words.numbers import figure, interval, megabytes, percent
from web.words.reasons import reason_names
from web.words.times import locale

NOT_FOUND = 404
HOUR = 3600
SIGNED, UNSIGNED, WHOLE = "+0.0;−0.0", "0.0", "+0;−0"


def register(blueprint: Blueprint) -> None:
    """Give the page and its files their addresses."""
    blueprint.add_url_rule("/balance", "balance", balance)
    blueprint.add_url_rule("/balance/duels.jsonl.gz", "balance_duels", balance_duels)
    blueprint.add_url_rule("/balance/schema.json", "balance_schema", balance_schema)


class BalancePage(Frame):
    """The pairings as the program and as people play them, and the credits that make them even."""

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
        return self.measured is not None and self.measured.player == LEVELS[-1]

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
        """True when the preset `even` has the credits of this measurement."""
        offered = even.TABLES[-1].credits.by_pair
        found = self.measured.pairings if self.measured else ()
        return {pairing.pair: pairing.credits for pairing in found} == offered

    @property
    def usual_duels(self) -> int:
        """In how many duels both sides had the usual credits."""
        return sum(pairing.duels for pairing in self.measured.pairings) if self.measured else 0

    @property
    def tried(self) -> int:
        """The most credits that were added to a side."""
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
        """Write credits with their sign; of what lies beyond those that were tried, that it does."""
        most = self.tried
        if abs(credits_) > most:
            beyond = format_decimal(most if credits_ > 0 else -most, WHOLE, locale=locale())
            return f"> {beyond}" if credits_ > 0 else f"< {beyond}"
        return format_decimal(credits_, SIGNED, locale=locale()) if credits_ else "0"


def _folder() -> Path:
    """Return where the measurement lies."""
    return Path(current_app.config.get("BALANCE") or Path(str(current_app.static_folder), "balance"))


def balance() -> ResponseReturnValue:
    """Answer with the page."""
    measured = load_measurement(_folder())
    return respond(BalancePage(measured, pairings(db(), measured.preset) if measured else Pairings()))


@limiter.limit("60 per minute")
def balance_duels() -> Response:
    """Answer with all duels that were played."""
    measured = load_measurement(_folder())
    if measured is None:
        abort(NOT_FOUND)
    return _file(RAW, "application/gzip", is_kept=True)


def balance_schema() -> Response:
    """Answer with the schema of a line."""
    return _file(SCHEMA, "application/schema+json", is_kept=False)


def _file(name: str, kind: str, *, is_kept: bool) -> Response:
    folder = Path(str(current_app.static_folder), "balance") if name == SCHEMA else _folder()
    response = send_file(folder / name, kind, as_attachment=is_kept, download_name=name, max_age=HOUR)
    response.headers["Cache-Control"] = f"public, max-age={HOUR}"
    return response
