"""The pages of ladders."""

from http import HTTPStatus

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from services.challenges.terms import Terms
from services.ladders import ladders, lists
from services.ladders.ladders import CLOCKS, UnknownLadder
from web.frame.errors import page as error_page
from web.frame.links import see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.ladders import acts
from web.ladders.forms import LadderForm
from web.ladders.lists import LadderList
from web.ladders.page import LadderPage
from web.words.places import ladder_name

blueprint = Blueprint("ladders", __name__)
acts.register(blueprint)


@blueprint.errorhandler(UnknownLadder)
def unknown(_: UnknownLadder) -> ResponseReturnValue:
    """There is no such ladder."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List the ladders."""
    return respond(LadderList(lists.all_ladders(db()), lists.last_winners(db())))


@blueprint.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show the places of a ladder, from one place on."""
    return respond(LadderPage(token, request.args.get("place", 1, int)))


@blueprint.route("/new", methods=["GET", "POST"])
@members_only
def create() -> ResponseReturnValue:
    """Let a keeper make a ladder."""
    if not me().is_keeper:
        abort(HTTPStatus.FORBIDDEN)
    form = LadderForm()
    if form.validate_on_submit():
        terms = Terms(form.preset.data, clock=CLOCKS[form.clock.data])
        with writing() as session:
            made = ladders.make(
                session,
                form.name.data.strip(),
                terms,
                form.season_days.data,
                now(),
                for_programs=form.for_programs.data,
            )
        flash(gettext("%(name)s is open: players can join.", name=ladder_name(made.name)))
        return see_other(url_for("ladders.show", token=made.token))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render_template("ladders/new.html", form=form), status
