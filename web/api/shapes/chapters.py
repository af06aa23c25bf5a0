"""Chapters and records, as docs/formats.md has them."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, RootModel
from typing_extensions import TypedDict

from intimate.events import EventKind
from web.api.shapes.common import Asked, Instant, Power, Side

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
    """What became of a chapter, as `python -m intimate replay` prints it."""

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
    """A resolved phase, or an event: as the record holds it, and what became of it."""

    ordinal: int
    resolved_at: Instant
    chapter: RecordedChapter
    line: Line


class ChaptersAsked(Asked):
    """Where a page of chapters begins."""

    since: int = Field(0, ge=0, le=2**31 - 1, description="The number of the first chapter that is wanted.")


class Chapters(BaseModel):
    """Some chapters in order, and how many there are."""

    chapters: list[Chapter]
    ordinal: int = Field(description="How many chapters the duel has.")
    since: int | None = Field(description="What to ask the next page with; null: there is none.")


class Players(TypedDict):
    """The names of both."""

    first: str
    second: str


class Record(TypedDict, total=False):
    """The record of a duel (docs/formats.md): enough to replay it."""

    format: str
    duel: str
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
