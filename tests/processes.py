"""Processes that share nothing with this one but the database."""

import multiprocessing

USED = (
    "models.schema",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "tests.services.rivals",
)
"""What each of them would otherwise import anew, which takes far longer than what it then does."""


def forked():
    """Return what makes such processes: each comes from one that has done nothing but import."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*USED])
    return context
