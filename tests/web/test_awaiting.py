"""The icon of every page counts the duels to play, and every page links to the next one."""

import re

import pytest

from tests.builders import start
from tests.fixtures_duels import FIRST
from tests.web.reading import text

MOVES = start("S1902M")
NEXT = "My next duel to play"
PAGES = (
    "/account",
    "/challenges/",
    "/challenges/new",
    "/duels/watch",
    "/rules",
    "/players/boris",
    "/mine/parts",
)


def icon_of(answer):
    """Return the address of a page's icon without the hash of its file."""
    return re.search(r'<link rel="icon" href="([^"]+)"', answer.text)[1].partition("?v=")[0]


def badge(answer):
    """Return the number on an icon, None for none."""
    found = re.search(r"<text[^>]*>(.*?)</text></svg>", answer.text)
    return found and found[1]


def ways(answer):
    """Return the targets of the links to the next duel."""
    return set(re.findall(r'href="(/duels/next[^"]*)"', answer.text))


@pytest.mark.parametrize(
    ("number", "shown"), [(1, "1"), (3, "3"), (9, "9"), (10, "9+"), (11, "9+"), (10**9, "9+")]
)
def test_an_icon_shows_the_number_that_is_asked_for(visit, number, shown):
    assert badge(visit().get(f"/icon.svg?n={number}")) == shown


@pytest.mark.parametrize("number", ["0", "-1", "x", "", "1.5", "\0", "9" * 5000, "<b>"])
def test_an_icon_asked_for_no_number_is_that_of_the_site(visit, number):
    answer = visit().get("/icon.svg", query_string={"n": number})
    assert (answer.status_code, badge(answer)) == (200, None)


def test_icons_are_the_same_for_everybody_and_caches_may_have_them(member):
    answer = member("anna").get("/icon.svg?n=3")
    assert answer.mimetype == "image/svg+xml"
    assert answer.cache_control.public
    assert answer.cache_control.max_age >= 3600
    assert "Cookie" not in answer.vary
    assert "Set-Cookie" not in answer.headers
    again = member("boris").client.get("/icon.svg?n=3", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_icon_has_the_number_of_the_title(pages):
    one, _other = pages(MOVES), pages(MOVES)
    for path in (*PAGES, one.path):
        assert icon_of(one.readers["anna"].get(path)) == "/icon.svg?n=2"
        if path not in {"/account", "/challenges/new"}:
            assert icon_of(one.readers["visitor"].get(path)) == "/static/icon.svg"
    one.contest.hand_in(FIRST)
    assert icon_of(one.get("anna")) == "/icon.svg?n=1"
    assert icon_of(one.get("boris")) == "/icon.svg?n=2"


def test_more_than_nine_have_one_icon(pages):
    duels = [pages(MOVES) for _ in range(11)]
    assert icon_of(duels[0].get("anna")) == "/icon.svg?n=10"


@pytest.mark.parametrize("path", PAGES)
def test_the_next_duel_is_at_hand_on_every_page_as_long_as_one_awaits_me(pages, path):
    duel = pages(MOVES)
    anna = duel.readers["anna"]
    assert NEXT in text(anna.get(path))
    assert ways(anna.get(path)) == {"/duels/next"}
    duel.contest.hand_in(FIRST)
    assert NEXT not in text(anna.get(path))


@pytest.mark.parametrize("place", ["", "/chapters/0", "/what-if/0"])
def test_from_the_pages_of_a_duel_the_way_leads_to_another_one(pages, place):
    duel = pages(MOVES)
    duel.contest.happen(FIRST, "draw_offered")
    if place != "/what-if/0":
        assert ways(duel.get("anna", place)) == set()
    other = pages(MOVES)
    (way,) = ways(duel.get("anna", place))
    if place != "/what-if/0":
        assert duel.readers["anna"].get(way).headers["Location"] == other.path
    duel.contest.hand_in(FIRST)
    (way,) = ways(duel.get("anna", place))
    assert duel.readers["anna"].get(way).headers["Location"] == other.path
    other.contest.hand_in(FIRST)
    assert ways(duel.get("anna", place)) == set()
    assert ways(duel.get("visitor", place)) == set()


def test_the_next_duel_stands_beside_what_was_handed_in(pages):
    duel, _other = pages(MOVES), pages(MOVES)

    def beside_ready():
        return duel.get("anna").text.partition('id="ready-section"')[2].partition("</section>")[0]

    assert NEXT not in beside_ready()
    duel.contest.hand_in(FIRST)
    assert NEXT in beside_ready()


def test_an_open_page_of_a_duel_renews_its_way_without_leading_to_itself(pages):
    duel = pages(MOVES)
    parts = re.search(r'data-page="(/mine/parts[^"]*)"', duel.get("anna").text)[1]
    assert parts == f"/mine/parts?after={duel.contest.token}"
    assert ways(duel.readers["anna"].get(parts)) == set()
    pages(MOVES)
    assert ways(duel.readers["anna"].get(parts)) == {f"/duels/next?after={duel.contest.token}"}
    assert ways(duel.readers["visitor"].get(parts)) == set()
    for strange in ("%00", "<b>", "x" * 1000):
        answer = duel.readers["anna"].get("/mine/parts", query_string={"after": strange})
        assert answer.status_code == 200
        assert "<b>" not in answer.text
