"""An arbiter rules on a duel: each act is a form, and what undoes or ends is asked about once more."""

from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from intimate.errors import EventError
from services.arbiters import rulings
from services.arbiters.authority import may_rule
from services.arbiters.chairs import Chair, MayNotRule, RulingRefused, take_chair
from services.duels.tables import Table
from web.arbiters.forms import CloseForm, LengthForm, RulingForm, TakeBackForm
from web.arbiters.panel import RulingPage
from web.duels.questions import SURE, YES, Question, QuestionPage
from web.duels.table import table_of
from web.frame.errors import page as error_page
from web.frame.links import duel_url, see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext

ACTS = "any(extend, pause, resume, take_back, grant, close)"


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/ruling", "ruling", show)
    blueprint.add_url_rule(f"/<token>/ruling/<{ACTS}:act>", "rule", rule, methods=["POST"])
    blueprint.add_url_rule(f"/<token>/ruling/<{ACTS}:_ruling>", "back_from_ruling", back)
    blueprint.register_error_handler(MayNotRule, may_not_rule)


def may_not_rule(_: MayNotRule) -> ResponseReturnValue:
    """Only arbiters of the duel rule on it."""
    return error_page(HTTPStatus.FORBIDDEN)


def back(token: str, _ruling: str) -> ResponseReturnValue:
    """Send whoever reloads the answer to a form back to the panel."""
    return see_other(url_for("duels.ruling", token=token))


def table_for_arbiter(token: str) -> Table:
    """Find a duel for one of its arbiters; raises UnknownDuel, MayNotRule."""
    table = table_of(token)
    if not may_rule(db(), table.stored, me().id):
        raise MayNotRule
    return table


@members_only
def show(token: str) -> ResponseReturnValue:
    """Answer with all that the arbiter can do."""
    return respond(RulingPage(table_for_arbiter(token)))


@members_only
def rule(token: str, act: str) -> ResponseReturnValue:
    """Let the arbiter do something, ask once more, or say why they cannot."""
    page = RulingPage(table_for_arbiter(token))
    form = page.panel.new_form(act)
    if not form.validate():
        return refused(page.table, form)
    question = about(act)
    if question and request.form.get(SURE) != YES:
        action = url_for("duels.rule", token=token, act=act)
        asked = QuestionPage(
            page.table, question, action, sent_fields(), url_for("duels.ruling", token=token)
        )
        return respond(asked, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            chair = take_chair(session, token, me().id, form.chapters_seen, form.reason.data, now())
            STEPS[act](chair, form, now())
    except RulingRefused as error:
        form.refuse(error.field, why_refused(error))
        return refused(page.table, form)
    except EventError as error:
        return refused(page.table, form, why_not(error))
    flash(gettext("It is done, and both players are told."))
    return see_other(duel_url(token))


def refused(table: Table, form: RulingForm, problem: str = "") -> ResponseReturnValue:
    """Answer with the panel and what was refused."""
    return respond(RulingPage(table_of(table.stored.token), form, problem), HTTPStatus.UNPROCESSABLE_ENTITY)


def sent_fields() -> Mapping[str, str]:
    """Return what was sent, to be sent again with the answer to a question."""
    return {name: value for name, value in request.form.items() if name not in {"csrf_token", SURE}}


def about(act: str) -> Question | None:
    """Return the question before an act that undoes or ends something."""
    no = gettext("No, go back")
    questions = {
        "take_back": Question(
            gettext("Take the duel back?"),
            [
                gettext(
                    "What has happened since is undone. What the players have entered, and left beforehand, "
                    "is gone, and nobody sees it."
                ),
                gettext("It stays in the history and in the record, with your reason."),
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


def why_refused(error: RulingRefused) -> str:
    """Say why a ruling is refused."""
    words = {
        "no_reason": gettext("Give the reason: both players read it."),
        "long_reason": gettext("This is too long: at most %(max)d characters.", max=500),
        "bad_length": gettext("Add a minute at the least, and 30 days at the most."),
        "bad_pause": gettext("A pause lasts a minute at the least, and 14 days at the most."),
        "nothing_runs": gettext("Nobody’s time runs now."),
        "not_begun": gettext("The duel has not begun yet."),
        "not_paused": gettext("The duel is not paused any more."),
        "homes_in_use": gettext(
            "The other duel of the match has begun with these home powers: they cannot be chosen anew."
        ),
        "same_entry": gettext("This is the entry as the site took it. Change what was wrong."),
    }
    return words.get(error.code, gettext("This chapter is not in force any more. Choose another one."))


def why_not(error: EventError) -> str:
    """Say why an event cannot happen now."""
    words = {
        "ended": gettext("The duel is over: nothing of it can be changed any more."),
        "no_claim": gettext("There is no claim of a stalemate any more."),
    }
    return words.get(error.code, gettext("This cannot be done now."))


def _extend(chair: Chair, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, LengthForm)  # noqa: S101  # the form of this act
    rulings.extend_time(chair, form.length, at)


def _pause(chair: Chair, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, LengthForm)  # noqa: S101  # the form of this act
    rulings.pause_duel(chair, form.length, at)


def _resume(chair: Chair, _: RulingForm, at: datetime) -> None:
    rulings.resume_duel(chair, at)


def _take_back(chair: Chair, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, TakeBackForm)  # noqa: S101  # the form of this act
    rulings.take_duel_back(chair, form.kept.data, at)


def _grant(chair: Chair, _: RulingForm, at: datetime) -> None:
    rulings.grant_stalemate(chair, at)


def _close(chair: Chair, form: RulingForm, at: datetime) -> None:
    assert isinstance(form, CloseForm)  # noqa: S101  # the form of this act
    rulings.close_duel(chair, form.chosen, at)


STEPS: Mapping[str, Callable[[Chair, RulingForm, datetime], None]] = {
    "extend": _extend,
    "pause": _pause,
    "resume": _resume,
    "take_back": _take_back,
    "grant": _grant,
    "close": _close,
}
