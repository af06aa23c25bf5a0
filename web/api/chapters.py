"""Chapters and the record: all that is resolved, and so known to everybody who may see the duel."""

from typing import Any, cast

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, ConfigDict, Field, RootModel
from typing_extensions import TypedDict

from intimate.codec import public_line
from intimate.events import EventKind
from models import StoredChapter
from models.ids import DuelToken
from services.api.keys import Scope
from services.history.chapters import load_record, page_of_chapters, recorded
from web.api.access import duel_of
from web.api.operations import operation
from web.api.problems import not_found
from web.api.shapes import Asked, Instant, Power, Side
from web.core.session import db

Outcomes = dict[Power, dict[str, list[str]]]


class RecordedChapter(TypedDict, total=False):
    """A chapter as the record holds it: of a phase, or of an event."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    phase: str
    entries: dict[Side, dict[str, Any]]
    lots: dict[str, Any]
    event: EventKind
    player: Side
    reason: str
    seconds: int
    until: str
    to: int
    winner: Side | None


class Auction(TypedDict):
    """The arithmetic of an auction."""

    winning_totals: dict[Side, int]
    overbid: list[Side]
    paid: dict[Side, int]


class Passed(TypedDict, total=False):
    """A phase that awaited nobody."""

    phase: str
    outcomes: Outcomes
    reasons: dict[Power, dict[str, str]]


class Line(TypedDict, total=False):
    """The result of a chapter, as `python -m intimate replay` prints it."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    phase: str
    event: EventKind
    player: Side
    next: str | None
    homes: dict[Side, Power]
    credits: dict[Side, int]
    control: dict[Power, Side | None]
    units: dict[Power, list[str]]
    centers: dict[Power, list[str]]
    dislodged: dict[Power, dict[str, list[str]]]
    auction: Auction
    outcomes: Outcomes
    reasons: dict[Power, dict[str, str]]
    passed: list[Passed]


class Chapter(BaseModel):
    """A resolved phase, or an event: as the record holds it, with its result."""

    ordinal: int
    resolved_at: Instant
    chapter: RecordedChapter
    line: Line


class ChaptersAsked(Asked):
    """Where a page of chapters begins."""

    since: int = Field(0, ge=0, le=2**31 - 1, description="The number of the first requested chapter.")


class Chapters(BaseModel):
    """Some chapters in order, and how many there are."""

    chapters: list[Chapter]
    ordinal: int = Field(description="The number of chapters of the duel.")
    since: int | None = Field(description="The value of `since` for the next page; null on the last page.")


class Players(TypedDict):
    """The names of both players."""

    first: str
    second: str


class Record(TypedDict, total=False):
    """The record of a duel (docs/formats.md): enough to replay it."""

    format: str
    duel: DuelToken
    preset: str
    settings: dict[str, Any]
    edition: str
    players: Players
    lots_seal: str
    lots_secret: str
    start: dict[str, Any]
    chapters: list[RecordedChapter]


class RecordSeen(RootModel[Record]):
    """The record of a duel (docs/formats.md), as far as it is revealed."""


PAGE = 20


@operation(
    "GET",
    "/duels/<duel>/chapters",
    Scope.READ,
    group="chapters",
    summary=_l("What was resolved and what happened"),
    query=ChaptersAsked,
    answer=Chapters,
    problems=("not_found",),
)
def list_chapters(duel: DuelToken, query: ChaptersAsked) -> Chapters:
    """Resolved phases and events in order, by pages: the entries of both players, with their results."""
    stored = duel_of(duel).stored
    found = page_of_chapters(db(), stored, query.since, PAGE)
    following = query.since + PAGE
    return Chapters(
        chapters=list(map(seen, found)),
        ordinal=stored.ordinal,
        since=following if following < stored.ordinal else None,
    )


@operation(
    "GET",
    "/duels/<duel>/chapters/<int:ordinal>",
    Scope.READ,
    group="chapters",
    summary=_l("One chapter"),
    answer=Chapter,
    problems=("not_found",),
)
def show_chapter(duel: DuelToken, ordinal: int) -> Chapter:
    """A resolved phase, or an event."""
    stored = duel_of(duel).stored
    found = page_of_chapters(db(), stored, ordinal, 1) if ordinal < stored.ordinal else ()
    if not found:
        raise not_found()
    return seen(found[0])


def seen(chapter: StoredChapter) -> Chapter:
    """Show a chapter."""
    return Chapter(
        ordinal=chapter.ordinal,
        resolved_at=chapter.resolved_at,
        chapter=cast("RecordedChapter", recorded(chapter)),
        line=cast("Line", public_line(chapter.line)),
    )


@operation(
    "GET",
    "/duels/<duel>/record",
    Scope.READ,
    group="chapters",
    summary=_l("The record of a duel"),
    answer=RecordSeen,
    problems=("not_found",),
)
def show_record(duel: DuelToken) -> RecordSeen:
    """The record as far as it goes, which `python -m intimate replay` and `verify` read."""
    return RecordSeen(cast("Record", load_record(db(), duel_of(duel).stored)))
