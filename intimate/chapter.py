"""A chapter: one step of a duel, with its entries, its orders with outcomes, and the duel after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator import (
    Order,
    Ordered,
    Outcome,
    Outcomes,
    Passed,
    Phase,
    PhaseKind,
    Power,
    Unit,
    Unreadable,
    Waive,
    same_unit,
)
from intimate.auction import Auction
from intimate.command import orders_that_count
from intimate.draws import NO_DRAWS, Draws
from intimate.duel import Duel
from intimate.entries import Entry, Orders, Sheet
from intimate.events import Event
from intimate.players import Player


class Seal(NamedTuple):
    """The seal of an entry, once opened: the salted hash, the salt, the instant (RFC 3339, UTC)."""

    digest: str
    salt: str
    at: str


@dataclass(frozen=True, slots=True, repr=False)
class Chapter:
    """A resolved phase, or an event: exactly one of `phase` and `event` is set.

    `outcomes` are those of the phase's orders, `passed` the phases afterwards that awaited nobody, `after`
    the duel after all of it. `seals` exist if entries had been sealed.
    """

    after: Duel
    phase: Phase | None = None
    event: Event | None = None
    entries: Mapping[Player, Entry] = field(default_factory=dict)
    draws: Draws = NO_DRAWS
    outcomes: Outcomes = field(default_factory=dict)
    auction: Auction | None = None
    passed: tuple[Passed, ...] = ()
    seals: Mapping[Player, Seal] = field(default_factory=dict)

    def __repr__(self) -> str:
        """The phase or event, and the duel after it."""
        return f"<Chapter {self.event.kind if self.event else self.phase}, then {self.after}>"

    @property
    def is_fought_auction(self) -> bool:
        """True for an auction in which both have bid."""
        sheets = [entry for entry in self.entries.values() if isinstance(entry, Sheet)]
        return len(sheets) == len(Player) and all(sheet.bids for sheet in sheets)

    @property
    def kind(self) -> PhaseKind | None:
        """The kind of the resolved phase, None for an event."""
        return self.phase.kind if self.phase else None


Issued = Mapping[Power, Sequence[Order | Unreadable]]


class Fate(NamedTuple):
    """A unit, or a waived build, with its order, if one was given, and the outcome."""

    power: Power
    ordered: Ordered
    order: Order | Unreadable | None
    outcome: Outcome


def fates_in(outcomes: Outcomes, issued: Issued) -> list[Fate]:
    """Match each outcome with its order; of several orders for one unit the last counted."""
    return [
        Fate(power, ordered, _last_order(issued.get(power, ()), ordered), outcome)
        for power, units in outcomes.items()
        for ordered, outcome in units.items()
    ]


def fates_of(chapter: Chapter, before: Duel) -> list[Fate]:
    """Match each outcome of a chapter with its order; before: the duel before it, for the commanders."""
    orders = {player: entry for player, entry in chapter.entries.items() if isinstance(entry, Orders)}
    return fates_in(chapter.outcomes, orders_that_count(before, orders))


def _last_order(issued: Sequence[Order | Unreadable], ordered: Ordered) -> Order | Unreadable | None:
    return next((order for order in reversed(issued) if _is_about(order, ordered)), None)


def _is_about(order: Order | Unreadable, ordered: Ordered) -> bool:
    if isinstance(order, Waive) or not isinstance(ordered, Unit):
        return isinstance(order, Waive) and not isinstance(ordered, Unit)
    return order.unit is not None and same_unit(order.unit, ordered)
