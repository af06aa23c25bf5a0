"""Counts of what awaits the reader, for the header of every page."""

from flask import g

from services.readers import Awaiting, count_awaiting
from web.frame.login import member
from web.frame.session import db, has_database


def awaiting_counts() -> Awaiting:
    """Return what awaits the reader, as it was found with them; nothing on the page of a failure."""
    reader = member()
    if reader is None or not has_database():
        return Awaiting()
    if "awaiting" not in g:
        g.awaiting = count_awaiting(db(), reader.id)
    found: Awaiting = g.awaiting
    return found
