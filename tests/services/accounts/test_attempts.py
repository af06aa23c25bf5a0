"""Attempts counted in the database: exactly, for all processes together, and forgotten in time."""

from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from models import AttemptCount
from services.accounts import attempts
from services.accounts.attempts import Rate, scope_of
from tests.fixtures_site import NOON, open_database
from tests.processes import forked

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
RATES = (Rate(3, MINUTE), Rate(5, HOUR))


def at(*names, rates=RATES):
    return scope_of("secret", rates, *names)


def stored(database):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(AttemptCount))


def try_elsewhere(url, turn):
    """Try as often as possible, at scopes in an order of one's own; return the number of successes."""
    database = open_database(url)
    scopes = [scope_of("secret", (Rate(10, MINUTE),), name) for name in ("anna", "boris", "clara")]
    scopes = scopes[turn:] + scopes[:turn]
    through = sum(attempts.count(database, scopes, NOON) for _ in range(10))
    database.close()
    return through


def test_attempts_of_many_processes_at_once_do_not_exceed_the_limit(any_database):
    url = any_database.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(3, mp_context=forked()) as pool:
        assert sum(pool.map(try_elsewhere, [url] * 3, range(3))) == 10


def test_the_last_attempts_count_and_each_rate_holds(any_database):
    through = [
        attempts.count(any_database, [at("anna")], NOON + timedelta(seconds=seconds))
        for seconds in (0, 10, 20, 30, 59, 60, 61, 70, 81, 95, 3599, 3600)
    ]
    assert through == [True, True, True, False, False, True, False, True, False, False, False, True]


def test_an_attempt_is_counted_in_all_its_scopes_or_in_none(any_database):
    for _ in range(3):
        assert attempts.count(any_database, [at("address")], NOON)
    assert not attempts.count(any_database, [at("anna"), at("address")], NOON)
    assert [attempts.count(any_database, [at("anna")], NOON) for _ in range(4)] == [True] * 3 + [False]


def test_a_refused_attempt_does_not_write(sqlite_database):
    while attempts.count(sqlite_database, [at("anna")], NOON):
        pass
    with sqlite_database.writing() as session:
        session.connection()
        assert not attempts.count(sqlite_database, [at("anna")], NOON)


def test_forgotten_attempts_no_longer_count(any_database):
    for _ in range(3):
        attempts.count(any_database, [at("anna"), at("boris")], NOON)
    attempts.forget(any_database, [at("anna")])
    assert attempts.count(any_database, [at("anna")], NOON)
    assert not attempts.count(any_database, [at("boris")], NOON)


@pytest.mark.parametrize("many", [0, 4, 5])
def test_old_attempts_are_deleted_in_batches(any_database, monkeypatch, many):
    monkeypatch.setattr("models.database.PORTION", 2)
    for number in range(many):
        attempts.count(any_database, [at(str(number))], NOON)
    attempts.count(any_database, [at("late")], NOON + MINUTE)
    assert attempts.forget_old(any_database, NOON + HOUR - MINUTE) == 0
    assert attempts.forget_old(any_database, NOON + HOUR) == many
    assert stored(any_database) == 1


def test_another_key_of_the_site_makes_other_digests():
    assert at("anna").key != scope_of("another secret", RATES, "anna").key
    assert at("an", "na").key != at("anna").key
