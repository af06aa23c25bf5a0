"""What players do beside their entries: offers, claims, concessions, and acts about the time."""

from flask_babel import lazy_gettext as _l

from adjudicator import Phase
from intimate.errors import EventError
from intimate.events import EventKind
from services.access.tokens import Scope
from services.duels.clock_acts import store_clock_act
from services.duels.events import store_event
from services.duels.tables import Table, take_seat
from web.api.access import bearer
from web.api.duels import shown
from web.api.operations import operation
from web.api.problems import Problem
from web.api.shapes import acts as shapes
from web.api.shapes.duels import Duel
from web.api.tables import own_table_of, refused_phase
from web.duels.events import why_not
from web.frame.session import now, writing

REFUSED = ("not_found", "not_a_player", "phase_over", "phase_to_come", "not_possible")


@operation(
    "POST",
    "/duels/<duel>/events",
    Scope.PLAY,
    group="acts",
    summary=_l("Offer, claim, agree, decline, concede"),
    body=shapes.NewEvent,
    answer=Duel,
    problems=(*REFUSED, "too_many_acts"),
)
def make_event(duel: str, body: shapes.NewEvent) -> Duel:
    """Do something beside the entries, at once and without a question; the answer is the duel after it."""
    table, phase = awaiting(duel, body.phase)
    try:
        with writing() as session:
            store_event(take_seat(session, duel, bearer().user_id), EventKind(body.event), phase, now())
    except EventError as error:
        raise Problem("not_possible", " ".join(why_not(error, table))) from error
    return shown(own_table_of(duel))


@operation(
    "POST",
    "/duels/<duel>/time",
    Scope.PLAY,
    group="acts",
    summary=_l("Come, take leave, pause, give more time"),
    body=shapes.NewTimeAct,
    answer=Duel,
    problems=REFUSED,
)
def act_on_time(duel: str, body: shapes.NewTimeAct) -> Duel:
    """Do something about the time of a duel; the answer is the duel after it."""
    _, phase = awaiting(duel, body.phase)
    with writing() as session:
        store_clock_act(take_seat(session, duel, bearer().user_id), body.act, phase, now())
    return shown(own_table_of(duel))


def awaiting(duel: str, phase: str) -> tuple[Table, Phase]:
    """Find a duel of the account while it awaits the phase that the program has seen; raises Problem."""
    table, wanted = own_table_of(duel), Phase.parse(phase)
    if table.stored.phase != wanted:
        raise refused_phase(table, wanted)
    return table, wanted
