"""The settings of a duel as values (rules of the duel, section 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType

from adjudicator import CALENDAR, Phase, PhaseKind, Power, Province, Season, standard
from intimate.players import Player

FIRST_YEAR = 1901
YEAR = ((Season.SPRING, PhaseKind.AUCTION), *CALENDAR)
"""Auction, spring moves and retreats, autumn moves and retreats, winter."""
HOMES = Phase(Season.SPRING, FIRST_YEAR, PhaseKind.HOMES)
"""The choice of home powers, which comes before the first year."""


def place_in_time(phase: Phase) -> tuple[int, int]:
    """Return a key that sorts phases by time."""
    is_first = phase.kind is PhaseKind.HOMES
    return phase.year, -1 if is_first else YEAR.index((phase.season, phase.kind))


Pair = tuple[Power, Power]
PAIRS: Mapping[str, Pair] = MappingProxyType(
    {f"{one}-{other}": (one, other) for one, other in combinations(sorted(standard().powers), 2)}
)
"""The 21 pairs of home powers, each in alphabetical order."""
KIND = "pairings"


@dataclass(frozen=True, slots=True)
class PairedCredits:
    """The credits of both home powers of each pair, in the order of its name."""

    by_pair: Mapping[Pair, tuple[int, int]]

    def of(self, own: Power, other: Power) -> int:
        """Return the credits of a home power against another."""
        one, two = sorted((own, other))
        return self.by_pair[one, two][own > other]


def write_pairs(paired: PairedCredits) -> dict[str, dict[str, list[int]]]:
    """Write {"pairings": {pair: [credits of the first, of the second]}}."""
    return {KIND: {name: list(paired.by_pair[pair]) for name, pair in PAIRS.items()}}


def read_pairs(plain: object, most: int) -> PairedCredits:
    """Read the value of "pairings"; raises ValueError, which names the pair at fault."""
    given = plain if isinstance(plain, Mapping) else {}
    for name in given:
        if name not in PAIRS:
            raise ValueError(f"pairings: {name!r} is no pair of powers in the order of the alphabet")
    return PairedCredits({pair: _two(name, given.get(name), most) for name, pair in PAIRS.items()})


def _two(name: str, figures: object, most: int) -> tuple[int, int]:
    if isinstance(figures, list | tuple) and [type(figure) for figure in figures] == [int, int]:
        one, two = figures
        if 0 <= one <= most and 0 <= two <= most:
            return one, two
    raise ValueError(f"pairings.{name}: {figures!r} is not two whole numbers from 0 to {most}")


class Payment(StrEnum):
    """The bids that are paid: winning ones, or all of them by everyone."""

    WINNER = "winner"
    EVERYONE = "everyone"


class Overbid(StrEnum):
    """A sheet that exceeds the reserve is taken, or refused."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class OverbidPrice(StrEnum):
    """The opponent of an overbidder pays half for all their bids, or for contested ones only."""

    OWN_BIDS = "own_bids"
    CONTESTED_ONLY = "contested_only"


class Unaffordable(StrEnum):
    """If that opponent cannot pay: they are overbid too, or they pay what they have."""

    OVERBID_TOO = "overbid_too"
    CAPPED = "capped"


class BothOverbid(StrEnum):
    """The result when both are overbid."""

    BOTH_RUINED = "both_ruined"
    BOTH_LOSE = "both_lose"
    DRAW = "draw"


class AnarchyBuilds(StrEnum):
    """Builds made for a mercenary in anarchy: none, or those made by default."""

    NONE = "none"
    DEFAULT = "default"


class MercenaryWaive(StrEnum):
    """Giving up a build of a mercenary is refused, or allowed."""

    REFUSED = "refused"
    ALLOWED = "allowed"


class VictorySeason(StrEnum):
    """The seasons after which victory is tested."""

    ANY = "any"
    AUTUMN = "autumn"


class TieRecheck(StrEnum):
    """The next test of victory after a full tie."""

    NEXT_AUTUMN = "next_autumn"
    EVERY_SEASON = "every_season"


