"""Seals: an entry is fixed by a salted hash before it is shown (docs/formats.md)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator import PhaseKind
from intimate.codec import read_draws, read_entry
from intimate.draws import COIN, digest, draw_for_lists, draw_player
from intimate.entries import HomesList
from intimate.errors import EntryError
from intimate.players import Player
from intimate.rules import HOMES

SEALING = ("salt", "seal", "at")


class SealFault(NamedTuple):
    """A seal that is `wrong` or `missing`: `field` is its player, `lots_seal`, or `lots`."""

    chapter: str
    field: str
    fault: str


def seal(duel: str, phase: str, player: str, entry: Mapping[str, Any], salt: str) -> str:
    """Seal an entry, without its salt, seal and time."""
    content = {key: value for key, value in entry.items() if key not in SEALING}
    sealed = {"duel": duel, "entry": content, "phase": phase, "player": player, "salt": salt}
    return digest(json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def _of_entry(duel: object, chapter: Mapping[str, Any], player: str, *, missing_too: bool) -> str | None:
    entry = chapter["entries"][player]
    if not isinstance(entry, Mapping):
        return "wrong"
    if "seal" not in entry:
        return "missing" if missing_too else None
    salt = entry.get("salt")
    if not isinstance(salt, str):
        return "wrong"
    expected = seal(str(duel), str(chapter.get("phase")), player, entry, salt)
    return None if entry["seal"] == expected else "wrong"


def _drew_lots(record: Mapping[str, Any]) -> bool:
    return record.get("lots_secret") is not None or any(
        chapter.get("lots") for chapter in record.get("chapters") or ()
    )


def _of_lots(record: Mapping[str, Any], *, missing_too: bool) -> Iterator[SealFault]:
    secret, sealed = record.get("lots_secret"), record.get("lots_seal")
    if sealed is None:
        if missing_too and _drew_lots(record):
            yield SealFault("record", "lots_seal", "missing")
    elif secret is not None and (not isinstance(secret, str) or digest(secret) != sealed):
        yield SealFault("record", "lots_seal", "wrong")


def _lists_of(entries: Mapping[str, Any]) -> dict[Player, HomesList]:
    for player, plain in entries.items():
        if not isinstance(plain, Mapping):
            raise EntryError("wrong_kind", str(player), "must be an object")
    read = {Player(player): read_entry(plain, PhaseKind.HOMES) for player, plain in entries.items()}
    return {player: entry for player, entry in read.items() if isinstance(entry, HomesList)}


def _is_drawn_otherwise(chapter: Mapping[str, Any], secret: str) -> bool:
    """Tell whether a draw of a chapter differs from what the secret and both lists of powers give."""
    recorded = read_draws(chapter["lots"])
    if recorded.coin is not None and recorded.coin is not draw_player(secret, COIN):
        return True
    if chapter.get("phase") != str(HOMES):
        return False
    try:
        drawn = draw_for_lists(_lists_of(chapter["entries"]), secret)
    except (EntryError, ValueError):
        return True
    lists = (
        drawn.homes_lists.get(player, powers) != powers for player, powers in recorded.homes_lists.items()
    )
    winners = {recorded.homes_winner, drawn.homes_winner} - {None}
    return any(lists) or len(winners) > 1


def faults(record: Mapping[str, Any], *, missing_too: bool = False) -> Iterator[SealFault]:
    """Find every wrong seal of a record and, if asked, every missing one.

    record: one that `intimate.record.load` accepts, as written.
    """
    yield from _of_lots(record, missing_too=missing_too)
    secret = record.get("lots_secret")
    for chapter in record.get("chapters") or ():
        entries = chapter.get("entries")
        if not isinstance(entries, Mapping):
            continue
        for player in entries:
            fault = _of_entry(record.get("duel"), chapter, player, missing_too=missing_too)
            if fault:
                yield SealFault(str(chapter.get("phase")), player, fault)
        draws = isinstance(chapter.get("lots"), Mapping)
        if draws and isinstance(secret, str) and _is_drawn_otherwise(chapter, secret):
            yield SealFault(str(chapter.get("phase")), "lots", "wrong")
