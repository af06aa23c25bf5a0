"""The terms of a duel: settings, clock, and what else both agree to."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag
from typing_extensions import TypedDict

from adjudicator import OFFERED
from clocks.terms import (
    DAY,
    DEFAULT_MISSES,
    LARGEST_BANK,
    LAST_MINUTE,
    LONGEST_PHASE,
    MOST_LEAVE_A_DAY,
    MOST_MISSES,
    SHORTEST_PHASE,
)
from clocks.terms import PRESETS as CLOCKS
from intimate.rules import (
    AnarchyBuilds,
    BothOverbid,
    EarlyEnd,
    HomeEliminated,
    MercenaryWaive,
    Overbid,
    OverbidPrice,
    Payment,
    StalemateTie,
    TieRecheck,
    Unaffordable,
    VictorySeason,
)
from intimate.settings import GREATEST
from intimate.variants import PRESETS
from web.api.shapes.common import OneOf, Power, Sent

Preset = Annotated[str, OneOf(PRESETS)]
Edition = Annotated[str, OneOf(OFFERED)]
ClockName = Annotated[str, OneOf(CLOCKS)]
Figure = Annotated[int, Field(ge=0, le=GREATEST)]
PhaseTime = Annotated[int, Field(ge=SHORTEST_PHASE, le=LONGEST_PHASE)]
BankTime = Annotated[int, Field(ge=0, le=LARGEST_BANK)]


class Paired(Sent):
    """Starting credits of both, by the pair of home powers in alphabetical order, with `-` between them."""

    pairings: Annotated[dict[str, tuple[Figure, Figure]], Field(min_length=21, max_length=21)]


def form_of(credits_: object) -> str:
    """Tell which of the two forms of starting credits is meant."""
    paired = isinstance(credits_, Paired) or (isinstance(credits_, dict) and "pairings" in credits_)
    return "pairs" if paired else "table"


StartingCredits = Annotated[
    Annotated[dict[Power, Figure], Field(min_length=7), Tag("as-table")] | Annotated[Paired, Tag("as-pairs")],
    Discriminator(lambda sent: f"as-{form_of(sent)}"),
]
"""Starting credits by power, or by the pair of home powers."""


class PerCentre(Sent):
    """Income for each centre that the home power owns."""

    per_centre: Figure


class Fixed(Sent):
    """The same income each year."""

    fixed: Figure


def form_of_income(income: object) -> str:
    """Tell which of the two forms of income is meant."""
    fixed = isinstance(income, Fixed) or (isinstance(income, dict) and "fixed" in income)
    return "as-fixed" if fixed else "as-per-centre"


Income = Annotated[
    Annotated[PerCentre, Tag("as-per-centre")] | Annotated[Fixed, Tag("as-fixed")],
    Discriminator(form_of_income),
]
"""Income by centre, or the same each year."""


class Centres(Sent):
    """Victory by so many centres of the home power."""

    centres: Annotated[int, Field(ge=1, le=GREATEST)]


Victory = Annotated[
    Annotated[Literal["home_centre"], Tag("as-name")] | Annotated[Centres, Tag("as-centres")],
    Discriminator(lambda sent: "as-name" if isinstance(sent, str) else "as-centres"),
]
"""Victory by its name, or by so many centres."""


class Settings(TypedDict, total=False):
    """The settings of a duel by their names in its rules (docs/rules.md, section 10)."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    starting_credits: StartingCredits
    income: Income
    carry_over: bool
    payment: Payment
    overbid: Overbid
    overbid_price: OverbidPrice
    unaffordable: Unaffordable
    both_overbid: BothOverbid
    loyalty: Figure
    anarchy_builds: AnarchyBuilds
    mercenary_waive: MercenaryWaive
    victory: Victory
    victory_season: VictorySeason
    tie_recheck: TieRecheck
    home_eliminated: HomeEliminated
    stalemate_years: Figure
    stalemate_tie: StalemateTie
    year_limit: Annotated[int, Field(ge=1901, le=GREATEST)] | None
    early_end: EarlyEnd


class ClockTerms(Sent):
    """A clock, in seconds: what docs/time.md calls deadlines, banks, leave and fixed hours."""

    moves: PhaseTime = DAY
    auctions: PhaseTime = DAY
    shorts: PhaseTime = Field(DAY, description="For retreats and builds.")
    bank: BankTime = Field(0, description="What each bank begins with; 0: no banks.")
    cap: BankTime = Field(0, description="What a bank holds at most.")
    misses: int = Field(
        DEFAULT_MISSES, ge=1, le=MOST_MISSES, description="Missed phases in a row that lose the duel."
    )
    ends_at: int | None = Field(
        None, ge=0, le=LAST_MINUTE, description="The minute of the day at which phases end."
    )
    zone: Annotated[str, Field(max_length=64)] = "UTC"
    weekends: bool = Field(default=True, description="Whether time runs from Saturday to Sunday.")
    leave: int = Field(0, ge=0, le=MOST_LEAVE_A_DAY, description="The leave that a day of play gives.")
    grants: bool = Field(default=True, description="Whether a player may give more time to one who missed.")


ChosenClock = Annotated[
    Annotated[ClockName, Tag("as-name")] | Annotated[ClockTerms, Tag("as-terms")],
    Discriminator(lambda sent: "as-name" if isinstance(sent, str) else "as-terms"),
]
"""A clock by its name, or field by field."""


class ClockShown(ClockTerms):
    """The clock of a duel or a challenge."""

    unlimited: bool = Field(description="No time runs at all, as in practice.")


class PresetSeen(BaseModel):
    """A named set of values for the settings."""

    name: str
    settings: Settings


class ClockSeen(BaseModel):
    """A named clock."""

    name: str
    clock: ClockShown


class TermsOffered(BaseModel):
    """All that the terms of a duel can be chosen from."""

    presets: list[PresetSeen]
    editions: list[str]
    clocks: list[ClockSeen]
