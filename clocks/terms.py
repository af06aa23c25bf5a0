"""The clock that both players agree to before a duel begins."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from adjudicator import Phase, PhaseKind, Season
from intimate.errors import SettingError

MINUTE, HOUR, DAY = 60, 3600, 86400
SHORTEST_PHASE, LONGEST_PHASE = MINUTE, 30 * DAY
LARGEST_BANK = 90 * DAY
LARGEST_LIVE_BANK = 6 * HOUR
MOST_MISSES, DEFAULT_MISSES = 9, 2
LAST_MINUTE = DAY // MINUTE - 1
SHORTEST_LIMIT, LONGEST_LIMIT = HOUR, DAY
SHORTEST_BY_HOUR = 6 * HOUR
"""The shortest phase of a clock with an hour of the day."""
MOST_TIME_OFF_A_DAY = 12 * HOUR
WEEK = range(7)
WEEKEND = (5, 6)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that each player has, in seconds. An impossible one raises SettingError.

    moves: for a list of powers and for a movement phase. auctions: for a sheet of bids. shorts: for retreats
    and for builds. bank: what each player's bank holds at first; 0 for no banks, but a deadline for each
    phase. With banks, each phase adds its time to the bank, up to `cap`, and the bank runs only while the
    player is awaited and has not handed in. misses: a player who stores nothing in this many phases in a row
    loses.

    ends_at: the minute of the day, in `zone`, at which every phase ends; None for any. rest_days: the days of
    the week, Monday 0, on which no time runs in `zone`. time_off: what a day of play earns each player.
    grants: whether a player may give more time to an opponent who missed a phase. unlimited: whether no
    time runs at all, and a phase lasts until both are ready. autumns: for moves in autumn, 0 for the time of
    other moves (source 004, VI). first: for the first moves of the duel, 0 likewise (source 000, IV). limit:
    the time of play after which a live duel ends, 0 for no limit (source 002, 1).
    """

    moves: int = DAY
    auctions: int = DAY
    shorts: int = DAY
    bank: int = 0
    cap: int = 0
    misses: int = DEFAULT_MISSES
    ends_at: int | None = None
    zone: str = "UTC"
    rest_days: tuple[int, ...] = ()
    time_off: int = 0
    grants: bool = True
    unlimited: bool = False
    autumns: int = 0
    first: int = 0
    limit: int = 0

    def __post_init__(self) -> None:
        for name in ("moves", "auctions", "shorts"):
            _check(name, getattr(self, name), SHORTEST_PHASE, LONGEST_PHASE)
        for name in ("autumns", "first"):
            if getattr(self, name):
                _check(name, getattr(self, name), SHORTEST_PHASE, LONGEST_PHASE)
        _check("bank", self.bank, 0, LARGEST_BANK)
        _check("cap", self.cap, max(self.bank, self._longest) if self.bank else 0, self._largest_cap)
        _check("misses", self.misses, 1, MOST_MISSES)
        self._check_limit()
        _check("leave", self.time_off, 0, 0 if self.is_live else MOST_TIME_OFF_A_DAY)
        self._check_days()

    def _check_limit(self) -> None:
        if self.limit:
            _check("limit", self.limit, SHORTEST_LIMIT, LONGEST_LIMIT)
            if self.unlimited or not self.is_live:
                raise SettingError("limit", self.limit, "only a live duel ends after some hours")

    def _check_days(self) -> None:
        """Check hour, days of rest and time zone."""
        if self.zone not in zones():
            raise SettingError("zone", self.zone, "must be the name of a time zone")
        if self.ends_at is not None:
            _check("ends_at", self.ends_at, 0, LAST_MINUTE)
            if self.has_banks or min(self._lengths) < SHORTEST_BY_HOUR:
                raise SettingError(
                    "ends_at", self.ends_at, "needs phases of at least six hours, and no banks"
                )
        if self.unlimited and (self.has_banks or self.ends_at is not None):
            raise SettingError("unlimited", self.unlimited, "cannot go with banks or an hour of the day")
        if not are_rest_days(self.rest_days):
            raise SettingError(
                "rest_days", self.rest_days, "must be different days of the week in order, six at most"
            )
        if self.is_live and self.rest_days:
            raise SettingError("rest_days", self.rest_days, "a live duel has no days of rest")

    @property
    def _lengths(self) -> tuple[int, ...]:
        agreed = (self.autumns, self.first)
        return (self.moves, self.auctions, self.shorts, *(length for length in agreed if length))

    @property
    def _longest(self) -> int:
        return max(self._lengths)

    @property
    def _largest_cap(self) -> int:
        return LARGEST_BANK if self.bank else 0

    def length(self, phase: Phase, first_year: int) -> timedelta:
        """Return the time of a phase; first_year: of the duel."""
        times = {
            PhaseKind.AUCTION: self.auctions,
            PhaseKind.RETREATS: self.shorts,
            PhaseKind.ADJUSTMENTS: self.shorts,
            PhaseKind.MOVEMENT: self._moves_of(phase, first_year),
        }
        return timedelta(seconds=times.get(phase.kind, self.moves))

    def _moves_of(self, phase: Phase, first_year: int) -> int:
        if phase.season is Season.AUTUMN:
            return self.autumns or self.moves
        return (self.first if phase.year == first_year else 0) or self.moves

    @property
    def has_banks(self) -> bool:
        """True if each player has a bank, false if each phase has a deadline."""
        return self.bank > 0

    @property
    def is_live(self) -> bool:
        """True if both players sit at the board: phases take minutes, banks at most hours."""
        return self._longest < HOUR and self.bank <= LARGEST_LIVE_BANK

    @property
    def pace(self) -> str:
        """The name of the pace, by which ratings are kept apart: live, or days."""
        return "live" if self.is_live else "days"


