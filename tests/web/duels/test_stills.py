"""The addresses of still pictures: cached while they are current, and previews for links to public duels."""

import re
import sys
from io import BytesIO

import pytest
from flask.globals import request_ctx
from PIL import Image

from intimate.players import Player
from services.duels.access import find_duel
from tests.builders import start
from tests.fixtures_duels import FIRST
from tests.fixtures_site import PASSWORD, Visitor
from web.board import still
from web.board.still import DiskCache
from web.core.session import db
from web.history.wars import frames_of

KINDS = ["svg", "png"]

META = re.compile(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">')
MOVES = {"orders": {"AUSTRIA": ["A BUD - SER"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}}


@pytest.fixture
def duel(pages):
    """Return a duel after an auction and moves."""
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    duel.contest.resolve(*MOVES)
    return duel


@pytest.fixture
def paint(duel, tmp_path):
    """Return a function that installs a quick painter and a cache of some bytes."""

    def engage(most_bytes=10**6):
        cache = DiskCache(tmp_path / "painted", most_bytes)
        painter = still.Painter(cache, [sys.executable, "-c", "print('png')"])
        duel.site.extensions["painter"] = painter
        return painter

    return engage


def again(duel, page, name):
    duel.readers["visitor"].headers["If-None-Match"] = name
    return duel.get("visitor", page)


@pytest.mark.parametrize(
    "page", ["/board.svg", "/board.png", "/chapters/1/board.svg", "/chapters/1/board.png"]
)
def test_an_unchanged_picture_is_not_sent_again(duel, page):
    answer = duel.get("visitor", page)
    name = answer.headers["ETag"]
    same = again(duel, page, name)
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", name)
    assert same.headers["Cache-Control"] == answer.headers["Cache-Control"]
    assert again(duel, f"{page}?theme=dark", name).status_code == 200


def test_pictures_of_different_looks_have_different_names(duel):
    looks = [
        "/board.svg",
        "/board.png",
        "/board.png?width=480",
        "/board.png?theme=dark",
        "/board.svg?theme=dark",
    ]
    looks += ["/chapters/1/board.svg", "/chapters/1/board.svg?after=yes", "/chapters/1/board.png"]
    assert len({duel.get("visitor", look).headers["ETag"] for look in looks}) == len(looks)


def test_the_present_position_is_asked_for_again_and_has_another_name_when_it_has_changed(duel):
    answer = duel.get("visitor", "/board.svg")
    assert answer.headers["Cache-Control"] == "public, no-cache"
    duel.contest.resolve({"orders": {"AUSTRIA": ["A VIE - GAL"]}}, None)
    assert again(duel, "/board.svg", answer.headers["ETag"]).status_code == 200


def test_a_picture_of_the_past_is_cached_for_ever_under_the_name_of_its_look(duel):
    page = "/chapters/1/board.svg"
    named = duel.get("visitor", f"{page}?v={still.edition()}")
    assert named.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for other in (page, f"{page}?v=other"):
        assert duel.get("visitor", other).headers["Cache-Control"] == "public, max-age=3600"


@pytest.fixture
def remembered(duel):
    """Let Clara return with only the cookie that remembers her."""
    duel.readers["clara"] = clara = Visitor(duel.site, "en", {})
    clara.registered("clara")
    clara.post("/logout")
    assert clara.post("/login", name="clara", password=PASSWORD, remember="y").status_code == 303
    clara.client.delete_cookie("session")
    assert clara.client.get_cookie("remember_token")
    return clara


@pytest.mark.parametrize(
    "page", ["/board.svg", "/board.png", *(f"/chapters/1/board.{kind}" for kind in KINDS)]
)
@pytest.mark.parametrize("reader", ["anna", "clara", "visitor"])
def test_a_picture_for_everybody_reads_no_session_and_has_nothing_to_do_with_cookies(
    duel, remembered, paint, reader, page
):
    paint()
    for name in ("", f"?v={still.edition()}"):
        with duel.readers[reader].client:
            answer = duel.get(reader, f"{page}{name}")
            assert not request_ctx._session.accessed
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"].startswith("public")
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")


def test_a_page_gives_a_remembered_member_a_session_cookie(duel, remembered):
    answer = duel.get("clara")
    assert "session=" in answer.headers["Set-Cookie"]
    assert "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_for_the_players_alone_depends_on_who_is_reading(pages, kind):
    duel = pages(start("S1902B"), public=False)
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    answer = duel.get("anna", f"/chapters/0/board.{kind}?width=480")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer.headers["Vary"]
    assert duel.get("visitor", f"/chapters/0/board.{kind}").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_a_chapter_that_is_not_there_is_refused_with_a_sentence(duel, kind):
    for number in ("2", "9" * 30):
        answer = duel.get("visitor", f"/chapters/{number}/board.{kind}")
        assert answer.status_code == 404
        assert "There is nothing here" in answer.text
    assert duel.get("visitor", f"/chapters/-1/board.{kind}").status_code == 404


def test_an_offer_of_a_draw_is_a_chapter_with_the_position(duel):
    duel.contest.happen(FIRST, "draw_offered")
    answer = duel.get("visitor", "/chapters/2/board.svg")
    assert answer.status_code == 200
    assert 'data-unit="A SER"' in answer.text
    assert "data-order" not in answer.text


def test_pictures_that_must_be_painted_are_counted_and_others_are_not(duel, paint):
    paint(most_bytes=0)
    assert {duel.get("visitor", "/board.png").status_code for _ in range(30)} == {200}
    refused = duel.get("visitor", "/board.png")
    assert refused.status_code == 429
    assert "Too many attempts" in refused.text
    assert duel.get("visitor", "/board.svg").status_code == 200


def test_pictures_that_are_stored_are_not_counted(duel, paint):
    paint()
    assert {duel.get("visitor", "/board.png").status_code for _ in range(31)} == {200}


def test_if_too_many_wait_for_pictures_the_answer_says_when_to_retry(duel, paint):
    painter = paint()
    stored = duel.get("visitor", "/board.png").data
    for _ in range(still.MOST_WAITING):
        painter._room.acquire()
    answer = duel.get("visitor", "/board.png?theme=dark")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "public" not in answer.headers["Cache-Control"]
    assert "Try again in a few seconds" in answer.text
    assert duel.get("visitor", "/board.png").data == stored


def test_painted_pictures_are_stored_in_the_instance_folder(duel, tmp_path):
    answer = duel.get("visitor", "/board.png?width=480")
    assert (tmp_path / "stills" / answer.get_etag()[0]).read_bytes() == answer.data


def test_a_public_duel_is_shown_with_its_position_wherever_it_is_linked(duel):
    told = dict(META.findall(duel.get("visitor").text))
    assert told["og:title"] == "anna – boris · Autumn 1902, movement"
    assert told["og:url"] == f"http://localhost{duel.path}"
    assert told["og:image"].startswith(f"http://localhost{duel.path}/board.png?v=")
    assert told["og:description"] == "A duel of Intimate Diplomacy between anna and boris."
    assert told["twitter:card"] == "summary_large_image"
    assert shown(duel, told).mimetype == "image/png"
    duel.contest.resolve(None, None)
    assert dict(META.findall(duel.get("visitor").text))["og:image"] != told["og:image"]


def shown(duel, told):
    return duel.readers["visitor"].get(told["og:image"].removeprefix("http://localhost"))


def test_a_chapter_is_shown_with_its_orders(duel):
    told = dict(META.findall(duel.get("visitor", "/chapters/1").text))
    assert told["og:title"] == "anna – boris · Spring 1902, movement"
    assert told["og:url"] == f"http://localhost{duel.path}/chapters/1"
    picture = shown(duel, told)
    assert picture.headers["Cache-Control"].endswith("immutable")
    assert picture.data == duel.get("visitor", "/chapters/1/board.png").data


def test_a_duel_that_has_ended_is_shown_with_its_end(duel):
    duel.contest.happen(FIRST, "conceded")
    told = dict(META.findall(duel.get("visitor").text))
    assert told["og:title"] == "anna – boris · boris won: anna conceded."
    assert duel.get("visitor", "/board.png?width=480").status_code == 200


@pytest.mark.parametrize("page", ["", "/chapters/1"])
def test_links_to_a_private_duel_have_no_preview(pages, page):
    duel = pages(start("S1902B"), public=False)
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    duel.contest.resolve(*MOVES)
    assert META.findall(duel.get("anna", page).text) == []


def test_a_war_that_has_ended_is_an_animated_picture_of_its_movements_and_its_end(duel):
    assert duel.get("visitor", "/war.gif").status_code == 404
    duel.post("anna", "acts/conceded", sure="yes")
    assert f"{duel.path}/war.gif" in duel.get("visitor").text
    answer = duel.get("visitor", "/war.gif")
    assert answer.mimetype == "image/gif"
    picture = Image.open(BytesIO(answer.data))
    assert (picture.n_frames, picture.info["loop"]) == (2, 0)
    shown = []
    for number in range(picture.n_frames):
        picture.seek(number)
        shown.append(picture.convert("RGB").tobytes())
    assert shown[0] != shown[1]
    assert again(duel, "/war.gif", answer.headers["ETag"]).status_code == 304


@pytest.mark.parametrize(("spoken", "season"), [("en", "Spring 1902"), ("fr", "Printemps 1902")])
def test_the_seasons_on_an_animated_picture_are_in_the_language_that_its_link_asks_for(
    duel, site, spoken, season
):
    duel.post("anna", "acts/conceded", sure="yes")
    assert f"{duel.path}/war.gif?lang=en" in duel.get("visitor").text
    with site.test_request_context():
        first, *_ = frames_of(find_duel(db(), duel.path.rpartition("/")[2], None), spoken)
    assert f">{season}</text>" in first


def test_the_war_of_a_duel_that_was_conceded_before_any_movement_is_one_picture_of_its_position(pages):
    duel = pages()
    duel.post("anna", "acts/conceded", sure="yes")
    picture = Image.open(BytesIO(duel.get("visitor", "/war.gif").data))
    assert (picture.format, getattr(picture, "n_frames", 1)) == ("GIF", 1)


def test_the_line_below_a_picture_says_the_season_and_both_reserves_in_the_colours_of_their_players(site):
    with site.app_context():
        document = still.with_reserves("<svg/>", "Spring 1903", {Player.FIRST: 31, Player.SECOND: 7})
    words = re.findall(r'fill="(#\w+)">([^<]+)</text>', document)
    assert words[1:] == [(still.SIDES[Player.FIRST][0], "31"), (still.SIDES[Player.SECOND][0], "7")]
    assert words[0][1] == "Spring 1903"


def test_new_animated_pictures_are_limited(duel, paint):
    duel.post("anna", "acts/conceded", sure="yes")
    painter = paint()
    answers = []
    for _ in range(7):
        answers.append(duel.get("visitor", "/war.gif").status_code)
        for file in painter._cache._folder.iterdir():
            file.unlink()
    assert answers == [200] * 6 + [429]


def test_the_war_as_text_says_each_resolved_phase_and_nothing_that_is_only_stored(duel):
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - TYR"]}})
    text = duel.get("visitor", "/war.txt")
    assert (text.mimetype, text.status_code) == ("text/plain", 200)
    assert text.text.splitlines()[0] == "anna (Austria) – boris (France)"
    assert "Spring 1902, movement:" in text.text
    assert "A Budapest - Serbia (succeeded)" in text.text
    assert "Tyrolia" not in text.text
    duel.post("anna", "acts/conceded", sure="yes")
    assert duel.get("visitor", "/war.txt").text.splitlines()[-1] == "boris won: anna conceded."
