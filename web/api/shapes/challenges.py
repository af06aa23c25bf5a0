"""Challenges: what is offered, and what became of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from models.challenge import KINDS, STATES
from web.api.shapes.common import Instant, OneOf, Page, PlayerSeen, Power, Sent, Side, plainly
from web.api.shapes.terms import ChosenClock, ClockName, ClockShown, Edition, Preset, Settings

Kind = Annotated[str, OneOf(KINDS)]
State = Annotated[str, OneOf(STATES)]


class NewChallenge(Sent):
    """An offer of a duel, to anybody, to a player by name, or to whoever knows the name of the challenge."""

    kind: Literal["open", "named", "link"] = "open"
    opponent: Annotated[str, Field(min_length=2, max_length=100)] | None = Field(
        None, description="The name of the player who is challenged, of a `named` one."
    )
    preset: Preset = "intimate"
    settings: Settings = Field(default=Settings(), description="What differs from the preset.")
    edition: Edition = "standard"
    public: bool = Field(default=True, description="Whether anybody may watch.")
    clock: ChosenClock = "day"
    rated: bool = Field(
        default=False, description="Counts for ratings: between two people or two programs only."
    )
    match: bool = Field(default=False, description="Two duels, the second with the home powers exchanged.")
    within: Literal[100, 200, 400] | None = Field(
        None, description="Of an `open` one: how far from one's own the rating of whoever accepts may be."
    )


class ChallengeSeen(BaseModel):
    """A challenge with its terms."""

    challenge: str = Field(description="Its name.")
    kind: Kind
    state: State
    challenger: PlayerSeen
    opponent: PlayerSeen | None
    preset: str
    settings: Settings = Field(description="What differs from the preset.")
    edition: str
    public: bool
    clock: ClockShown
    homes: dict[Side, Power] = Field(description="The home powers, where they are agreed on beforehand.")
    rated: bool
    counts: bool = Field(
        description="Whether the duel would count for ratings: rated, and no setting altered."
    )
    match: bool
    rating_low: int | None
    rating_high: int | None
    created_at: Instant
    expires_at: Instant | None
    duel: str | None = Field(description="The name of the duel that began by it.")


class ListedChallenge(BaseModel):
    """A challenge that waits, as lists show it."""

    challenge: str = Field(description="Its name.")
    kind: Kind
    challenger: PlayerSeen
    opponent: PlayerSeen | None
    preset: str
    settings: Settings
    public: bool
    clock: ClockShown
    counts: bool
    match: bool
    rating: float = Field(description="The rating of the challenger where the duel would count.")
    rating_low: int | None
    rating_high: int | None
    created_at: Instant


class ChallengesAsked(Page):
    """Which open challenges are wanted."""

    pace: Literal["live", "days"] | None = Field(None, json_schema_extra=plainly)
    preset: Preset | None = Field(None, json_schema_extra=plainly)
    clock: ClockName | None = Field(None, json_schema_extra=plainly)
    rated: Literal["true", "false"] | None = Field(None, json_schema_extra=plainly)
    acceptable: Literal["true"] | None = Field(
        None,
        description="Only those that the rating of the account lets it accept, of players who take it.",
        json_schema_extra=plainly,
    )


class Challenges(BaseModel):
    """The challenges that wait for the account, its own that wait, and a page of those open to anybody."""

    to_me: list[ListedChallenge]
    mine: list[ListedChallenge]
    open: list[ListedChallenge]
    before: str | None = Field(
        description="What to ask the next page of open ones with; null: there is none."
    )
