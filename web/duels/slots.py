"""The slots of the page of a duel: what the player has stored, readiness, the time left."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from flask import render_template
from markupsafe import Markup

from adjudicator import PhaseKind, Power
from intimate.entries import Orders
from intimate.events import EventKind
from intimate.players import Player
from services.arbiters.authority import may_rule
from services.duels.entering import may_be_overbid
from services.history.series import Sale, sales_of
from services.practice.hints import find_hint, hinted_entry
from web.arbiters.panel import Panel
from web.board.arrows import Arrow
from web.board.picture import pending_arrows
from web.duels.clock_buttons import Offered, offered_acts
from web.duels.defaults import Default, defaults_of
from web.duels.early_end import why_no_end
from web.duels.entry_words import entry_words
from web.duels.forms import RankForm, TaskForm, task_form
from web.duels.frame import DuelFrame
from web.duels.menus import Menus, chosen_values, menus_of
from web.duels.questions import Question, about, cost_of_overbid
from web.duels.readiness import contradictory_orders, orders_as_text, ready_line
from web.frame.cache import cache
from web.frame.login import member
from web.frame.page import filled, kept_skeleton, rendered
from web.frame.session import db, now
from web.frame.translation import gettext, language
from web.history.series import series_of
from web.practice.words import empty_hint, hint_lines
from web.words.names import names_of
from web.words.running import said_of_time
from web.words.times import duration, instant


class DuelSlots(DuelFrame):
    """The parts of the page of a duel that depend on the time and on what its reader has stored."""

    @property
    def is_awaited(self) -> bool:
        """True when the phase awaits the reader, who is there and has time."""
        return self.table.is_awaited and not self.is_out and self.table.player not in self.stored.times.away

    @property
    def is_out(self) -> bool:
        """True when the reader is awaited and out of time."""
        player = self.table.player
        return player is not None and not self.table.is_ready and self.stored.times.is_out(player, now())

    def time(self) -> str:
        """What is said of the time, and what the reader can do about it."""
        return rendered("duels/time.html", page=self) if self.stored.phase else ""

    def reporting(self) -> str:
        """The way to report something about the duel."""
        can_report = member() is not None and self.stored.level is None
        return rendered("keepers/ways.html", duel=self.stored.token) if can_report else ""

    def time_by_choice(self) -> str:
        """What the reader can do about the time of their own accord."""
        return rendered("duels/time_acts.html", page=self) if self.stored.phase else ""

    def arbiter(self) -> str:
        """The panel of an arbiter of this duel; nothing for others, and for those who play it."""
        reader = member()
        if reader is None or not may_rule(db(), self.stored, reader.id):
            return ""
        return rendered("arbiters/panel.html", panel=Panel(self.table))

    def hint(self) -> str:
        """What the strongest level would do in the place of whoever practises, or the way to ask."""
        if self.stored.level is None or not self.is_awaited or self.table.is_ready:
            return ""
        thought = find_hint(db(), self.table)
        entry = hinted_entry(thought) if thought else None
        lines = hint_lines(entry, winter=self.is_winter) if entry else ()
        return rendered("practice/hint.html", page=self, thought=thought, entry=entry, lines=lines)

    @property
    def empty_hint(self) -> str:
        """What a hint says that is to enter nothing."""
        return empty_hint(self.stored.phase.kind) if self.stored.phase else ""

    @property
    def said_of_time(self) -> Sequence[str]:
        """Sentences about time that does not simply run."""
        return said_of_time(self.stored, self.table.player, self._names, is_out=self.is_out)

    def _names(self) -> Mapping[Player, str]:
        """The names of both players, asked for once for each version of the duel, as the page around them."""
        key = ("names", self.stored.id, self.stored.version, language())
        return cache().made_once(key, lambda: names_of(self.stored))

    @cached_property
    def time_acts(self) -> Sequence[Offered]:
        """What the reader can do about the time."""
        return offered_acts(self.table)

    @property
    def leave_left(self) -> str:
        """The leave of the reader."""
        left = self.stored.times.leaves.get(self.table.player) if self.table.player else None
        return duration(int(left.total_seconds())) if left else gettext("none")

    @cached_property
    def menus(self) -> Menus:
        """The menus of orders, made once for each phase, player and language.

        A phase that was taken back comes again with other units, as a later chapter.
        """
        stored, player = self.stored, self.table.player
        key = ("menus", stored.id, stored.ordinal, stored.phase, player, language())
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

    @property
    def seen(self) -> str:
        """The instant of the entry that the page shows, as forms carry it."""
        return self.table.own.stored_at.isoformat() if self.table.own else ""

    def stored_at(self) -> str:
        """The time since the entry was stored."""
        own = self.table.own
        shown = Markup("<small data-stored-at>{} {}</small>")
        return shown.format(gettext("Stored"), instant(own.stored_at)) if own else ""

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
        """One line of what is handed in or would be, and the button that does it or takes it back."""
        return self._of_entry("ready", "duels/ready.html")

    def defaults(self) -> str:
        """What happens by default, what contradicts itself, and the seal."""
        return self._of_entry("defaults", "duels/defaults.html")

    @property
    def ready_line(self) -> str:
        """What would be handed in, in one line."""
        return ready_line(self.table, self.left_out, len(self.contradictions))

    @property
    def can_be_ready(self) -> bool:
        """True as soon as something may be handed in: a list must be stored, all else may be left out."""
        return self.table.own is not None or self.table.duel.kind is not PhaseKind.HOMES

    @property
    def may_be_overbid(self) -> bool:
        """True when what is stored is a sheet that could be overbid."""
        table = self.table
        return table.player is not None and may_be_overbid(table.duel, table.player, table.entry)

    @property
    def cost_of_overbid(self) -> str:
        """What an overbid costs in this duel."""
        return cost_of_overbid(self.table)

    def question(self, act: str) -> Question | None:
        """The question before an act of the reader."""
        return about(act, self.table)

    @property
    def no_early_end(self) -> str:
        """Why the reader cannot ask for an early end now; empty where they can, or await an answer."""
        obstacle = self.view.obstacle(EventKind.END_ASKED)
        if obstacle == "no_early_end" or self.table.duel.end_asked is not None:
            return ""
        return why_no_end().get(obstacle or "", "")

    def last_sale(self, power: Power) -> Sale | None:
        """The auction of a mercenary a year ago; None where there was none."""
        phase = self.stored.phase
        return sales_of(series_of(self.stored), phase.year - 1).get(power) if phase else None

    @property
    def entry_words(self) -> Mapping[str, str]:
        """The words of what is said while something is entered."""
        return entry_words()

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
            self.table.is_ready,
        )
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    @property
    def drawn_arrows(self) -> Sequence[Arrow]:
        """The arrows of what the reader has stored."""
        if self.orders is None:
            return ()
        return pending_arrows(self.table.duel.position, self.orders, winter=self.is_winter)

    @cached_property
    def left_out(self) -> Sequence[Default]:
        """The results of giving no further orders."""
        return defaults_of(self.view, self.orders)

    @cached_property
    def contradictions(self) -> Sequence[str]:
        """The stored orders that help a unit of the reader's own which does something else."""
        return contradictory_orders(self.view, self.orders)
