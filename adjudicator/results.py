"""What became of orders: flags, and the reason of every failure as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from adjudicator.orders import Waive
from adjudicator.position import Position
from adjudicator.units import Location, Power, Province, Unit


class Flag(StrEnum):
    """How an order failed, in the words of the interchange format; no flag means success."""

    BOUNCE = "bounce"
    NO_CONVOY = "no convoy"
    CUT = "cut"
    VOID = "void"
    DISLODGED = "dislodged"
    DISBAND = "disband"
    DISRUPTED = "disrupted"
    DEFAULT = "default"
    """Done for a power that did not order it; only whoever conducts a game says so."""


class Cause(StrEnum):
    """Why: each value is an English sentence, its braces filled from the reason."""

    BOUNCED = "bounced with {units}"
    OWN_UNIT = "may not dislodge its own power's {units}"
    CUT = "cut by {units}"
    DISLODGED = "dislodged by {units}"
    FLEET_DISLODGED = "convoy broken: {units} dislodged"
    PARADOX = "convoy disrupted by its own paradox through {units}"
    NO_CONVOY = "no chain of fleets was ordered to convoy it"
    NO_PASSAGE = "no chain of fleets could carry it to {place}"
    USELESS_CONVOY = "its chain of fleets was not complete"
    UNREADABLE = "the order cannot be read"
    WRONG_PHASE = "the order does not belong to this phase"
    NO_UNIT = "{units} is not there"
    FOREIGN_UNIT = "{units} belongs to another power"
    SEVERAL_ORDERS = "several different orders were given"
    NO_PLACE = "there is no {place} to go to"
    SAME_PLACE = "it stands there already"
    UNREACHABLE = "it cannot reach {place}"
    COAST_NEEDED = "the order must name a coast of {place}"
    ONLY_ARMIES = "only armies are convoyed"
    ONLY_FLEETS_AT_SEA = "only fleets at sea convoy"
    SELF_SUPPORT = "it cannot support itself"
    CANNOT_SUPPORT_THERE = "it cannot reach {place} to support there"
    SUPPORTED_CANNOT_GO = "{units} cannot reach {place}"
    NOT_A_CHAIN = "no chain of fleets from {units} to {place} needs it"
    MISMATCH = "{units} was not ordered so"
    NO_RETREAT = "it had nowhere to go"
    RETREAT_BARRED = "it may not retreat to {place}"
    RETREAT_CLASH = "{units} retreated there too"
    NO_RETREAT_ORDER = "it was given no retreat"
    NOT_A_HOME_CENTRE = "{place} is no home centre of this power"
    NOT_OWNED = "the power does not own {place}"
    OCCUPIED = "{place} is occupied"
    NO_SUCH_BUILD = "such a unit cannot stand in {place}"
    NOTHING_DUE = "no further order of this kind is due"
    MUST_BUILD = "this power may not give up a build"
    DEFAULT_REMOVAL = "removed because no removal was ordered"


class Reason(NamedTuple):
    """A cause with the units and the place that it is about."""

    cause: Cause
    units: tuple[Unit, ...] = ()
    place: Location | Province | None = None

    def __str__(self) -> str:
        """The reason in English, units and places in their codes."""
        return self.cause.value.format(units=", ".join(map(str, self.units)), place=self.place)


class Outcome(NamedTuple):
    """The flags of one order, the reason when it did not succeed, and who dislodged the unit as well."""

    flags: tuple[Flag, ...] = ()
    reason: Reason | None = None
    also: Reason | None = None

    @property
    def succeeded(self) -> bool:
        """Whether the order did what it said."""
        return not self.flags

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All that there is to say, the reason of the order first."""
        return tuple(reason for reason in (self.reason, self.also) if reason)


SUCCESS = Outcome()
"""The order did what it said."""
Ordered = Unit | Waive
"""What an outcome is about: a unit, or a build given up."""
Outcomes = Mapping[Power, Mapping[Ordered, Outcome]]
"""The outcomes of each power."""


@dataclass(frozen=True, slots=True)
class Result:
    """The position after a phase, what became of each order, and the provinces barred to retreats."""

    position: Position
    outcomes: Outcomes
    contested: frozenset[Province] = field(default_factory=frozenset)
