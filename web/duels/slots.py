"""The slots of the page of a duel: what the player has stored, readiness, the time left."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from flask import render_template
from markupsafe import Markup

from adjudicator import PhaseKind
from intimate.entries import Orders
from intimate.players import Player
from intimate.view import View
from models import StoredDuel
from services.duels.stamps import stamp_of
from services.duels.tables import Table
from web.board.arrows import Arrow
from web.board.picture import pending_arrows
from web.duels.defaults import Default, defaults_of
from web.duels.forms import RankForm, TaskForm, task_form
from web.duels.menus import Menus, chosen_values, menus_of
from web.duels.readiness import contradictory_orders, orders_as_text
from web.frame.awaiting import awaiting_counts
from web.frame.cache import cache
from web.frame.login import member
from web.frame.page import Frame, filled, kept_skeleton, rendered
from web.frame.translation import gettext, language
from web.words.times import deadline, instant


class DuelSlots(Frame):
    """The parts of the page of a duel that depend on the time and on what its reader has stored."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @property
    def view(self) -> View:
        """The duel as the reader may see it."""
        return self.table.view

    @property
    def is_awaited(self) -> bool:
        """True when the phase awaits the reader."""
        return self.table.is_awaited

    @cached_property
    def menus(self) -> Menus:
        """The menus of orders, made once for each phase, player and language."""
        stored, player = self.stored, self.table.player
        key = ("menus", stored.id, stored.phase, player, language())
        return cache().made_once(
            key, lambda: menus_of(self.view.choices, self.view.home), lambda menus: menus.size
        )

    @cached_property
    def _values(self) -> Mapping[str, str]:
        return chosen_values(self.orders, list(self.menus.by_name))

    @property
    def orders(self) -> Orders | None:
        """The reader's own orders, as they are stored."""
        return self.table.entry if isinstance(self.table.entry, Orders) else None

    def menu(self, name: str) -> str:
        """A menu with the stored order chosen."""
        return self.menus.by_name[name].chosen(self._values.get(name, ""))

    def deadline(self) -> str:
        """The time that is left."""
        return deadline(self.stored.deadline_at) if self.stored.deadline_at else ""

    @property
    def seen(self) -> str:
        """The instant of the entry that the page shows, as forms carry it."""
        return self.table.own.stored_at.isoformat() if self.table.own else ""

    def stored_at(self) -> str:
        """The time since the entry was stored."""
        own = self.table.own
        shown = Markup("<small data-stored-at>{} {}</small>")
        return shown.format(gettext("Stored"), instant(own.stored_at)) if own else ""

    def next_duel(self) -> str:
        """The way to the next duel that awaits the reader, if there is another one."""
        here = self.is_awaited and not self.table.is_ready
        return rendered("duels/next.html", page=self) if awaiting_counts().duels > here else ""

    @cached_property
    def task_form(self) -> TaskForm | None:
        """The form of a list or of a sheet, filled with what is stored or was refused."""
        return task_form(self.view, self.table.entry)

    @property
    def small_template(self) -> str:
        """The template of a list of powers, or of a sheet."""
        return f"duels/task_{'homes' if isinstance(self.task_form, RankForm) else 'bids'}.html"

    def task(self) -> str:
        """What the phase asks of the reader, with what they have stored."""
        return self._of_entry("task", "duels/task.html")

    @property
    def is_winter(self) -> bool:
        """True in a phase of adjustments."""
        return self.stored.phase is not None and self.stored.phase.kind is PhaseKind.ADJUSTMENTS

    @property
    def typed_orders(self) -> str:
        """The text of the typed box: the stored orders in words, one a line."""
        return orders_as_text(self.orders, winter=self.is_winter)

    @property
    def typed_rows(self) -> int:
        """The lines of the typed box."""
        return max(8, len(self.typed_orders.splitlines()) + 1)

    def arrows(self) -> str:
        """The stored orders as arrows."""
        return self._of_entry("arrows", "board/arrows.html")

    def ready(self) -> str:
        """The question whether the reader is ready, with what happens by default."""
        return self._of_entry("ready", "duels/ready.html")

    def _of_entry(self, name: str, template: str) -> str:
        """A part of the page that depends on what the reader has stored, made once for it."""
        if self.key() is None:
            return rendered(template, page=self)
        own = self.table.own
        key = (
            name,
            self.stored.id,
            self.stored.version,
            self.table.player,
            self.seen,
            own.seal if own else None,
        )
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    @property
    def drawn_arrows(self) -> Sequence[Arrow]:
        """The arrows of what the reader has stored."""
        if self.orders is None:
            return ()
        return pending_arrows(self.table.duel.position, self.orders, winter=self.is_winter)

    @property
    def defaults(self) -> Sequence[Default]:
        """The results of giving no further orders."""
        return defaults_of(self.view, self.orders)

    @property
    def contradictions(self) -> Sequence[str]:
        """The stored orders that help a unit of the reader's own which does something else."""
        return contradictory_orders(self.view, self.orders)

    def standing(self) -> str:
        """Both players: home powers, credits, readiness, seals, offers."""
        return self._of_seals("standing", "duels/standing.html")

    def live(self) -> str:
        """The stamp of the page, and what is said when it changes."""
        return self._of_seals("live", "duels/live.html")

    def _of_seals(self, name: str, template: str) -> str:
        """A part of the page that depends on who is ready, made once for it."""
        seals = tuple(self.table.seals.get(player) for player in Player)
        key = (name, self.stored.id, self.stored.version, self.table.player, seals)
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    @property
    def stamp(self) -> str:
        """The stamp of the duel as it was read."""
        return str(stamp_of(self.table))

    def reader(self) -> str:
        """The reader and their language: a page that follows its duel stops when they change."""
        known = member()
        return f"{known.id if known else ''} {language()}"
