"""The page on which a player leaves entries beforehand: a form for each phase that lies ahead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator import Build, Disband, Order, Phase, PhaseKind, Power
from intimate.entries import Entry, Orders, Sheet
from intimate.rules import Overbid
from intimate.view import View
from models import StoredDuel, StoredEntry
from services.duels.beforehand import desk_beforehand, is_overbid_ahead, left_entries
from services.duels.tables import Table
from services.history.series import Sale, sales_of
from web.board.words import order_words
from web.duels.forms import TaskForm, task_form
from web.duels.questions import cost_of_overbid
from web.duels.readiness import orders_as_text
from web.frame.page import Frame
from web.frame.session import db
from web.history.series import series_of
from web.words.phases import phase_name
from web.words.powers import power_name
from web.words.times import instant

ROWS = 4


@dataclass
class Refused:
    """What was sent for a phase and refused: a form or typed orders, and what is wrong with them."""

    phase: Phase
    problem: str = ""
    form: TaskForm | None = None
    typed: str | None = None
    faults: Sequence[str] = ()


class Part:
    """One phase ahead: what its player has left for it, or what was refused."""

    def __init__(self, table: Table, phase: Phase, own: StoredEntry | None, refused: Refused | None) -> None:
        self.table, self.phase, self.own = table, phase, own
        self._refused = refused if refused and refused.phase == phase else None

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @property
    def name(self) -> str:
        """The name of the phase."""
        return phase_name(self.phase)

    @property
    def entry(self) -> Entry | None:
        """What is left for the phase."""
        return self.own.content if self.own else None

    @property
    def seen(self) -> str:
        """The instant of the entry that the page shows, as forms carry it."""
        return self.own.stored_at.isoformat() if self.own else ""

    @property
    def left_at(self) -> str:
        """The time since the entry was left."""
        return instant(self.own.stored_at) if self.own else ""

    @property
    def problem(self) -> str:
        """What could not be done with what was sent."""
        return self._refused.problem if self._refused else ""

    @property
    def faults(self) -> Sequence[str]:
        """What is wrong with the typed orders."""
        return self._refused.faults if self._refused else ()


class OrdersPart(Part):
    """Retreats, or builds and removals: typed orders."""

    template = "duels/beforehand_orders.html"

    @property
    def is_winter(self) -> bool:
        """True of builds and removals."""
        return self.phase.kind is PhaseKind.ADJUSTMENTS

    @property
    def typed_orders(self) -> str:
        """The text of the typed box: what was refused, or what is left."""
        if self._refused and self._refused.typed is not None:
            return self._refused.typed
        return left_as_text(self.entry, winter=self.is_winter) if isinstance(self.entry, Orders) else ""

    @property
    def typed_rows(self) -> int:
        """The lines of the typed box."""
        return max(ROWS, len(self.typed_orders.splitlines()) + 1)

    @cached_property
    def examples(self) -> Sequence[str]:
        """Some orders of the player's own that could be left."""
        found = self._winter_orders() if self.is_winter else self._retreats()
        return [order_words(order, winter=self.is_winter) for order in found]

    def _retreats(self) -> Sequence[Order]:
        units = desk_beforehand(self.table, self.phase).choices.units
        return [*(units[0].orders[1:2]), *(choice.orders[0] for choice in units[1:2])]

    def _winter_orders(self) -> Sequence[Order]:
        choices = desk_beforehand(self.table, self.phase).choices
        builds = [order for choice in choices.winters for order in choice.orders if isinstance(order, Build)]
        units = [unit for power in self._commanded for unit in self.table.duel.position.units_of(power)]
        return [*builds[:1], *map(Disband, units[:1])]

    @property
    def _commanded(self) -> Sequence[Power]:
        return self.table.duel.commands(self.table.player) if self.table.player else ()


class SheetPart(Part):
    """The sheet of the next auction, with the rows of the task's; its reserve may be a guess."""

    template = "duels/beforehand_sheet.html"

    @cached_property
    def view(self) -> View:
        """The duel at the next auction, if no centre changes owner by then."""
        return self.table.view.at_next_auction

    @cached_property
    def form(self) -> TaskForm | None:
        """The form that was refused, or the one with what is left."""
        refused = self._refused.form if self._refused else None
        return refused or task_form(self.view, self.entry)

    @property
    def is_guess(self) -> bool:
        """True while centres can still change the reserve."""
        return not self.table.view.knows_next_reserve

    @property
    def may_be_overbid(self) -> bool:
        """True of what is left when it may be overbid."""
        return isinstance(self.entry, Sheet) and is_overbid_ahead(self.table, self.entry)

    @property
    def halves_all(self) -> bool:
        """True when all bids are halved after an overbid of the opponent, not only contested ones."""
        return self.stored.rules.halves_all

    @property
    def refuses_overbids(self) -> bool:
        """True when a sheet may not exceed the reserve."""
        return self.stored.rules.overbid is Overbid.FORBIDDEN

    @property
    def cost_of_overbid(self) -> str:
        """What an overbid costs in this duel."""
        return cost_of_overbid(self.table)

    def last_sale(self, power: Power) -> Sale | None:
        """The auction of a mercenary a year before; None where there was none."""
        return sales_of(series_of(self.stored), self.phase.year - 1).get(power)


class BeforehandPage(Frame):
    """All that can be left now, with what is left; made for each request, since it is rarely read."""

    template = "duels/beforehand.html"

    def __init__(self, table: Table, refused: Refused | None = None) -> None:
        self.table, self.refused = table, refused
        self.is_refused = refused is not None

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @cached_property
    def parts(self) -> Sequence[Part]:
        """The phases that lie ahead, in their order."""
        left: Mapping[Phase, StoredEntry] = left_entries(db(), self.table)
        kinds = {PhaseKind.AUCTION: SheetPart}
        return [
            kinds.get(phase.kind, OrdersPart)(self.table, phase, left.get(phase), self.refused)
            for phase in self.table.view.phases_ahead
        ]


def left_as_text(orders: Orders, *, winter: bool) -> str:
    """Write what is left for the typed box; where several powers build or remove, under their names."""
    if not winter or len(orders.by_power) == 1:
        return orders_as_text(orders, winter=winter)
    texts = [
        f"{power_name(power)}:\n{orders_as_text(Orders({power: given}), winter=True)}"
        for power, given in orders.by_power.items()
    ]
    return "\n".join(texts)
