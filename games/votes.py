"""A vote to end an ordinary game early, by any number of players (source 004, V)."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from intimate.voting import EndRequest, Holding, Moment, P, why_barred


class VoteRefused(ValueError):
    """A request for an end, or a veto, is not allowed; `code` says why.

    `no_centre`: the asker holds no centre. `asked_already`, `asked_in_winter`, `voted_in_autumn`: it is too
    soon after an earlier request. `no_veto`: the vetoer owns too little, or is the asker.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class VoteOutcome(StrEnum):
    """The outcome of a request for an end. A veto is public; votes are secret."""

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
    """Ask for an end; return the request, which limits later ones. Raises VoteRefused.

    holdings: of all present players. before: the requests so far. year: the year of the last season played.
    """
    if not holdings[asker].may_ask:
        raise VoteRefused("no_centre")
    barred = why_barred(before, asker, year, moment)
    if barred:
        raise VoteRefused(barred)
    return EndRequest(asker, year, moment)


def check_veto(holdings: Mapping[P, Holding], asker: P, vetoer: P) -> None:
    """Raise VoteRefused if the vetoer may not veto."""
    if vetoer == asker or vetoer not in holdings or not holdings[vetoer].may_veto:
        raise VoteRefused("no_veto")
