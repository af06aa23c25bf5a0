"""Ladders through the pages."""

import re

import pytest

from competition.ladder import FALLEN_PART, LEAST_REACH, REACHED_PART
from models import User
from services.ladders import ladders
from services.ladders.challenging import AGAIN_AFTER, ANSWER_WITHIN
from services.ladders.membership import BACK_AT_BOTTOM, MOST_DAYS
from tests.fixtures_site import NOON
from tests.quality.project import ROOT
from tests.services.ladders.scene import Scene, open_accounts
from tests.web.accounts.steps import App
from tests.web.counting import Meter


@pytest.fixture
def scene(sqlite_database, site, member):
    """Return a ladder of Anna, Boris and Clara, in this order; Dora is not on it."""
    site.config["CLOCK"] = lambda: NOON
    scene = Scene(sqlite_database, ())
    scene.readers = {name: member(name) for name in ("anna", "boris", "clara", "dora")}
    with sqlite_database.reading() as session:
        scene.people = {user.name: user.id for user in session.query(User)}
    scene.path = f"/ladders/{scene.token}"
    return scene.join("anna", "boris", "clara")


def post(scene, name, act, **fields):
    return scene.readers[name].post(f"{scene.path}/{act}", **fields)


def challenged(scene, challenger, opponent):
    """Challenge by the button; return the address of the challenge."""
    answer = post(scene, challenger, "challenge", rung_of=scene.people[opponent])
    assert answer.status_code == 303, answer.text
    page = scene.readers[opponent].get(scene.path).text
    return re.search(rf'action="{scene.path}/(challenges/\d+)/accept"', page)[1]


def buttons(page):
    """List the players with a button to challenge them."""
    return re.findall(r'Challenge<span class="unseen"> \((\w+)\)', page.text)


def place_said(page):
    found = re.search(r"You are in (\w+) place", page.text)
    return found and found[1]


def test_a_newcomer_finds_the_ladder_joins_challenges_and_climbs(scene):
    dora, boris = scene.readers["dora"], scene.readers["boris"]
    assert scene.path in dora.get("/ladders/").text
    assert "Join the ladder" in dora.get(scene.path).text
    assert dora.post(f"{scene.path}/join").headers["Location"] == scene.path
    page = dora.get(scene.path)
    assert "You are on the ladder, in 4th place." in page.text
    assert "You may challenge those from 1st to 3rd place." in page.text
    assert buttons(page) == ["anna", "boris", "clara"]
    challenge = challenged(scene, "dora", "boris")
    assert buttons(dora.get(scene.path)) == []
    assert "You challenge" in dora.get("/challenges/").text
    assert "challenges you for 2nd place" in boris.get("/challenges/").text
    assert "1 challenge awaits you" in boris.get("/rules").text
    duel = post(scene, "boris", f"{challenge}/accept").headers["Location"]
    assert "<small>Test" in dora.get("/duels/").text
    page = dora.get(duel).text
    assert "A duel for 2nd place on a ladder" in page
    assert "No change" not in page
    phase = re.search(r'name="phase" value="([^"]+)"', page)[1]
    sure = re.search(r'name="sure" value="([^"]+)"', boris.get(duel).text)[1]
    assert boris.post(f"{duel}/acts/conceded", phase=phase, sure=sure).status_code == 303
    assert "dora takes 2nd place from boris" in dora.get(duel).text
    page = dora.get(scene.path)
    assert place_said(page) == "2nd"
    assert "dora takes 2nd place from boris" in page.text
    assert "2nd of 4" in boris.get("/players/dora").text


def test_refusing_and_withdrawing_lead_back_to_where_the_button_was(scene):
    challenge = challenged(scene, "clara", "boris")
    answer = post(scene, "boris", f"{challenge}/refuse", next="/challenges/")
    assert answer.headers["Location"] == "/challenges/"
    assert place_said(scene.readers["clara"].get(scene.path)) == "2nd"
    challenge = challenged(scene, "boris", "anna")
    assert post(scene, "boris", f"{challenge}/withdraw").headers["Location"] == scene.path
    assert scene.order == ["anna", "clara", "boris"]


@pytest.mark.parametrize(
    ("name", "act", "fields", "status", "said"),
    [
        ("dora", "challenge", {"rung_of": 1}, 409, "Join it first"),
        ("anna", "challenge", {"rung_of": 2}, 409, "out of your reach"),
        ("anna", "challenge", {"rung_of": "x"}, 400, ""),
        ("anna", "challenges/99/accept", {}, 404, "There is nothing here"),
        ("anna", "leave", {}, 422, "tick the box"),
        ("anna", "away", {"days": "31"}, 422, 'value="31"'),
        ("anna", "away", {"days": "many"}, 422, "Say for how many days, from 1 to 30."),
        ("dora", "away", {"days": "3"}, 409, "Join it first"),
        ("anna", "close", {"sure": "y"}, 403, ""),
    ],
)
def test_an_impossible_act_is_explained_and_changes_nothing(scene, name, act, fields, status, said):
    answer = post(scene, name, act, **fields)
    assert answer.status_code == status
    assert said in answer.text
    assert scene.order == ["anna", "boris", "clara"]


