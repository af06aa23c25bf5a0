"""The pages of tournaments."""

from http import HTTPStatus

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from intimate.errors import SettingError
from models import User
from services.challenges.terms import PRESETS
from services.tournaments import entering, making
from services.tournaments.errors import NotAllowed, TournamentRefused, UnknownTournament
from services.tournaments.finding import LISTED, listed
from web.challenges.forms import why_not_setting
from web.frame.errors import page as error_page
from web.frame.links import number_asked, see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.tournaments import desk, results, sheets
from web.tournaments.forms import TournamentForm
from web.tournaments.lists import TournamentList
from web.tournaments.page import LogPage, TournamentPage
from web.words.presets import preset_summary
from web.words.tournaments import refusal, system_summaries

blueprint = Blueprint("tournaments", __name__)
desk.register(blueprint)
results.register(blueprint)
sheets.register(blueprint)


@blueprint.errorhandler(UnknownTournament)
def unknown(_: UnknownTournament) -> ResponseReturnValue:
    """There is no such tournament."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.errorhandler(NotAllowed)
def not_allowed(_: NotAllowed) -> ResponseReturnValue:
    """Only organiser or arbiters do this."""
    return error_page(HTTPStatus.FORBIDDEN)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List tournaments: open ones, unless others are asked for."""
    asked = request.args.get("list", "open")
    which = asked if asked in LISTED else "open"
    before = number_asked()
    return respond(TournamentList(which, listed(db(), which, before), before))


@blueprint.route("/new", methods=["GET", "POST"])
@members_only
def create() -> ResponseReturnValue:
    """Make a tournament."""
    form = TournamentForm()
    token = created(form) if form.validate_on_submit() else None
    if token:
        flash(gettext("Your tournament is open. Send its address to whoever should take part."))
        return see_other(url_for("tournaments.show", token=token))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    summaries = system_summaries()
    presets = {name: preset_summary(name) for name in PRESETS}
    return render_template("tournaments/new.html", form=form, summaries=summaries, presets=presets), status


def created(form: TournamentForm) -> str | None:
    """Return the token of the new tournament, or None with all that is wrong in the form."""
    proposal = form.proposal(now())
    if proposal is None:
        return None
    try:
        with writing() as session:
            return making.make(session, me().id, proposal, now()).token
    except SettingError as error:
        form.refuse("preset", why_not_setting(error.value))
    except TournamentRefused as error:
        field = {"closes_at": "closes"}.get(error.field, error.field)
        form.refuse(field if field in form else "name", refusal(error.code, error.values))
    return None


@blueprint.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show a tournament."""
    return respond(TournamentPage(token))


@blueprint.get("/<token>/log")
def log(token: str) -> ResponseReturnValue:
    """Show all decisions of a tournament."""
    return respond(LogPage(token, number_asked()))


@blueprint.post("/<token>/sign-up")
@members_only
def sign_up(token: str) -> ResponseReturnValue:
    """Take part."""
    try:
        with writing() as session:
            entering.sign_up(session, token, session.get_one(User, me().id), now())
    except TournamentRefused as error:
        return refused(token, error)
    flash(gettext("You take part."))
    return see_other(url_for("tournaments.show", token=token))


@blueprint.post("/<token>/sign-off")
@members_only
def sign_off(token: str) -> ResponseReturnValue:
    """Take part no more; once a tournament runs, this is asked about first."""
    if desk.needs_question(token, "leave"):
        return desk.ask(token, "leave", url_for("tournaments.sign_off", token=token))
    try:
        with writing() as session:
            entering.sign_off(session, token, me().id, now())
    except TournamentRefused as error:
        return refused(token, error)
    flash(gettext("You take part no more."))
    return see_other(url_for("tournaments.show", token=token))


def refused(token: str, error: TournamentRefused) -> ResponseReturnValue:
    """Show the tournament again, and say why something was not done."""
    return respond(TournamentPage(token, refusal(error.code, error.values)), HTTPStatus.CONFLICT)


@blueprint.get("/<token>/<any('sign-up', 'sign-off'):_part>")
def back_from_act(token: str, _part: str) -> ResponseReturnValue:
    """Send whoever reloads the answer to a form back to the tournament."""
    return see_other(url_for("tournaments.show", token=token))
