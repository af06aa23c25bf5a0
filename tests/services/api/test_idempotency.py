"""A repeated API request is done once, on both databases, with any number of processes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import func, select

from models import AskedOnce
from services.api import idempotency
from services.api.idempotency import AskedAlready, KeyedRequest
from tests.fixtures_duels import NOON

KEPT = {"status": 201, "text": '{"challenge": "k3v9"}', "headers": {}}
MANY = 6


def keyed_request(people, name="anna", key="a"):
    return KeyedRequest.of(people[name], key, "create_challenge", "/api/v1/challenges?", b"{}")


def noted(database):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(AskedOnce))


def test_of_many_that_come_at_once_one_is_done(any_database, people):
    together, done = Barrier(MANY), []

    def ask(number):
        together.wait(30)
        try:
            with any_database.writing() as session:
                idempotency.note(session, keyed_request(people), NOON)
                done.append(number)
        except AskedAlready:
            return "already"
        return "done"

    with ThreadPoolExecutor(MANY) as pool:
        told = list(pool.map(ask, range(MANY)))
    assert sorted(told) == ["already"] * (MANY - 1) + ["done"]
    assert (len(done), noted(any_database)) == (1, 1)


def test_a_failed_request_leaves_no_note_and_can_be_repeated(any_database, people):
    def fail():
        with any_database.writing() as session:
            idempotency.note(session, keyed_request(people), NOON)
            {}["what fails"]

    for _ in range(2):
        with pytest.raises(KeyError):
            fail()
        assert noted(any_database) == 0


def test_an_answer_is_kept_for_a_day(any_database, people):
    with any_database.writing() as session:
        idempotency.note(session, keyed_request(people), NOON)
    with any_database.writing() as session:
        idempotency.keep(session, keyed_request(people), KEPT)
    later = NOON + idempotency.KEPT
    with any_database.reading() as session:
        found = idempotency.kept(session, keyed_request(people), later - timedelta(seconds=1))
        assert (found.is_same, found.asked_at, found.answer) == (True, NOON, KEPT)
        assert idempotency.kept(session, keyed_request(people), later) is None
        assert idempotency.kept(session, keyed_request(people, "boris"), NOON) is None
        assert idempotency.kept(session, keyed_request(people, key="b"), NOON) is None


def test_old_notes_are_deleted_some_at_a_time(any_database, people, monkeypatch):
    monkeypatch.setattr("models.database.PORTION", 2)
    for number in range(5):
        with any_database.writing() as session:
            idempotency.note(
                session, keyed_request(people, key=str(number)), NOON + timedelta(seconds=number)
            )
    assert idempotency.forget_old(any_database, NOON + idempotency.KEPT + timedelta(seconds=2)) == 3
    assert noted(any_database) == 2
