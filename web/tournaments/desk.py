"""The desk of organiser and arbiters: each act is asked about once more before it is done."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from models import User
from services.accounts import accounts
from services.tournaments import entering, rounds, rulings
from services.tournaments.errors import NotAllowed, TournamentRefused
from services.tournaments.finding import find
from web.frame.errors import page as error_page
from web.frame.forms import Form
from web.frame.links import see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.tournaments.desk_page import SURE, DeskPage, QuestionPage, question_about
from web.words.tournaments import refusal

Act = Callable[[Session, DeskPage], None]


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/desk", "desk", desk)
    blueprint.add_url_rule("/<token>/desk/<act>", "act", act, methods=["POST"])
    blueprint.add_url_rule("/<token>/desk/<act>", "act_again", back_to_desk, methods=["GET"])


@members_only
def desk(token: str) -> ResponseReturnValue:
    """Show what organiser and arbiters can do."""
    page = DeskPage(token)
    if not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN)
    return respond(page)


def back_to_desk(token: str, act: str) -> ResponseReturnValue:  # noqa: ARG001 -- part of the address
    """Send whoever reloads the answer to a form back to the desk."""
    return see_other(url_for("tournaments.desk", token=token))


@members_only
def act(token: str, act: str) -> ResponseReturnValue:
    """Do what a form of the desk says, once its question was answered."""
    page = DeskPage(token, sent=act)
    if act not in ACTS or not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN if act in ACTS else HTTPStatus.NOT_FOUND)
    form = page.forms.get(act)
    if form is not None and not form.validate():
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if needs_question(token, act):
        return ask(token, act, url_for("tournaments.act", token=token, act=act))
    return done(page, act)


def done(page: DeskPage, act: str) -> ResponseReturnValue:
    """Do what was asked and confirmed."""
    try:
        with writing() as session:
            ACTS[act](session, page)
    except NotAllowed:
        return error_page(HTTPStatus.FORBIDDEN)
    except TournamentRefused as error:
        return refused(page.token, act, error)
    flash(gettext("Done. It stands in the log of the tournament."))
    return see_other(url_for("tournaments.show", token=page.token))


def refused(token: str, act: str, error: TournamentRefused) -> ResponseReturnValue:
    """Show the desk again with what was entered, and why it was not done."""
    page, words = DeskPage(token, sent=act), refusal(error.code, error.values)
    form: Form | None = page.forms.get(act)
    if form is not None and error.field in form:
        form.refuse(error.field, words)
    else:
        page.problem, page.is_refused = words, True
    return respond(page, HTTPStatus.CONFLICT)


def needs_question(token: str, act: str) -> bool:
    """Tell whether an act is still to be asked about."""
    return request.form.get(SURE) != act and question_about(act, find(db(), token)) is not None


def ask(token: str, act: str, action: str) -> ResponseReturnValue:
    """Ask once more."""
    tournament = find(db(), token)
    question = question_about(act, tournament)
    if question is None:
        raise LookupError(act)
    fields = {name: value for name, value in request.form.items() if name not in {"csrf_token", SURE}}
    return respond(QuestionPage(tournament, question, action, {**fields, SURE: act}))


def _start(session: Session, page: DeskPage) -> None:
    rounds.start(session, page.token, me().id, now())


def _next(session: Session, page: DeskPage) -> None:
    seen = request.form.get("round", -1, int)
    rounds.draw_next(session, page.token, me().id, seen, now())


def _end(session: Session, page: DeskPage) -> None:
    rounds.finish(session, page.token, me().id, now())


def _cancel(session: Session, page: DeskPage) -> None:
    rounds.cancel(session, page.token, me().id, page.forms["cancel"].reason.data, now())


def _name_arbiter(session: Session, page: DeskPage) -> None:
    user = _member(session, page.forms["arbiter"].arbiter.data)
    entering.name_arbiter(session, page.token, me().id, user, now())


def _dismiss_arbiter(session: Session, page: DeskPage) -> None:
    user = _member(session, request.form.get("arbiter", ""))
    entering.dismiss_arbiter(session, page.token, me().id, user, now())


def _member(session: Session, name: str) -> User:
    user = accounts.named(session, name)
    if user is None:
        raise TournamentRefused("nobody", "arbiter")
    return user


def _rule(session: Session, page: DeskPage) -> None:
    rulings.rule(session, page.token, me().id, page.forms["rule"].ruling(page.sheet), now())


def _sanction(session: Session, page: DeskPage) -> None:
    form = page.forms["sanction"]
    measure = rulings.Measure(form.entrant.data, form.fraction, form.round, form.reason.data)
    rulings.sanction(session, page.token, me().id, measure, now())


def _lift(session: Session, page: DeskPage) -> None:
    form = page.forms["lift"]
    rulings.lift_sanction(session, page.token, me().id, form.sanction.data, form.reason.data, now())


def _take_out(session: Session, page: DeskPage) -> None:
    form = page.forms["out"]
    rulings.take_out(session, page.token, me().id, form.entrant.data, form.reason.data, now())


def _annul_round(session: Session, page: DeskPage) -> None:
    form = page.forms["annul-round"]
    rulings.annul_round(session, page.token, me().id, form.number.data, form.reason.data, now())


def _stand_down(session: Session, page: DeskPage) -> None:
    form = page.forms["stand-down"]
    who, number = form.entrant.data, form.number.data
    rulings.stand_down(session, page.token, me().id, who, number, form.reason.data, now())


ACTS: Mapping[str, Act] = {
    "start": _start,
    "next": _next,
    "end": _end,
    "cancel": _cancel,
    "arbiter": _name_arbiter,
    "no-arbiter": _dismiss_arbiter,
    "rule": _rule,
    "sanction": _sanction,
    "lift": _lift,
    "out": _take_out,
    "annul-round": _annul_round,
    "stand-down": _stand_down,
}
"""What each form of the desk does."""
