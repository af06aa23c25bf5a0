"""What whoever practises can do beside the entries: ask for a hint, take it over, take a year back."""

from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from intimate.errors import EntryError, EventError
from services.duels.tables import take_awaited_seat, take_seat
from services.history.chapters import list_chapters
from services.practice.hints import ask_for_hint, take_hint_over
from services.practice.taking_back import take_year_back
from web.duels.entering import back_to_duel
from web.duels.questions import SURE, YES, QuestionPage
from web.duels.refusals import why_not
from web.duels.refused import RefusedPage
from web.duels.sent import phase_of_form, phase_seen
from web.duels.table import table_of
from web.frame.links import duel_url, see_other
from web.frame.login import me, players_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.practice.words import about_year, year_back


def register(blueprint: Blueprint) -> None:
    """Give these their addresses."""
    acts = {"hint": ask, "hint/taken": take_over, "year": take_back}
    for path, view in acts.items():
        name = view.__name__
        blueprint.add_url_rule(f"/<token>/{path}", f"practice_{name}", view, methods=["POST"])
        blueprint.add_url_rule(f"/<token>/{path}", f"back_from_practice_{name}", back_to_duel)


@players_only
def ask(token: str) -> ResponseReturnValue:
    """Ask what the strongest level would do here; the answer comes to the open page."""
    phase = phase_of_form()
    with writing() as session:
        ask_for_hint(take_awaited_seat(session, token, me().id, phase, now()), now())
    return see_other(duel_url(token))


@players_only
def take_over(token: str) -> ResponseReturnValue:
    """Store the hint as one's own entry."""
    phase, table = phase_of_form(), table_of(token, whole=True)
    try:
        with writing() as session:
            taken = take_hint_over(take_awaited_seat(session, token, me().id, phase, now()), table, now())
    except EntryError as error:
        return respond(RefusedPage(table_of(token), why_not(error)), HTTPStatus.CONFLICT)
    flash(
        gettext("The hint is entered. Change what you like, then say that you are ready.")
        if taken
        else gettext("The hint is not there yet.")
    )
    return see_other(duel_url(token))


@players_only
def take_back(token: str) -> ResponseReturnValue:
    """Let a practice duel go on from where its year began, once that was asked again."""
    phase = phase_seen()
    if request.form.get(SURE) != YES:
        table = table_of(token)
        back_to = year_back(list_chapters(db(), table.stored), table.stored)
        if table.player and back_to and table.stored.phase == phase:
            action = url_for("duels.practice_take_back", token=token)
            page = QuestionPage(table, about_year(back_to), action, {"phase": str(phase)})
            return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            seat = take_seat(session, token, me().id)
            take_year_back(seat, phase, now())
    except EventError:
        problem = gettext("There is nothing to take back yet.")
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.CONFLICT)
    flash(gettext("The year is taken back. Play it another way."))
    return see_other(duel_url(token))