def are_rest_days(days: Sequence[int]) -> bool:
    """Tell whether these are days of the week in order, with at least one day left to play."""
    return list(days) == sorted(set(days) & set(WEEK)) and len(days) < len(WEEK)


def write_clock(clock: Clock) -> dict[str, Any]:
    """Write the fields of a clock; `time_off` is `leave` where it is stored and in the API."""
    return {"leave" if name == "time_off" else name: value for name, value in asdict(clock).items()}


def read_clock(written: Mapping[str, Any]) -> Clock:
    """Read what `write_clock` has written; old clocks have `weekends` instead of `rest_days`."""
    fields = dict(written)
    rests_at_weekends = fields.pop("weekends", True) is False
    days = fields.pop("rest_days", WEEKEND if rests_at_weekends else ())
    return Clock(time_off=fields.pop("leave", 0), rest_days=tuple(days), **fields)


NOWHERE = frozenset({"Factory", "localtime"})
"""Names in the time zone database that mean no zone, or different ones on different machines."""


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones, old ones included: browsers still report them."""
    return frozenset(available_timezones()) - NOWHERE


@cache
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name."""
    return ZoneInfo(name)


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise SettingError(name, value, f"must be from {least} to {most}")


UNLIMITED = Clock(grants=False, unlimited=True)
"""The clock of a duel against the site's own opponent: time is unlimited."""
TIME_OFF = 4 * HOUR
"""The usual time off that a day of play earns: five days in a month."""
PRESETS: Mapping[str, Clock] = {
    "blitz": Clock(5 * MINUTE, 5 * MINUTE, 2 * MINUTE),
    "live": Clock(15 * MINUTE, 15 * MINUTE, 5 * MINUTE),
    "live_bank": Clock(3 * MINUTE, 3 * MINUTE, 1 * MINUTE, bank=45 * MINUTE, cap=45 * MINUTE),
    "day": Clock(DAY, DAY, DAY // 2, time_off=TIME_OFF),
    "two_days": Clock(2 * DAY, 2 * DAY, DAY, time_off=TIME_OFF),
    "week": Clock(7 * DAY, 7 * DAY, 3 * DAY, time_off=TIME_OFF),
    "days_bank": Clock(DAY, DAY, DAY // 2, bank=7 * DAY, cap=10 * DAY, time_off=TIME_OFF),
}
"""The clocks that players choose by name."""
