"""Entries: a list of powers, a sheet of bids or orders; what can be entered, and what was."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Discriminator, Field, RootModel, Tag

from intimate.entries import HIGHEST_BID, SHARE
from web.api.shapes.common import Asked, Instant, Power, Sent, plainly

Bid = Annotated[int, Field(ge=0, le=HIGHEST_BID)]
Order = Annotated[str, Field(max_length=60)]
Takes = Literal["homes", "bids", "orders"]


class Homes(Sent):
    """All seven powers, the most wanted first."""

    homes: list[Power] = Field(min_length=7, max_length=7, json_schema_extra={"uniqueItems": True})
    share: str | None = Field(
        None,
        pattern=f"^{SHARE.pattern}$",
        exclude_if=lambda share: share is None,
        description="Digits of hex, drawn by the program, which are mixed into the source of the lots.",
    )


class Bids(Sent):
    """A sheet: credits for each mercenary that is wanted."""

    bids: dict[Power, Bid]


class Orders(Sent):
    """Orders by power, each as the options write it."""

    orders: dict[Power, Annotated[list[Order], Field(max_length=40)]]


def shape_of(sent: Any) -> str:  # noqa: ANN401  # what JSON holds
    """Tell which kind of entry is meant."""
    known = sent if isinstance(sent, dict) else vars(sent) if isinstance(sent, BaseModel) else {}
    return next((name for name in ("homes", "bids", "orders") if name in known), "")


class Entry(
    RootModel[
        Annotated[
            Annotated[Homes, Tag("as-homes")]
            | Annotated[Bids, Tag("as-bids")]
            | Annotated[Orders, Tag("as-orders")],
            Discriminator(lambda sent: f"as-{shape_of(sent)}"),
        ]
    ]
):
    """An entry of one of the three kinds, as a phase takes it."""


class StoredEntry(BaseModel):
    """An entry of the account, as it is stored."""

    phase: str
    entry: Entry
    stored_at: Instant
    ready: bool = Field(
        description="Handed in; of a sheet left beforehand: that it may be overbid is known and accepted."
    )
    seal: str | None = Field(description="Its seal, which the other player sees once it is handed in.")


class EntryAnswer(StoredEntry):
    """An entry that has just been stored."""

    was_ready: bool = Field(description="Whether that took readiness back.")
    may_be_overbid: bool


class Readiness(Sent):
    """Whether what is stored is handed in."""

    ready: bool
    accept_overbid: bool = Field(default=False, description="Hand a sheet in although it may be overbid.")


class ReadinessAnswer(BaseModel):
    """What came of it."""

    ready: bool
    seal: str | None
    resolved: bool = Field(description="Whether the phase was resolved, because nobody else was awaited.")


class UnitOptions(BaseModel):
    """A unit that can be ordered, and its legal orders; the first is what it does without order."""

    power: Power
    unit: str
    orders: list[str]


class WinterOptions(BaseModel):
    """The winter of a power: so many builds or removals, and the legal orders."""

    power: Power
    number: int
    removes: bool
    orders: list[str]
    by_default: list[str] = Field(description="What is built where nothing is ordered.")


class Mercenary(BaseModel):
    """A power that can be bid for, and what loyal service takes off the price for the account."""

    power: Power
    discount: int


class Options(BaseModel):
    """All that the account can enter in a phase, for the powers that it commands alone."""

    phase: str
    takes: Takes
    powers: list[Power] = Field(description="What a list of home powers must hold.")
    mercenaries: list[Mercenary]
    reserve: int = Field(
        description="The credits of the account; before an auction: as far as they are known."
    )
    units: list[UnitOptions]
    winters: list[WinterOptions]


class EntryAsked(Asked):
    """How an entry is to be stored."""

    accept_overbid: Literal["true"] | None = Field(
        None,
        description="Of a sheet left beforehand: hand it in at the auction, even if it may be overbid.",
        json_schema_extra=plainly,
    )


class TakenBack(BaseModel):
    """What came of it."""

    phase: str
    taken_back: bool = Field(description="Whether there was something to take back.")
