"""The sheet of a power, from a phone: orders tapped, chosen or typed, sealed until the reveal."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import flash, jsonify, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Choices, Order, Power, Unit, Unreadable, WinterChoice
from games import OrdinaryGame, Remark, read_sheet
from intimate.entries import NO_ORDERS, Orders
from models.ids import TableToken
from services.tables import running, tables
from services.tables.refusals import TableRefused
from services.tables.tables import LoadedTable, shown_as_duel
from web.board.picture import pending_arrows
from web.core.limits import address, count
from web.core.links import see_other
from web.core.messages import refusal_message
from web.core.page import WARNING, respond
from web.core.session import db, now, writing
from web.core.translation import gettext, language
from web.duels.answering import count_arrows
from web.duels.menus import Menus, chosen_values, menus_of, read_menus
from web.duels.script_words import board_words
from web.tables.pages import TableFrame, blueprint, player_of
from web.tables.words import is_wrong, remark_words

RATE = "60 per minute"
"""How often one address may hand in; a room of people shares an address."""


SENT, MOST_SENT, MARKED = "table_sheets", 20, 16
"""The key of the sheets that a browser sent in its session: the beginnings of their seals, by power."""


class Asked(NamedTuple):
    """The choices of a power in a phase, as `read_menus` takes them."""

    choices: Choices

    @property
    def units(self) -> Sequence[tuple[Power, Unit]]:
        """The units that can be ordered."""
        return [(choice.power, choice.unit) for choice in self.choices.units]

    @property
    def winters(self) -> Sequence[WinterChoice]:
        """The builds and removals that can be ordered."""
        return self.choices.winters


class SheetPage(TableFrame):
    """The sheet of one power."""

    template = "tables/sheet.html"

    def __init__(
        self, table: LoadedTable, power: Power, secret: str, *, problem: str = "", sent: str | None = None
    ) -> None:
        """problem: why nothing was handed in. sent: the refused text."""
        super().__init__(table)
        self.power, self.secret, self.problem, self.sent = power, secret, problem, sent
        self.is_refused = bool(problem)

    @property
    def player(self) -> str:
        """Who plays the power."""
        return player_of(self.game, self.power)

    @property
    def is_awaited(self) -> bool:
        """True while the power has something to order."""
        return self.power in self.game.awaited

    @property
    def is_in(self) -> bool:
        """True once its sheet is in."""
        return self.power in self.handed_in

    @property
    def is_typed(self) -> bool:
        """True where the game master has typed its sheet."""
        return self.is_in and not self.handed_in[self.power].by_link

    @cached_property
    def own(self) -> running.OwnSheet | None:
        """The sheet that came by this link, from any browser."""
        return running.own_sheet(db(), self.table.stored, self.power)

    @property
    def is_from_here(self) -> bool:
        """True if this browser sent the sheet; other browsers with the link do not see its content."""
        return self.own is not None and session.get(SENT, {}).get(self._mark) == self.own.seal[:MARKED]

    @property
    def _mark(self) -> str:
        return f"{self.table.stored.token}/{self.power}"

    def remember(self, seal: str) -> None:
        """Remember in this browser that it sent the sheet with this seal."""
        others = {mark: sent for mark, sent in session.get(SENT, {}).items() if mark != self._mark}
        session[SENT] = dict([*others.items(), (self._mark, seal[:MARKED])][-MOST_SENT:])

    @property
    def is_fixed(self) -> bool:
        """True if the sheet was revealed and taken back, so that it cannot change."""
        return self.is_awaited and self.own is not None and self.own.revealed

    @cached_property
    def text(self) -> str:
        """The text that this browser handed in, or that was just refused."""
        if self.sent is not None:
            return self.sent
        return self.own.text if self.own and (self.is_from_here or self.own.revealed) else ""

    @cached_property
    def _read(self) -> tuple[Orders, str, Sequence[Remark]]:
        """The orders for the menus, the other lines, and the remarks on all of them."""
        return divided(self.game, self.power, self.text)

    @cached_property
    def menus(self) -> Menus | None:
        """The menus of the orders of this power."""
        return menus_of(self.game.choices(self.power)) if self.is_awaited else None

    def menu(self, name: str) -> str:
        """A menu with the handed-in order selected."""
        if self.menus is None:
            return ""
        values = chosen_values(self._read[0], list(self.menus.by_name))
        return self.menus.by_name[name].chosen(values.get(name, ""))

    @property
    def typed(self) -> str:
        """The text in the box for typed orders: the lines that are in no menu."""
        return self._read[1]

    @property
    def faults(self) -> Sequence[str]:
        """The faults of the sheet."""
        return [remark_words(remark) for remark in self._said if is_wrong(remark)]

    @property
    def remarks(self) -> Sequence[str]:
        """The units that have no order."""
        return [remark_words(remark) for remark in self._said if not is_wrong(remark)]

    @property
    def _said(self) -> Sequence[Remark]:
        return self._read[2] if self.text else ()

    @property
    def board_words(self) -> Mapping[str, Any] | None:
        """The words of the board while orders are given on it."""
        return board_words(self.game.phase.kind) if self.menus else None

    @property
    def own_url(self) -> str:
        """The address of this page; the form sends the sheet there, too."""
        return url_for("tables.sheet", token=self.table.stored.token, secret=self.secret)

    @property
    def arrows_url(self) -> str:
        """The address that answers with arrows."""
        return url_for("tables.sheet_arrows", token=self.table.stored.token, secret=self.secret)


def divided(game: OrdinaryGame, power: Power, text: str) -> tuple[Orders, str, Sequence[Remark]]:
    """Divide a text into orders for the menus and other lines; return them with all remarks."""
    if not text.strip():
        return NO_ORDERS, "", ()
    sheet, remarks = read_sheet(game, power, text, language())
    offered = {str(order) for order in game.choices(power).by_power.get(power, ())}
    menu: list[Order] = []
    other: list[str] = []
    for order in sheet.orders:
        held = not isinstance(order, Unreadable) and str(order) in offered
        if held and not isinstance(order, Unreadable) and all(order.unit != one.unit for one in menu):
            menu.append(order)
        else:
            other.append(str(order))
    return Orders({power: tuple(menu)}), "\n".join(other), remarks


def sent_text(game: OrdinaryGame, power: Power) -> str:
    """Return the sheet that a phone sent: typed lines, and menus of units that no line names."""
    typed = request.form.get("orders", "").replace("\r\n", "\n").strip()
    read = read_sheet(game, power, typed, language()).sheet.orders if typed else ()
    named = {order.unit.province for order in read if order.unit}
    chosen = read_menus(Asked(game.choices(power))).orders.by_power.get(power, ())
    lines = [str(order) for order in chosen if not (order.unit and order.unit.province in named)]
    return "\n".join([*([typed] if typed else []), *lines])


@blueprint.get("/<token>/sheet/<secret>")
def sheet(token: TableToken, secret: str) -> ResponseReturnValue:
    """Show the sheet of a power to anybody who has its link."""
    table = tables.find(db(), token, links=True)
    return respond(SheetPage(table, running.power_of(table, secret), secret))


@blueprint.post("/<token>/sheet/<secret>")
def hand_in(token: TableToken, secret: str) -> ResponseReturnValue:
    """Hand a sheet in; it is sealed until the reveal."""
    count(RATE, "tables sheets", address())
    table = tables.find(db(), token, links=True)
    power = running.power_of(table, secret)
    if request.form.get("phase") != str(table.game.phase):
        return _too_late(table, power, secret)
    text = sent_text(table.game, power)
    try:
        with writing() as rows:
            locked = tables.lock(rows, token, None)
            if locked.stored.ordinal != table.stored.ordinal or power != running.power_of(locked, secret):
                return _too_late(locked, power, secret)
            seal = running.hand_in(rows, locked, power, text, language(), now())
    except TableRefused as error:
        page = SheetPage(table, power, secret, problem=refusal_message(error), sent=text)
        return respond(page, HTTPStatus.CONFLICT)
    page = SheetPage(table, power, secret)
    page.remember(seal)
    if page.faults:
        flash(gettext("Handed in, but not every line counts."), WARNING)
    else:
        flash(gettext("Handed in. It stays sealed until the reveal; you may change it until then."))
    return see_other(url_for("tables.sheet", token=token, secret=secret))


def _too_late(table: LoadedTable, power: Power, secret: str) -> ResponseReturnValue:
    """Say that the phase is over, and show the text that was typed for it."""
    problem = gettext("This sheet is for another phase, which is over. What you typed is below.")
    typed = request.form.get("orders", "")
    return respond(SheetPage(table, power, secret, problem=problem, sent=typed), HTTPStatus.CONFLICT)


@blueprint.post("/<token>/sheet/<secret>/arrows")
def sheet_arrows(token: TableToken, secret: str) -> ResponseReturnValue:
    """Answer with the arrows of the orders in the form."""
    count_arrows()
    table = tables.find(db(), token, links=True)
    power = running.power_of(table, secret)
    orders = read_menus(Asked(table.game.choices(power))).orders
    drawn = pending_arrows(shown_as_duel(table.game), orders)
    return jsonify(arrows=render_template("board/list_of_arrows.html", arrows=drawn))
