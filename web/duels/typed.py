"""The typed box: several orders, one a line, in either language."""

from collections.abc import Sequence
from typing import Protocol, Self

from adjudicator import Order, Power, Province, Unit
from adjudicator.notation import Line, explain, read_lines, reason_in_words
from intimate.entries import GivenOrder, Orders
from intimate.errors import OrderRefused
from web.frame.translation import gettext, language


class Fault(str):
    """What is wrong with a line of a sheet, in words that name it."""

    __slots__ = ("line",)
    line: int

    def __new__(cls, words: str, line: int) -> Self:
        """Words, and the number of the line from 1."""
        fault = super().__new__(cls, words)
        fault.line = line
        return fault


class SheetRefused(ValueError):
    """A sheet of orders with faults, each in words that name the line."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(*faults)
        self.faults = faults


class Desk(Protocol):
    """Accepts orders, or says why not."""

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written."""

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that an order about a province means."""

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:
        """Return the order as it is stored, with its power; raises OrderRefused."""

    def check_count(self, power: Power, given: int) -> None:
        """Raise OrderRefused when a power can be given no further order, after so many."""


def read_orders(text: str, desk: Desk, written_in: str | None = None) -> Orders:
    """Read a sheet; every line that cannot be read or given is named with its reason. Raises SheetRefused."""
    sheet = _Sheet(desk)
    for line in read_lines(text, written_in or language(), desk.edition, desk.unit_at):
        sheet.take(line)
    if sheet.faults:
        raise SheetRefused(sheet.faults)
    return Orders(sheet.orders)


class _Sheet:
    """The orders read so far, and what was wrong with others."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.orders: dict[Power, list[Order]] = {}
        self.faults: list[str] = []
        self.lines: dict[Province, int] = {}

    def take(self, line: Line) -> None:
        """Take the order of a line, or note its fault."""
        if line.order is None:
            self._note(line, explain(line.error, language()) if line.error else "")
            return
        try:
            self._take(line, line.order)
        except OrderRefused as refusal:
            self._note(line, reason_in_words(refusal.reason, language()))

    def _take(self, line: Line, read: Order) -> None:
        power, order = self.desk.accept(read, line.power)
        place = order.unit.province if order.unit else None
        if place in self.lines:
            self._note(
                line, gettext("this unit has an order in line %(line)d already", line=self.lines[place])
            )
            return
        orders = self.orders.setdefault(power, [])
        self.desk.check_count(power, len(orders))
        orders.append(order)
        if place:
            self.lines[place] = line.number

    def _note(self, line: Line, reason: str) -> None:
        words = gettext(
            "Line %(line)d, “%(text)s”: %(reason)s",
            line=line.number,
            text=line.text[:80],
            reason=reason.rstrip("."),
        )
        self.faults.append(Fault(words, line.number))
