"""The form of a task as it was sent: an entry, and what is wrong with it, field by field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudicator import Order, Province, parse_or_keep
from intimate.entries import Entry
from intimate.errors import EntryError
from services.duels.entering import CheckedEntry, check_entry
from services.duels.tables import NotAwaited, Table
from web.duels.forms import RankForm, TaskForm, task_form
from web.duels.menus import read_menus
from web.duels.refusals import field_of, why_not
from web.frame.translation import gettext

Faults = Mapping[str, str]
"""What is wrong, by the name of the field."""
Check = Callable[[Table, Entry], CheckedEntry]


class EntryRefused(ValueError):
    """An entry that cannot be stored: why, and which fields are at fault."""

    def __init__(self, problem: str, faults: Faults) -> None:
        super().__init__(problem)
        self.problem, self.faults = problem, faults


@dataclass
class SentEntry:
    """What a form held: a list or sheet with its form, or orders with the value of each menu."""

    form: TaskForm | None = None
    orders: Entry | None = None
    values: Mapping[str, str] = field(default_factory=dict)

    def checked(self, table: Table, check: Check = check_entry) -> CheckedEntry:
        """Check what was sent against the rules; raises EntryRefused.

        check: what finds the faults of an entry, those of the awaited phase unless it is said.
        """
        if self.form is not None and not self.form.validate_on_submit():
            faults = {name: " ".join(errors) for name, errors in self.form.errors.items() if name}
            raise EntryRefused("", faults)
        entry = self.form.entry() if self.form is not None else self.orders
        if entry is None:
            raise NotAwaited
        try:
            return check(table, entry)
        except EntryError as error:
            raise self._refusal(error) from error

    def _refusal(self, error: EntryError) -> EntryRefused:
        problem, name = why_not(error), field_of(error)
        if self.form is None:
            faults = (error, *error.others)
            return EntryRefused(
                problem, {name: why_not(fault) for fault in faults for name in self._fields_of(fault)}
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


def read_sent(table: Table) -> SentEntry:
    """Read the form of the awaited phase; nothing is checked yet."""
    if table.duel.takes_orders:
        sent = read_menus(table.view)
        return SentEntry(orders=sent.orders, values=sent.values)
    return SentEntry(task_form(table.view, None))


def summary_of(refusal: EntryRefused) -> str:
    """Say in one line what is wrong, for a page on which it stands beside the fields too."""
    return (
        refusal.problem
        or " ".join(dict.fromkeys(refusal.faults.values()))
        or gettext("This cannot be stored.")
    )
