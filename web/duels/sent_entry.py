"""The sent form of a task: an entry, with its faults by field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol, Self

from flask import request

from adjudicator import Order, Phase, PhaseError, PhaseKind, Power, Province, Unit, parse_or_keep
from adjudicator.notation import Here, Line, explain, read_lines, reason_in_words
from intimate.entries import Entry, GivenOrder, Orders
from intimate.errors import EntryError, OrderRefused
from services.duels.access import DuelForViewer
from services.duels.entering import CheckedEntry, SeenEntry, check_entry
from services.duels.refusals import DuelRefusal, DuelRefused
from web.core.translation import gettext, language
from web.duels.forms import RankForm, TaskForm, task_form
from web.duels.menus import read_menus
from web.duels.messages import entry_refusal_message, field_of
from web.words.rules import Ruled, rule_of


class LineFault(str):
    """A fault in a line of typed orders, in words that name the line.

    line: its number, from 1. rule: the address of the rule that it breaks; empty if it could not be read.
    """

    __slots__ = ("line", "rule")
    line: int
    rule: str

    def __new__(cls, words: str, line: int, rule: str) -> Self:
        """Make the text, with what is known about the line."""
        fault = super().__new__(cls, words)
        fault.line, fault.rule = line, rule
        return fault


class SheetRefused(ValueError):
    """A sheet of orders has faults; the text of each names the line."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(*faults)
        self.faults = faults


class OrderChecker(Protocol):
    """Accepts orders, or says why not."""

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written."""

    @property
    def kind(self) -> PhaseKind | None:
        """The kind of phase that the orders are for."""

    def can(self, order: Order) -> bool:
        """Tell whether an order can be given."""

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that an order about a province means."""

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:
        """Return the order as it is stored, with its power; raises OrderRefused."""

    def check_count(self, power: Power, given: int) -> None:
        """Raise OrderRefused if a power has all its possible orders already."""


def read_orders(text: str, desk: OrderChecker, written_in: str | None = None) -> Orders:
    """Read typed orders. Raises SheetRefused, which names each line that is unreadable or illegal."""
    sheet = _Sheet(desk)
    here = Here(desk.kind, desk.unit_at, desk.can) if desk.kind else None
    for line in read_lines(text, written_in or language(), desk.edition, here):
        sheet.take(line)
    if sheet.faults:
        raise SheetRefused(sheet.faults)
    return Orders(sheet.orders)


class _Sheet:
    """The orders read so far, and the faults of the rest."""

    def __init__(self, desk: OrderChecker) -> None:
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
            self._note(line, reason_in_words(refusal.reason, language()), rule_of(refusal.reason.cause))

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

    def _note(self, line: Line, reason: str, rule: str = "") -> None:
        words = gettext(
            "Line %(line)d, “%(text)s”: %(reason)s",
            line=line.number,
            text=line.text[:80],
            reason=reason.rstrip("."),
        )
        self.faults.append(LineFault(words, line.number, rule))


def phase_of_form() -> Phase:
    """Read the phase that the form was made for; raises DuelRefused."""
    try:
        return Phase.parse(request.form.get("phase", ""))
    except PhaseError as error:
        raise DuelRefused(DuelRefusal.PHASE_OVER) from error


def phase_seen() -> Phase:
    """Read the phase that the player saw awaited when they decided; raises DuelRefused."""
    try:
        return phase_of_form()
    except DuelRefused as error:
        raise DuelRefused(DuelRefusal.DUEL_MOVED_ON) from error


def seen_in_form() -> SeenEntry | None:
    """Read which entry the page showed; None if the form does not say."""
    seen = request.form.get("seen")
    if not seen:
        return None if seen is None else SeenEntry(None)
    try:
        return SeenEntry(datetime.fromisoformat(seen))
    except ValueError:
        return SeenEntry(datetime.min.replace(tzinfo=UTC))  # no entry was ever stored at that instant


Faults = Mapping[str, str]
"""The faults, by the name of the field."""
Check = Callable[[DuelForViewer, Entry], CheckedEntry]


class EntryRefused(ValueError):
    """An entry that cannot be stored: why, and which fields are at fault."""

    def __init__(self, problem: str, faults: Faults) -> None:
        super().__init__(problem)
        self.problem, self.faults = problem, faults

    @property
    def rules(self) -> Faults:
        """The addresses of the rules behind the faults, as far as they have one."""
        return {name: fault.rule for name, fault in self.faults.items() if isinstance(fault, Ruled)}


@dataclass
class SentEntry:
    """The content of a form: a list or sheet with its form, or orders with the value of each menu."""

    form: TaskForm | None = None
    orders: Entry | None = None
    values: Mapping[str, str] = field(default_factory=dict)

    def checked(self, viewed: DuelForViewer, check: Check = check_entry) -> CheckedEntry:
        """Check what was sent against the rules; raises EntryRefused.

        check: finds the faults of an entry; by default one for the awaited phase.
        """
        if self.form is not None and not self.form.validate_on_submit():
            faults = {name: " ".join(errors) for name, errors in self.form.errors.items() if name}
            raise EntryRefused("", faults)
        entry = self.form.entry() if self.form is not None else self.orders
        if entry is None:
            raise DuelRefused(DuelRefusal.NOT_AWAITED)
        try:
            return check(viewed, entry)
        except EntryError as error:
            raise self._refusal(error) from error

    def _refusal(self, error: EntryError) -> EntryRefused:
        problem, name = entry_refusal_message(error), field_of(error)
        if self.form is None:
            faults = (error, *error.others)
            return EntryRefused(
                problem,
                {name: entry_refusal_message(fault) for fault in faults for name in self._fields_of(fault)},
            )
        if isinstance(self.form, RankForm):
            return EntryRefused(problem, self.form.faults)
        if name is None or name not in self.form:
            return EntryRefused(problem, {})
        return EntryRefused("", {name: problem})

    def _fields_of(self, error: EntryError) -> list[str]:
        """Find the menus that an error is about."""
        orders = {name: parse_or_keep(value) for name, value in self.values.items() if value}
        if error.code == "illegal_order":
            return [name for name, order in orders.items() if order == error.values["order"]]
        if error.code != "ordered_twice":
            return []
        places = {name: _place(order) for name, order in orders.items() if isinstance(order, Order)}
        found = list(places.values())
        return [name for name, place in places.items() if place and found.count(place) > 1]


def _place(order: Order) -> Province | None:
    return order.unit.province if order.unit else None


def read_sent(viewed: DuelForViewer) -> SentEntry:
    """Read the form of the awaited phase; nothing is checked yet."""
    if viewed.duel.takes_orders:
        sent = read_menus(viewed.view)
        return SentEntry(orders=sent.orders, values=sent.values)
    return SentEntry(task_form(viewed.view, None))


def summary_of(refusal: EntryRefused) -> str:
    """Summarise the faults in one line, for a page that also shows them beside the fields."""
    return (
        refusal.problem
        or " ".join(dict.fromkeys(refusal.faults.values()))
        or gettext("This cannot be stored.")
    )
