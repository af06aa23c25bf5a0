"""The clock of a table: its organiser starts, stops and changes it (sources 000, IV; 004, VI)."""

from datetime import datetime, timedelta
from enum import StrEnum

from adjudicator import PhaseKind, Season
from games import OrdinaryGame
from models import GameTable
from services.tables.refusals import TableRefusal, TableRefused
from services.tables.tables import SeasonClock, agreed_clock

MINUTE = 60
MOST_SECONDS = 3 * 60 * MINUTE


class ClockAct(StrEnum):
    """What the organiser does with the clock."""

    START = "start"
    STOP = "stop"
    MORE = "more"
    LESS = "less"
    ANEW = "anew"


def seconds_of(agreed: SeasonClock, game: OrdinaryGame) -> int:
    """The seconds of the present season; 0 for phases without a clock, such as retreats."""
    if game.phase.kind is not PhaseKind.MOVEMENT or game.ending or not agreed.runs:
        return 0
    if game.seasons == 0:
        return agreed.first * MINUTE
    return (agreed.spring if game.phase.season is Season.SPRING else agreed.autumn) * MINUTE


def left(stored: GameTable, now: datetime) -> int | None:
    """The seconds that are left, below 0 once the time is over; None if the clock is not set."""
    if stored.clock_ends_at is not None:
        return int((stored.clock_ends_at - now).total_seconds())
    return stored.clock_left


def begin_season(stored: GameTable, before: OrdinaryGame, after: OrdinaryGame, now: datetime) -> None:
    """Restart the clock if a new season has begun; clear it in other phases, and after the game."""
    if after.phase == before.phase and not after.ending:
        return
    seconds = seconds_of(agreed_clock(stored), after)
    stored.clock_left = None
    stored.clock_ends_at = now + timedelta(seconds=seconds) if seconds else None


def set_back(stored: GameTable, game: OrdinaryGame) -> None:
    """Stop the clock at the whole time of a season that has been taken back."""
    stored.clock_ends_at, stored.clock_left = None, seconds_of(agreed_clock(stored), game) or None


def stop(stored: GameTable, now: datetime) -> None:
    """Stop the clock."""
    seconds = left(stored, now)
    stored.clock_ends_at, stored.clock_left = None, None if seconds is None else max(0, seconds)


def act(stored: GameTable, game: OrdinaryGame, what: ClockAct, now: datetime) -> None:
    """Start, stop or change the clock; raises TableRefused if the phase has none."""
    season = seconds_of(agreed_clock(stored), game)
    if not season:
        raise TableRefused(TableRefusal.NO_CLOCK)
    seconds = left(stored, now)
    present = max(0, season if seconds is None else seconds)
    was_running = stored.clock_ends_at is not None
    match what:
        case ClockAct.STOP:
            return stop(stored, now)
        case ClockAct.START:
            was_running = True
        case ClockAct.ANEW:
            present, was_running = season, True
        case ClockAct.MORE:
            present = min(MOST_SECONDS, present + MINUTE)
        case ClockAct.LESS:
            present = max(0, present - MINUTE)
    stored.began_at = stored.began_at or now
    stored.clock_ends_at = now + timedelta(seconds=present) if was_running else None
    stored.clock_left = None if was_running else present
    return None


def minutes_played(stored: GameTable, now: datetime) -> int:
    """The whole minutes since the game began."""
    return 0 if stored.began_at is None else int((now - stored.began_at).total_seconds()) // MINUTE
