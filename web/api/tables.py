"""The duel that a program asks about, as its account may see it."""

import re
from collections.abc import Mapping

from flask import current_app

from adjudicator import Phase
from intimate.calendar import place_in_time
from intimate.entries import ENTRY_TYPES, HomesList, Orders, Sheet
from services.duels.deadlines import try_to_resolve
from services.duels.tables import NotAPlayer, Table, UnknownDuel, find_table
from web.api.access import bearer
from web.api.problems import Problem, not_found
from web.api.shapes.common import PHASE
from web.api.shapes.entries import Takes
from web.duels.table import may_be_due
from web.frame.session import database, db, end_reading, now

FIELDS: Mapping[type[HomesList | Sheet | Orders], Takes] = {
    HomesList: "homes",
    Sheet: "bids",
    Orders: "orders",
}
"""The field in which each kind of entry comes."""


def table_of(token: str) -> Table:
    """Find a duel as its players or spectators see it; a phase whose time is up is resolved first.

    An arbiter's key opens nothing more. Raises UnknownDuel.
    """
    table = _found(token)
    if may_be_due(table):
        duel_id = table.stored.id
        end_reading()
        try_to_resolve(database(), duel_id, current_app.config["CLOCK"])
        table = _found(token)
    return table


def _found(token: str) -> Table:
    table = find_table(db(), token, bearer().user_id, whole=True)
    if table.player is None and not table.stored.public:
        raise UnknownDuel
    return table


def own_table_of(token: str) -> Table:
    """Find a duel that the account plays; raises UnknownDuel, NotAPlayer."""
    table = table_of(token)
    if table.player is None:
        raise NotAPlayer
    return table


def phase_named(name: str) -> Phase:
    """Read the name of a phase in an address; raises Problem for what is none."""
    if not re.fullmatch(PHASE, name):
        raise not_found()
    return Phase.parse(name)


def refused_phase(table: Table, phase: Phase) -> Problem:
    """Make the problem of a phase that takes nothing now: it is over, or still to come."""
    awaited = table.stored.phase
    is_to_come = awaited is not None and place_in_time(phase) > place_in_time(awaited)
    return Problem("phase_to_come" if is_to_come else "phase_over")


def is_out(table: Table) -> bool:
    """Tell whether the account can enter nothing more for the awaited phase."""
    return table.player is not None and table.stored.times.is_out(table.player, now())


def taken_in(phase: Phase) -> Takes:
    """Return the field in which an entry for a phase comes."""
    return FIELDS[ENTRY_TYPES[phase.kind]]
