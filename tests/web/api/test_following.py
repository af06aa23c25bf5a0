"""Bots follow players and read their public duels."""

from datetime import timedelta

import pytest

from services import following
from tests.builders import lonely
from tests.fixtures_duels import FIRST, NOON

ANNA = {"name": "anna", "kind": "person"}


@pytest.fixture
def clara(pages, member, program):
    """Return Clara's bot, who follows nobody; Anna and Boris play."""
    pages()
    member("clara")
    return program("clara")


def test_players_are_followed_and_followed_no_longer(clara):
    assert clara.get_json("/following") == {"players": []}
    for _ in range(2):
        assert clara.ask("PUT", "/following/Anna").json == {"players": [ANNA]}
    for _ in range(2):
        assert clara.ask("DELETE", "/following/anna").json == {"players": []}


def test_public_duels_of_followed_players_are_listed_running_ones_and_those_of_a_month(clara, pages):
    over = pages(lonely("S1902M"))
    over.contest.happen(FIRST, "conceded")
    for state, known in (("running", 1), ("ended", 1)):
        address = f"/public-duels?state={state}"
        assert len(clara.get_json(address)["duels"]) == known
        assert clara.get_json(f"{address}&of=followed")["duels"] == []
        clara.ask("PUT", "/following/boris")
        assert clara.get_json(f"{address}&of=followed") == clara.get_json(address)
        clara.ask("DELETE", "/following/boris")
    clara.ask("PUT", "/following/boris")
    over.clock(NOON + timedelta(days=31))
    assert clara.get_json("/public-duels?state=ended&of=followed")["duels"] == []
    assert len(clara.get_json("/public-duels?state=ended")["duels"]) == 1


def test_refusals_say_what_is_wrong(clara, monkeypatch):
    assert clara.ask("PUT", "/following/nobody").json["code"] == "not_found"
    themselves = clara.ask("PUT", "/following/clara").json
    assert (themselves["code"], themselves["detail"]) == ("not_possible", "You cannot follow yourself.")
    clara.ask("PUT", "/following/anna")
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    assert clara.ask("PUT", "/following/boris").json["code"] == "limit_reached"
    paged = clara.ask("GET", "/public-duels?state=ended&of=followed&before=k3v9").json
    assert paged["errors"][0]["field"] == "before"
