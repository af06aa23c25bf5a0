"""A vote to end an ordinary game early, by any number of players (seed 004, V)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic

from intimate.voting import EndRequest, Holding, Moment, P, why_barred


class VoteRefused(ValueError):
    """What cannot be done in a vote; `code` says why.

    `no_centre`: who asks holds none. `asked_already`, `asked_in_winter`, `voted_in_autumn`: it is too soon
    after an earlier request. `no_veto`: who objects owns too little. `no_vote`: they have none.
    `voted_already`: they have voted. `decided`: it is over.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class VoteOutcome(StrEnum):
    """What a vote came to; a veto is public, all else is secret but for this word."""

    AGREED = "agreed"
    VETOED = "vetoed"
    VOTED_DOWN = "voted_down"


@dataclass(frozen=True, slots=True)
class Vote(Generic[P]):
    """A request for an end and what was said to it; asker: in favour, and without a ballot.

    vetoers, voters: who may object, and who may vote. ballots: who has voted, and how; never to be shown.
    """

    asker: P
    year: int
    moment: Moment
    vetoers: frozenset[P]
    voters: frozenset[P]
    vetoed_by: P | None = None
    ballots: Mapping[P, bool] = field(default_factory=dict, repr=False)

    @property
    def outcome(self) -> VoteOutcome | None:
        """What it came to; None until all have voted, so that it does not tell who voted against it."""
        if self.vetoed_by is not None:
            return VoteOutcome.VETOED
        if set(self.ballots) != self.voters:
            return None
        return VoteOutcome.AGREED if all(self.ballots.values()) else VoteOutcome.VOTED_DOWN

    @property
    def asked(self) -> EndRequest[P]:
        """What limits the requests after it."""
        return EndRequest(self.asker, self.year, self.moment, voted=self.vetoed_by is None)

    def veto(self, power: P) -> "Vote[P]":
        """Refuse the vote in public; raises VoteRefused."""
        self._check_open(power)
        if power not in self.vetoers:
            raise VoteRefused("no_veto")
        return replace(self, vetoed_by=power)

    def cast(self, power: P, *, in_favour: bool) -> "Vote[P]":
        """Vote, once: a second ballot replaces nothing; raises VoteRefused."""
        self._check_open(power)
        if power not in self.voters:
            raise VoteRefused("no_vote")
        return replace(self, ballots={**self.ballots, power: in_favour})

    def _check_open(self, power: P) -> None:
        if self.outcome is not None:
            raise VoteRefused("decided")
        if power in self.ballots:
            raise VoteRefused("voted_already")


def ask(
    holdings: Mapping[P, Holding],
    before: Iterable[EndRequest[P]],
    power: P,
    year: int,
    moment: Moment,
) -> Vote[P]:
    """Ask for an end; holdings: of all powers that are played. Raises VoteRefused.

    before: the requests until now. year: of the season played last. Where nobody else owns a centre, it
    is agreed.
    """
    if not holdings[power].may_ask:
        raise VoteRefused("no_centre")
    barred = why_barred(before, power, year, moment)
    if barred:
        raise VoteRefused(barred)
    others = {other: held for other, held in holdings.items() if other != power}
    return Vote(
        power,
        year,
        moment,
        vetoers=frozenset(other for other, held in others.items() if held.may_veto),
        voters=frozenset(other for other, held in others.items() if held.may_vote),
    )
