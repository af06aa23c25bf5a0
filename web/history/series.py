"""The figures of a duel, extended by what has happened since they were asked for last."""

import sys

from models import StoredDuel
from services.history.series import NOTHING, Series, extend_series
from web.frame.cache import cache
from web.frame.session import db

YEAR_BYTES = 4000


def series_of(stored: StoredDuel) -> Series:
    """Return the figures of all chapters of a duel."""
    key = ("series", stored.id)
    known: Series = cache().latest(key) or NOTHING
    if known.ordinal > stored.ordinal:  # another request has read further
        known = NOTHING
    series = extend_series(db(), stored, known)
    if series is not known:
        cache().replace(key, series, sys.getsizeof(series) + YEAR_BYTES * len(series.years))
    return series
