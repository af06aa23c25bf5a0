"""The stored form of a duel's time: instants as text, lengths in microseconds."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from clocks.times import Leave, Pause, Times
from intimate.players import Player

MICROSECOND = timedelta(microseconds=1)


def write_times(times: Times) -> dict[str, Any]:
    """Write the state of a duel's time; what is as it is at first is left out."""
    written = {
        "began": _instant(times.began),
        "due": {player: at.isoformat() for player, at in times.due.items()},
        "banks": _lengths(times.banks),
        "misses": dict(times.misses),
        "leaves": _lengths(times.leaves),
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
    }
    return {name: value for name, value in written.items() if value}


def read_times(written: Mapping[str, Any]) -> Times:
    """Read what `write_times` has written."""
    return Times(
        began=_read(written.get("began")),
        due={Player(player): datetime.fromisoformat(at) for player, at in _items(written, "due")},
        banks={Player(player): length * MICROSECOND for player, length in _items(written, "banks")},
        misses={Player(player): count for player, count in _items(written, "misses")},
        leaves={Player(player): length * MICROSECOND for player, length in _items(written, "leaves")},
        away={
            Player(player): Leave(
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
