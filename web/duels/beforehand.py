"""In advance: retreats, builds and bids for phases to come, with a form for each phase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Build, Disband, Order, Phase, PhaseKind, Power
from intimate.entries import Entry, Orders, Sheet
from intimate.errors import EntryError
from intimate.rules import Overbid
from intimate.view import View
from models import StoredDuel, StoredEntry
from models.ids import DuelToken
from services.duels.access import DuelForViewer, lock_duel
from services.duels.entering import (
    CheckedEntry,
    check_entry_ahead,
    desk_beforehand,
    entries_ahead,
    is_overbid_ahead,
    store_entry_ahead,
    take_back_entry_ahead,
)
from services.duels.refusals import DuelRefusal, DuelRefused
from services.duels.stamps import StampAhead, WatchedDuel, read_stamp, read_stamps_ahead
from services.history.series import Sale, sales_of
from web.core.links import see_other
from web.core.login import me, players_only
from web.core.page import Frame, respond, viewer_mark
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.entering import other_window
from web.duels.finding import blueprint, duel_of, viewer_id
from web.duels.forms import BID, TaskForm, task_form
from web.duels.live import events_answer, stamp_answer
from web.duels.messages import entry_refusal_message
from web.duels.questions import OVERBID, SURE, QuestionPage, about_overbid_ahead, cost_of_overbid
from web.duels.readiness import orders_as_text
from web.duels.sent_entry import (
    EntryRefused,
    SentEntry,
    SheetRefused,
    phase_of_form,
    read_orders,
    seen_in_form,
)
from web.duels.series import series_of
from web.words.chapters import phase_name
from web.words.names import power_name
from web.words.orders import order_words
from web.words.times import instant

ROWS = 4


@dataclass
class RefusedAhead:
    """A refused entry for a phase: a form or typed orders, with its faults."""

    phase: Phase
    problem: str = ""
    form: TaskForm | None = None
    typed: str | None = None
    faults: Sequence[str] = ()


class PhaseAhead:
    """One phase ahead, with the entry prepared for it or the refused one."""

    def __init__(
        self, viewed: DuelForViewer, phase: Phase, own: StoredEntry | None, refused: RefusedAhead | None
    ) -> None:
        self.viewed, self.phase, self.own = viewed, phase, own
        self._refused = refused if refused and refused.phase == phase else None

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @property
    def name(self) -> str:
        """The name of the phase."""
        return phase_name(self.phase)

    @property
    def entry(self) -> Entry | None:
        """The entry prepared for the phase."""
        return self.own.content if self.own else None

    @property
    def seen(self) -> str:
        """The instant of the entry that the page shows, as forms carry it."""
        return self.own.stored_at.isoformat() if self.own else ""

    @property
    def prepared_at(self) -> str:
        """The time since the entry was stored."""
        return instant(self.own.stored_at) if self.own else ""

    @property
    def problem(self) -> str:
        """Why the sent entry was refused."""
        return self._refused.problem if self._refused else ""

    @property
    def is_refused(self) -> bool:
        """True if the sent entry was not stored."""
        return self._refused is not None

    @property
    def faults(self) -> Sequence[str]:
        """What is wrong with the typed orders."""
        return self._refused.faults if self._refused else ()


class OrdersPart(PhaseAhead):
    """Retreats, or builds and removals: typed orders."""

    template = "duels/beforehand_orders.html"

    @property
    def is_winter(self) -> bool:
        """True for builds and removals."""
        return self.phase.kind is PhaseKind.ADJUSTMENTS

    @property
    def typed_orders(self) -> str:
        """The text of the typed box: the refused entry, or the stored one."""
        if self._refused and self._refused.typed is not None:
            return self._refused.typed
        return prepared_as_text(self.entry, winter=self.is_winter) if isinstance(self.entry, Orders) else ""

    @property
    def typed_rows(self) -> int:
        """The lines of the typed box."""
        return max(ROWS, len(self.typed_orders.splitlines()) + 1)

    @cached_property
    def examples(self) -> Sequence[str]:
        """Some possible orders of the player as examples."""
        found = self._winter_orders() if self.is_winter else self._retreats()
        return [order_words(order, winter=self.is_winter) for order in found]

    def _retreats(self) -> Sequence[Order]:
        units = desk_beforehand(self.viewed, self.phase).choices.units
        return [*(units[0].orders[1:2]), *(choice.orders[0] for choice in units[1:2])]

    def _winter_orders(self) -> Sequence[Order]:
        choices = desk_beforehand(self.viewed, self.phase).choices
        builds = [order for choice in choices.winters for order in choice.orders if isinstance(order, Build)]
        units = [unit for power in self._commanded for unit in self.viewed.duel.position.units_of(power)]
        return [*builds[:1], *map(Disband, units[:1])]

    @property
    def _commanded(self) -> Sequence[Power]:
        return self.viewed.duel.commands(self.viewed.player) if self.viewed.player else ()


class SheetPart(PhaseAhead):
    """The sheet of the next auction, with the same rows as in the task; its reserve may be a guess."""

    template = "duels/beforehand_sheet.html"

    @cached_property
    def view(self) -> View:
        """The duel at the next auction, if no centre changes owner by then."""
        return self.viewed.view.at_next_auction

    @cached_property
    def form(self) -> TaskForm | None:
        """The refused form, or the one with the prepared entry."""
        refused = self._refused.form if self._refused else None
        return refused or task_form(self.view, self.entry)

    @property
    def is_guess(self) -> bool:
        """True while centres can still change the reserve."""
        return not self.viewed.view.knows_next_reserve

    @property
    def may_be_overbid(self) -> bool:
        """True if the prepared sheet may be an overbid."""
        return isinstance(self.entry, Sheet) and is_overbid_ahead(self.viewed, self.entry)

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
        return cost_of_overbid(self.viewed)

    def last_sale(self, power: Power) -> Sale | None:
        """The auction of a mercenary a year before; None if there was none."""
        return sales_of(series_of(self.stored), self.phase.year - 1).get(power)


class BeforehandPage(Frame):
    """The phases that can be prepared, with their entries; rarely visited, so rendered each time."""

    template = "duels/beforehand.html"

    def __init__(self, viewed: DuelForViewer, refused: RefusedAhead | None = None) -> None:
        self.viewed, self.refused = viewed, refused
        self.is_refused = refused is not None

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @property
    def viewer(self) -> str:
        """The viewer and their language: the page stops following when they change."""
        return viewer_mark()

    @property
    def stamp(self) -> StampAhead:
        """The stamp, which changes when the duel goes on, or when an entry is prepared or taken back."""
        watched = WatchedDuel(self.stored.id, self.viewed.player)
        return read_stamps_ahead(db(), [watched])[watched]

    @cached_property
    def parts(self) -> Sequence[PhaseAhead]:
        """The phases that lie ahead, in their order."""
        prepared: Mapping[Phase, StoredEntry] = entries_ahead(db(), self.viewed)
        kinds = {PhaseKind.AUCTION: SheetPart}
        return [
            kinds.get(phase.kind, OrdersPart)(self.viewed, phase, prepared.get(phase), self.refused)
            for phase in self.viewed.view.phases_ahead
        ]


def prepared_as_text(orders: Orders, *, winter: bool) -> str:
    """Write the stored orders for the typed box; if several powers build or remove, under their names."""
    if not winter or len(orders.by_power) == 1:
        return orders_as_text(orders, winter=winter)
    texts = [
        f"{power_name(power)}:\n{orders_as_text(Orders({power: given}), winter=True)}"
        for power, given in orders.by_power.items()
    ]
    return "\n".join(texts)


def _url(token: DuelToken) -> str:
    return url_for("duels.beforehand", token=token)


def _own_duel(token: DuelToken) -> DuelForViewer:
    """Find the duel for one of its players; raises DuelRefused."""
    viewed = duel_of(token, whole=True)
    if viewed.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    return viewed


@blueprint.get("/<token>/beforehand")
@players_only
def beforehand(token: DuelToken) -> ResponseReturnValue:
    """Show the phases that can be prepared, with their entries."""
    return respond(BeforehandPage(_own_duel(token)))


def _watched(token: DuelToken) -> tuple[WatchedDuel, StampAhead]:
    """Read the stamp of the entries that a player has prepared; raises NotFound, DuelRefused."""
    watched = read_stamp(db(), token, viewer_id()).watched
    if watched.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    return watched, read_stamps_ahead(db(), [watched])[watched]


@blueprint.get("/<token>/beforehand/stamp")
@players_only
def stamp_ahead(token: DuelToken) -> ResponseReturnValue:
    """Answer with the stamp of a player's page."""
    return stamp_answer(_watched(token)[1])


