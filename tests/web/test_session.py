"""The session of a request: it writes when it must, and keeps nothing of what failed."""

import pytest
from sqlalchemy import select

from models import User
from models.database import WroteWhileReading
from services import accounts
from tests.fixtures_site import NOON
from web.session import db, now


@pytest.fixture
def trial(site):
    """Let the site have a page that opens an account and then answers as it is told."""

    def open_account(status):
        accounts.register(db(), "Trial", "hash", "en", NOON)
        if status == 500:
            raise RuntimeError
        return "", status

    site.config["WTF_CSRF_ENABLED"] = False
    site.config["PROPAGATE_EXCEPTIONS"] = False
    site.add_url_rule("/trial/<int:status>", "trial", open_account, methods=["GET", "POST"])
    return site.test_client()


def names(database):
    with database.reading() as session:
        return session.scalars(select(User.name)).all()


@pytest.mark.parametrize(("status", "kept"), [(200, 1), (303, 1), (400, 0), (404, 0), (422, 0), (500, 0)])
def test_what_a_request_changed_is_kept_only_if_it_succeeded(trial, sqlite_database, status, kept):
    assert trial.post(f"/trial/{status}").status_code == status
    assert len(names(sqlite_database)) == kept


def test_a_page_that_is_only_looked_at_cannot_change_anything(trial, site, sqlite_database):
    site.config["PROPAGATE_EXCEPTIONS"] = True
    with pytest.raises(WroteWhileReading):
        trial.get("/trial/200")
    assert names(sqlite_database) == []


def test_nobody_waits_for_a_request_that_failed(trial, sqlite_database):
    trial.post("/trial/500")
    with sqlite_database.writing() as session:
        accounts.register(session, "Next", "hash", "en", NOON)
    assert names(sqlite_database) == ["Next"]


def test_passwords_are_hashed_before_the_database_is_locked(site, visit, sqlite_database, monkeypatch):
    def hashed(password, name):
        with sqlite_database.writing() as session:  # would wait for ten seconds if it were locked
            accounts.register(session, "Meanwhile", "hash", "en", NOON)
        return "hash"

    monkeypatch.setattr("services.passwords.hashed", hashed)
    assert visit().post("/register", name="Anna", password="correct horse").status_code == 303
    assert sorted(names(sqlite_database)) == ["Anna", "Meanwhile"]


def test_the_time_of_a_request_is_read_once(site):
    times = iter([NOON, None])
    site.config["CLOCK"] = lambda: next(times)
    with site.test_request_context():
        assert (now(), now()) == (NOON, NOON)
