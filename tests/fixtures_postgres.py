"""A PostgreSQL database for each test process."""

import os
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

from tests.fixtures_parts import skip_or_fail

USUAL = ("postgresql://postgres@127.0.0.1:5432/test", "postgresql://root@127.0.0.1:5432/test")


def connect(url):
    """Open a connection that can create databases."""
    return closing(psycopg.connect(url, autocommit=True, connect_timeout=3))


def answers(url):
    """Whether a server accepts us at the address."""
    try:
        with connect(url):
            return True
    except psycopg.OperationalError:
        return False


@pytest.fixture(scope="session")
def postgres_server():
    """Return the address of a running server: that of TEST_POSTGRES_URL, or a usual one."""
    named = os.environ.get("TEST_POSTGRES_URL")
    candidates = (named,) if named else USUAL
    return next(filter(answers, candidates), None) or skip_or_fail("no PostgreSQL server answers")


@pytest.fixture(scope="session")
def postgres_url(postgres_server) -> Iterator[str]:
    """Return the address of a fresh database that lasts for this test run."""
    name = f"duels_{os.getpid()}"
    database = sql.Identifier(name)
    with connect(postgres_server) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(database))
        # No commit waits for the disk: that only helps in a power failure.
        connection.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(database))
        yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(database))
