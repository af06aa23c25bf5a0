"""An arbiter rules on a duel: each act has a form; one that undoes or ends something is confirmed first."""

from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue

from intimate.errors import EventError
from models.ids import DuelToken
from services.arbiters import rulings
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.arbiters.rulings import ArbiterLock, lock_for_ruling
from services.duels.access import DuelForViewer
from services.duels.authority import may_rule
from web.accounts.proving import as_staff
from web.arbiters.panel import CloseForm, LengthForm, RulingForm, RulingPage, TakeBackForm, blueprint
from web.core.errors import page as error_page
from web.core.links import duel_url, see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.finding import duel_of
from web.duels.questions import SURE, YES, Question, QuestionPage

ACT_CONVERTER = "any(extend, pause, resume, take_back, grant, close)"


@blueprint.errorhandler(ArbiterRefused)
def answer_refusal(error: ArbiterRefused) -> ResponseReturnValue:
    """Answer that only arbiters of the duel may do this, or that it is no longer possible."""
    forbidden = error.code is ArbiterRefusal.NOT_ARBITER
    return error_page(HTTPStatus.FORBIDDEN if forbidden else HTTPStatus.CONFLICT)


@blueprint.get(f"/duels/<token>/ruling/<{ACT_CONVERTER}:_ruling>", endpoint="back_from_ruling")
def back(token: DuelToken, _ruling: str) -> ResponseReturnValue:
    """Redirect to the panel when somebody reloads the answer to a form."""
    return see_other(url_for("arbiters.ruling", token=token))


def duel_for_arbiter(token: DuelToken) -> DuelForViewer:
    """Find a duel for one of its arbiters; raises NotFound, ArbiterRefusal.NOT_ARBITER."""
    viewed = duel_of(token)
    if not may_rule(db(), viewed.stored, me().id):
        raise ArbiterRefused(ArbiterRefusal.NOT_ARBITER)
    return viewed


@blueprint.get("/duels/<token>/ruling", endpoint="ruling")
@members_only
@as_staff
def show(token: DuelToken) -> ResponseReturnValue:
    """Show all that the arbiter can do."""
    return respond(RulingPage(duel_for_arbiter(token)))


@blueprint.post(f"/duels/<token>/ruling/<{ACT_CONVERTER}:act>")
@members_only
@as_staff
def rule(token: DuelToken, act: str) -> ResponseReturnValue:
    """Carry out an arbiter's act, ask first, or say why it is not possible."""
    page = RulingPage(duel_for_arbiter(token))
    form = page.panel.new_form(act)
    if not form.validate():
        return refused(page.viewed, form)
    question = about(act)
    if question and request.form.get(SURE) != YES:
        action = url_for("arbiters.rule", token=token, act=act)
        question_page = QuestionPage(
            page.viewed, question, action, sent_fields(), url_for("arbiters.ruling", token=token)
        )
        return respond(question_page, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            lock = lock_for_ruling(session, token, me().id, form.chapters_seen, form.reason.data, now())
            ACTS[act](lock, form, now())
    except ArbiterRefused as error:
        if error.code is ArbiterRefusal.NOT_ARBITER:
            raise
        form.refuse(error.field, refusal_message(error))
        return refused(page.viewed, form)
    except EventError as error:
        return refused(page.viewed, form, event_refusal_message(error))
    flash(gettext("Done. Both players have been notified."))
    return see_other(duel_url(token))


def refused(viewed: DuelForViewer, form: RulingForm, problem: str = "") -> ResponseReturnValue:
    """Show the panel with the refused form."""
    return respond(RulingPage(duel_of(viewed.stored.token), form, problem), HTTPStatus.UNPROCESSABLE_ENTITY)


def sent_fields() -> Mapping[str, str]:
    """Return the sent fields, to send them again with the answer to a question."""
    return {name: value for name, value in request.form.items() if name not in {"csrf_token", SURE}}


def about(act: str) -> Question | None:
    """Return the question to ask before an act that undoes or ends something."""
    no = gettext("No, go back")
    questions = {
        "take_back": Question(
            gettext("Take the duel back?"),
            [
                gettext(
                    "All that came later is undone. The players’ entries and preparations are deleted unread."
                ),
                gettext("What is undone stays in the history and the record, with your reason."),
            ],
            gettext("Yes, take the duel back"),
            no,
        ),
        "grant": Question(
            gettext("Grant the stalemate?"),
            [gettext("The duel ends at once. This cannot be taken back.")],
            gettext("Yes, grant the stalemate"),
            no,
        ),
        "close": Question(
            gettext("Close the duel?"),
            [gettext("The duel ends at once. This cannot be taken back.")],
            gettext("Yes, close the duel"),
            no,
        ),
    }
    return questions.get(act)


def event_refusal_message(error: EventError) -> str:
    """Say why an event cannot happen now."""
    words = {
        "ended": gettext("The duel is over: nothing can be changed."),
        "no_claim": gettext("There is no claim of a stalemate any more."),
    }
    return words.get(error.code, gettext("This cannot be done now."))


def _extend(lock: ArbiterLock, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, LengthForm)  # noqa: S101  # the form of this act
    rulings.extend_time(lock, form.length, at)


def _pause(lock: ArbiterLock, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, LengthForm)  # noqa: S101  # the form of this act
    rulings.pause_duel(lock, form.length, at)


def _resume(lock: ArbiterLock, _: RulingForm, at: datetime) -> None:
    rulings.resume_duel(lock, at)


def _take_back(lock: ArbiterLock, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, TakeBackForm)  # noqa: S101  # the form of this act
    rulings.take_duel_back(lock, form.kept.data, at)


def _grant(lock: ArbiterLock, _: RulingForm, at: datetime) -> None:
    rulings.grant_stalemate(lock, at)


def _close(lock: ArbiterLock, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, CloseForm)  # noqa: S101  # the form of this act
    rulings.close_duel(lock, form.chosen, at)


ACTS: Mapping[str, Callable[[ArbiterLock, RulingForm, datetime], None]] = {
    "extend": _extend,
    "pause": _pause,
    "resume": _resume,
    "take_back": _take_back,
    "grant": _grant,
    "close": _close,
}
