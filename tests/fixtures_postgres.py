"""A PostgreSQL database of its own for each process that runs tests."""

import os
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

from tests.fixtures_parts import lacking

USUAL = ("postgresql://postgres@127.0.0.1:5432/test", "postgresql://root@127.0.0.1:5432/test")


def connect(url):
    """Open a connection on which databases can be created."""
    return closing(psycopg.connect(url, autocommit=True, connect_timeout=3))


def answers(url):
    """Say whether a server lets us in at the address."""
    try:
        with connect(url):
            return True
    except psycopg.OperationalError:
        return False


@pytest.fixture(scope="session")
def postgres_server():
    """Return the address of a server that answers: the one in TEST_POSTGRES_URL, or a usual one."""
    named = os.environ.get("TEST_POSTGRES_URL")
    candidates = (named,) if named else USUAL
    return next(filter(answers, candidates), None) or lacking("no PostgreSQL server answers")


@pytest.fixture(scope="session")
def postgres_url(postgres_server) -> Iterator[str]:
    """Return the address of a fresh database, which lives as long as this run of tests."""
    name = f"duels_{os.getpid()}"
    database = sql.Identifier(name)
    with connect(postgres_server) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(database))
        # No commit waits for the disk: that is for the day when the power fails.
        connection.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(database))
        yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(database))
