"""Votes to end a game early, by any number of players: who may ask, when, who may vote (source 004, V)."""

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from adjudicator import Position, Power

P = TypeVar("P", bound=Hashable)


class Moment(StrEnum):
    """When an end may be asked for: after the retreats of spring, those of autumn, or the adjustments."""

    SPRING = "spring"
    AUTUMN = "autumn"
    WINTER = "winter"


@dataclass(frozen=True, slots=True)
class Holding:
    """A power's holdings, as far as votes depend on them.

    safe: its centres without another power's unit. abroad: its units on centres that it does not own. home:
    the home centres that it owns.
    """

    centres: int
    safe: int
    abroad: int
    home: int
    units: int

    @property
    def may_ask(self) -> bool:
        """True for a player who would own a centre if all units stood still."""
        return self.safe + self.abroad > 0

    @property
    def may_veto(self) -> bool:
        """True for a player who owns a home centre, or another centre and a unit."""
        return self.home > 0 or (self.centres > 0 and self.units > 0)

    @property
    def may_vote(self) -> bool:
        """True for a player who owns a centre."""
        return self.centres > 0


def holding(position: Position, powers: Collection[Power]) -> Holding:
    """Count what the powers of one player hold."""
    owned = {centre for power in powers for centre in position.centres_of(power)}
    units = [unit for power in powers for unit in position.units_of(power)]
    at = {unit.province for unit in units}
    others = {unit.province for unit, owner in position.units.items() if owner not in powers}
    return Holding(
        centres=len(owned),
        safe=len(owned - others),
        abroad=len((at & position.board.centres) - owned),
        home=len({centre for power in powers for centre in position.board.homes[power]} & owned),
        units=len(units),
    )


@dataclass(frozen=True, slots=True)
class EndRequest(Generic[P]):
    """A request for an end; year: of the season before it. voted: False once it was vetoed."""

    player: P
    year: int
    moment: Moment
    voted: bool = True


def why_barred(before: Iterable[EndRequest[P]], player: P, year: int, moment: Moment) -> str | None:
    """Return the code of what bars a player from asking now, None if nothing does; before: earlier requests.

    `asked_already`: they have asked at this moment (our addition; the regulation only lets the game go on).
    `asked_in_winter`: they asked after the autumn or the adjustments before this spring.
    `voted_in_autumn`: there was a vote after the autumn before these adjustments.
    """
    for asked in before:
        if (asked.player, asked.year, asked.moment) == (player, year, moment):
            return "asked_already"
        last_year = asked.year == year - 1 and asked.moment is not Moment.SPRING
        if moment is Moment.SPRING and asked.player == player and last_year:
            return "asked_in_winter"
        this_autumn = asked.year == year and asked.moment is Moment.AUTUMN and asked.voted
        if moment is Moment.WINTER and this_autumn:
            return "voted_in_autumn"
    return None
