"""The state of a duel's time, as a value and in its stored form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from intimate.players import Player


@dataclass(frozen=True, slots=True)
class Away:
    """Time off that a player takes now: its beginning, its end, and the time to play that they had left."""

    since: datetime
    until: datetime
    left: timedelta

    @property
    def began_by_itself(self) -> bool:
        """True if the time off began by itself because the player was out of time."""
        return not self.left


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of the duel: since when, and when it ends by itself.

    by_arbiter: whether an arbiter has ordered it, so that the players cannot end it.
    """

    since: datetime
    until: datetime
    by_arbiter: bool = False


@dataclass(frozen=True, slots=True)
class Times:
    """The time of both players in one phase.

    began: when the time of the phase began, moved later by pauses and other time without play. due: when each
    player whose time runs will be out of it. banks: what each bank held when it last started or stopped;
    empty without banks. misses: the phases in a row in which a player stored nothing. time_off: what each
    player has earned and not taken. away: the players who take time off now. pause: the present pause.
    pause_offer: who offers a pause. granted: the players who got more time in this phase. opens_until: when a
    live duel lapses unless both have come; None once it has begun. here: the players who have come.
    begun_anew: how often an arbiter has restarted a phase. over_at: when the agreed time of the whole
    duel is over; a pause moves it later only when it ends.
    """

    began: datetime | None = None
    due: Mapping[Player, datetime] = field(default_factory=dict)
    banks: Mapping[Player, timedelta] = field(default_factory=dict)
    misses: Mapping[Player, int] = field(default_factory=dict)
    time_off: Mapping[Player, timedelta] = field(default_factory=dict)
    away: Mapping[Player, Away] = field(default_factory=dict)
    pause: Pause | None = None
    pause_offer: Player | None = None
    granted: frozenset[Player] = frozenset()
    opens_until: datetime | None = None
    here: frozenset[Player] = frozenset()
    begun_anew: int = 0
    over_at: datetime | None = None

    @property
    def wakes_at(self) -> datetime | None:
        """When the worker next has to look at the duel; None if never."""
        if self.opens_until is not None:
            return self.opens_until
        if self.pause:
            return self.pause.until
        if self.deadline is None:
            return self.over_at
        instants = (self.deadline, self.over_at, *(each.until for each in self.away.values()))
        return min(at for at in instants if at is not None)

    @property
    def deadline(self) -> datetime | None:
        """When the last player whose time runs will be out of it; None while nobody's time runs."""
        return None if self.pause else max(self.due.values(), default=None)

    def is_up(self, now: datetime) -> bool:
        """Tell whether the agreed time of the whole duel is over."""
        return self.pause is None and self.over_at is not None and now >= self.over_at

    def is_out(self, player: Player, now: datetime) -> bool:
        """Tell whether the time of a player has run out, or that of the whole duel."""
        if self.is_up(now):
            return True
        return self.pause is None and player in self.due and now >= self.due[player]

    def is_over(self, player: Player, now: datetime) -> bool:
        """Tell whether a player can enter nothing more: out of time, or the live duel has lapsed."""
        has_lapsed = self.opens_until is not None and now >= self.opens_until
        return has_lapsed or self.is_out(player, now)


MICROSECOND = timedelta(microseconds=1)


def write_times(times: Times) -> dict[str, Any]:
    """Write the state of a duel's time, without initial values."""
    written = {
        "began": _instant(times.began),
        "due": {player: at.isoformat() for player, at in times.due.items()},
        "banks": _lengths(times.banks),
        "misses": dict(times.misses),
        "leaves": _lengths(times.time_off),
        "away": {
            player: [each.since.isoformat(), each.until.isoformat(), _length(each.left)]
            for player, each in times.away.items()
        },
        "pause": _pause(times.pause),
        "pause_offer": times.pause_offer,
        "granted": sorted(times.granted),
        "opens_until": _instant(times.opens_until),
        "here": sorted(times.here),
        "begun_anew": times.begun_anew,
        "over_at": _instant(times.over_at),
    }
    return {name: value for name, value in written.items() if value}


def read_times(written: Mapping[str, Any]) -> Times:
    """Read what `write_times` has written."""
    return Times(
        began=_read(written.get("began")),
        due={Player(player): datetime.fromisoformat(at) for player, at in _items(written, "due")},
        banks={Player(player): length * MICROSECOND for player, length in _items(written, "banks")},
        misses={Player(player): count for player, count in _items(written, "misses")},
        time_off={Player(player): length * MICROSECOND for player, length in _items(written, "leaves")},
        away={
            Player(player): Away(
                datetime.fromisoformat(since), datetime.fromisoformat(until), left * MICROSECOND
            )
            for player, (since, until, left) in _items(written, "away")
        },
        pause=_read_pause(*written["pause"]) if "pause" in written else None,
        pause_offer=Player(written["pause_offer"]) if "pause_offer" in written else None,
        granted=frozenset(map(Player, written.get("granted", ()))),
        opens_until=_read(written.get("opens_until")),
        here=frozenset(map(Player, written.get("here", ()))),
        begun_anew=written.get("begun_anew", 0),
        over_at=_read(written.get("over_at")),
    )


def _items(written: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401  # what JSON holds
    return written.get(name, {}).items()


def _pause(pause: Pause | None) -> list[Any] | None:
    if pause is None:
        return None
    return [pause.since.isoformat(), pause.until.isoformat(), *([True] if pause.by_arbiter else [])]


def _read_pause(since: str, until: str, by_arbiter: bool = False) -> Pause:  # noqa: FBT001, FBT002  # as JSON lists it
    return Pause(datetime.fromisoformat(since), datetime.fromisoformat(until), by_arbiter)


def _instant(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _read(at: str | None) -> datetime | None:
    return datetime.fromisoformat(at) if at else None


def _length(length: timedelta) -> int:
    return length // MICROSECOND


def _lengths(lengths: Mapping[Player, timedelta]) -> dict[str, int]:
    return {player: _length(length) for player, length in lengths.items()}
