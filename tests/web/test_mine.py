"""What an open page hears about its viewer: their own counts and lists, and what is public."""

import re

import pytest

from services.viewers import read_viewer_stamps
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.web.reading import links, text
from web.core.streams import Streams
from web.duels.live import watch_of

PAGES = ("/", "/duels/", "/duels/watch", "/challenges/", "/rules", "/account", "/challenges/new")


def data(answer, name):
    """Return the data by which a page follows its viewer, None if it does not."""
    found = re.search(rf'<p id="following"[^>]* data-{name}="([^"]*)"', answer.text)
    return found and found[1].replace("&amp;", "&")


@pytest.fixture
def duel(pages):
    return pages()


def test_every_page_of_a_member_carries_its_current_stamp(duel):
    anna = duel.readers["anna"]
    for path in (*PAGES, duel.path, "/players/boris", "/mine/parts"):
        page = anna.get(path)
        assert anna.get(data(page, "ask")).json == {"stamp": data(page, "stamp")}, path
        assert anna.get(data(page, "page")).status_code == 200


def test_pages_with_lists_have_streams_and_the_others_ask(duel, visit):
    anna, visitor = duel.readers["anna"], visit()
    streamed = [path for path in PAGES if data(anna.get(path), "events")]
    assert streamed == ["/", "/duels/", "/duels/watch", "/challenges/"]
    followed = [
        path for path in ("/", "/duels/watch", "/challenges/", "/rules") if data(visitor.get(path), "ask")
    ]
    assert followed == ["/duels/watch", "/challenges/"]


def test_the_count_stands_before_the_title_and_in_the_header(duel):
    anna = duel.readers["anna"]
    for path in (*PAGES, duel.path):
        assert re.search(r"<title>\(1\) ", anna.get(path).text), path
    duel.contest.enter(FIRST, LISTS[FIRST])
    assert not re.search(r"<title>\(", anna.get("/duels/").text)


def test_storing_an_entry_changes_nobody_else_s_stamps(duel):
    boris, visitor = duel.readers["boris"], duel.readers["visitor"]

    def answers_now():
        paths = [
            f"/mine/{what}?lists={lists}"
            for what in ("stamp", "events")
            for lists in ("own", "open", "public")
        ]
        return [reader.get(path).text for reader in (boris, visitor) for path in paths]

    before = answers_now()
    duel.contest.store(FIRST, LISTS[FIRST])
    assert answers_now() == before
    duel.contest.hand_in(FIRST)
    assert answers_now() == before


def test_a_stream_sends_a_change_and_frees_its_place_at_the_end(duel, site):
    site.config["STREAM_SECONDS"] = 30
    watch = site.extensions["viewer_watch"] = watch_of(site, read_viewer_stamps, 0.01)
    anna = duel.readers["anna"]
    stream = anna.client.get("/mine/events", headers=anna.headers).iter_encoded()
    first = next(stream).decode()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert next(stream).decode().startswith("data: 1.0.0.1.") != first
    watch.stop()
    site.extensions["streams"] = Streams(1, 1)
    held = anna.client.get("/mine/events", headers=anna.headers)
    assert held.status_code == 200
    assert anna.client.get("/mine/events", headers=anna.headers).status_code == 204
    held.close()


@pytest.mark.parametrize("lists", ["", "nonsense", "%00"])
def test_unknown_lists_mean_the_viewer_s_own(visit, lists):
    assert visit().get(f"/mine/stamp?lists={lists}").json == visit().get("/mine/stamp").json


def test_home_is_my_duels_for_members_and_the_brand_leads_there(duel):
    anna, visitor = duel.readers["anna"], duel.readers["visitor"]
    assert text(anna.get("/")).partition("main")[2] == text(anna.get("/duels/")).partition("main")[2]
    assert re.search(r'class="brand" href="/duels/"', anna.get("/rules").text)
    assert re.search(r'class="brand" href="/"', visitor.get("/rules").text)


def test_logging_in_leads_to_the_one_duel_that_awaits_else_to_all_of_them(pages, visit):
    def landed(**fields):
        return (
            visit()
            .post("/login", name="anna", password="correct horse battery", **fields)
            .headers["Location"]
        )

    one = pages()
    assert landed() == one.path
    assert landed(next="/rules") == "/rules"
    pages()
    assert landed() == "/duels/"
    assert (
        visit().post("/register", name="clara", password="correct horse battery").headers["Location"]
        == "/duels/"
    )


def test_cards_have_small_pictures_that_stay_the_same_while_the_position_does(duel):
    anna, visitor = duel.readers["anna"], duel.readers["visitor"]
    page = anna.get("/duels/").text
    (address,) = re.findall(r'<img src="([^"]+)" width="320" height="\d+" loading="lazy"', page)
    assert re.search(r'<img[^>]* alt="The board of anna and boris: Choice of home powers"', page)
    picture = visitor.get(address.replace("&amp;", "&"))
    assert picture.mimetype == "image/svg+xml"
    assert "immutable" in picture.headers["Cache-Control"]
    assert len(picture.data) < 45_000
    assert "no-cache" in visitor.get(f"{duel.path}/small.svg").headers["Cache-Control"]
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert address not in anna.get("/duels/").text


def test_the_small_picture_of_a_private_duel_is_for_its_players(pages):
    private = pages(public=False)
    answers = [private.get(reader, "/small.svg") for reader in private.readers]
    assert [answer.status_code for answer in answers] == [200, 200, 404]
    assert answers[0].headers["Cache-Control"] == "private, no-cache"


def test_the_front_page_shows_a_duel_whose_replay_begins_with_the_whole_board(visit):
    visitor = visit()
    page = visitor.get("/")
    (film,) = re.findall(r'data-film="([^"]+)"', page.text)
    steps = visitor.get(film.replace("&amp;", "&")).json
    assert len(steps) > 10
    assert len(steps[0]["drawn"]) >= 22
    assert len(steps[0]["owners"]) == 75
    pieces = set()
    for step in steps:
        pieces -= set(map(str, step["gone"]))
        assert set(step["moved"]) <= pieces
        pieces |= set(step["drawn"])
    assert any(step["moved"] for step in steps)
    assert page.text.count('<g class="piece ') == len(pieces)
    assert steps[-1]["caption"] in text(page)
    french = visit("fr")
    assert french.get("/living.json").json[1]["caption"] != steps[1]["caption"]
    assert "/duels/watch" in links(page)
