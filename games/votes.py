"""A vote to end an ordinary game early, by any number of players (seed 004, V)."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from intimate.voting import EndRequest, Holding, Moment, P, why_barred


class VoteRefused(ValueError):
    """What cannot be done in a vote; `code` says why.

    `no_centre`: who asks holds none. `asked_already`, `asked_in_winter`, `voted_in_autumn`: it is too soon
    after an earlier request. `no_veto`: who objects owns too little, or asks themselves.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class VoteOutcome(StrEnum):
    """What a vote came to; a veto is public, all else is secret but for this word."""

    AGREED = "agreed"
    VETOED = "vetoed"
    VOTED_DOWN = "voted_down"


def ask(
    holdings: Mapping[P, Holding],
    before: Iterable[EndRequest[P]],
    asker: P,
    year: int,
    moment: Moment,
) -> EndRequest[P]:
    """Ask for an end; return what limits the requests after it. Raises VoteRefused.

    holdings: of all who are there. before: the requests until now. year: of the season played last.
    """
    if not holdings[asker].may_ask:
        raise VoteRefused("no_centre")
    barred = why_barred(before, asker, year, moment)
    if barred:
        raise VoteRefused(barred)
    return EndRequest(asker, year, moment)


def check_veto(holdings: Mapping[P, Holding], asker: P, vetoer: P) -> None:
    """Raise VoteRefused for somebody who cannot refuse a vote in public."""
    if vetoer == asker or vetoer not in holdings or not holdings[vetoer].may_veto:
        raise VoteRefused("no_veto")
