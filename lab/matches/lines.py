"""Played duels as JSON lines in a file, from which a match continues."""

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from adjudicator import PhaseKind
from intimate.schedule import fixture
from lab.matches.match import Match
from lab.matches.playing import Bidding, Outcome, Played, Thought

COMPRESSED = ".gz"


def named(match: Match) -> dict[str, Any]:
    """Return the fields that all duels of a match share."""
    terms = match.terms._asdict() | {"settings": dict(match.terms.settings)}
    return {"players": list(match.names), "seed": match.seed, **terms}


def line(match: Match, duel: Played) -> str:
    """Write a duel as a line; `read` is the inverse."""
    noted = {
        "number": duel.fixture.number,
        **named(match),
        "homes": duel.fixture.homes,
        "seat": duel.fixture.seat,
        "result": duel.outcome,
        "reason": duel.reason,
        "phase": duel.phase,
        "auctions": [bidding._asdict() for bidding in duel.biddings],
        "thoughts": [[(kind, at, round(seconds, 5)) for kind, at, seconds in each] for each in duel.thoughts],
    }
    return json.dumps(noted | ({"record": duel.record} if duel.record else {}))


def read(noted: Mapping[str, Any]) -> Played:
    """Read a duel from its line."""
    first, second = ([Thought(PhaseKind(each[0]), *each[1:]) for each in of] for of in noted["thoughts"])
    return Played(
        fixture(noted["number"]),
        Outcome(noted["result"]),
        noted["reason"],
        noted["phase"],
        (first, second),
        [Bidding(each["phase"], tuple(each["bids"]), tuple(each["reserves"])) for each in noted["auctions"]],
        noted.get("record"),
    )


def played(path: Path, match: Match) -> dict[int, Played]:
    """Read a match's duels from a file, by number; lines of other matches are ignored."""
    of = named(match)
    return {
        noted["number"]: read(noted)
        for noted in _noted(path)
        if all(noted.get(name) == value for name, value in of.items())
    }


def _noted(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete lines of a file."""
    if not path.exists():
        return
    with opened(path, "r") as lines:
        try:
            yield from map(json.loads, lines)
        except (EOFError, json.JSONDecodeError):
            return


def opened(path: Path, mode: str) -> IO[Any]:
    """Open a file of lines, compressed if its name says so."""
    if path.suffix == COMPRESSED:
        return gzip.open(path, f"{mode}t", encoding="utf-8")  # type: ignore[return-value]  # the mode is text
    return path.open(mode, encoding="utf-8")


def mend(path: Path) -> None:
    """Remove an incomplete last line, so that the next one begins on its own line.

    The rest is written to another file that then replaces this one: it may be hours of duels.
    """
    if not path.exists():
        return
    beside = path.with_name(f"mended-{path.name}")
    with opened(beside, "w") as out:
        out.writelines(f"{json.dumps(noted)}\n" for noted in _noted(path))
    beside.replace(path)
