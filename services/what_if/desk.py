"""The orders of all sides: whose order an order is, whoever commands the unit in a duel."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from adjudicator import (
    Build,
    Cause,
    Choices,
    Game,
    Kind,
    Location,
    Move,
    Order,
    PhaseKind,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    WinterChoice,
    same_unit,
)
from intimate.desk import owner_of, spelt_by, unit_meant
from intimate.entries import GivenOrder
from intimate.errors import OrderRefused


class DeskForAll:
    """Takes the orders of all sides in the awaited phase of a base game; legal they need not be."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kind = game.phase.kind

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written; None for those of today."""
        return spelt_by(self.game.edition)

    @cached_property
    def choices(self) -> Choices:
        """All that could be ordered, listed when it is first needed."""
        return self.game.choices()

    @property
    def units(self) -> list[tuple[Power, Unit]]:
        """The units that can be ordered, with their powers."""
        return [(choice.power, choice.unit) for choice in self.choices.units]

    @property
    def winters(self) -> Sequence[WinterChoice]:
        """The builds and removals that can be ordered."""
        return self.choices.winters

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that an order about a province means."""
        return unit_meant(self.game.position, self.kind, province)

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:  # noqa: ARG002  # as of the duel's desk
        """Return the order with its power; raises OrderRefused when it is about nothing on the board."""
        if isinstance(order, Waive):
            raise OrderRefused(Reason(Cause.NOTHING_DUE))
        if isinstance(order, Build) and self.kind is PhaseKind.ADJUSTMENTS:
            return self._of_home(order)
        if self.kind is PhaseKind.RETREATS and isinstance(order, Move):
            order = Retreat(order.unit, order.to)
        power, unit = self._found(order.unit)
        return GivenOrder(power, replace(order, unit=unit))

    def accept_unreadable(self, text: Unreadable) -> tuple[Power, Unreadable]:
        """Return what is no order with the power of its unit; raises OrderRefused when it names none."""
        if text.unit is None:
            raise OrderRefused(Reason(Cause.UNREADABLE))
        power, unit = self._found(text.unit)
        return power, Unreadable(text.text, unit)

    def check_count(self, power: Power, given: int) -> None:
        """Accept any number of orders."""

    def _found(self, named: Unit) -> tuple[Power, Unit]:
        unit = self.unit_at(named.province)
        if unit is None or not same_unit(unit, named):
            raise OrderRefused(Reason(Cause.NO_UNIT, (named,)))
        return owner_of(self.game.position, unit), unit

    def _of_home(self, order: Build) -> GivenOrder:
        """Give a build to the power whose home centre it is made in."""
        unit = order.unit
        space = self.game.position.board.spaces.get(unit.province)
        if space is None or space.home is None:
            raise OrderRefused(Reason(Cause.NOT_A_HOME_CENTRE, place=unit.province))
        built = unit.at(Location(unit.province)) if unit.kind is Kind.ARMY else unit
        return GivenOrder(space.home, Build(built))
