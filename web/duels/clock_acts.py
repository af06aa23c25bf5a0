"""What players do about the time of a duel: come, take leave, pause, give more time."""

from http import HTTPStatus

from flask import Blueprint, abort, flash
from flask.typing import ResponseReturnValue

from services.duels.clock_acts import ClockAct, ClockActRefused, store_clock_act
from services.duels.tables import OnLeave, take_seat
from web.duels.refused import RefusedPage
from web.duels.sent import phase_seen
from web.duels.table import table_of
from web.frame.links import duel_url, see_other
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.resend import duel_again, show_again
from web.frame.session import now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/time/<name>", "clock_act", clock_act, methods=["POST"])
    blueprint.add_url_rule("/<token>/time/<name>", "back_from_time", back_to_duel)
    blueprint.register_error_handler(OnLeave, on_leave)


def on_leave(_: OnLeave) -> ResponseReturnValue:
    """Leave has begun while the page was open: nothing is stored before its player is back."""
    return show_again(
        gettext("You are on leave"),
        gettext(
            "Your leave has begun, so nothing was stored. Say on the page of the duel that you are back; "
            "what you sent stands below."
        ),
        HTTPStatus.CONFLICT,
        duel_again(),
    )


def back_to_duel(token: str, name: str) -> ResponseReturnValue:  # noqa: ARG001  # part of the address
    """Send whoever reloads the answer to a form back to the duel."""
    return see_other(duel_url(token))


@members_only
def clock_act(token: str, name: str) -> ResponseReturnValue:
    """Let a player do something about the time, or say why they cannot."""
    if name not in set(ClockAct):
        abort(HTTPStatus.NOT_FOUND)
    act = ClockAct(name)
    phase = phase_seen()
    try:
        with writing() as session:
            seat = take_seat(session, token, me().id)
            paused = seat.stored.times.pause
            store_clock_act(seat, act, phase, now())
            agreed = paused is None and seat.stored.times.pause is not None
            begun = act is ClockAct.COME and seat.stored.times.opens_until is None
    except ClockActRefused:
        problem = gettext("This cannot be done now: the clocks have changed since you opened the page.")
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.CONFLICT)
    flash(gettext("The duel begins.") if begun else _done(act, agreed=agreed))
    return see_other(duel_url(token))


def _done(act: ClockAct, *, agreed: bool) -> str:
    """Say that it is done; agreed: both wanted the pause."""
    if agreed:
        return gettext("The duel is paused. Either of you can end the pause.")
    words = {
        ClockAct.COME: gettext("You are here. The duel begins as soon as both are."),
        ClockAct.TAKE_LEAVE: gettext("You are on leave: your time stands still until you are back."),
        ClockAct.COME_BACK: gettext("You are back, and your time runs again."),
        ClockAct.OFFER_PAUSE: gettext("You have offered a pause. It begins when your opponent agrees."),
        ClockAct.REFUSE_PAUSE: gettext("There is no offer of a pause any more."),
        ClockAct.RESUME: gettext("The pause is over: time runs again."),
        ClockAct.GRANT: gettext("Your opponent has the time of one more phase."),
    }
    return words[act]
