"""Counts of what awaits the reader, for the header of every page."""

from flask import g

from services.awaiting import Awaiting, count_awaiting
from web.frame.login import member
from web.frame.session import db, has_database


def awaiting_counts() -> Awaiting:
    """Count what awaits the reader, once for a page; nothing on the page of a failure."""
    if "awaiting" not in g:
        reader = member()
        g.awaiting = count_awaiting(db(), reader.id) if reader and has_database() else Awaiting()
    found: Awaiting = g.awaiting
    return found
