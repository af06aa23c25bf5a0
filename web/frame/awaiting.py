"""What awaits the reader, for the header of every page, and the stamp by which an open page follows it."""

from flask import g

from services.readers import Awaiting, Lists, Own, ReaderStamp, read_listed, read_own
from web.frame.login import account
from web.frame.session import db, has_database


def own() -> Own:
    """Return what is the reader's own, as it was found with them; nothing on the page of a failure."""
    reader = account()
    if reader is None or not has_database():
        return Own()
    if "own" not in g:
        g.own = read_own(db(), reader.id)
    found: Own = g.own
    return found


def awaiting_counts() -> Awaiting:
    """Return what awaits the reader."""
    return own().awaiting


def reader_stamp(lists: Lists) -> ReaderStamp:
    """Return the stamp of all that a page with such lists shows to the reader."""
    return ReaderStamp(own(), read_listed(db(), lists) if has_database() else "")
