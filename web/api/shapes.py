"""Models that several operations of the API share: duels, entries, terms, times."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    RootModel,
    Tag,
)
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_after_validator_function
from typing_extensions import TypedDict

from adjudicator import OFFERED
from clocks.terms import (
    DAY,
    DEFAULT_MISSES,
    LARGEST_BANK,
    LAST_MINUTE,
    LONGEST_LIMIT,
    LONGEST_PHASE,
    MOST_MISSES,
    MOST_TIME_OFF_A_DAY,
    SHORTEST_PHASE,
    WEEK,
)
from clocks.terms import PRESETS as CLOCKS
from intimate.duel import Ending
from intimate.entries import HIGHEST_BID, SHARE
from intimate.events import EventKind
from intimate.rules import (
    AnarchyBuilds,
    BothOverbid,
    EarlyEnd,
    HomeEliminated,
    LimitCounts,
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
from models import account
from models.rating import PACES
from services.duels.events import ClockAct
from services.following import RECENTLY

Power = Literal["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
Side = Literal["first", "second"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
Text = Annotated[str, Field(max_length=200)]
Instant = Annotated[datetime, Field(description="An instant in UTC, as RFC 3339 writes it.")]
PHASE = "HOMES|S[1-9][0-9]{3}B|[SF][1-9][0-9]{3}[MR]|W[1-9][0-9]{3}A"
"""The pattern of the names of phases."""


class Sent(BaseModel):
    """What a bot sends: only known fields, each of exactly its type."""

    model_config = ConfigDict(extra="forbid")


class Asked(BaseModel):
    """The query of an address: texts, from which values are read."""

    model_config = ConfigDict(extra="forbid")


class OneOf:
    """Checks that a text is one of some names that type checkers cannot know."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401  # pydantic's own
        return no_info_after_validator_function(self.checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self.names)}

    def checked(self, name: str) -> str:
        """Return a name of the catalogue; raises PydanticCustomError for any other."""
        if name not in self.names:
            expected = ", ".join(self.names)
            raise PydanticCustomError("literal_error", "none of {expected}", {"expected": expected})
        return name


AccountKind = Annotated[str, OneOf(account.AccountKind)]


class PlayerSeen(BaseModel):
    """An account as others see it."""

    name: str
    kind: AccountKind = Field(description="Who plays with the account; `opponent` is the site's own.")


def plainly(schema: dict[str, Any]) -> None:
    """Describe an optional value without null, which a query does not have."""
    (schema_of_value,) = (each for each in schema.pop("anyOf") if each.get("type") != "null")
    schema.pop("default", None)
    schema.update(schema_of_value)


Name = Annotated[str, Field(pattern="^[0-9A-Za-z_-]+$", max_length=32)]


class Page(Asked):
    """Where a page of a long list begins."""

    before: Name | None = Field(
        None,
        description="The name of the last item of the page before; omitted for the newest ones.",
        json_schema_extra=plainly,
    )


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
        description="Random hex digits from the bot, which are mixed into the seed of the draws.",
    )


class Bids(Sent):
    """A sheet: credits for each mercenary that is wanted."""

    bids: dict[Power, Bid]


class Orders(Sent):
    """Orders by power, each as the options write it."""

    orders: dict[Power, Annotated[list[Order], Field(max_length=40)]]


def shape_of(sent: Any) -> str:  # noqa: ANN401  # any JSON
    """Tell which kind of entry was sent."""
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
        description="Whether it is handed in; for a sheet in advance, whether a possible overbid is accepted."
    )
    seal: str | None = Field(description="Its seal, which the other player sees once it is handed in.")


class EntryAnswer(StoredEntry):
    """An entry that has just been stored."""

    was_ready: bool = Field(description="Whether that took readiness back.")
    may_be_overbid: bool


class Readiness(Sent):
    """Whether what is stored is handed in."""

    ready: bool
    accept_overbid: bool = Field(default=False, description="Hand a sheet in although it may be an overbid.")


