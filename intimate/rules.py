"""The figures and choices of a duel, one value for each setting (rules of the duel, section 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator import Power


class Payment(StrEnum):
    """Who pays his bids: the winner of each, or everyone all of them."""

    WINNER = "winner"
    EVERYONE = "everyone"


class Overbid(StrEnum):
    """Whether a sheet may exceed the reserve."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class OverbidPrice(StrEnum):
    """Whether the opponent of an overbidder pays half for all his bids, or for contested ones only."""

    OWN_BIDS = "own_bids"
    CONTESTED_ONLY = "contested_only"


class Unaffordable(StrEnum):
    """What happens when those halves exceed his reserve."""

    OVERBID_TOO = "overbid_too"
    CAPPED = "capped"


class BothOverbid(StrEnum):
    """What happens when both are overbid."""

    BOTH_RUINED = "both_ruined"
    BOTH_LOSE = "both_lose"
    DRAW = "draw"


class AnarchyBuilds(StrEnum):
    """Whether builds are made for a mercenary in anarchy."""

    NONE = "none"
    DEFAULT = "default"


class MercenaryWaive(StrEnum):
    """Whether a build of a mercenary may be given up."""

    REFUSED = "refused"
    ALLOWED = "allowed"


class VictorySeason(StrEnum):
    """When victory is tested."""

    ANY = "any"
    AUTUMN = "autumn"


class TieRecheck(StrEnum):
    """When victory is tested again after a full tie."""

    NEXT_AUTUMN = "next_autumn"
    EVERY_SEASON = "every_season"


class HomeEliminated(StrEnum):
    """Whether a player without centre and unit of his home power has lost."""

    LOSES = "loses"
    PLAYS_ON = "plays_on"


class StalemateTie(StrEnum):
    """What decides a stalemate between equals."""

    DRAW = "draw"
    CREDITS = "credits"


@dataclass(frozen=True, slots=True)
class Income:
    """Credits after each autumn: `amount` per centre of the home power, or `amount` in all."""

    amount: int = 1
    fixed: bool = False


STARTING_CREDITS: Mapping[Power, int] = {
    Power("AUSTRIA"): 24,
    Power("ENGLAND"): 20,
    Power("FRANCE"): 20,
    Power("GERMANY"): 22,
    Power("ITALY"): 24,
    Power("RUSSIA"): 20,
    Power("TURKEY"): 20,
}
"""Section 3: they level the strengths of the seven powers."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All that a duel's settings decide; the defaults are those of the preset `intimate`.

    `victory_centres` None means victory by a home centre; `year_limit` None means no limit.
    """

    starting_credits: Mapping[Power, int] = field(default_factory=lambda: STARTING_CREDITS)
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
    edition: str = "standard"
