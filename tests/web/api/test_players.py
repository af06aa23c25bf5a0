"""Ratings through the API: a player's, their history, and lists with bots apart."""

import pytest
from sqlalchemy import update

from models import User
from services.accounts import accounts
from tests.builders import start
from tests.fixtures_duels import SECOND
from tests.fixtures_site import NOON
from tests.services.ratings.test_shown import POOL, rate


@pytest.fixture
def rated(pages, program):
    """Return two players, one of whom has beaten the other twice."""
    for winner in (SECOND, SECOND):
        pages(start("F1901M")).contest.happen(winner, "conceded")
    return program("anna")


def test_a_player_s_ratings_are_those_of_their_page(rated):
    own = rated.get_json("/ratings")
    (pool,) = own["ratings"]
    assert own["player"] == {"name": "anna", "kind": "person"}
    assert (pool["pace"], pool["preset"], pool["duels"]) == ("days", "intimate", 2)
    assert rated.get_json("/ratings?player=anna") == own
    (others,) = rated.get_json("/ratings?player=Boris")["ratings"]
    assert others["rating"] < 1500 < pool["rating"]
    assert rated.code("GET", "/ratings?player=nobody") == "not_found"


def test_each_step_of_a_rating_names_its_duel_and_what_it_did(rated):
    found = rated.get_json("/rating-history?pace=days")
    latest, first = found["changes"]
    assert (first["score"], first["opponent"], first["before"]["rating"]) == ("won", "boris", 1500)
    assert (first["weight"], latest["weight"]) == (1, 0.5)
    assert first["after"]["rating"] == pytest.approx(latest["before"]["rating"], abs=1)
    assert rated.get_json(f"/duels/{first['duel']}")["result"]["winner"] == "first"
    assert rated.get_json("/rating-history?pace=live")["changes"] == []


def test_a_private_duel_of_others_has_neither_name_nor_opponent(pages, member, program):
    member("clara")
    pages(start("F1901M"), public=False).contest.happen(SECOND, "conceded")
    path = "/rating-history?pace=days&player=anna"
    assert program("anna").get_json(path)["changes"][0]["opponent"] == "boris"
    (step,) = program("clara").get_json(path)["changes"]
    assert (step["duel"], step["opponent"], step["score"]) == (None, None, "won")


@pytest.fixture
def ranked(site, member, sqlite_database, program):
    """Return Anna's client; she, Boris and two bots are rated."""
    names = {"anna": 1700, "boris": 1650, "orange": 1600, "violet": 1900}
    for name in names:
        member(name)
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name.in_(("orange", "violet"))).values(kind="program"))
        for name, rating in names.items():
            rate(session, accounts.named(session, name).id, rating)
    site.config["CLOCK"] = lambda: NOON
    return program("anna")


LIST = f"/ranking?pace={POOL.pace}&preset={POOL.preset}"


def test_bots_and_people_have_lists_of_their_own(ranked):
    bots = ranked.get_json(LIST)["players"]
    assert [(each["player"]["name"], each["player"]["kind"]) for each in bots] == [
        ("violet", "program"),
        ("orange", "program"),
    ]
    assert [bots[0][name] for name in ("rating", "deviation", "duels")] == [1900, 60, 30]
    people = ranked.get_json(f"{LIST}&kind=person")["players"]
    assert [each["player"]["name"] for each in people] == ["anna", "boris"]


def test_a_page_of_a_list_begins_after_the_last_player_of_the_one_before(ranked):
    following = ranked.get_json(f"{LIST}&before=violet")
    assert [each["player"]["name"] for each in following["players"]] == ["orange"]
    assert following["before"] is None
    assert ranked.code("GET", f"{LIST}&before=nobody") == "invalid"
