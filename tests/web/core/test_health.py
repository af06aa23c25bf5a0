"""Health checks for machines: the process lives, it can serve, the worker keeps up."""

from datetime import timedelta

import pytest
from sqlalchemy import update
from werkzeug.test import Client

from models import StoredDuel
from models.schema import downgrade
from services.worker import NOTED_EVERY, record_sweep
from tests.fixtures_duels import NOON


@pytest.fixture
def ask(any_site):
    """Return a function that requests a page without cookies."""
    return lambda path, **headers: Client(any_site).get(path, headers=headers)


def test_a_process_that_can_serve_says_so(ask):
    for path in ("/healthz", "/readyz"):
        answer = ask(path)
        assert (answer.status_code, answer.json["ok"]) == (200, True)
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


@pytest.fixture
def worker(any_site, any_database):
    """Return a function that lets some seconds pass and returns the reported state of the worker."""
    any_site.config["CLOCK"] = lambda: NOON

    def after(seconds, *, sweeps=False):
        any_site.config["CLOCK"] = lambda: NOON + timedelta(seconds=seconds)
        if sweeps:
            record_sweep(any_database, NOON + timedelta(seconds=seconds))
        answer = Client(any_site).get("/healthz/worker")
        command = any_site.test_cli_runner().invoke(args=("deadlines", "check"))
        assert (command.exit_code == 0) is (answer.status_code == 200) is answer.json["ok"]
        assert Client(any_site).get("/readyz").status_code == 200
        return answer.json

    return after


def test_a_worker_that_never_looked_or_is_silent_for_more_than_a_minute_does_not_keep_up(worker):
    assert worker(0)["worker"] == "does not keep up"
    assert worker(0, sweeps=True) == {
        "ok": True,
        "seconds_since_sweep": 0,
        "overdue": 0,
        "stuck": 0,
        "messages": 0,
        "late_messages": 0,
    }
    assert worker(60)["ok"]
    assert worker(61) | {"seconds_since_sweep": 61, "ok": False} == worker(61)
    assert worker(62, sweeps=True)["ok"]


def test_phases_overdue_by_more_than_a_minute_and_stuck_ones_are_counted_apart(worker, contest, any_database):
    with any_database.writing() as session:
        session.execute(update(StoredDuel).values(deadline_at=NOON))
    assert worker(59, sweeps=True)["overdue"] == 0
    assert worker(60, sweeps=True) | {"ok": False, "overdue": 1} == worker(60)
    with any_database.writing() as session:
        session.execute(update(StoredDuel).values(stuck_at=NOON, stuck_by="Fault"))
    found = worker(61, sweeps=True)
    assert (found["ok"], found["overdue"], found["stuck"]) == (True, 0, 1)


def test_a_sweep_is_noted_once_in_a_while(worker, any_database):
    worker(0, sweeps=True)
    just_now = NOTED_EVERY.total_seconds() - 1
    assert worker(just_now, sweeps=True)["seconds_since_sweep"] == just_now
    assert worker(just_now + 1, sweeps=True)["seconds_since_sweep"] == 0
