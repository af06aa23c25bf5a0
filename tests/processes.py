"""Processes that share only the database with this one."""

import multiprocessing

USED = (
    "models.schema",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "tests.services.rivals",
)
"""Modules to import in advance: importing takes far longer than the work of such a process."""


def forked():
    """Return a context that forks such processes from one that has only done imports."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*USED])
    return context
