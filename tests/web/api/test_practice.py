"""Practice through the API: begun against a level, played like any duel, listed apart."""

import pytest

from services.jobs.pool import Claims
from services.jobs.queue import JobContext
from services.practice.answering import run_jobs
from services.practice.beginning import MOST_OF_MEMBER
from tests.fixtures_site import NOON
from tests.thinking import think_here


@pytest.fixture
def anna(site, pages, program):
    site.config["CLOCK"] = lambda: NOON
    pages()
    return program("anna")


@pytest.fixture
def think(sqlite_database):
    """Let the opponent answer every waiting job, in this thread."""
    return lambda: run_jobs(JobContext(sqlite_database, lambda: NOON, think_here, Claims(), "key"))


def test_a_duel_against_a_level_is_begun_played_and_listed(anna, think):
    begun = anna.post("/practice", {"level": "recruit", "home": "FRANCE"})
    assert begun.status_code == 201
    name = begun.json["duel"]
    assert begun.headers["Location"] == f"/api/v1/duels/{name}"
    assert begun.json["homes"]["first"] == "FRANCE"
    assert begun.json["players"]["second"]["kind"] == "opponent"
    assert (begun.json["rated"], begun.json["public"], begun.json["phase"]) == (False, False, "S1901B")
    hired = "GERMANY" if begun.json["homes"]["second"] == "ITALY" else "ITALY"  # the opponent's home is drawn
    assert anna.put(f"/duels/{name}/entries/S1901B", {"bids": {hired: 5}}).status_code == 200
    assert anna.put(f"/duels/{name}/entries/S1901B/readiness", {"ready": True}).status_code == 200
    think()
    assert anna.get_json(f"/duels/{name}")["phase"] == "S1901M"
    (listed,) = anna.get_json("/practice")["running"]
    assert (listed["duel"], listed["level"], listed["phase"]) == (name, "recruit", "S1901M")
    assert name not in {each["duel"] for each in anna.get_json("/duels")["duels"]}
    assert name not in {each["duel"] for each in anna.get_json("/changes")["duels"]}


def test_it_is_the_account_s_alone_and_ends_in_the_list_of_those_that_ended(anna, program):
    name = anna.post("/practice", {}).json["duel"]
    assert program("boris").code("GET", f"/duels/{name}") == "not_found"
    phase = anna.get_json(f"/duels/{name}")["phase"]
    assert anna.post(f"/duels/{name}/events", {"event": "conceded", "phase": phase}).status_code == 200
    found = anna.get_json("/practice")
    assert found["running"] == []
    assert [(each["duel"], each["winner"], each["reason"]) for each in found["ended"]] == [
        (name, "second", "conceded")
    ]


def test_practice_duels_at_once_are_limited(anna):
    for _ in range(MOST_OF_MEMBER):
        assert anna.post("/practice", {}).status_code == 201
    refused = anna.post("/practice", {})
    assert (refused.status_code, refused.json["code"]) == (409, "limit_reached")
    assert str(MOST_OF_MEMBER) in refused.json["detail"]


@pytest.mark.parametrize(
    ("body", "field"), [({"level": "admiral"}, "level"), ({"home": "SPAIN"}, "home"), ({"x": 1}, "x")]
)
def test_unknown_practice_settings_are_refused_and_their_field_named(anna, body, field):
    refused = anna.post("/practice", body)
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json["errors"]] == [field]
