"""Duels: in lists, and whole as one of their players or a spectator may see them."""

from typing import Literal

from pydantic import BaseModel, Field

from intimate.duel import Ending
from intimate.events import EventKind
from services.duels.clock_acts import ClockAct
from web.api.shapes.common import Instant, Page, PlayerSeen, Power, Side
from web.api.shapes.entries import StoredEntry
from web.api.shapes.terms import ClockShown, Settings


class ListedDuel(BaseModel):
    """A duel as lists show it."""

    duel: str = Field(description="Its name.")
    players: dict[Side, PlayerSeen]
    you: Side | None = Field(description="Which of the two the account is; null: a spectator.")
    homes: dict[Side, Power]
    phase: str | None = Field(description="The phase that is awaited; null after the end.")
    ordinal: int = Field(description="How many chapters it has.")
    awaits_you: bool = Field(description="Whether the account is to hand something in.")
    due_at: Instant | None
    winner: Side | None
    reason: Ending | None
    ended_at: Instant | None


class DuelsAsked(Page):
    """Which duels of the account are wanted."""

    state: Literal["running", "ended"] = Field(
        "running",
        description="All that run, those that await the account first; or a page of those that ended.",
    )


class PublicDuelsAsked(Page):
    """Which public duels are wanted."""

    state: Literal["running", "ended"] = "running"


class Duels(BaseModel):
    """Duels, and how to ask for more of them."""

    duels: list[ListedDuel]
    before: str | None = Field(description="What to ask the next page with; null: there is none.")


class Position(BaseModel):
    """Units and supply centres, in the notation of the records."""

    units: dict[Power, list[str]]
    centers: dict[Power, list[str]]
    dislodged: dict[Power, dict[str, list[str]]] = Field(description="Each with where it may retreat to.")


class Away(BaseModel):
    """A leave that a player is on."""

    since: Instant
    until: Instant


class Times(BaseModel):
    """How the time of a duel stands; lengths are in seconds."""

    due: dict[Side, Instant] = Field(description="When those whose time runs are out of it.")
    banks: dict[Side, int]
    misses: dict[Side, int]
    leaves: dict[Side, int] = Field(description="The leave that each has gained and not taken.")
    away: dict[Side, Away]
    paused_until: Instant | None
    pause_offered_by: Side | None
    opens_until: Instant | None = Field(description="When a live duel lapses to which not both have come.")
    here: list[Side] = Field(description="Who has come to a live duel that has not begun.")


class Result(BaseModel):
    """The end of a duel."""

    winner: Side | None
    reason: Ending
    phase: str
    counts: dict[Side, int]


class Duel(BaseModel):
    """A duel as the account may see it: all but what the opponent has entered and is not revealed yet."""

    duel: str = Field(description="Its name.")
    players: dict[Side, PlayerSeen]
    you: Side | None
    public: bool
    rated: bool
    preset: str
    settings: Settings = Field(description="All of them, with the preset's values.")
    edition: str
    clock: ClockShown
    created_at: Instant
    ended_at: Instant | None
    phase: str | None
    ordinal: int
    stamp: str = Field(description="Another one whenever anything has changed that everybody may see.")
    homes: dict[Side, Power]
    credits: dict[Side, int]
    control: dict[Power, Side | None] = Field(description="Who commands each mercenary; null: anarchy.")
    position: Position
    awaits: list[Side] = Field(description="Whom the phase awaits, ready or not.")
    awaits_you: bool = Field(description="Whether the account is to hand something in.")
    seals: dict[Side, str] = Field(description="The seals of those who have handed in.")
    own: StoredEntry | None = Field(description="What the account has stored for this phase.")
    ahead: list[str] = Field(description="The phases for which the account may leave something beforehand.")
    draw_offered_by: list[Side]
    stalemate_claimed_by: list[Side]
    end_asked_of: Side | None = Field(description="Who is asked whether the duel is to end early.")
    events: list[EventKind] = Field(description="What the account can do beside its entries now.")
    time_acts: list[ClockAct] = Field(description="What it can do about the time now.")
    times: Times
    lots_seal: str
    result: Result | None
