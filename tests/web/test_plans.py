"""Pages and the worker find every row of a large database by an index.

Both kinds of database are asked for their query plans, with statistics about their rows.
"""

import json
import re
from contextlib import contextmanager
from threading import Event

import pytest
from sqlalchemy import event
from werkzeug.test import EnvironBuilder

from bench.speed.growth_world import NOW, token_of
from models import SecondFactor, User
from services.api.keys import Scope, make_token
from tests.fixtures_site import Visitor
from tests.web.grown import MEMBER, MODERATOR, SIZE, fill
from tests.web.registered import cookies_of
from web.worker import periodic_tasks, worker_pool_of

pytestmark = pytest.mark.slow

FEW = 1000
"""Rows that a statement may scan or sort: more than a list has, fewer than tables have."""
DUEL, OVER, MINE = token_of(3), token_of(SIZE.running + 7), token_of(2)
PUBLIC_PATHS = (
    "/",
    "/duels/watch",
    "/duels/watch?ended=yes",
    "/archive/",
    "/archive/?home=ITALY&against=FRANCE&preset=njudge",
    "/archive/?player=p000001",
    "/archive/?player=p0000o1",
    "/archive/?player=p000001&other=p000003",
    "/archive/?year=1903&result=FRANCE",
    "/archive/powers",
    "/archive/dump",
    "/players/p000001",
    "/ratings/",
    "/ratings/days/intimate",
    "/ladders/",
    "/ladders/ladder0001",
    "/league/",
    "/league/1",
    "/tournaments/",
    "/tournaments/cup000008",
    "/tournaments/cup000008/log",
    "/challenges/",
    "/puzzles",
    "/puzzles/daily",
    f"/duels/{OVER}",
    f"/duels/{OVER}/embed",
)
MEMBER_PATHS = (
    *PUBLIC_PATHS,
    "/duels/",
    "/duels/?ended=yes",
    "/duels/next",
    "/mine/stamp",
    "/mine/stamp?lists=public",
    "/mine/stamp?lists=open",
    "/mine/stamp?lists=tournaments",
    "/mine/parts",
    "/account/security",
    "/account/notifications",
    "/puzzles/next",
    "/reports/",
    "/reports/new",
    f"/duels/{DUEL}",
    f"/duels/{MINE}",
)
MODERATOR_PATHS = (
    "/desk/",
    "/desk/log",
    "/desk/log/read",
    "/desk/messages",
    "/desk/accounts",
    "/desk/accounts/p000003",
    "/desk/shared/device",
    "/desk/playing",
    "/desk/farming",
    "/arbiter",
    "/tournaments/cup000009/desk",
)
API = (
    "account",
    "changes",
    "challenges",
    "duels",
    "duels?ended=yes",
    f"duels/{MINE}",
    f"duels/{MINE}/chapters",
    f"duels/{MINE}/talk",
    "ladders",
    "ladders/ladder0001",
    "league",
    "league/records",
    "public-duels",
    "puzzles/daily",
)
SCANNED = re.compile(r"SCAN (\w+)|SEARCH (\w+) .*\((?:public|level)=\?\)$")
"""SQLite's words for a scan, or for a search by a column of few values."""
LATEST = re.compile(r"FROM (\w+)[^()]*ORDER BY \1\.id DESC\s+LIMIT")
"""The latest rows of a table: SQLite calls it a scan, but stops at the end of the list."""
BOUNDED = {
    "bid_tallies",
    "heartbeats",
    "ladder_champions",
    "ladders",
    "league_entrants",
    "league_scores",
    "ordinary_results",
    "pairing_tallies",
    "rating_pools",
    "round_games",
    "round_seats",
    "sanctions",
    "seeks",
    "tournament_arbiters",
}
"""Tables that do not grow with duels: what organisers make, sums, bots in the league, open searches."""