def test_a_visitor_sees_the_ladder_and_is_asked_to_log_in(scene, visit):
    visitor = visit()
    page = visitor.get(scene.path)
    assert f"/login?next={scene.path}" in page.text.replace("%2F", "/")
    assert buttons(page) == []
    assert visitor.post(f"{scene.path}/join").status_code == 401
    assert visitor.get(f"{scene.path}/join").headers["Location"] == scene.path


@pytest.mark.parametrize("path", ["/ladders/nowhere", "/ladders/no%00where"])
def test_a_ladder_that_does_not_exist_is_not_found(member, path):
    reader = member("anna")
    assert reader.get(path).status_code == 404
    assert reader.post(f"{path}/join").status_code == 404


def test_a_player_with_time_off_is_marked_until_they_return(scene):
    assert post(scene, "boris", "away", days="3").status_code == 303
    page = scene.readers["clara"].get(scene.path)
    assert "time off" in page.text
    assert buttons(page) == ["anna"]
    assert "You have time off" in scene.readers["boris"].get(scene.path).text
    post(scene, "boris", "back")
    assert buttons(scene.readers["clara"].get(scene.path)) == ["anna", "boris"]


def test_a_player_who_leaves_the_ladder_loses_the_place(scene):
    assert post(scene, "boris", "leave", sure="y").status_code == 303
    assert scene.order == ["anna", "clara"]
    assert "Join the ladder" in scene.readers["boris"].get(scene.path).text


def test_moderators_make_ladders_and_close_them(scene, sqlite_database):
    with sqlite_database.writing() as session:
        session.get_one(User, scene.people["anna"]).is_moderator = True
    anna, boris = scene.readers["anna"], scene.readers["boris"]
    needed = anna.get("/ladders/new")
    assert (needed.status_code, "Two-step log-in needed" in needed.text) == (403, True)
    App(anna.site, "anna")
    assert "/ladders/new" in anna.get("/ladders/").text
    assert "/ladders/new" not in boris.get("/ladders/").text
    assert (boris.get("/ladders/new").status_code, boris.post("/ladders/new").status_code) == (403, 403)
    fields = {"name": "", "preset": "beginner", "clock": "live", "season_days": "3"}
    refused = anna.post("/ladders/new", **fields)
    assert refused.status_code == 422
    assert "Give the ladder a name." in refused.text
    assert "A season has 7 to 730 days." in refused.text
    made = anna.post("/ladders/new", **{**fields, "name": "Winter", "season_days": "30"}).headers["Location"]
    assert "season 1 ends" in boris.get(made).text
    assert anna.post(f"{made}/close", sure="").status_code == 422
    assert anna.post(f"{made}/close", sure="y").headers["Location"] == made
    assert "This ladder is closed" in boris.get(made).text
    assert "already" not in boris.post(f"{made}/join").text
    assert boris.post(f"{made}/join").status_code == 409
    log = anna.get("/desk/log").text
    assert log.index("Ladder closed") < log.index("Ladder made")
    assert log.count("Winter") == 2


def test_a_page_of_a_ladder_costs_the_same_however_long_it_is(scene, sqlite_database, site, monkeypatch):
    meter = Meter(site, monkeypatch)
    pages = ((scene.readers["clara"], ""), (scene.readers["dora"], ""))
    short = [len(meter.of(reader.get, scene.path + place).statements) for reader, place in pages]
    scene.people |= open_accounts(sqlite_database, [f"p{number:03}" for number in range(130)])
    scene.join(*(name for name in scene.people if name.startswith("p")))
    assert [len(meter.of(reader.get, scene.path + place).statements) for reader, place in pages] == short
    last = scene.readers["clara"].get(f"{scene.path}?place=101").text
    assert ("101 to 133 of 133" in last, "Around you" in last) == (True, True)
    assert f'{scene.path}?place=51" rel="prev"' in last
    assert 'rel="next"' not in last
    again = meter.of(scene.readers["clara"].get, f"{scene.path}?place=101")
    assert again.renderings == 0


def test_the_page_of_fair_play_says_the_numbers_that_the_code_goes_by(visit):
    page = visit().get("/help/fair-play").text
    days = [each.days for each in (ANSWER_WITHIN, AGAIN_AFTER, BACK_AT_BOTTOM)]
    assert (*days, MOST_DAYS) == (3, 7, 90, 30)
    assert (LEAST_REACH, REACHED_PART, FALLEN_PART) == (4, 10, 5)
    said = ("4 places", "a tenth", "3 days", "a fifth", "7 days", "30 days", "90 days")
    assert [words for words in said if words not in page] == []


def test_docs_ladders_says_the_days_for_an_answer_that_the_code_goes_by():
    page = (ROOT / "docs" / "ladders.md").read_text("utf-8")
    assert f"within {ANSWER_WITHIN.days} days (`ANSWER_WITHIN`" in page


@pytest.mark.parametrize("place", ["0", "-5", "99999999999999999999999", "x"])
def test_a_place_that_is_none_shows_the_ladder_all_the_same(scene, place):
    assert scene.readers["anna"].get(f"{scene.path}?place={place}").status_code == 200


def test_the_first_ladder_of_a_site_is_named_in_the_viewer_s_language(sqlite_database, visit):
    with sqlite_database.writing() as session:
        ladders.make_standing(session, NOON)
    assert "Standing ladder" in visit().get("/ladders/").text
    assert "Échelle permanente" in visit("fr").get("/ladders/standing").text
