"""Shared by lessons, puzzles and retried moments: an answer on the board, in lists or as bids."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from flask import jsonify, render_template
from flask.typing import ResponseReturnValue

from adjudicator import PhaseKind
from intimate.entries import Entry, Orders, Sheet
from intimate.view import View
from web.board.picture import pending_arrows
from web.core.limits import address, count
from web.core.page import Frame
from web.duels.forms import SheetForm, task_form
from web.duels.menus import Menus, chosen_values, menus_of, read_menus
from web.duels.script_words import board_words

RATE, ARROWS_RATE = "120 per minute", "600 per minute"
"""How many attempts one address may make, and how many drawings of arrows it may request."""


class AnswerPage(Frame):
    """A page that asks for orders or bids, or shows their result.

    view: the duel as the viewer sees it. refused, problem: a refused sheet, and why an entry was refused.
    """

    view: View
    refused: SheetForm | None = None
    problem = ""

    @property
    def asks(self) -> bool:
        """True while an answer is asked for."""
        raise NotImplementedError

    @property
    def kept_entry(self) -> Entry | None:
        """The former answer, to alter it."""
        return None

    @property
    def is_auction(self) -> bool:
        """True where bids are asked for."""
        return self.view.duel.kind is PhaseKind.AUCTION

    @cached_property
    def menus(self) -> Menus | None:
        """The menus of the orders; None for bids, and once an answer was judged."""
        asks = self.asks and self.view.duel.takes_orders
        return menus_of(self.view.choices, self.view.home) if asks else None

    @cached_property
    def _values(self) -> Mapping[str, str]:
        entry = self.kept_entry
        names = list(self.menus.by_name) if self.menus else []
        return chosen_values(entry if isinstance(entry, Orders) else None, names)

    def menu(self, name: str) -> str:
        """A menu with its order chosen."""
        return self.menus.by_name[name].chosen(self._values.get(name, "")) if self.menus else ""

    @cached_property
    def sheet_form(self) -> SheetForm | None:
        """The sheet of bids; None for orders, and once an answer was judged."""
        if not self.asks or not self.is_auction:
            return None
        entry = self.kept_entry
        form = self.refused or task_form(self.view, entry if isinstance(entry, Sheet) else None)
        return form if isinstance(form, SheetForm) else None

    def entered(self) -> Entry | None:
        """Read the sent answer; None for bids that their form refuses."""
        form = self.sheet_form
        if form is None:
            return read_menus(self.view).orders
        return form.entry() if form.validate_on_submit() else None

    @property
    def board_words(self) -> Mapping[str, Any] | None:
        """The texts of the board while orders are given on it."""
        kind = self.view.duel.kind
        return board_words(kind) if self.menus and kind else None


def arrows_entered(view: View) -> ResponseReturnValue:
    """Answer with the arrows of the orders in the form, before anything is judged."""
    drawn = pending_arrows(view.duel, read_menus(view).orders)
    return jsonify(arrows=render_template("board/list_of_arrows.html", arrows=drawn))


def count_arrows() -> None:
    """Count a drawing of arrows; too many are refused."""
    count(ARROWS_RATE, "arrows", address())
