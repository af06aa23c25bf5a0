"""Statistics of finished public duels, read off the figures that were counted as they ended."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import Power, standard
from competition.shares import Share
from models import BidTally, PairingTally


class Results(NamedTuple):
    """How duels went, as one side counts."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def duels(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def share(self) -> Share:
        """What was won of those that somebody won."""
        return Share(self.won, self.won + self.lost)

    @property
    def reversed(self) -> "Results":
        """The same as the other side counts."""
        return Results(self.lost, self.won, self.drawn)


NONE = Results()


@dataclass(frozen=True)
class Pairings:
    """The results of all pairings of home powers; each is counted for the one that comes first."""

    found: Mapping[tuple[Power, Power], Results] = field(default_factory=dict)

    @cached_property
    def rows(self) -> Sequence[tuple[Power, Power, Results]]:
        """The 21 pairings, those without duels too."""
        pairs = combinations(sorted(standard().powers), 2)
        return [(one, other, self.of(one, other)) for one, other in pairs]

    def of(self, own: Power, others: Power) -> Results:
        """Return the results of a home power against another, as the former counts."""
        if own > others:
            return self.found.get((others, own), NONE).reversed
        return self.found.get((own, others), NONE)

    def total(self, own: Power) -> Results:
        """Return the results of a home power against all others."""
        against = [self.of(own, other) for other in standard().powers if other != own]
        return Results(*(sum(column) for column in zip(*against, strict=True)))

    @property
    def duels(self) -> int:
        """All duels of which the home powers are known."""
        return sum(results.duels for results in self.found.values())


def pairings(session: Session, preset: str | None = None) -> Pairings:
    """Read how all pairings went, of one preset or of all."""
    columns = (PairingTally.won_by_one, PairingTally.won_by_other, PairingTally.drawn)
    sums = (func.sum(column) for column in columns)
    query = select(PairingTally.one, PairingTally.other, *sums)
    if preset is not None:
        query = query.where(PairingTally.preset == preset)
    found = session.execute(query.group_by(PairingTally.one, PairingTally.other))
    return Pairings({(one, other): Results(*map(int, figures)) for one, other, *figures in found})


@dataclass(frozen=True)
class Bids:
    """All bids for a power in a year: how often each amount was bid, and how many of them won.

    0 stands for a player who did not bid. What was bid is told of the others.
    """

    amounts: Mapping[int, int] = field(default_factory=dict)
    won: int = 0

    @property
    def sheets(self) -> int:
        """The sheets in which the power could be bid for: two of each auction."""
        return sum(self.amounts.values())

    @property
    def bid(self) -> Share:
        """The sheets with a bid for it."""
        return Share(self.sheets - self.amounts.get(0, 0), self.sheets)

    @property
    def share_won(self) -> Share:
        """The bids that won."""
        return Share(self.won, self.bid.part)

    def quantile(self, share: float) -> int | None:
        """Return the least bid that is not below that share of all bids; None where nobody bid."""
        passed, total = 0, self.bid.part
        for amount in sorted(set(self.amounts) - {0}):
            passed += self.amounts[amount]
            if passed >= share * total:
                return amount
        return None

    @property
    def most(self) -> int | None:
        """The highest bid."""
        return max((amount for amount in self.amounts if amount), default=None)

    def beaten_by(self, amount: int) -> Share:
        """Return the sheets that an amount would have won against."""
        beaten = sum(number for bid, number in self.amounts.items() if bid < amount)
        return Share(beaten, self.sheets)


def bids_by_year(session: Session, power: Power, preset: str | None = None) -> Mapping[int, Bids]:
    """Read the bids for a power by year, of one preset or of all; nothing of years without auctions."""
    sums = (func.sum(BidTally.bids), func.sum(BidTally.won))
    query = select(BidTally.year, BidTally.amount, *sums).where(BidTally.power == power)
    if preset is not None:
        query = query.where(BidTally.preset == preset)
    return _by_year(session.execute(query.group_by(BidTally.year, BidTally.amount)))


def _by_year(rows: Iterable[Any]) -> Mapping[int, Bids]:
    amounts: dict[int, dict[int, int]] = {}
    won: Counter[int] = Counter()
    for year, amount, number, winning in rows:
        amounts.setdefault(year, {})[amount] = int(number)
        won[year] += int(winning)
    return {year: Bids(amounts[year], won[year]) for year in sorted(amounts)}
