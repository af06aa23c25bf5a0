"""Two machines with one database: changes made at one reach the open pages of the other."""

import json
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection

import pytest

from models import Limits
from services.accounts import accounts
from services.accounts.accounts import change_kind
from services.api.keys import Scope, make_token
from services.duels.beginning import store_new_duel
from services.terms import Terms
from tests.chaos.storm import Processes
from tests.fixtures_site import open_database

TOLD_WITHIN = 20
"""Seconds to wait for a change; streams look every second."""


@pytest.fixture
def machines(tmp_path_factory, postgres_database, postgres_url):
    """Yield two machines on one database, each with its own folder and process."""
    both = [Processes(tmp_path_factory.mktemp("machine"), postgres_url) for _ in range(2)]
    try:
        for machine in both:
            machine.environment["WEB_CONCURRENCY"] = "1"
            machine.start("web")
        for machine in both:
            machine.wait_until_it_answers()
        yield both
    finally:
        for machine in both:
            machine.stop()


@pytest.fixture
def duel(postgres_url):
    """Return the token of a duel, and the key of its first player."""
    now = datetime.now(UTC)
    database = open_database(postgres_url, Limits(connections=1))
    with closing(database), database.writing() as session:
        first, second = (accounts.register(session, name, "none", "en", now) for name in ("One", "Two"))
        change_kind(session, first.id, "program", now)
        key = make_token(session, first.id, "machines", tuple(Scope), None, now)[1]
        return store_new_duel(session, first, second, Terms(), now).token, key


@contextmanager
def answered(machine, method, path, **options):
    """Make a request to a machine on a connection of its own."""
    with closing(HTTPConnection("127.0.0.1", machine.port, timeout=TOLD_WITHIN)) as connection:
        connection.request(method, path, **options)
        yield connection.getresponse()


def stamps(stream):
    """Yield the stamps from a stream."""
    while line := stream.readline():
        if line.startswith(b"data: "):
            yield line.removeprefix(b"data: ").strip().decode()


@pytest.mark.postgres
@pytest.mark.slow
def test_open_pages_are_notified_of_events_on_another_machine(machines, duel):
    here, there = machines
    token, key = duel
    with answered(here, "GET", f"/duels/{token}/events") as stream:
        told = stamps(stream)
        begun = next(told)
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        conceding = json.dumps({"event": "conceded", "phase": "HOMES"})
        with answered(
            there, "POST", f"/api/v1/duels/{token}/events", body=conceding, headers=headers
        ) as answer:
            assert answer.status == 200, answer.read()
        over = next(each for each in told if each != begun)
        assert over.split(".")[1] == "over"
        assert next(told, None) is None
    with answered(there, "GET", f"/duels/{token}/stamp") as answer:
        assert json.load(answer) == {"stamp": over}
