"""The star on a player's page, and the list of followed players' duels."""

import re

import pytest

from tests.builders import lonely
from tests.fixtures_duels import FIRST
from tests.web.reading import links, text


@pytest.fixture
def clara(pages, member):
    pages()
    return member("clara")


def test_a_star_follows_a_player_and_their_duels_are_under_watch(clara):
    page = clara.get("/players/anna")
    assert page.text.count('action="/players/anna/follow"') == 1
    assert clara.post("/players/anna/follow").headers["Location"] == "/players/anna"
    page = clara.get("/players/anna")
    assert "You follow anna. Their public duels are under Watch." in text(page)
    assert 'action="/players/anna/unfollow"' in page.text
    watched = clara.get("/following")
    assert re.search(r'class="card of-duel', watched.text)
    assert "Players I follow anna Unfollow" in text(watched)
    assert 'href="/following"' in clara.get("/duels/watch").text


def test_their_duels_stay_for_a_month_after_the_end(clara, pages):
    over = pages(lonely("S1902M"))
    over.contest.happen(FIRST, "conceded")
    clara.post("/players/anna/follow")
    page = clara.get("/following")
    assert "Finished in the last 30 days" in text(page)
    assert over.path in links(page)


def test_it_is_taken_back_from_the_list(clara):
    clara.post("/players/anna/follow")
    assert clara.post("/players/anna/unfollow", next="/following").headers["Location"] == "/following"
    page = text(clara.get("/following"))
    assert "You no longer follow anna." in page
    assert "You follow nobody yet." in page


def test_followed_players_without_a_duel_lead_on_to_others(clara, member):
    member("dora")
    clara.post("/players/dora/follow")
    assert "None of them plays a public duel just now. Watch running duels" in text(clara.get("/following"))


def test_players_do_not_learn_of_their_followers(clara, pages):
    clara.post("/players/anna/follow")
    anna = pages().readers["anna"]
    for page in ("/players/anna", "/players/clara", "/following", "/account", "/"):
        assert "follows you" not in anna.get(page).text
    assert "clara" not in text(anna.get("/following"))


def test_visitors_cannot_follow_and_nobody_follows_themselves(clara, visit):
    assert "/follow" not in visit().get("/players/anna").text
    assert 'action="/players/clara/follow"' not in clara.get("/players/clara").text
    assert "You cannot follow yourself." in text(
        clara.get(clara.post("/players/clara/follow").headers["Location"])
    )
    assert visit().get("/following").status_code == 303
    assert clara.post("/players/nobody/follow").status_code == 404
    assert clara.get("/players/anna/follow").headers["Location"] == "/players/anna"
