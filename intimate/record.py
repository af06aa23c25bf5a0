"""The duel record, one JSON document that holds a whole duel: its formats 1 to 3 (docs/formats.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intimate.chapter import Chapter
from intimate.codec import write_draws, write_entry, write_ruling
from intimate.duel import Duel, begin
from intimate.errors import DuelError
from intimate.events import BY_THE_ARBITER, BY_VOTE, EventKind
from intimate.rules import Rules
from intimate.settings import rules
from intimate.start import set_up

FORMAT = "intimate-duel/1"
SECOND_FORMAT = "intimate-duel/2"
THIRD_FORMAT = "intimate-duel/3"
FORMATS = (FORMAT, SECOND_FORMAT, THIRD_FORMAT)
SECOND_FORMAT_EVENTS = (BY_THE_ARBITER | BY_VOTE) - {EventKind.STALEMATE_GRANTED}
"""The events that the first format lacks: a record with one has the second format at least."""
THIRD_FORMAT_EVENTS = frozenset({EventKind.TIME_UP})
"""The events that the first two lack."""
DEEPEST = 20
"""A valid record has seven levels; one nested too deeply could not be written again."""
Plain = dict[str, Any]


class RecordError(DuelError):
    """A record that breaks the rules; `chapter` names the phase or event at fault, if any."""

    def __init__(self, field: str, message: str, chapter: str | None = None) -> None:
        super().__init__(f"{chapter}: {field}" if chapter else field, message)
        self.chapter = chapter


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A record that `load` checked: its rules, the duel at its start, its chapters as written.

    `named_chapters` checks the chapters one by one, so that those before a broken one can be replayed.
    """

    plain: Mapping[str, Any]
    rules: Rules
    start: Duel
    chapters: tuple[Any, ...]

    def __repr__(self) -> str:
        """The name of the duel, and how many chapters there are."""
        return f"<Record of {self.plain.get('duel')!r}: {len(self.chapters)} chapters>"

    def named_chapters(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield each chapter with its phase or event; raises RecordError for one that has neither."""
        for number, chapter in enumerate(self.chapters, start=1):
            name = chapter.get("phase", chapter.get("event")) if isinstance(chapter, Mapping) else None
            if not isinstance(name, str):
                raise RecordError(f"chapters[{number}]", "must be an object with a phase or an event")
            least = FORMAT if "phase" in chapter else first_format_with(name)
            if FORMATS.index(self.plain["format"]) < FORMATS.index(least):
                raise RecordError("event", f"needs a record of format {least}", name)
            yield name, chapter


def first_format_with(event: object) -> str:
    """Return the first format that knows an event, by its name."""
    if event in THIRD_FORMAT_EVENTS:
        return THIRD_FORMAT
    return SECOND_FORMAT if event in SECOND_FORMAT_EVENTS else FORMAT


def format_of(chapters: Iterable[Mapping[str, Any]]) -> str:
    """Return the format for a record with these chapters: the first that knows all their events."""
    events = [chapter for chapter in chapters if "phase" not in chapter]
    needed = {first_format_with(event.get("event")) for event in events}
    if any("reason" in event for event in events):
        needed.add(SECOND_FORMAT)
    return max(needed, key=FORMATS.index, default=FORMAT)


def write_chapter(chapter: Chapter) -> Plain:
    """Write the input of a chapter, from which it can be played again."""
    if chapter.event:
        player = {"player": chapter.event.player.value} if chapter.event.player else {}
        return {"event": chapter.event.kind.value, **player, **write_ruling(chapter.event)}
    entries = {player.value: write_entry(entry) for player, entry in chapter.entries.items()}
    draws = write_draws(chapter.draws)
    return {"phase": str(chapter.phase), "entries": entries} | ({"lots": draws} if draws else {})


def write(  # one argument per field of a record
    chapters: Iterable[Chapter],
    *,
    duel: str = "",
    preset: str = "intimate",
    settings: Mapping[str, Any] | None = None,
    edition: str = "standard",
    start: Mapping[str, Any] | None = None,
    players: Mapping[str, str] | None = None,
) -> Plain:
    """Write the record of a duel that was played here; `load` reads it.

    chapters: the results of `play` and `happen_after`, in sequence. duel: its name. preset, settings and
    edition: as given to `rules`. start: as given to `set_up`, None if homes were chosen. players: {first:
    name, second: name}. It has no seals, since nothing was sealed.
    """
    written = [write_chapter(chapter) for chapter in chapters]
    return {
        "format": format_of(written),
        **({"duel": duel} if duel else {}),
        "preset": preset,
        "settings": dict(settings or {}),
        "edition": edition,
        **({"players": dict(players)} if players else {}),
        **({"start": start} if start is not None else {}),
        "chapters": written,
    }


def _object(plain: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = plain.get(field)
    if not isinstance(value, Mapping | None):
        raise RecordError(field, "must be an object")
    return value or {}


def _name(plain: Mapping[str, Any], field: str, usual: str) -> str:
    value = plain.get(field, usual)
    if not isinstance(value, str):
        raise RecordError(field, "must be a name")
    return value


def _chapters(plain: Mapping[str, Any]) -> Sequence[Any]:
    chapters = plain.get("chapters")
    if not isinstance(chapters, list | None):
        raise RecordError("chapters", "must be a list")
    return chapters or []


def load(plain: object) -> Record:
    """Check all of a record except its chapters, which a replay checks; raises DuelError."""
    if not isinstance(plain, Mapping):
        raise RecordError("record", "must be a JSON object")
    if plain.get("format") not in FORMATS:
        raise RecordError("format", f"{plain.get('format')!r} is not one of {', '.join(FORMATS)}")
    chosen = rules(
        _name(plain, "preset", "intimate"), _object(plain, "settings"), _name(plain, "edition", "standard")
    )
    chapters = tuple(_chapters(plain))
    begins = begin(chosen) if plain.get("start") is None else set_up(chosen, _object(plain, "start"))
    return Record(plain, chosen, begins, chapters)


def _inside(plain: object) -> Iterable[object]:
    if isinstance(plain, dict):
        return plain.values()
    return plain if isinstance(plain, list) else ()


def _reaches(plain: object, depth: int) -> bool:
    level = [plain]
    for _ in range(depth):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def loads(text: str | bytes) -> Record:
    """Read a record from JSON text; raises DuelError."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("record", "is not JSON that can be read") from error
    if _reaches(plain, DEEPEST):
        raise RecordError("record", f"is nested deeper than {DEEPEST} levels")
    return load(plain)
