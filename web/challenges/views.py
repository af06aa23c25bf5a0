"""The pages of challenges."""

from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from services.challenges import challenges
from services.challenges.lists import open_to, own
from services.duels.tables import UnknownDuel
from services.finding.limits import TooManyDuels
from services.ladders.lists import own_challenges
from web.challenges import inviting, making
from web.challenges.filtering import FilterForm
from web.challenges.inviting import refused, too_late
from web.challenges.lists import ChallengeList
from web.challenges.page import ChallengePage
from web.finding.words import has_accepted, what_begins
from web.frame.configuration import most_duels
from web.frame.errors import page as error_page
from web.frame.links import back, duel_url, see_other
from web.frame.login import me, member, members_only
from web.frame.page import LIVE, respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext

blueprint = Blueprint("challenges", __name__)
making.register(blueprint)
inviting.register(blueprint)


@blueprint.errorhandler(UnknownDuel)
@blueprint.errorhandler(challenges.UnknownChallenge)
def unknown(_: Exception) -> ResponseReturnValue:
    """Answer alike for a challenge between two others and for one that does not exist."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List the challenges that wait for me, mine that wait, and those open to anybody."""
    reader = member()
    form = FilterForm()
    before = request.args.get("before")
    to_me, mine = own(db(), reader.id) if reader else ([], [])
    found = open_to(db(), reader.id if reader else None, form.filters(), before)
    on_ladders = own_challenges(db(), reader.id) if reader else ()
    return respond(ChallengeList(to_me, mine, found, form, before, on_ladders))


@blueprint.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show one challenge and what the reader can do about it; who looks has been told how it ended."""
    reader = member()
    challenge = challenges.visible(db(), token, reader.id if reader else None)
    if reader and challenge.untold_id == reader.id and LIVE not in request.headers:
        with writing() as session:
            challenges.note_told(session, token, reader.id)
    return respond(ChallengePage(token))


@blueprint.get("/<token>/duel")
def duel(token: str) -> ResponseReturnValue:
    """Lead a player into the duel that has begun by the challenge, and say so."""
    reader = member()
    challenge = challenges.visible(db(), token, reader.id if reader else None)
    if challenge.duel is None or reader is None or challenge.duel.player(reader.id) is None:
        return see_other(url_for("challenges.show", token=token))
    if challenge.challenger_id == reader.id and challenge.opponent:
        name = challenge.opponent.name
        flash(has_accepted(challenge.clock, name))
    return see_other(duel_url(challenge.duel.token))


@blueprint.post("/<token>/accept")
@members_only
def accept(token: str) -> ResponseReturnValue:
    """Begin the duel."""
    try:
        with writing() as session:
            begun = challenges.accept(session, token, me().id, now(), most_duels())
    except challenges.NotWaiting as error:
        return too_late(token, error)
    except challenges.UnknownChallenge:
        raise
    except (challenges.ChallengeRefused, TooManyDuels) as error:
        page = ChallengePage(token)
        page.problem = page.why_not(error)
        return refused(page, HTTPStatus.FORBIDDEN)
    flash(what_begins(begun.clock))
    return see_other(duel_url(begun.token))


@blueprint.post("/<token>/decline")
@members_only
def decline(token: str) -> ResponseReturnValue:
    """Say no."""
    try:
        with writing() as session:
            challenges.decline(session, token, me().id, now())
    except challenges.NotTheOpponent:
        return error_page(HTTPStatus.FORBIDDEN)
    except challenges.NotWaiting:
        return too_late(token)
    flash(gettext("You have declined the challenge."))
    return see_other(url_for("challenges.index"))


@blueprint.post("/<token>/withdraw")
@members_only
def withdraw(token: str) -> ResponseReturnValue:
    """Take one's own challenge back."""
    try:
        with writing() as session:
            challenges.withdraw(session, token, me().id, now())
    except challenges.NotTheChallenger:
        return error_page(HTTPStatus.FORBIDDEN)
    except challenges.NotWaiting:
        return too_late(token)
    flash(gettext("Your challenge is withdrawn."))
    return see_other(url_for("challenges.index"))


@blueprint.post("/<token>/seen")
@members_only
def put_away(token: str) -> ResponseReturnValue:
    """Tell no more how a challenge ended."""
    with writing() as session:
        challenges.note_told(session, token, me().id)
    return see_other(back(url_for("challenges.index")))


@blueprint.get("/<token>/<any(accept, decline, withdraw, seen, join):_act>")
def back_from_act(token: str, _act: str) -> ResponseReturnValue:
    """Send whoever reloads the answer to a form, or changes its language, back to the challenge."""
    return see_other(url_for("challenges.show", token=token))