@blueprint.get("/<token>/beforehand/events")
@players_only
def events_ahead(token: DuelToken) -> ResponseReturnValue:
    """The stamp now, and again whenever it changes; no content if the page should poll instead."""
    return events_answer("watch_ahead", *_watched(token))


@blueprint.get("/<token>/beforehand/back", endpoint="back_from_take_back")
def back_to_page(token: DuelToken) -> ResponseReturnValue:
    """Redirect to the page, for example when the answer to a form is reloaded."""
    return see_other(_url(token))


@blueprint.post("/<token>/beforehand")
@players_only
def store_ahead(token: DuelToken) -> ResponseReturnValue:
    """Store an entry for a phase ahead; then ask whether to hand in a sheet that may be an overbid."""
    phase, viewed = phase_of_form(), _own_duel(token)
    if phase not in viewed.view.phases_ahead:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    return _store_sheet(viewed, phase) if phase.kind is PhaseKind.AUCTION else _store_orders(viewed, phase)


def _store_sheet(viewed: DuelForViewer, phase: Phase) -> ResponseReturnValue:
    sent = SentEntry(task_form(viewed.view.at_next_auction, None))
    try:
        checked = sent.checked(viewed, lambda viewed, entry: check_entry_ahead(viewed, phase, entry))
        return _store(viewed, checked)
    except EntryRefused as refusal:
        if sent.form is not None:
            sent.form.refuse_all(refusal.faults)
        return _refused(viewed, RefusedAhead(phase, refusal.problem, form=sent.form))
    except DuelRefused as refusal:
        return _conflict(viewed, RefusedAhead(phase, other_window(refusal), form=sent.form))


