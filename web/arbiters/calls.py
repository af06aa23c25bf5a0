"""Calls to the arbiter: players call, and arbiters answer the calls in a list."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus

from flask import abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from intimate.errors import EventError
from models import Report
from models.ids import DuelToken, ReportId
from services.arbiters.calls import PAGE, answer_call, call_arbiter, list_open_calls
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.moderation.acts import note_read
from services.refused import NotFound
from web.accounts.proving import as_staff
from web.arbiters.panel import AnswerForm, ArbitersPart, CallForm, blueprint
from web.core.links import duel_url, see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.finding import duel_of
from web.duels.page import RefusedPage


@blueprint.get("/duels/<token>/arbiter")
def back(token: DuelToken) -> ResponseReturnValue:
    """Redirect to the duel, for example when the answer to a form is reloaded."""
    return see_other(duel_url(token))


@blueprint.post("/duels/<token>/arbiter")
@members_only
def call(token: DuelToken) -> ResponseReturnValue:
    """Call the arbiter to a duel."""
    form = CallForm()
    problem = "" if form.validate() else " ".join(map(str, form.text.errors))
    try:
        if not problem:
            with writing() as session:
                call_arbiter(session, token, me().id, form.text.data, now())
    except ArbiterRefused as error:
        problem = refusal_message(error)
    except EventError as error:
        is_practice = error.code == "practice"
        problem = gettext("Practice has no arbiter.") if is_practice else gettext("The duel is over.")
    if problem:
        page = RefusedPage(duel_of(token), problem)
        page.part_of(ArbitersPart).call_form = form
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    flash(gettext("The arbiters are called. They see the duel as a spectator does, and your words."))
    return see_other(duel_url(token))


class CallList(Frame):
    """The open calls, the oldest first; refused: the form of the answer that was refused, by its call."""

    template = "arbiters/calls.html"

    def __init__(
        self, after: ReportId | None = None, refused: tuple[ReportId, AnswerForm] | None = None
    ) -> None:
        self._after, self._refused = after, refused
        self.is_refused = refused is not None

    @cached_property
    def found(self) -> Sequence[Report]:
        """The calls of this page, and one more if another follows."""
        return list_open_calls(db(), me().id, self._after)

    @property
    def calls(self) -> Sequence[Report]:
        """The calls of this page."""
        return self.found[:PAGE]

    @property
    def last_here(self) -> ReportId | None:
        """The last call of this page if another page follows."""
        return self.calls[-1].id if len(self.found) > PAGE else None

    def answer_form(self, number: ReportId) -> AnswerForm:
        """The form of the answer to a call."""
        if self._refused and self._refused[0] == number:
            return self._refused[1]
        return AnswerForm(formdata=None, prefix=f"{number}-")


@blueprint.get("/arbiter")
@members_only
@as_staff
def calls() -> ResponseReturnValue:
    """List the open calls for the arbiters of the site."""
    if not me().is_arbiter:
        abort(HTTPStatus.NOT_FOUND)
    with writing() as session:
        note_read(session, me().id, request.path, now())
    after = request.args.get("after", 0, int)
    return respond(CallList(ReportId(after) if 0 < after < 2**31 else None))


@blueprint.post("/arbiter/<int:number>/answer")
@members_only
@as_staff
def answer(number: ReportId) -> ResponseReturnValue:
    """Close a call with an answer."""
    if number >= 2**31:
        raise NotFound
    form = AnswerForm(prefix=f"{number}-")
    if not form.validate():
        return respond(CallList(refused=(number, form)), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            answer_call(session, number, me().id, form.text.data, now())
    except ArbiterRefused as error:
        if error.code is ArbiterRefusal.ANSWERED:
            flash(refusal_message(error))
            return see_other(url_for("arbiters.calls"))
        form.refuse("text", refusal_message(error))
        return respond(CallList(refused=(number, form)), HTTPStatus.UNPROCESSABLE_ENTITY)
    flash(gettext("The call is answered and closed."))
    return see_other(url_for("arbiters.calls"))
