"""A chapter: one step of a duel, with all that went into it and the duel after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator import Outcomes, Passed, Phase, PhaseKind
from intimate.auction import Auction
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.events import Event
from intimate.lots import NO_LOTS, Lots
from intimate.players import Player


class Seal(NamedTuple):
    """The seal of an entry, once opened: the salted hash, the salt, the instant (RFC 3339, UTC)."""

    digest: str
    salt: str
    at: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A resolved phase, or an event: exactly one of `phase` and `event` is there.

    `outcomes` are those of the phase's orders, `passed` the phases that awaited nobody afterwards, `after`
    is the duel after all of it. `seals` are there where entries had been sealed.
    """

    after: Duel
    phase: Phase | None = None
    event: Event | None = None
    entries: Mapping[Player, Entry] = field(default_factory=dict)
    lots: Lots = NO_LOTS
    outcomes: Outcomes = field(default_factory=dict)
    auction: Auction | None = None
    passed: tuple[Passed, ...] = ()
    seals: Mapping[Player, Seal] = field(default_factory=dict)

    @property
    def kind(self) -> PhaseKind | None:
        """The kind of the resolved phase, None for an event."""
        return self.phase.kind if self.phase else None
