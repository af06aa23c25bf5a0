"""The duel that a program asks about, as its account may see it."""

import re

from flask import current_app

from adjudicator import Phase, PhaseError
from services.duels.deadlines import try_to_resolve
from services.duels.tables import NotAPlayer, PhaseOver, Table, UnknownDuel, find_table
from web.api.access import bearer
from web.duels.table import may_be_due
from web.frame.session import database, db, end_reading, now

PHASE = re.compile("HOMES|[SFW][0-9]{4}[BMRA]")


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
    """Read the name of a phase; raises PhaseOver for what is none, as nothing can be entered for it."""
    if not PHASE.fullmatch(name):
        raise PhaseOver
    try:
        return Phase.parse(name)
    except PhaseError as error:
        raise PhaseOver from error


def is_out(table: Table) -> bool:
    """Tell whether the account can enter nothing more for the awaited phase."""
    return table.player is not None and table.stored.times.is_out(table.player, now())
