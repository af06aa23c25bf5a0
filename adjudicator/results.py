"""Outcomes of orders: flags, and the reason for every failure as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import NamedTuple

from adjudicator.orders import Waive
from adjudicator.position import Position
from adjudicator.units import Location, Power, Province, Unit


class Flag(StrEnum):
    """The ways in which an order fails, as the interchange format names them; no flag means success."""

    BOUNCE = "bounce"
    NO_CONVOY = "no convoy"
    CUT = "cut"
    VOID = "void"
    DISLODGED = "dislodged"
    DISBAND = "disband"
    DISRUPTED = "disrupted"
    DEFAULT = "default"
    """Done by default for a power that did not order it; set by packages that conduct games."""


class Cause(StrEnum):
    """Causes of failure as codes; each language has a message for each under `[reasons]`."""

    BOUNCED = auto()
    OWN_UNIT = auto()
    CUT = auto()
    DISLODGED = auto()
    FLEET_DISLODGED = auto()
    PARADOX = auto()
    NO_CONVOY = auto()
    NO_PASSAGE = auto()
    USELESS_CONVOY = auto()
    UNREADABLE = auto()
    WRONG_PHASE = auto()
    NO_UNIT = auto()
    FOREIGN_UNIT = auto()
    SEVERAL_ORDERS = auto()
    NO_PLACE = auto()
    SAME_PLACE = auto()
    UNREACHABLE = auto()
    CLOSED = auto()
    COAST_NEEDED = auto()
    ONLY_ARMIES = auto()
    ONLY_FLEETS_AT_SEA = auto()
    SELF_SUPPORT = auto()
    CANNOT_SUPPORT_THERE = auto()
    SUPPORTED_CANNOT_GO = auto()
    NOT_A_CHAIN = auto()
    MISMATCH = auto()
    NO_RETREAT = auto()
    RETREAT_BARRED = auto()
    RETREAT_CLASH = auto()
    NO_RETREAT_ORDER = auto()
    NOT_A_HOME_CENTRE = auto()
    NOT_OWNED = auto()
    OCCUPIED = auto()
    NO_SUCH_BUILD = auto()
    NOTHING_DUE = auto()
    MUST_BUILD = auto()
    DEFAULT_REMOVAL = auto()


class Reason(NamedTuple):
    """A cause with its units and its place."""

    cause: Cause
    units: tuple[Unit, ...] = ()
    place: Location | Province | None = None


class Outcome(NamedTuple):
    """The flags of an order and the reason for its failure.

    also: the reason for the dislodgement, if the order failed for another.
    """

    flags: tuple[Flag, ...] = ()
    reason: Reason | None = None
    also: Reason | None = None

    @property
    def succeeded(self) -> bool:
        """True if the order was carried out."""
        return not self.flags

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons, that of the order first."""
        return tuple(reason for reason in (self.reason, self.also) if reason)


SUCCESS = Outcome()
"""The order was carried out."""
Ordered = Unit | Waive
"""The subject of an outcome: a unit, or a build given up."""
Outcomes = Mapping[Power, Mapping[Ordered, Outcome]]
"""The outcomes of each power."""


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The position after a phase, the outcome of each order, and the provinces barred to retreats.

    The outcomes of a movement are computed on the first access.
    """

    position: Position
    outcomes: Outcomes
    contested: frozenset[Province] = field(default_factory=frozenset)

    def __reduce__(self) -> tuple[type["Result"], tuple[object, ...]]:
        """Copies and pickles are made from the fields; a compiled class has no other way."""
        return Result, (self.position, self.outcomes, self.contested)

    def __repr__(self) -> str:
        """How many orders there were, and how many succeeded."""
        every = [outcome for units in self.outcomes.values() for outcome in units.values()]
        succeeded = sum(outcome.succeeded for outcome in every)
        routed = len(self.position.dislodged)
        return f"<Result: {succeeded} of {len(every)} orders succeeded, {routed} dislodged>"
