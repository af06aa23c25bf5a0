"""The duel record, `intimate-duel/1`: one JSON document that holds a whole duel (docs/formats.md)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from intimate.duel import Duel, begin
from intimate.errors import DuelError
from intimate.rules import Rules
from intimate.settings import rules
from intimate.start import set_up

FORMAT = "intimate-duel/1"
Plain = dict[str, Any]


class RecordError(DuelError):
    """A record that breaks the rules; `chapter` names the phase or event at fault, if there is one."""

    def __init__(self, field: str, message: str, chapter: str | None = None) -> None:
        super().__init__(f"{chapter}: {field}" if chapter else field, message)
        self.chapter = chapter


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose frame was checked: its rules, the duel it begins with, its chapters as they stand."""

    plain: Mapping[str, Any]
    rules: Rules
    start: Duel
    chapters: tuple[Mapping[str, Any], ...]


def _object(plain: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = plain.get(field) or {}
    if not isinstance(value, Mapping):
        raise RecordError(field, "must be an object")
    return value


def _name(plain: Mapping[str, Any], field: str, usual: str) -> str:
    value = plain.get(field, usual)
    if not isinstance(value, str):
        raise RecordError(field, "must be a name")
    return value


def _chapters(plain: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    chapters = plain.get("chapters") or []
    if not isinstance(chapters, list):
        raise RecordError("chapters", "must be a list")
    for number, chapter in enumerate(chapters, start=1):
        named = isinstance(chapter, Mapping) and isinstance(chapter.get("phase", chapter.get("event")), str)
        if not named:
            raise RecordError(f"chapters[{number}]", "must be an object with a phase or an event")
    return chapters


def load(plain: object) -> Record:
    """Check the frame of a record; raises DuelError. The chapters are checked when they are replayed."""
    if not isinstance(plain, Mapping):
        raise RecordError("record", "must be a JSON object")
    if plain.get("format") != FORMAT:
        raise RecordError("format", f"{plain.get('format')!r} is not {FORMAT}")
    chosen = rules(
        _name(plain, "preset", "intimate"), _object(plain, "settings"), _name(plain, "edition", "standard")
    )
    chapters = tuple(_chapters(plain))
    start = _object(plain, "start")
    return Record(plain, chosen, set_up(chosen, start) if start else begin(chosen), chapters)


def loads(text: str) -> Record:
    """Read a record from JSON text; raises DuelError."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("record", "is not JSON that can be read") from error
    return load(plain)
