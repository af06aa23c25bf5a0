"""A visitor follows the link of a friend: they rank the powers, say who they are, and the duel begins."""

from http import HTTPStatus

from flask import Blueprint, flash
from flask.typing import ResponseReturnValue

from intimate.entries import HomesList
from intimate.errors import EntryError
from services.challenges import challenges
from services.challenges.joining import check_ranking, join
from services.finding.limits import TooManyDuels
from web.accounts.identity import Explaining, Opened, Opening, identified
from web.challenges.page import ChallengePage
from web.duels.forms import RankForm
from web.duels.refusals import why_not
from web.finding.words import what_begins
from web.frame.configuration import most_duels
from web.frame.links import duel_url, see_other
from web.frame.login import me, member, sign_in
from web.frame.page import respond
from web.frame.session import now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give this answer its address."""
    blueprint.add_url_rule("/<token>/join", "join", take, methods=["POST"])


def take(token: str) -> ResponseReturnValue:
    """Open an account or log in, accept, and hand in what was ranked: all of it, or nothing."""
    page = ChallengePage(token)
    if page.challenge.state != "waiting":
        return too_late(token)
    ranking = ranked(page)
    opening = identified(None if member() else page.identity)
    if opening is None or page.faults.errors or page.problem:
        return refused(page)
    try:
        begun = entered(page, opening, ranking)
    except challenges.NotWaiting as error:
        return too_late(token, error)
    except challenges.UnknownChallenge:
        raise
    except (challenges.ChallengeRefused, TooManyDuels) as error:
        page.problem = page.why_not(error)
        return refused(page, HTTPStatus.FORBIDDEN)
    if begun is None:
        return refused(page)
    opened, duel_token = begun
    if opened:
        sign_in(*opened, remember=False)
    handed_in = gettext("Your list is handed in; you can change it until your opponent is ready too.")
    flash(" ".join((what_begins(page.terms.clock), *([handed_in] if ranking else []))))
    return see_other(duel_url(duel_token))


def too_late(token: str, error: challenges.NotWaiting | None = None) -> ResponseReturnValue:
    """Say that somebody was faster, or that the challenge has expired."""
    page = ChallengePage(token)
    page.problem, page.is_refused = page.why_not(error or challenges.NotWaiting()), True
    return respond(page, HTTPStatus.CONFLICT)


def refused(page: ChallengePage, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """Show the page again, with all that was entered but the password, and what is wrong with it."""
    page.is_refused = True
    return respond(page, status)


def ranked(page: ChallengePage) -> HomesList | None:
    """Return the list of powers, None where nothing was ranked; what is wrong is told by the page."""
    form: RankForm | None = page.ranking
    if form is None:
        return None
    form.validate()
    entry = form.entry()
    if not any(entry.powers):
        return None
    try:
        check_ranking(entry)
    except EntryError as error:
        page.problem = why_not(error)
        return None
    return entry


def entered(
    page: ChallengePage, opening: Opening, ranking: HomesList | None
) -> tuple[Opened | None, str] | None:
    """Store everything; None when the name was taken in the meantime, which the form tells."""
    with Explaining(page.identity), writing() as session:
        opened = opening(session)
        user_id = opened[0].id if opened else me().id
        return opened, join(session, page.token, user_id, ranking, now(), most_duels()).token
    return None