@contextmanager
def statements(database):
    """Yield a list of the sent statements and their values."""
    found = []

    def note(connection, cursor, statement, parameters, context, executemany):
        if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")) and not executemany:
            found.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def nodes(plan):
    """Yield a node of PostgreSQL's plan and all nodes below it."""
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def passed_over(node):
    """Return how many rows a node has read in vain, or sorted."""
    loops = node["Actual Loops"]
    removed = node.get("Rows Removed by Filter", 0) * loops
    if node["Node Type"] in {"Seq Scan", "Sort"}:
        return removed + node["Actual Rows"] * loops
    return removed if "Relation Name" in node else 0


def steps_of_postgres(connection, statement, values):
    found = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values).scalar_one()
    (plan,) = json.loads(found) if isinstance(found, str) else found
    for node in nodes(plan["Plan"]):
        if passed_over(node) > FEW and node.get("Relation Name") not in BOUNDED:
            yield f"{node['Node Type']} of {passed_over(node)} {node.get('Relation Name', '')}"


def steps_of_sqlite(connection, statement, values):
    steps = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
    for step in steps:
        scanned = SCANNED.match(step)
        is_growing = scanned and re.sub(r"_\d+$", "", scanned[1] or scanned[2]) in GROWING
        if is_growing and not LATEST.search(statement):
            yield step


GROWING = {mapper.local_table.name for mapper in User.registry.mappers} - BOUNDED


def long_steps(database, asked):
    """Yield every scan or sort that should use an index: its page, the node, and the statement.

    PostgreSQL counts its rows by itself; SQLite is asked before and after it has counted them.
    """
    is_sqlite = database.url.get_backend_name() == "sqlite"
    explain = steps_of_sqlite if is_sqlite else steps_of_postgres
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for counted in (False, True) if is_sqlite else (True,):
            if counted:
                connection.exec_driver_sql("ANALYZE")
            for who, statement, values in asked:
                for step in explain(connection, statement, values):
                    yield f"{who}: {step}: {statement[:500]}"


@pytest.fixture
def grown(any_database, site_with):
    """Return the site on a large database of each kind."""
    fill(any_database)
    return site_with(any_database, CLOCK=lambda: NOW)


def visitor(site, user_id=None):
    """Return a visitor, logged in to an account if one is named."""
    reader = Visitor(site)
    if user_id is not None:
        asked = EnvironBuilder(path="/login", headers=reader.headers).get_environ()
        cookies = cookies_of(site, asked, lambda session: session.get_one(User, user_id))
        if user_id == MODERATOR:  # last, because from then on it asks for a code
            with site.extensions["database"].writing() as session:
                session.add(SecondFactor(user_id=user_id, secret="s", made_at=NOW, confirmed_at=NOW))
        reader.client._update_cookies_from_response("localhost", "/", cookies)
    return reader


def program(site):
    """Return an API client with a key of the plain member."""
    with site.extensions["database"].writing() as session:
        _, key = make_token(session, MEMBER, "asker", Scope, None, NOW)
    return Visitor(site, headers={"Authorization": f"Bearer {key}"})


def test_no_page_and_no_duty_of_the_worker_reads_a_whole_table(grown):
    database, seen = grown.extensions["database"], {}
    visits = [(program(grown), [f"/api/v1/{path}" for path in API])]
    for user_id, paths in ((None, PUBLIC_PATHS), (MEMBER, MEMBER_PATHS), (MODERATOR, MODERATOR_PATHS)):
        visits.append((visitor(grown, user_id), paths))
    for reader, paths in visits:
        for path in paths:
            with statements(database) as asked:
                answer = reader.get(path)
            assert answer.status_code in {200, 302, 303, 422}, (path, answer.status, answer.text)
            seen |= {statement: (path, statement, values) for statement, values in asked}
    with grown.app_context():
        for duty in periodic_tasks(grown, worker_pool_of(grown), Event()):
            with statements(database) as asked:
                duty.do()
            seen |= {statement: (duty.name, statement, values) for statement, values in asked}
    long = "\n".join(long_steps(database, seen.values()))
    assert not long, long
