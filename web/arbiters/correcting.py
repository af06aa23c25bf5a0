"""An arbiter corrects an entry that the site took wrongly, in a resolved phase, never a sealed one."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import PhaseKind
from intimate.entries import Entry, Orders
from intimate.errors import EntryError, EventError
from intimate.players import Player
from models import StoredDuel
from models.ids import DuelToken
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.arbiters.rulings import CorrectablePhase, correct, find_correctable, lock_for_ruling
from services.duels.access import DuelForViewer
from services.refused import NotFound
from web.accounts.proving import as_staff
from web.arbiters.panel import RulingForm, blueprint
from web.arbiters.rulings import duel_for_arbiter, event_refusal_message, sent_fields
from web.core.forms import Together
from web.core.links import duel_url, see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.beforehand import prepared_as_text
from web.duels.forms import RankForm, SheetForm, TaskForm, task_form
from web.duels.messages import entry_refusal_message
from web.duels.questions import SURE, YES, Question, QuestionPage
from web.duels.sent_entry import SheetRefused, read_orders
from web.words.chapters import phase_name
from web.words.names import names_of

ROWS = 6


class CorrectionPage(Frame):
    """The entry of one player in a resolved phase, to be corrected; made for each request."""

    template = "arbiters/correct.html"

    def __init__(self, viewed: DuelForViewer, *, is_sent: bool = False) -> None:
        self.viewed = viewed
        self.found = _found(viewed)
        formdata = {} if is_sent else {"formdata": None}
        self.ruling = RulingForm("correct", viewed.stored, **formdata)
        self.problem, self.faults, self.is_sent = "", (), is_sent

    problem: str
    faults: Sequence[str]

    @property
    def is_refused(self) -> bool:  # type: ignore[override]  # known once it was sent
        """True if something impossible was sent."""
        return bool(self.problem or self.faults or self.wrong.errors)

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @property
    def name(self) -> str:
        """The name of the player whose entry it is."""
        return names_of(self.stored)[self.found.player]

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return phase_name(self.found.phase)

    @cached_property
    def form(self) -> TaskForm | None:
        """The form of a list or a sheet; None for typed orders."""
        return task_form(self.found.view, self.found.entry)

    @property
    def fields(self) -> Sequence[object]:
        """The fields of a list or a sheet."""
        if isinstance(self.form, RankForm):
            return self.form.ranks
        sheet = self.form if isinstance(self.form, SheetForm) else None
        return [sheet.of(power) for power in sheet.bids] if sheet else ()

    @property
    def wrong(self) -> Together:
        """All that is wrong with what was sent."""
        return Together(self.form, self.ruling)

    @property
    def typed(self) -> str:
        """The orders as they were sent, or as the site took them."""
        if self.is_sent:
            return request.form.get("orders", "")
        entry, winter = self.found.entry, self.found.phase.kind is PhaseKind.ADJUSTMENTS
        return prepared_as_text(entry, winter=winter) if isinstance(entry, Orders) else ""

    @property
    def rows(self) -> int:
        """The lines of the typed box."""
        return max(ROWS, len(self.typed.splitlines()) + 1)

    def entry(self) -> Entry | None:
        """Return the corrected entry; None if it has faults, which the page then shows."""
        are_sound = self.ruling.validate(), self.form is None or self.form.validate_on_submit()
        if self.form is not None:
            return self.form.entry() if all(are_sound) else None
        try:
            orders = read_orders(self.typed, self.found.desk)
        except SheetRefused as refusal:
            self.faults = refusal.faults
            return None
        return orders if all(are_sound) else None


def _found(viewed: DuelForViewer) -> CorrectablePhase:
    chapter, player = request.values.get("chapter", ""), request.values.get("player", "")
    if not (chapter.isascii() and chapter.isdigit() and player in set(Player)):
        raise NotFound
    return find_correctable(db(), viewed.stored, int(chapter), Player(player))


@blueprint.get("/duels/<token>/ruling/correct", endpoint="correct")
@members_only
@as_staff
def show(token: DuelToken) -> ResponseReturnValue:
    """Show the entry as the site took it."""
    return respond(CorrectionPage(duel_for_arbiter(token)))


@blueprint.post("/duels/<token>/ruling/correct", endpoint="store_correction")
@members_only
@as_staff
def store(token: DuelToken) -> ResponseReturnValue:
    """Play the phase again with the corrected entry, ask for confirmation, or show the faults."""
    page = CorrectionPage(duel_for_arbiter(token), is_sent=True)
    entry = page.entry()
    if entry is None:
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if request.form.get(SURE) != YES:
        return respond(asked(page), HTTPStatus.UNPROCESSABLE_ENTITY)
    found, ruling = page.found, page.ruling
    try:
        with writing() as session:
            lock = lock_for_ruling(session, token, me().id, ruling.chapters_seen, ruling.reason.data, now())
            correct(lock, found.past.ordinal, found.player, entry, now())
    except ArbiterRefused as error:
        if error.code is ArbiterRefusal.NOT_ARBITER:
            raise
        page.problem = refusal_message(error)
    except EntryError as error:
        page.problem = entry_refusal_message(error)
    except EventError as error:
        page.problem = event_refusal_message(error)
    if page.problem:
        page.viewed = duel_for_arbiter(token)
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    flash(gettext("Done. Both players have been notified."))
    return see_other(duel_url(token))


def asked(page: CorrectionPage) -> QuestionPage:
    """Return the page that asks before a phase is played again."""
    question = Question(
        gettext("Correct this entry?"),
        [
            gettext(
                "%(phase)s is played again with this entry of %(name)s, and the other one as it was.",
                phase=page.phase,
                name=page.name,
            ),
            gettext("Everything since is undone. It stays in the history and in the record."),
        ],
        gettext("Yes, correct the entry"),
        gettext("No, go back"),
    )
    token = page.stored.token
    back = url_for("arbiters.correct", token=token, chapter=page.found.past.ordinal, player=page.found.player)
    return QuestionPage(
        page.viewed, question, url_for("arbiters.store_correction", token=token), sent_fields(), back
    )