def _store_orders(viewed: DuelForViewer, phase: Phase) -> ResponseReturnValue:
    typed = request.form.get("orders", "")
    try:
        orders = read_orders(typed, desk_beforehand(viewed, phase))
        return (
            _store(viewed, check_entry_ahead(viewed, phase, orders))
            if orders.all
            else _take_back(viewed, phase)
        )
    except SheetRefused as refusal:
        return _refused(viewed, RefusedAhead(phase, typed=typed, faults=refusal.faults))
    except EntryError as error:
        return _refused(viewed, RefusedAhead(phase, typed=typed, faults=[entry_refusal_message(error)]))
    except DuelRefused as refusal:
        return _conflict(viewed, RefusedAhead(phase, other_window(refusal), typed=typed))


def _refused(viewed: DuelForViewer, refused: RefusedAhead) -> ResponseReturnValue:
    return respond(BeforehandPage(viewed, refused), HTTPStatus.UNPROCESSABLE_ENTITY)


def _conflict(viewed: DuelForViewer, refused: RefusedAhead) -> ResponseReturnValue:
    return respond(BeforehandPage(_own_duel(viewed.stored.token), refused), HTTPStatus.CONFLICT)


def _store(viewed: DuelForViewer, checked: CheckedEntry) -> ResponseReturnValue:
    """Store an entry for a phase ahead; raises DuelRefused."""
    token, seen, over = viewed.stored.token, seen_in_form(), is_overbid_ahead(viewed, checked.entry)
    is_sure = over and request.form.get(SURE) == OVERBID
    with writing() as session:
        store_entry_ahead(lock_duel(session, token, me().id), checked, now(), seen, overbid_accepted=is_sure)
    if over and not is_sure:
        return _ask_overbid(viewed, checked)
    words = gettext(
        "%(phase)s: prepared. The site uses it when the phase begins.", phase=phase_name(checked.phase)
    )
    flash(words)
    return see_other(_url(token))


def _ask_overbid(viewed: DuelForViewer, checked: CheckedEntry) -> ResponseReturnValue:
    """Ask whether to hand in the stored sheet when the auction comes, although it may be an overbid."""
    bids = checked.entry.bids if isinstance(checked.entry, Sheet) else {}
    fields = {"phase": str(checked.phase), **{f"{BID}{power}": str(bid) for power, bid in bids.items()}}
    action = _url(viewed.stored.token)
    page = QuestionPage(viewed, about_overbid_ahead(viewed), action, fields, back=action)
    return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)


def _take_back(viewed: DuelForViewer, phase: Phase) -> ResponseReturnValue:
    """Delete the entry prepared for a phase."""
    token = viewed.stored.token
    with writing() as session:
        taken = take_back_entry_ahead(lock_duel(session, token, me().id), phase)
    if taken:
        flash(gettext("%(phase)s: discarded.", phase=phase_name(phase)))
    else:
        flash(gettext("There was nothing to discard."))
    return see_other(_url(token))


@blueprint.post("/<token>/beforehand/back")
@players_only
def take_back(token: DuelToken) -> ResponseReturnValue:
    """Take back the entry prepared for a phase."""
    return _take_back(_own_duel(token), phase_of_form())
