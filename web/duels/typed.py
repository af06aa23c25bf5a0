"""The typed box: several orders, one a line, in either language."""

import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask_babel import gettext

from adjudicator.notation import Line, explain, read_lines, reason_in_words
from intimate.view import Order, Power, Province, Reason, Unit, Waive
from web.i18n import language

LONGEST_SHEET = 20_000
MOST_ORDERS = 200
"""Several times what a player can command; more would keep everybody else waiting."""
SEPARATORS = re.compile(r"[\n;,]+")


@dataclass
class Sheet:
    """What was typed: the orders by power, or what is wrong with which line."""

    orders: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def content(self) -> dict[str, Any]:
        """The entry, as it is stored."""
        return {"orders": self.orders}


class Desk(Protocol):
    """Says which orders can be given."""

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written."""

    def unit_at(self, province: Province) -> Unit | None:
        """The unit that an order about a province means."""

    def settle(self, order: Order, named: Power | None = None) -> tuple[Power, Order] | Reason:
        """The order as it is kept, with its power, or the reason why it cannot be given."""

    def surplus(self, power: Power, given: int) -> Reason | None:
        """Why a power can be given no further order, after so many."""


def read_sheet(text: str, desk: Desk, written_in: str | None = None) -> Sheet:
    """Read a sheet; every line that cannot be read or given is named with its reason."""
    sheet = Sheet()
    if len(text) > LONGEST_SHEET or len(SEPARATORS.findall(text)) > MOST_ORDERS:
        sheet.faults.append(gettext("This is too long to be a sheet of orders. Shorten it."))
        return sheet
    ordered: dict[str, int] = {}
    for line in read_lines(text, written_in or language(), desk.edition, desk.unit_at):
        _take(sheet, line, desk, ordered)
    return sheet


def _take(sheet: Sheet, line: Line, desk: Desk, ordered: dict[str, int]) -> None:
    if line.order is None:
        reason = explain(line.error, language()) if line.error else ""
        sheet.faults.append(_fault(line, reason))
        return
    settled = desk.settle(line.order, line.power)
    if isinstance(settled, Reason):
        sheet.faults.append(_fault(line, reason_in_words(settled, language())))
        return
    power, order = settled
    about = "" if isinstance(order, Waive) else order.unit.province
    if about and about in ordered:
        earlier = gettext("this unit has an order in line %(line)d already", line=ordered[about])
        sheet.faults.append(_fault(line, earlier))
        return
    listed = sheet.orders.setdefault(power, [])
    surplus = desk.surplus(power, len(listed))
    if surplus:
        sheet.faults.append(_fault(line, reason_in_words(surplus, language())))
        return
    ordered[about] = line.number
    listed.append(str(order))


def _fault(line: Line, reason: str) -> str:
    return gettext(
        "Line %(line)d, “%(text)s”: %(reason)s",
        line=line.number,
        text=line.text[:80],
        reason=reason.rstrip("."),
    )
