"""How the time of a duel runs: steps from one state to the next, each at an instant that is passed in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from adjudicator import PhaseKind
from clocks.terms import Clock
from intimate.players import Player

NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Times:
    """The time of both players in one phase.

    due: the instant at which a player whose time runs has no more of it. banks: what was in a bank when it
    ran last; empty where there are none. misses: the phases in a row for which a player stored nothing.
    """

    due: Mapping[Player, datetime] = field(default_factory=dict)
    banks: Mapping[Player, timedelta] = field(default_factory=dict)
    misses: Mapping[Player, int] = field(default_factory=dict)

    @property
    def deadline(self) -> datetime | None:
        """The instant at which the last player whose time runs is out of it; None while nobody's does."""
        return max(self.due.values(), default=None)

    def is_out(self, player: Player, now: datetime) -> bool:
        """Tell whether the time of a player has run out."""
        return player in self.due and now >= self.due[player]


def begin_phase(
    clock: Clock, times: Times, kind: PhaseKind, awaited: Collection[Player], now: datetime
) -> Times:
    """Let the time of those who are awaited run; a bank is filled up first."""
    length = timedelta(seconds=clock.seconds(kind))
    if not clock.has_banks:
        return replace(times, due=dict.fromkeys(awaited, now + length))
    cap, first = timedelta(seconds=clock.cap), timedelta(seconds=clock.bank)
    banks = {player: times.banks.get(player, first) for player in Player}
    banks |= {player: min(cap, banks[player] + length) for player in awaited}
    return replace(times, due={player: now + banks[player] for player in awaited}, banks=banks)


def hand_in(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Stop the bank of a player who is ready; a deadline stays what it is."""
    if not clock.has_banks or player not in times.due:
        return times
    left = max(NOTHING, times.due[player] - now)
    due = {other: at for other, at in times.due.items() if other is not player}
    return replace(times, due=due, banks={**times.banks, player: left})


def take_back(clock: Clock, times: Times, player: Player, now: datetime) -> Times:
    """Let the bank of a player who is not ready any more run again."""
    if not clock.has_banks or player in times.due:
        return times
    return replace(times, due={**times.due, player: now + times.banks[player]})


def end_phase(
    clock: Clock, times: Times, awaited: Collection[Player], missing: Collection[Player], now: datetime
) -> Times:
    """Stop all time at the end of a phase, and count for whom nothing was stored.

    missing: those of the awaited players who have stored nothing.
    """
    for player in awaited:
        times = hand_in(clock, times, player, now)
    counted = {player: times.misses.get(player, 0) + 1 if player in missing else 0 for player in awaited}
    return replace(times, due={}, misses={**times.misses, **counted})


def absentees(clock: Clock, times: Times) -> frozenset[Player]:
    """List the players who have stored nothing so often in a row that the duel is over."""
    return frozenset(player for player, misses in times.misses.items() if misses >= clock.misses)
