"""The page "Play now": a search begins, reports its progress, and leads into the duel."""

import re
from datetime import timedelta

import pytest

from services import matchmaking
from services.duels import beginning
from tests.fixtures_site import NOON
from tests.web.reading import text

LIVE = {"pace": "live", "live_clocks": ["blitz", "live"], "preset": "intimate", "rated": "yes"}
DAYS = {"pace": "days", "days_clocks": ["day"], "preset": "intimate", "rated": "yes"}
OPEN_PAGE = {"X-Live": "yes"}


@pytest.fixture
def at(site):
    """Return a function that sets the time to some seconds after noon."""

    def set_clock(seconds=0):
        site.config["CLOCK"] = lambda: NOON + timedelta(seconds=seconds)

    set_clock()
    return set_clock


def search(visitor, fields=LIVE):
    answer = visitor.post("/play", **fields)
    assert answer.status_code == 303, text(answer)
    return answer.headers["Location"]


def test_a_search_says_what_it_does_and_what_comes_next(at, member):
    anna = member("anna")
    address = search(anna)
    at(5)
    page = anna.get(address)
    said = text(page)
    for words in (
        "Blitz or Live",
        "0:05",
        "from 1400 to 1600",
        "1500 ? (provisional)",
        "Others waiting here 0",
        "Meanwhile: make an open challenge · practise",
    ):
        assert words in said
    assert "The range widens in 15 seconds: from 1300 to 1700." in said
    assert '<noscript><meta http-equiv="refresh"' in page.text
    search(anna, DAYS)
    at(13 * 3600)
    assert "Anyone now" in text(anna.get("/play"))


def test_two_who_look_for_the_same_are_led_into_one_duel(at, member):
    anna, boris = member("anna"), member("boris")
    address = search(anna)
    assert "data-begun" not in anna.get(address).text
    found = boris.get(search(boris))
    assert found.status_code == 303
    assert found.headers["Location"].startswith("/duels/")
    # The other player's open page goes there by its script, or after a reload.
    assert 'data-begun href="/play/duel"' in anna.client.get("/play", headers=anna.headers | OPEN_PAGE).text
    assert anna.get("/play/duel").headers["Location"] == found.headers["Location"]
    assert "Your opponent is found" in text(anna.get(found.headers["Location"]))
    assert anna.get("/play/duel").headers["Location"] == "/play"


def test_two_players_who_just_met_see_why_they_wait_and_are_paired_again(at, member, sqlite_database):
    anna, boris = member("anna"), member("boris")
    address = search(anna)
    token = boris.get(search(boris)).headers["Location"]
    anna.get("/play/duel")
    search(anna)
    search(boris)
    at(5)
    for visitor in (anna, boris):
        said = text(visitor.client.get(address, headers=visitor.headers | OPEN_PAGE))
        assert "The only other player who waits has just met you." in said
        assert "In 15 seconds you are paired again, unless somebody else comes." in said
        assert "The range widens" not in said
    at(21)
    assert matchmaking.sweep(sqlite_database, lambda: NOON + timedelta(seconds=21)) == 1  # as the worker does
    found = anna.get(address)
    assert found.status_code == 303
    assert found.headers["Location"] not in {address, token}


def test_a_page_that_asks_keeps_its_live_search_and_one_that_was_away_offers_it_again(at, member):
    anna = member("anna")
    address = search(anna)
    for seconds in (20, 40, 60):
        at(seconds)
        assert "data-seeking" in anna.get(address).text
    at(95)
    page = anna.get(address)
    assert "The search found no opponent" in text(page)
    assert re.search(r'name="live_clocks"[^>]*checked[^>]*value="blitz"', page.text) or re.search(
        r'checked[^>]*name="live_clocks"[^>]*value="blitz"', page.text
    )


def test_a_search_is_cancelled(at, member):
    anna = member("anna")
    search(anna)
    assert anna.post("/play/cancel").headers["Location"] == "/play"
    page = anna.get("/play")
    assert "The search is cancelled." in text(page)
    assert "data-seeking" not in page.text


def test_a_search_by_days_goes_on_without_its_page(at, member):
    anna, boris = member("anna"), member("boris")
    search(anna, DAYS)
    at(86400)
    search(boris, DAYS)
    assert anna.get("/play").headers["Location"].startswith("/duels/")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"pace": "soon"}, "pace"),
        ({"preset": "chess"}, "preset"),
        ({"live_clocks": []}, "live_clocks"),
        ({"live_clocks": ["day"]}, "live_clocks"),
        ({"pace": "days"}, "days_clocks"),
    ],
)
def test_faults_are_shown_at_their_field(at, member, fields, field):
    answer = member("anna").post("/play", **{**LIVE, **fields})
    assert answer.status_code == 422
    assert f'id="{field}-errors"' in answer.text


def test_a_visitor_registers_and_searches_by_one_form(at, visit):
    visitor = visit()
    assert "Create an account and search" in text(visitor.get("/play"))
    refused = visitor.post("/play", name="anna", password="short", **LIVE)
    assert refused.status_code == 422
    address = search(visitor, {**LIVE, "name": "anna", "password": "correct horse battery"})
    assert "data-seeking" in visitor.get(address).text


def test_a_player_at_their_limit_is_refused_with_a_message(at, member, sqlite_database):
    anna = member("anna")
    assert anna.post("/account/duels-at-once", most_duels="0").status_code == 303
    answer = anna.post("/play", **LIVE)
    assert answer.status_code == 422
    assert "You have reached your limit of duels." in text(answer)


def test_the_site_s_limit_is_a_setting(sqlite_database, site_with):
    site = site_with(sqlite_database, MOST_DUELS=1)
    assert site.config["MOST_DUELS"] == 1
    assert site_with(sqlite_database).config["MOST_DUELS"] == beginning.MOST_DUELS


def test_in_french(at, member):
    anna = member("anna", "fr")
    assert "de 1400 à 1600" in text(anna.get(search(anna)))
