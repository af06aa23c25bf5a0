"""The growth benchmark has all that it measures: each requested page, and somebody in the list of ratings."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from bench.growth import PAGES, cookie_of, server_seconds, world
from bench.speed.direct import Caller, answered, environ_of
from bench.speed.growth_world import Size, token_of
from bench.speed.kinds import Step, Visit
from tests.fixtures_parts import skip_or_fail
from tests.fixtures_site import on_postgres

pytestmark = pytest.mark.slow
SIZE = Size(accounts=40, duels=60, of_busy=12, running=8)


@pytest.fixture(scope="module")
def site(tmp_path_factory, compiled_statements):
    """Yield the site of a small world; it has keys of its own, and shares no statements.

    compiled_statements comes first: if it patched within this patch, its own would be undone with it.
    """
    folder = tmp_path_factory.mktemp("world")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("models.database.create_engine", create_engine)
        site = world(folder, f"sqlite:///{folder / 'world.sqlite3'}", SIZE)
    yield site
    site.extensions["database"].close()


def step_to(path):
    return Step(path.format(middle=token_of(SIZE.running + SIZE.duels // 2 + 1), running=token_of(1)))


@pytest.mark.parametrize("name", PAGES)
def test_each_page_is_there_and_leads_nowhere_else(site, name):
    reader, path = PAGES[name]
    assert Caller(site, Visit(cookie_of(site, reader), (step_to(path),)))() > 0


def test_the_list_of_ratings_has_players_in_it(site):
    reader, path = PAGES["ratings"]
    _, page = answered(site, environ_of(step_to(path), cookie_of(site, reader)))
    assert page.count(b'href="/players/') > SIZE.accounts // 4


@on_postgres
def test_the_work_of_the_server_of_the_database_is_counted(any_database):
    with any_database.engine.connect() as connection:
        number = connection.scalar(text("SELECT pg_backend_pid()"))
    if not Path("/proc", str(number), "schedstat").exists():
        skip_or_fail("the server of the database is on another machine")
    before = server_seconds(any_database)
    with any_database.engine.connect() as connection:
        connection.execute(text("SELECT sum(number) FROM generate_series(1, 100000) AS number"))
    assert server_seconds(any_database) > before > 0
