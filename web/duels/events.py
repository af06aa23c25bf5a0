"""Draws, stalemates and concessions."""

from collections.abc import Sequence
from http import HTTPStatus

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Phase
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, EventKind
from services.duels.events import ChangedMeanwhile, TooManyActs, store_event
from services.duels.tables import NotAPlayer, Table, take_seat
from web.duels.early_end import why_no_end
from web.duels.questions import ASKED, SURE, YES, QuestionPage, about
from web.duels.refused import RefusedPage
from web.duels.sent import phase_seen
from web.duels.table import table_of
from web.frame.links import duel_url, see_other
from web.frame.login import me, players_only
from web.frame.page import respond
from web.frame.resend import duel_again, show_again
from web.frame.session import now, writing
from web.frame.translation import gettext
from web.words.stalemates import missing_in_words


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/acts/<kind>", "event", event, methods=["POST"])
    blueprint.app_context_processor(lambda: {"EventKind": EventKind})
    blueprint.register_error_handler(ChangedMeanwhile, changed_meanwhile)


def changed_meanwhile(_: ChangedMeanwhile) -> ResponseReturnValue:
    """The reader decided on what is past."""
    return show_again(
        gettext("The duel has moved on"),
        gettext("A phase was resolved since you opened the page. Look at the duel again, then decide."),
        HTTPStatus.CONFLICT,
        duel_again(),
    )


def done(kind: EventKind) -> str:
    """Say that it is done."""
    words = {
        EventKind.CONCEDED: gettext("You have conceded the duel."),
        EventKind.DRAW_OFFERED: gettext(
            "You have offered a draw. It stands until the next phase is resolved."
        ),
        EventKind.DRAW_AGREED: gettext("The duel is drawn."),
        EventKind.DRAW_DECLINED: gettext("You have declined the draw. The duel goes on."),
        EventKind.DRAW_WITHDRAWN: gettext("You have withdrawn your offer of a draw."),
        EventKind.STALEMATE_CLAIMED: gettext("You have claimed a stalemate."),
        EventKind.STALEMATE_WITHDRAWN: gettext("You have withdrawn your claim of a stalemate."),
        EventKind.STALEMATE_AGREED: gettext("You have agreed: the duel ends in a stalemate."),
        EventKind.END_ASKED: gettext("You have asked to end the duel early."),
        EventKind.END_VETOED: gettext("You have vetoed the early end. The duel goes on."),
        EventKind.END_VOTED_DOWN: gettext("You have voted against the early end. The duel goes on."),
        EventKind.END_AGREED: gettext("You have agreed: the duel is over."),
    }
    return words[kind]


def granted() -> str:
    """Say that a claim was granted as it was made."""
    return gettext("You have claimed a stalemate: it is granted.")


def why_not(error: EventError, table: Table) -> Sequence[str]:
    """Say why it cannot be done now; of a claim that is too early, what is in its way."""
    if error.code == "claim_too_early":
        rule = gettext("A stalemate can be claimed once no mercenary has a unit or a supply centre.")
        return [rule, *missing_in_words(table.view.in_the_way)]
    words = {
        "no_offer": gettext("There is no offer of a draw any more."),
        "no_claim": gettext("There is no claim of a stalemate any more."),
        "ended": gettext("The duel is over."),
        "in_practice": gettext("The site’s own opponent answers no offers."),
        **why_no_end(),
    }
    return [words.get(error.code, gettext("This cannot be done now."))]


def _question(token: str, kind: EventKind, phase: Phase) -> QuestionPage | None:
    """Return the page that asks before an act; None where nothing is asked, or it cannot be done."""
    if kind not in ASKED:
        return None
    table = table_of(token)
    if table.player is None:
        raise NotAPlayer
    question = about(kind, table)
    if question is None or table.stored.phase != phase or not table.view.can(kind):
        return None
    action = url_for("duels.event", token=token, kind=kind)
    return QuestionPage(table, question, action, {"phase": str(phase)})


@players_only
def event(token: str, kind: str) -> ResponseReturnValue:
    """Let a player do something beside the entries, ask once more, or say why they cannot."""
    if kind not in set(BY_PLAYERS):
        abort(HTTPStatus.NOT_FOUND)
    wanted = EventKind(kind)
    phase = phase_seen()
    page = _question(token, wanted, phase) if request.form.get(SURE) != YES else None
    if page:
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            seat = take_seat(session, token, me().id)
            store_event(seat, wanted, phase, now())
            is_over = seat.stored.phase is None
    except TooManyActs:
        problem = gettext("You have changed your mind often enough in this phase. Decide again after it.")
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.CONFLICT)
    except EventError as error:
        table = table_of(token)
        return respond(RefusedPage(table, " ".join(why_not(error, table))), HTTPStatus.CONFLICT)
    flash(granted() if is_over and wanted is EventKind.STALEMATE_CLAIMED else done(wanted))
    return see_other(duel_url(token))