class HomeEliminated(StrEnum):
    """A player whose home power has neither centre nor unit loses, or plays on."""

    LOSES = "loses"
    PLAYS_ON = "plays_on"


class StalemateTie(StrEnum):
    """The tie-break of a stalemate between equals."""

    DRAW = "draw"
    CREDITS = "credits"


class LimitCounts(StrEnum):
    """What wins at an agreed end: more supply centres, or more units on the board (1971, III)."""

    CENTRES = "centres"
    UNITS = "units"


class EarlyEnd(StrEnum):
    """A duel is played to its end, or ended early by an agreement that a player asks for."""

    NONE = "none"
    VOTE = "vote"


@dataclass(frozen=True, slots=True)
class Income:
    """Credits after each autumn: `amount` per centre of the home power, or `amount` in all."""

    amount: int = 1
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """The powers that each player commands for the whole duel, without homes, auctions, credits (1971 XIV.2).

    year: the first year. neutral: a power without a player. Its units hold and its provinces, `closed`,
    cannot be entered in the first year. A coin tossed after the first autumn decides which player it joins in
    spring. units_to_win: a side with this many units on the board after a winter wins.
    """

    powers: Mapping[Player, tuple[Power, ...]]
    year: int
    neutral: Power
    closed: frozenset[Province]
    units_to_win: int


STARTING_CREDITS: Mapping[Power, int] = {
    Power("AUSTRIA"): 24,
    Power("ENGLAND"): 20,
    Power("FRANCE"): 20,
    Power("GERMANY"): 22,
    Power("ITALY"): 24,
    Power("RUSSIA"): 20,
    Power("TURKEY"): 20,
}
"""They compensate for the strengths of the seven powers (section 3)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a duel; the defaults are those of the preset `intimate`.

    `victory_centres` None means victory by a home centre; `year_limit` None means no limit. `sides` None
    means home powers and auctions.
    """

    starting_credits: Mapping[Power, int] | PairedCredits = field(default_factory=lambda: STARTING_CREDITS)
    income: Income = Income()
    carry_over: bool = True
    payment: Payment = Payment.WINNER
    overbid: Overbid = Overbid.ALLOWED
    overbid_price: OverbidPrice = OverbidPrice.OWN_BIDS
    unaffordable: Unaffordable = Unaffordable.OVERBID_TOO
    both_overbid: BothOverbid = BothOverbid.BOTH_RUINED
    loyalty: int = 0
    anarchy_builds: AnarchyBuilds = AnarchyBuilds.NONE
    mercenary_waive: MercenaryWaive = MercenaryWaive.REFUSED
    victory_centres: int | None = None
    victory_season: VictorySeason = VictorySeason.ANY
    tie_recheck: TieRecheck = TieRecheck.NEXT_AUTUMN
    home_eliminated: HomeEliminated = HomeEliminated.LOSES
    stalemate_years: int = 2
    stalemate_tie: StalemateTie = StalemateTie.DRAW
    year_limit: int | None = None
    limit_counts: LimitCounts = LimitCounts.CENTRES
    early_end: EarlyEnd = EarlyEnd.NONE
    edition: str = "standard"
    sides: Sides | None = None

    @property
    def first_year(self) -> int:
        """The first year of a duel."""
        return self.sides.year if self.sides else FIRST_YEAR

    @property
    def calendar(self) -> tuple[tuple[Season, PhaseKind], ...]:
        """The phases of a year; between sides there are no auctions."""
        return CALENDAR if self.sides else YEAR

    @property
    def halves_all(self) -> bool:
        """True if all bids of an overbid player's opponent are halved, not only contested ones."""
        return self.overbid_price is OverbidPrice.OWN_BIDS

    def credits_at_start(self, own: Power, other: Power) -> int:
        """Return the starting credits of a home power against another."""
        given = self.starting_credits
        return given.of(own, other) if isinstance(given, PairedCredits) else given[own]
