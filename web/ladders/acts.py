"""What players, and keepers, do on a ladder."""

from collections.abc import Callable
from http import HTTPStatus
from typing import ParamSpec

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from services.ladders import challenging, joining, ladders, leave
from services.ladders.ladders import LadderRefused
from web.finding.words import what_begins
from web.frame.links import LARGEST, back, duel_url, see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.session import now, writing
from web.frame.translation import gettext
from web.ladders.forms import LeaveForm, SureForm
from web.ladders.page import LadderPage
from web.ladders.refusals import why_not
from web.words.places import ordinal

Arguments = ParamSpec("Arguments")
Act = Callable[..., ResponseReturnValue]


def register(blueprint: Blueprint) -> None:
    """Give each act its address."""
    acts: dict[str, Act] = {
        "join": join,
        "leave": quit_ladder,
        "away": go_on_leave,
        "back": come_back,
        "challenge": challenge,
        "close": close,
    }
    for name, act in acts.items():
        blueprint.add_url_rule(f"/<token>/{name}", name, explained(act), methods=["POST"])
    for name, answer in {"accept": accept, "refuse": refuse, "withdraw": withdraw}.items():
        rule = f"/<token>/challenges/<int(max={LARGEST}):number>/{name}"
        blueprint.add_url_rule(rule, name, explained(answer), methods=["POST"])
    blueprint.add_url_rule("/<token>/<path:_act>", "back_from_act", back_from_act)


def back_from_act(token: str, _act: str) -> ResponseReturnValue:
    """Send whoever reloads the answer to a form, or changes its language, back to the ladder."""
    return to_ladder(token)


def to_ladder(token: str) -> ResponseReturnValue:
    """Go on with the page of a ladder."""
    return see_other(url_for("ladders.show", token=token))


def explained(act: Act) -> Act:
    """Let only members act, and show the ladder with the reason where it cannot be done."""

    def done(token: str, **values: int) -> ResponseReturnValue:
        try:
            return act(token, **values)
        except LadderRefused as error:
            return refused(token, why_not(error), HTTPStatus.CONFLICT)

    done.__name__ = act.__name__
    return members_only(done)


def refused(token: str, problem: str, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """Show the ladder, and what is wrong."""
    return respond(LadderPage(token, request.args.get("place", 1, int), problem), status)


def join(token: str) -> ResponseReturnValue:
    """Take a place."""
    with writing() as session:
        place = joining.join(session, token, me().id, now())
    flash(gettext("You are on the ladder, in %(place)s place.", place=ordinal(place)))
    return to_ladder(token)


def quit_ladder(token: str) -> ResponseReturnValue:
    """Give the place up, which is asked about."""
    form = SureForm()
    if not form.validate_on_submit():
        return refused(token, gettext("Nothing was changed: tick the box if you want to leave the ladder."))
    with writing() as session:
        joining.leave(session, token, me().id, now())
    flash(gettext("You have left the ladder."))
    return to_ladder(token)


def go_on_leave(token: str) -> ResponseReturnValue:
    """Be away for some days."""
    form = LeaveForm()
    if not form.validate_on_submit():
        return refused(token, gettext("Say for how many days, from 1 to %(most)d.", most=leave.MOST_DAYS))
    with writing() as session:
        leave.go_on_leave(session, token, me().id, form.days.data, now())
    flash(gettext("You are on leave. Nobody can challenge you, and your place is kept."))
    return to_ladder(token)


def come_back(token: str) -> ResponseReturnValue:
    """End the leave."""
    with writing() as session:
        leave.come_back(session, token, me().id, now())
    flash(gettext("Your leave is over."))
    return to_ladder(token)


def challenge(token: str) -> ResponseReturnValue:
    """Challenge somebody for their place."""
    opponent = request.form.get("rung_of", type=int)
    if opponent is None or not 0 < opponent <= LARGEST:
        abort(HTTPStatus.BAD_REQUEST)
    with writing() as session:
        name = challenging.challenge(session, token, me().id, opponent, now()).challenged.name
    flash(gettext("%(name)s is challenged, and has three days to answer.", name=name))
    return to_ladder(token)


def accept(token: str, number: int) -> ResponseReturnValue:
    """Begin the duel for one's place."""
    with writing() as session:
        begun = challenging.accept(session, token, number, me().id, now())
    flash(what_begins(begun.clock))
    return see_other(duel_url(begun.token))


def refuse(token: str, number: int) -> ResponseReturnValue:
    """Give one's place to the challenger."""
    with writing() as session:
        challenging.refuse(session, token, number, me().id, now())
    flash(gettext("You have refused: the challenger takes your place."))
    return see_other(back(url_for("ladders.show", token=token)))


def withdraw(token: str, number: int) -> ResponseReturnValue:
    """Take one's challenge back."""
    with writing() as session:
        challenging.withdraw(session, token, number, me().id, now())
    flash(gettext("Your challenge is withdrawn."))
    return see_other(back(url_for("ladders.show", token=token)))


def close(token: str) -> ResponseReturnValue:
    """Close the ladder for good, as its keeper, who is asked about it."""
    if not me().is_keeper:
        abort(HTTPStatus.FORBIDDEN)
    if not SureForm().validate_on_submit():
        return refused(token, gettext("Nothing was changed: tick the box if you want to close the ladder."))
    with writing() as session:
        ladders.close(session, token, now())
    flash(gettext("The ladder is closed."))
    return to_ladder(token)