class ReadinessAnswer(BaseModel):
    """The readiness after a request, and whether the phase was resolved."""

    ready: bool
    seal: str | None
    resolved: bool = Field(description="Whether the phase was resolved, because nobody else was awaited.")


class UnitOptions(BaseModel):
    """A unit that can be ordered, and its legal orders; the first is what it does without order."""

    power: Power
    unit: str
    orders: list[str]


class WinterOptions(BaseModel):
    """The winter of a power: the number of builds or removals, and the legal orders."""

    power: Power
    number: int
    removes: bool
    orders: list[str]
    by_default: list[str] = Field(description="What is built without an order.")


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
        description="The credits of the account; before an auction, as far as they are known."
    )
    units: list[UnitOptions]
    winters: list[WinterOptions]


class EntryAsked(Asked):
    """How an entry is to be stored."""

    accept_overbid: Literal["true"] | None = Field(
        None,
        description="For a sheet in advance: hand it in at the auction, even if it may be an overbid.",
        json_schema_extra=plainly,
    )


class TakenBack(BaseModel):
    """The phase of a deleted entry."""

    phase: str
    taken_back: bool = Field(description="Whether there was an entry to take back.")


Preset = Annotated[str, OneOf(PRESETS)]
Pace = Annotated[str, OneOf(PACES)]
Edition = Annotated[str, OneOf(OFFERED)]
ClockName = Annotated[str, OneOf(CLOCKS)]
Figure = Annotated[int, Field(ge=0, le=GREATEST)]
PhaseTime = Annotated[int, Field(ge=SHORTEST_PHASE, le=LONGEST_PHASE)]
SeasonTime = Annotated[int, Field(ge=0, le=LONGEST_PHASE)]
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
    """Victory by a number of centres of the home power."""

    centres: Annotated[int, Field(ge=1, le=GREATEST)]


Victory = Annotated[
    Annotated[Literal["home_centre"], Tag("as-name")] | Annotated[Centres, Tag("as-centres")],
    Discriminator(lambda sent: "as-name" if isinstance(sent, str) else "as-centres"),
]
"""Victory by its name, or by a number of centres."""


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
    limit_counts: LimitCounts
    early_end: EarlyEnd


class ClockTerms(Sent):
    """A clock, in seconds: what docs/time.md calls deadlines, banks, time off and fixed hours."""

    moves: PhaseTime = DAY
    auctions: PhaseTime = DAY
    shorts: PhaseTime = Field(DAY, description="For retreats and builds.")
    first: SeasonTime = Field(0, description="For the first moves of the duel; 0: the same as other moves.")
    autumns: SeasonTime = Field(0, description="For moves in autumn; 0: the same as other moves.")
    limit: int = Field(
        0, ge=0, le=LONGEST_LIMIT, description="The playing time after which a live duel ends; 0: unlimited."
    )
    bank: BankTime = Field(0, description="The initial time of each bank; 0: no banks.")
    cap: BankTime = Field(0, description="The most time in a bank.")
    misses: int = Field(
        DEFAULT_MISSES,
        ge=1,
        le=MOST_MISSES,
        description="A player who misses this many phases in a row loses the duel.",
    )
    ends_at: int | None = Field(
        None, ge=0, le=LAST_MINUTE, description="The minute of the day at which phases end."
    )
    zone: Annotated[str, Field(max_length=64)] = "UTC"
    rest_days: Annotated[list[Weekday], Field(max_length=len(WEEK) - 1)] = Field(
        [], description="The days of the week on which no time runs, in `zone`."
    )
    weekends: bool = Field(default=True, description="False: Saturday and Sunday are days of rest.")
    leave: int = Field(0, ge=0, le=MOST_TIME_OFF_A_DAY, description="The time off earned by a day of play.")
    grants: bool = Field(
        default=True, description="Whether a player may give more time to one who missed a phase."
    )


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


