"""The league through the API: joining, leaving, asking for duels; the table, refused entries, all records."""

import json

import pytest

from services.accounts import accounts
from services.jobs.pool import Claims
from services.jobs.queue import JobContext
from services.practice.answering import run_jobs
from tests.fixtures_site import NOON
from tests.thinking import think_here


@pytest.fixture
def bot(site, sqlite_database, program):
    """Return a function that makes an account of a bot, with a key."""
    site.config["CLOCK"] = lambda: NOON

    def opened(name):
        with sqlite_database.writing() as session:
            accounts.register_bot(session, name, NOON)
        return program(name)

    return opened


@pytest.fixture
def think(sqlite_database):
    """Let the levels answer every waiting job, in this thread."""
    return lambda: run_jobs(JobContext(sqlite_database, lambda: NOON, think_here, Claims(), "key"))


def of(table, name):
    return next(each for each in table["contestants"] if each["player"]["name"] == name)


def test_a_bot_enters_changes_what_it_said_and_leaves(bot):
    alpha = bot("alpha")
    assert alpha.get_json("/league") == {"contestants": [], "own": None}
    entered = alpha.put("/league/entry", {"at_once": 4, "cost": " 0.12 USD "}).json
    assert entered["own"] == {"at_once": 4, "cost": "0.12 USD", "paused": False, "running": []}
    assert of(entered, "alpha")["cost"] == "0.12 USD"
    assert alpha.put("/league/entry", {"at_once": 0}).json["own"]["at_once"] == 0
    assert alpha.ask("DELETE", "/league/entry").json["own"] is None
    assert alpha.code("DELETE", "/league/entry") == "not_possible"


def test_only_bots_enter(pages, program):
    pages()
    refused = program("anna").put("/league/entry", {})
    assert (refused.status_code, refused.json["code"]) == (409, "not_possible")
    assert refused.json["detail"] == "The league is for bots."


def test_it_asks_for_its_next_duels_at_once_and_plays_them(bot, think):
    alpha = bot("alpha")
    assert alpha.code("POST", "/league/pairings", {"duels": 2}) == "not_possible"
    alpha.put("/league/entry", {"at_once": 0})
    begun = alpha.post("/league/pairings", {"duels": 8}).json["duels"]
    assert len(begun) == 8
    assert alpha.get_json("/league")["own"]["running"] == begun
    assert {each["duel"] for each in alpha.get_json("/changes")["duels"]} == set(begun)
    one, other = (alpha.get_json(f"/duels/{name}") for name in begun[:2])
    assert (one["homes"]["first"], one["homes"]["second"]) == (
        other["homes"]["second"],
        other["homes"]["first"],
    )
    assert one["players"]["second"] == {"name": "Recruit", "kind": "opponent"}
    listed = next(each for each in alpha.get_json("/duels")["duels"] if each["duel"] == begun[0])
    assert listed["players"]["second"] == one["players"]["second"]
    assert alpha.get_json("/practice")["running"] == []
    assert alpha.put(f"/duels/{begun[0]}/entries/S1901B", {"bids": {}}).status_code == 200
    alpha.put(f"/duels/{begun[0]}/entries/S1901B/readiness", {"ready": True})
    think()
    assert alpha.get_json(f"/duels/{begun[0]}")["phase"] == "S1901M"
    assert alpha.post("/league/pairings", {"duels": 42}).json["duels"] != []
    refused = alpha.post("/league/pairings", {"duels": 2})
    assert (refused.json["code"], refused.status_code) == ("limit_reached", 409)


@pytest.mark.parametrize("body", [{"duels": 3}, {"duels": 0}, {"duels": 44}, {}])
def test_duels_are_asked_for_in_pairs(bot, body):
    refused = bot("alpha").post("/league/pairings", body)
    assert [each["field"] for each in refused.json["errors"]] == ["duels"]


def test_refused_league_entries_are_published_only_after_the_end(bot):
    alpha, beta = bot("alpha"), bot("beta")
    for each in (alpha, beta):
        each.put("/league/entry", {"at_once": 2})
    name = alpha.post("/league/pairings", {"duels": 2}).json["duels"][0]
    before = beta.get("/league").headers["ETag"]
    for bids in ({"bids": {"ENGLAND": 5}}, {"orders": {}}, {"bids": {"AUSTRIA": 5}}):
        assert alpha.put(f"/duels/{name}/entries/S1901B", bids).status_code == 422
    alpha.put(f"/duels/{name}/entries/S1901B", {"bids": {}})
    assert beta.get("/league").headers["ETag"] == before
    phase = alpha.get_json(f"/duels/{name}")["phase"]
    alpha.post(f"/duels/{name}/events", {"event": "conceded", "phase": phase})
    table = beta.get_json("/league")
    assert of(table, "alpha")["illegal"] == 1
    assert of(table, "beta")["illegal"] is None
    assert of(table, "beta")["figures"] == {
        "duels": 1,
        "won": 1,
        "lost": 0,
        "drawn": 0,
        "score": 1.0,
        "published": False,
        "low": pytest.approx(0.2065, abs=1e-4),
        "high": 1.0,
    }
    (against,) = of(table, "alpha")["against"]
    assert (against["opponent"]["name"], against["figures"]["lost"]) == ("beta", 1)


def test_all_records_are_open_page_by_page(bot, monkeypatch):
    monkeypatch.setattr("web.api.league.MOST_LINES", 3)
    alpha = bot("alpha")
    alpha.put("/league/entry", {"at_once": 0})
    names = alpha.post("/league/pairings", {"duels": 6}).json["duels"]
    for name in names[1:]:
        alpha.post(f"/duels/{name}/events", {"event": "conceded", "phase": "S1901B"})
    path, found = "/league/records", []
    while path:
        answer = alpha.get(path)
        found += [json.loads(line) for line in answer.text.splitlines()]
        link = answer.headers.get("Link", "")
        path = link.partition(">")[0].removeprefix("</api/v1") if link else ""
    assert [each["duel"] for each in found] == names[:0:-1]
    assert found[-1]["players"] == {"first": "alpha", "second": "Recruit"}
    assert alpha.code("GET", "/league/records?before=nothing") == "invalid"


def test_an_offer_to_a_level_is_refused_as_in_practice(bot):
    alpha = bot("alpha")
    alpha.put("/league/entry", {"at_once": 0})
    name, _ = alpha.post("/league/pairings", {"duels": 2}).json["duels"]
    refused = alpha.post(f"/duels/{name}/events", {"event": "draw_offered", "phase": "S1901B"})
    assert refused.status_code in {409, 422}
    assert alpha.post(f"/duels/{name}/talk", {"text": "Hello."}).json["code"] == "not_possible"
