"""Rate limits stop guesses before anything is hashed."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest
from argon2 import PasswordHasher

from tests.fixtures_site import PASSWORD, Visitor

WRONG = "wrong horse battery"


class RecordingHasher:
    """A quick hasher that records what it hashes."""

    def __init__(self, computed):
        self.quick, self.computed = PasswordHasher(1, 8, 1), computed

    def hash(self, password):
        self.computed.append(password)
        return self.quick.hash(password)

    def verify(self, password_hash, password):
        self.computed.append(password)
        return self.quick.verify(password_hash, password)


@pytest.fixture
def hashes(monkeypatch):
    """Return the list of computed hashes."""
    computed = []
    monkeypatch.setattr("services.accounts.passwords.hasher", RecordingHasher(computed))
    return computed


def at_once(acts):
    with ThreadPoolExecutor(len(acts)) as threads:
        return Counter(threads.map(lambda act: act().status_code, acts))


@pytest.fixture
def crowd(any_database, site_with):
    """Return a function that opens a form of a site with threads for everybody."""
    site = site_with(any_database, WEB_THREADS=60)

    def come(at=site):
        visitor = Visitor(at)
        token = visitor.token()
        return lambda path, **fields: visitor.client.post(
            path, data={"csrf_token": token, **fields}, headers=visitor.headers
        )

    return come


def test_guesses_at_once_do_not_exceed_the_limit(any_database, site_with, crowd, hashes):
    crowd()("/register", name="anna", password=PASSWORD)
    hashes.clear()
    sites = [site_with(any_database, WEB_THREADS=60) for _ in range(2)]
    guesses = [partial(crowd(sites[n % 2]), "/login", name="anna", password=WRONG) for n in range(20)]
    assert at_once(guesses) == {422: 10, 429: 10}
    assert len(hashes) == 10


def test_registrations_at_once_do_not_exceed_the_hourly_limit(crowd, hashes):
    wanted = [partial(crowd(), "/register", name=f"n{n}", password=PASSWORD) for n in range(30)]
    assert at_once(wanted) == {303: 20, 429: 10}
    assert len(hashes) == 20


def test_a_name_that_is_taken_counts_as_a_registration_and_a_slip_of_the_pen_does_not(visit):
    assert visit().post("/register", name="anna", password=PASSWORD).status_code == 303
    for _ in range(25):
        assert visit().post("/register", name="boris", password="short").status_code == 422
    answers = [visit().post("/register", name="anna", password=PASSWORD).status_code for _ in range(20)]
    assert answers == [422] * 19 + [429]


def test_tries_that_are_no_forms_are_refused_before_they_could_evade_the_count(member, visit, hashes):
    member("anna")
    guessing = visit()
    hashes.clear()
    headers = {**guessing.headers, "X-CSRFToken": guessing.token()}
    answer = guessing.client.post("/login", json={"name": "anna", "password": WRONG}, headers=headers)
    assert answer.status_code == 415
    assert "This is not a form" in answer.text
    assert hashes == []


def test_while_too_many_passwords_are_hashed_visitors_are_asked_to_retry(visit, monkeypatch):
    reader = visit()
    queue = reader.site.extensions["hash_queue"]
    with ExitStack() as turns:
        for _ in range(2):
            turns.enter_context(queue.turn())
        monkeypatch.setattr(queue, "_seconds", 0.01)
        answer = reader.post("/login", name="anna", password=PASSWORD)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "The site is busy" in answer.text
    assert 'name="name" value="anna"' in answer.text
    assert PASSWORD not in answer.text


def test_guessing_many_accounts_from_one_address_is_stopped_too(visit):
    guessing = visit()
    answers = [guessing.post("/login", name=f"n{n}", password=WRONG).status_code for n in range(31)]
    assert (answers[29], answers[30]) == (422, 429)


def test_logging_in_rightly_is_never_stopped(member):
    reader = member("anna")
    for _ in range(12):
        reader.post("/logout")
        assert reader.post("/login", name="anna", password=PASSWORD).status_code == 303
