"""The reader's time zone and hours: their account's, else their browser's (static/js/zone.js)."""

import logging
from typing import NamedTuple

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable
from services.accounts import accounts
from services.accounts.zones import zones
from web.frame.login import account
from web.frame.session import has_database, writing

COOKIE = "zone"
UNKNOWN = ""

log = logging.getLogger(__name__)


class TimeStyle(NamedTuple):
    """How exact times are written for a reader.

    zone: an IANA name, empty while nothing is known. hours: one of `models.account.HOURS`. is_named: the
    zone is said, since it is not the browser's own, or not known to be.
    """

    zone: str
    hours: str
    is_named: bool


def init_app(app: Flask) -> None:
    """Let an application learn the zones of its members."""
    app.after_request(note_zone)


def told_zone() -> str:
    """Return the zone that the browser says it is in, empty where it says none that exists."""
    told = request.cookies.get(COOKIE, UNKNOWN)
    return told if told in zones() else UNKNOWN


def time_style() -> TimeStyle:
    """Return how exact times are written for whoever reads."""
    reader, told = account(), told_zone()
    zone = (reader.zone if reader else UNKNOWN) or told
    return TimeStyle(zone, reader.hours if reader else "language", is_named=not zone or zone != told)


def note_zone(response: Response) -> Response:
    """Store the zone of the browser for an account that has none, after all else."""
    user_id = g.pop("without_zone", None)
    zone = told_zone() if user_id is not None and has_database() else UNKNOWN
    if zone:
        try:
            with writing() as session:
                accounts.note_zone(session, user_id, zone)
        except (Unavailable, SQLAlchemyError):
            log.warning("a time zone was not noted and will be at the next visit")
    return response