class ListedDuel(BaseModel):
    """A duel as lists show it."""

    duel: str = Field(description="Its name.")
    players: dict[Side, PlayerSeen]
    you: Side | None = Field(description="Which player the account is; null for a spectator.")
    homes: dict[Side, Power]
    phase: str | None = Field(description="The awaited phase; null after the end.")
    ordinal: int = Field(description="The number of its chapters.")
    awaits_you: bool = Field(description="Whether the duel awaits an entry of the account.")
    due_at: Instant | None
    winner: Side | None
    reason: Ending | None
    ended_at: Instant | None


class DuelsAsked(Page):
    """Which duels of the account are wanted."""

    state: Literal["running", "ended"] = Field(
        "running",
        description="All running duels, those that await the account first; or a page of ended ones.",
    )


class PublicDuelsAsked(Page):
    """Which public duels are wanted."""

    state: Literal["running", "ended"] = "running"
    of: Literal["everybody", "followed"] = Field(
        "everybody",
        description="Duels of all players, or of followed ones; of the latter, those that ended "
        f"in the last {RECENTLY.days} days, on one page.",
    )


class Duels(BaseModel):
    """Duels, and how to ask for more of them."""

    duels: list[ListedDuel]
    before: str | None = Field(description="The value of `before` for the next page; null on the last page.")


class Position(BaseModel):
    """Units and supply centres, in the notation of the records."""

    units: dict[Power, list[str]]
    centers: dict[Power, list[str]]
    dislodged: dict[Power, dict[str, list[str]]] = Field(description="Each with its possible retreats.")


class Away(BaseModel):
    """Time off that a player takes now."""

    since: Instant
    until: Instant


class Times(BaseModel):
    """The state of a duel's clocks; lengths are in seconds."""

    due: dict[Side, Instant] = Field(description="When the time of the awaited players runs out.")
    banks: dict[Side, int]
    misses: dict[Side, int]
    leaves: dict[Side, int] = Field(description="The earned time off that each player has left.")
    away: dict[Side, Away]
    paused_until: Instant | None
    pause_offered_by: Side | None
    opens_until: Instant | None = Field(
        description="When a live duel lapses unless both players have arrived."
    )
    here: list[Side] = Field(description="Who has arrived at a live duel that has not begun.")
    over_at: Instant | None = Field(description="When the agreed time of the whole duel is over.")


class Result(BaseModel):
    """The end of a duel."""

    winner: Side | None
    reason: Ending
    phase: str
    counts: dict[Side, int] = Field(
        description="The figures that decided, or the owned centres (docs/formats.md, 2)."
    )


class Duel(BaseModel):
    """A duel as the account may see it: all but what the opponent has entered and is not revealed yet."""

    duel: str = Field(description="Its name.")
    players: dict[Side, PlayerSeen]
    you: Side | None
    public: bool
    rated: bool
    preset: str
    settings: Settings = Field(description="All settings, including the preset's values.")
    edition: str
    clock: ClockShown
    created_at: Instant
    ended_at: Instant | None
    phase: str | None
    ordinal: int
    stamp: str = Field(description="Changes with every public change of the duel.")
    homes: dict[Side, Power]
    credits: dict[Side, int]
    control: dict[Power, Side | None] = Field(description="Who commands each mercenary; null: anarchy.")
    position: Position
    awaits: list[Side] = Field(description="The awaited players, ready or not.")
    awaits_you: bool = Field(description="Whether the duel awaits an entry of the account.")
    seals: dict[Side, str] = Field(description="The seals of those who have handed in.")
    own: StoredEntry | None = Field(description="The account's stored entry for this phase.")
    ahead: list[str] = Field(description="The phases for which the account may store an entry in advance.")
    draw_offered_by: list[Side]
    stalemate_claimed_by: list[Side]
    end_asked_of: Side | None = Field(description="The player who is asked for an early end.")
    events: list[EventKind] = Field(description="What the account can do now besides its entries.")
    time_acts: list[ClockAct] = Field(description="What the account can do now about the clocks.")
    times: Times
    lots_seal: str
    result: Result | None
