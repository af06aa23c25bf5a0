"""What has changed: for streams, and for whoever asks again and again."""

from pydantic import BaseModel, Field

from web.api.shapes.common import Asked, Side, plainly


class ChangedDuel(BaseModel):
    """A running duel of the account as it stands; nothing of it is sealed."""

    duel: str
    stamp: str = Field(description="Another one whenever anything has changed that everybody may see.")
    phase: str | None
    ordinal: int
    you: Side
    awaits_you: bool


class WaitingChallenges(BaseModel):
    """How many challenges wait for the account, once that has changed."""

    waiting: int = Field(description="How many challenges wait for the account.")
    for_places: int = Field(description="How many wait for it on ladders, for its places.")


class ChangesAsked(Asked):
    """Since when."""

    since: str | None = Field(
        None,
        max_length=64,
        description="The id of an earlier answer, or of an event of the stream.",
        json_schema_extra=plainly,
    )


class Changes(BaseModel):
    """All that runs, or nothing where nothing has changed."""

    id: str = Field(description="What to ask with the next time.")
    changed: bool
    challenges: int = Field(description="How many challenges wait for the account.")
    for_places: int = Field(description="How many wait for it on ladders, for its places.")
    duels: list[ChangedDuel] = Field(description="All running duels; none where nothing has changed.")
