"""Seals: an entry is fixed by a salted hash before it is shown (docs/formats.md)."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

SEALING = ("salt", "seal", "at")


class Fault(NamedTuple):
    """A seal that is `wrong` or `missing`; `field` is the player, or `lots`."""

    chapter: str
    field: str
    fault: str


def digest(text: str) -> str:
    """Hash the UTF-8 text by SHA-256, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def seal(duel: str, phase: str, player: str, entry: Mapping[str, Any], salt: str) -> str:
    """Seal an entry, its own salt, seal and time left out."""
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


def _of_lots(record: Mapping[str, Any], *, missing_too: bool) -> Iterator[Fault]:
    secret, sealed = record.get("lots_secret"), record.get("lots_seal")
    if sealed is None:
        if missing_too and _drew_lots(record):
            yield Fault("record", "lots_seal", "missing")
    elif secret is not None and (not isinstance(secret, str) or digest(secret) != sealed):
        yield Fault("record", "lots_seal", "wrong")


def faults(record: Mapping[str, Any], *, missing_too: bool = False) -> Iterator[Fault]:
    """Find every seal of a record that does not hold and, if asked, every one that is missing."""
    yield from _of_lots(record, missing_too=missing_too)
    for chapter in record.get("chapters") or ():
        entries = chapter.get("entries")
        for player in entries if isinstance(entries, Mapping) else ():
            fault = _of_entry(record.get("duel"), chapter, player, missing_too=missing_too)
            if fault:
                yield Fault(str(chapter.get("phase")), player, fault)
