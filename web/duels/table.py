"""The duel that a request is about, as its reader may see it."""

from flask import current_app

from services.duels.deadlines import try_to_resolve
from services.duels.tables import Table, find_table
from web.frame.heart import is_felt
from web.frame.login import account
from web.frame.session import database, db, end_reading, now


def reader_id() -> int | None:
    """Return the account that is reading, if any."""
    reader = account()
    return reader.id if reader else None


def may_be_due(table: Table) -> bool:
    """Tell whether something may have to happen before the duel is shown."""
    stored, player = table.stored, table.player
    if stored.stuck_at is not None or stored.deadline_at is None or not is_felt():
        return False
    is_out = player is not None and not table.is_ready and stored.times.is_out(player, now())
    return is_out or stored.deadline_at <= now()


def table_of(token: str, *, whole: bool = False) -> Table:
    """Find a duel for the reader; a phase whose time is up is resolved first. Raises UnknownDuel."""
    table = find_table(db(), token, reader_id(), whole=whole)
    if may_be_due(table):
        duel_id = table.stored.id
        end_reading()
        # Where somebody else is at it, the page follows by itself.
        try_to_resolve(database(), duel_id, current_app.config["CLOCK"])
        table = find_table(db(), token, reader_id(), whole=whole)
    return table
