"""Ladders: places, and the challenges for them."""

from typing import Annotated

from pydantic import BaseModel, Field

from models.ladder import CHALLENGE_STATES
from web.api.shapes.common import Asked, Instant, OneOf, Sent
from web.api.shapes.terms import ClockShown


class PlaceChallenge(BaseModel):
    """A challenge for a place of a ladder, with the places at which it was made."""

    number: int
    ladder: str
    challenger: str
    challenged: str
    challenger_place: int
    challenged_place: int
    state: Annotated[str, OneOf(CHALLENGE_STATES)]
    answer_by: Instant
    duel: str | None


class ListedLadder(BaseModel):
    """A ladder as lists show it."""

    ladder: str = Field(description="Its name in addresses.")
    name: str
    for_programs: bool = Field(description="Whether programs stand on it, and nobody else.")
    preset: str
    clock: ClockShown
    length: int = Field(description="How many places it has.")
    closed: bool


class Ladders(BaseModel):
    """All ladders, and the challenges of the account on them that are not over."""

    ladders: list[ListedLadder]
    challenges: list[PlaceChallenge]


class Rung(BaseModel):
    """A place, and who stands on it."""

    place: int
    player: str
    away_until: Instant | None
    may_be_challenged: bool = Field(description="Whether the account may challenge them now.")


class LadderSeen(BaseModel):
    """Some places of a ladder, and where the account stands."""

    ladder: str
    length: int
    place: int | None = Field(description="The place of the account; null: it has none.")
    places: list[Rung] = Field(
        description="Fifty places from the one that was asked for, and those around it."
    )
    challenges: list[PlaceChallenge] = Field(description="What is open between the account and others here.")


class PlacesAsked(Asked):
    """From which place on."""

    place: int = Field(1, ge=1, le=2**31 - 1)


class NewPlaceChallenge(Sent):
    """Whom to challenge for their place."""

    opponent: Annotated[str, Field(min_length=2, max_length=100)]
