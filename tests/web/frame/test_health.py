"""Whether a process lives and can serve, as machines ask it."""

import pytest
from werkzeug.test import Client

from models.schema import downgrade


@pytest.fixture
def ask(any_site):
    """Return a function that asks for a page without cookies."""
    return lambda path, **headers: Client(any_site).get(path, headers=headers)


def test_a_process_that_can_serve_says_so(ask):
    for path in ("/healthz", "/readyz"):
        answer = ask(path)
        assert (answer.status_code, answer.json) == (200, {"ok": True})
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_a_process_whose_tables_are_old_lives_and_is_not_ready(ask, any_database):
    downgrade(any_database, "0016")
    assert ask("/healthz").status_code == 200
    answer = ask("/readyz")
    assert (answer.status_code, answer.json["tables"].partition(",")[0]) == (503, "0016")


def test_a_process_whose_database_is_away_lives_and_is_not_ready(site_with, sqlite_database):
    url = "postgresql://postgres@127.0.0.1:1/none"
    site = site_with(sqlite_database, DATABASE_URL=url, DATABASE_CONNECT_SECONDS=1)
    assert Client(site).get("/healthz").status_code == 200
    answer = Client(site).get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"ok": False, "database": "away"})
