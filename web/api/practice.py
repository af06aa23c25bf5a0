"""Practice against the site's own opponent: begun and listed. The duels are played like any other."""

from http import HTTPStatus
from typing import Annotated

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

import adjudicator
from intimate.duel import Ending
from opponent.levels import LEVELS, Level
from services.api.keys import Scope
from services.practice.beginning import PracticeDuel, PracticeWish, begin_practice, practice_of
from services.practice.refusals import PracticeRefused
from web.api import shapes
from web.api.access import bearer, duel_of
from web.api.duels import seen, shown
from web.api.operations import operation
from web.api.problems import Problem
from web.api.shapes import Instant, OneOf, Power, Preset, Sent, Side
from web.core.messages import refusal_message
from web.core.session import db, now, writing

LevelName = Annotated[str, OneOf(LEVELS)]


class NewPractice(Sent):
    """The practice that is wanted."""

    level: LevelName = "recruit"
    home: Power | None = Field(None, description="The home power of the account; null to draw one at random.")
    preset: Preset = "intimate"


class PracticeSeen(BaseModel):
    """A practice duel as lists show it."""

    duel: str = Field(description="Its name.")
    level: LevelName
    homes: dict[Side, Power]
    phase: str | None = Field(description="The awaited phase; null after the end.")
    ordinal: int = Field(description="The number of its chapters.")
    winner: Side | None
    reason: Ending | None
    ended_at: Instant | None


class PracticeList(BaseModel):
    """The practice duels of the account: all that run, and the last that have ended."""

    running: list[PracticeSeen]
    ended: list[PracticeSeen]


def practice_seen(each: PracticeDuel) -> PracticeSeen:
    """Show a practice duel as lists do."""
    listed = seen(each.duel)
    return PracticeSeen(
        level=each.level,
        **{name: getattr(listed, name) for name in PracticeSeen.model_fields if name != "level"},
    )


@operation(
    "GET",
    "/practice",
    Scope.READ,
    group="practice",
    summary=_l("Practice duels of the account"),
    answer=PracticeList,
)
def list_practice() -> PracticeList:
    """The practice duels of the account, which are in no other list and in no stream."""
    found = practice_of(db(), bearer().user_id)
    return PracticeList(
        running=list(map(practice_seen, found.running)), ended=list(map(practice_seen, found.finished))
    )


@operation(
    "POST",
    "/practice",
    Scope.PLAY,
    group="practice",
    summary=_l("Practise against the site’s bot"),
    body=NewPractice,
    example={"level": "captain", "home": "FRANCE"},
    answer=shapes.Duel,
    status=HTTPStatus.CREATED,
    located=("show_duel", "duel"),
    problems=("limit_reached",),
    links={
        name: (name, {"duel": "$response.body#/duel", "phase": "$response.body#/phase"})
        for name in ("show_options", "put_entry")
    },
)
def begin_practising(body: NewPractice) -> shapes.Duel:
    """Begin an unrated duel without a clock; the opponent answers whenever it is asked."""
    wish = PracticeWish(Level(body.level), adjudicator.Power(body.home) if body.home else None, body.preset)
    try:
        with writing() as session:
            token = begin_practice(session, bearer().user_id, wish, now()).token
    except PracticeRefused as error:
        raise Problem("limit_reached", refusal_message(error)) from error
    return shown(duel_of(token))
