"""The slots of the page of a duel: what the player has stored, readiness, the time left."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from adjudicator import PhaseKind, Power
from intimate.entries import Orders
from intimate.events import EventKind
from intimate.players import Player
from intimate.slips import idle_units
from services.duels.access import DuelForViewer
from services.duels.entering import may_be_overbid
from services.duels.events import ClockAct, possible_acts
from services.history.series import Sale, sales_of
from web.board.arrows import Arrow
from web.board.picture import pending_arrows
from web.core.cache import cache
from web.core.page import filled, kept_skeleton, rendered
from web.core.session import now
from web.core.translation import gettext, language
from web.duels.forms import RankForm, TaskForm, task_form
from web.duels.frame import DuelFrame
from web.duels.menus import Menus, chosen_values, menus_of
from web.duels.questions import Question, about, about_slips, cost_of_overbid, muted_kinds, why_no_end
from web.duels.readiness import Default, contradictory_orders, defaults_of, orders_as_text, ready_line
from web.duels.script_words import entry_words
from web.duels.series import series_of
from web.words.clocks import time_sentences
from web.words.names import names_of
from web.words.times import duration, instant


class Offered(NamedTuple):
    """An act as a button: its name in addresses, and its text."""

    act: ClockAct
    words: str
    is_main: bool
    is_answer: bool
    """True if the button answers the notice above it."""


SOON = timedelta(minutes=10)
"""How long before the end of the agreed time the page says so."""
MAIN = {ClockAct.COME, ClockAct.COME_BACK, ClockAct.RESUME}
ANSWERS = MAIN | {ClockAct.REFUSE_PAUSE}


def offered_acts(viewed: DuelForViewer) -> Sequence[Offered]:
    """List what the viewer can do about the clocks now, as buttons."""
    if viewed.player is None:
        return ()
    possible = possible_acts(viewed.stored, viewed.player, ready=frozenset(viewed.seals), now=now())
    theirs = viewed.stored.times.pause_offer is viewed.player.opponent
    words, answers = _words(theirs=theirs), ANSWERS | ({ClockAct.OFFER_PAUSE} if theirs else set())
    return [Offered(act, words[act], act in MAIN, act in answers) for act in ClockAct if act in possible]


def _words(*, theirs: bool) -> dict[ClockAct, str]:
    """The texts of the buttons; theirs: the opponent has offered a pause."""
    return {
        ClockAct.COME: gettext("I am here"),
        ClockAct.TAKE_TIME_OFF: gettext("Take time off"),
        ClockAct.COME_BACK: gettext("I am back"),
        ClockAct.OFFER_PAUSE: gettext("Agree to the pause") if theirs else gettext("Offer a pause"),
        ClockAct.REFUSE_PAUSE: gettext("Decline the pause") if theirs else gettext("Withdraw the offer"),
        ClockAct.RESUME: gettext("End the pause"),
        ClockAct.GRANT: gettext("Give them more time"),
    }


class DuelSlots(DuelFrame):
    """The parts of the page of a duel that depend on the time and on what its viewer has stored."""

    def time(self) -> str:
        """The sentences about the time, and the viewer's possible acts."""
        return rendered("duels/time.html", page=self) if self.stored.phase else ""

    @property
    def ends_soon(self) -> datetime | None:
        """When the page begins to say that the agreed time is nearly over; None for never."""
        times = self.stored.times
        return times.over_at - SOON if times.over_at and not times.pause else None

    @property
    def is_ending_soon(self) -> bool:
        """True in the last minutes of the agreed time."""
        return self.ends_soon is not None and now() >= self.ends_soon

    def time_by_choice(self) -> str:
        """The viewer's possible acts that do not answer a notice."""
        return rendered("duels/time_acts.html", page=self) if self.stored.phase else ""

    @property
    def time_sentences(self) -> Sequence[str]:
        """Sentences about time that does not run as usual."""
        return time_sentences(self.stored, self.viewed.player, self._names, is_out=self.is_out)

    def _names(self) -> Mapping[Player, str]:
        """The names of both players, read once for each version of the duel."""
        key = ("names", self.stored.id, self.stored.version, language())
        return cache().made_once(key, lambda: names_of(self.stored))

    @cached_property
    def time_acts(self) -> Sequence[Offered]:
        """What the viewer can do about the time."""
        return offered_acts(self.viewed)

    @property
    def time_off_left(self) -> str:
        """The time off that the viewer has left."""
        left = self.stored.times.time_off.get(self.viewed.player) if self.viewed.player else None
        return duration(int(left.total_seconds())) if left else gettext("none")

    @cached_property
    def menus(self) -> Menus:
        """The menus of orders, rendered once for each phase, player and language.

        A phase that was taken back returns with other units, as a later chapter.
        """
        stored, player = self.stored, self.viewed.player
        key = ("menus", stored.id, stored.ordinal, stored.phase, player, language())
        return cache().made_once(
            key, lambda: menus_of(self.view.choices, self.view.home), lambda menus: menus.size
        )

    @cached_property
    def _values(self) -> Mapping[str, str]:
        return chosen_values(self.orders, list(self.menus.by_name))

    @property
    def orders(self) -> Orders | None:
        """The viewer's own orders, as they are stored."""
        return self.viewed.entry if isinstance(self.viewed.entry, Orders) else None

    def menu(self, name: str) -> str:
        """A menu with the stored order chosen."""
        return self.menus.by_name[name].chosen(self._values.get(name, ""))

    def stored_at(self) -> str:
        """The time since the entry was stored."""
        own = self.viewed.own
        shown = Markup("<small data-stored-at>{} {}</small>")
        return shown.format(gettext("Saved"), instant(own.stored_at)) if own else ""

    @cached_property
    def task_form(self) -> TaskForm | None:
        """The form of a list or of a sheet, filled with the stored or refused entry."""
        return task_form(self.view, self.viewed.entry)

    @property
    def small_template(self) -> str:
        """The template of a list of powers, or of a sheet."""
        return f"duels/task_{'homes' if isinstance(self.task_form, RankForm) else 'bids'}.html"

    def task(self) -> str:
        """What the phase asks of the viewer, with what they have stored."""
        return self._of_entry("task", "duels/task.html")

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
        """One line on what is or would be handed in, and the button that does or undoes it."""
        return self._of_entry(f"ready {' '.join(sorted(muted_kinds()))}", "duels/ready.html")

    @property
    def doubts(self) -> Question | None:
        """The question before the stored entry is handed in, if its player would probably regret it."""
        return about_slips(self.viewed, self.viewed.entry, muted_kinds())

    def defaults(self) -> str:
        """What happens by default, contradictory orders, and the seal."""
        return self._of_entry("defaults", "duels/defaults.html")

    @property
    def ready_line(self) -> str:
        """What would be handed in, in one line."""
        return ready_line(self.viewed, self.left_out, len(self.contradictions))

    @property
    def can_be_ready(self) -> bool:
        """True once the entry may be handed in: a list must be stored, anything else may be empty."""
        return self.viewed.own is not None or self.viewed.duel.kind is not PhaseKind.HOMES

    @property
    def may_be_overbid(self) -> bool:
        """True if the stored entry is a sheet that could be an overbid."""
        viewed = self.viewed
        return viewed.player is not None and may_be_overbid(viewed.duel, viewed.player, viewed.entry)

    @property
    def cost_of_overbid(self) -> str:
        """What an overbid costs in this duel."""
        return cost_of_overbid(self.viewed)

    def question(self, act: str) -> Question | None:
        """The question before an act of the viewer."""
        return about(act, self.viewed)

    @property
    def no_early_end(self) -> str:
        """Why the viewer cannot ask for an early end now; empty if they can, or wait for an answer."""
        obstacle = self.view.obstacle(EventKind.END_ASKED)
        if obstacle == "no_early_end" or self.viewed.duel.end_asked is not None:
            return ""
        return why_no_end().get(obstacle or "", "")

    def last_sale(self, power: Power) -> Sale | None:
        """The auction of a mercenary a year ago; None where there was none."""
        phase = self.stored.phase
        return sales_of(series_of(self.stored), phase.year - 1).get(power) if phase else None

    @property
    def entry_words(self) -> Mapping[str, str]:
        """The texts for scripts while something is entered."""
        return entry_words()

    def _of_entry(self, name: str, template: str) -> str:
        """A part of the page that depends on the viewer's stored entry, rendered once for each."""
        if self.key() is None:
            return rendered(template, page=self)
        own = self.viewed.own
        key = (
            name,
            self.stored.id,
            self.stored.version,
            self.viewed.player,
            self.entry_stored_at,
            own.seal if own else None,
            self.viewed.is_ready,
        )
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    @property
    def drawn_arrows(self) -> Sequence[Arrow]:
        """The arrows of the viewer's stored orders."""
        if self.orders is None:
            return ()
        idle = idle_units(self.view, self.orders)
        drawn = pending_arrows(self.viewed.duel, self.orders)
        return [replace(each, idle=each.unit in idle) for each in drawn]

    @cached_property
    def left_out(self) -> Sequence[Default]:
        """The results of giving no further orders."""
        return defaults_of(self.view, self.orders)

    @cached_property
    def contradictions(self) -> Sequence[str]:
        """The stored orders that help a unit of the viewer's own although it does something else."""
        return contradictory_orders(self.view, self.orders)
