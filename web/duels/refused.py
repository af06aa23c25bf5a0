"""The page of a duel with something that was sent and refused."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from services.duels.tables import Table
from web.duels.forms import TaskForm, task_form
from web.duels.page import DuelPage


class RefusedPage(DuelPage):
    """The same page with what was sent and refused; rendered each time.

    problem: what could not be done. form, values or typed: what was sent, of whichever kind it was.
    faults: what is wrong with the typed orders.
    """

    def __init__(
        self,
        table: Table,
        problem: str = "",
        *,
        form: TaskForm | None = None,
        values: Mapping[str, str] | None = None,
        typed: str | None = None,
        faults: Sequence[str] = (),
    ) -> None:
        super().__init__(table)
        self.problem, self.form, self._typed, self.faults = problem, form, typed, faults
        self._sent = values

    is_refused = True
    wrong_menus: Mapping[str, str] = {}

    def key(self) -> Hashable:
        """None: nobody sends the same again."""
        return None

    def menu(self, name: str) -> str:
        """A menu with what was sent, or what is stored, chosen."""
        values = self._values if self._sent is None else self._sent
        return self.menus.by_name[name].chosen(values.get(name, ""), self.wrong_menus.get(name, ""))

    @cached_property
    def task_form(self) -> TaskForm | None:
        """The form that was refused, or the one with what is stored."""
        return self.form or task_form(self.view, self.table.entry)

    @property
    def typed_orders(self) -> str:
        """The typed text, or the stored orders."""
        return super().typed_orders if self._typed is None else self._typed
