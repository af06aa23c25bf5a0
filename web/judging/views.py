"""Having a finished duel judged, and the way to where it was decided."""

from http import HTTPStatus

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue

from services.judging.asking import NothingToJudge, NotOver, TooManyWaiting, ask_by_press
from web.duels.refused import RefusedPage
from web.duels.table import reader_id, table_of
from web.frame.limits import address, limiter
from web.frame.links import duel_url, see_other
from web.frame.page import respond
from web.frame.session import now, writing
from web.frame.translation import gettext
from web.judging.part import Judged

PRESSES = "20 per hour"
"""How many duels an address or an account may have judged."""


def register(blueprint: Blueprint) -> None:
    """Give these their addresses."""
    limited = limiter.limit(PRESSES)(limiter.limit(PRESSES, key_func=reader_key)(judge))
    blueprint.add_url_rule("/<token>/judgement", "judge", limited, methods=["POST"])
    blueprint.add_url_rule("/<token>/decided", "decided", decided)


def reader_key() -> str:
    """Return the key under which presses are counted: the account, of visitors the address."""
    return f"judging:{reader_id() or address()}"


def judge(token: str) -> ResponseReturnValue:
    """Have a finished duel judged, for everybody who may see it; of one that goes on nobody is told."""
    table = table_of(token)
    try:
        with writing() as session:
            ask_by_press(session, table.stored.id, now())
    except NotOver:
        problem = gettext("The duel goes on: it can be judged after its end.")
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.CONFLICT)
    except NothingToJudge:
        flash(gettext("Nothing was played in this duel that could be judged."))
    except TooManyWaiting:
        flash(gettext("The opponent has much to judge just now. Try again in an hour."))
    return see_other(f"{duel_url(token)}#judgement")


def decided(token: str) -> ResponseReturnValue:
    """Lead to the turning point of a duel, or to how far it is judged."""
    judged = Judged(table_of(token))
    turning = judged.course.turning
    if turning is None:
        return see_other(f"{duel_url(token)}#judgement")
    return see_other(url_for("duels.chapter", token=token, ordinal=turning.ordinal, _anchor="judgement"))
