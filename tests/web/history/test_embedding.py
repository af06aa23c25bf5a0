"""A public duel on other sites: its oEmbed data, and the page in their frame."""

import re
from html import unescape

import pytest

from tests.builders import start
from tests.fixtures_duels import FIRST
from tests.web.reading import plain
from web.core.headers import POLICY


@pytest.fixture
def duel(pages):
    return pages(start("S1902M"))


def described(duel, reader="visitor", **fields):
    address = f"http://localhost{fields.pop('page', duel.path)}"
    return duel.readers[reader].get("/oembed", query_string={"url": address, **fields})


def test_oembed_says_what_a_duel_is_and_how_it_is_framed(duel):
    told = described(duel).json
    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert told["title"] == "anna – boris · Spring 1902, movement"
    assert f'src="http://localhost{duel.path}/embed"' in told["html"]
    assert f'width="{told["width"]}" height="{told["height"]}"' in told["html"]
    assert told["thumbnail_url"].startswith(f"http://localhost{duel.path}/board.png")
    assert described(duel, page=f"{duel.path}/chapters/3").json["title"] == told["title"]


def test_the_frame_is_as_large_as_the_other_site_has_room_for(duel):
    told = described(duel, maxwidth="320", maxheight="300").json
    assert (told["width"], told["height"]) == (320, 300)
    assert described(duel, maxwidth="1").json["width"] == 240
    assert described(duel, maxwidth="wide").json["width"] == 640


def test_the_page_of_a_public_duel_offers_the_html_of_its_frame_to_copy(duel):
    field = re.search(r'id="frame"[^>]* value="([^"]+)"', duel.get("visitor").text)[1]
    assert unescape(field) == described(duel).json["html"]


def test_pages_of_a_duel_lead_other_sites_to_it(duel):
    link = re.search(r'type="application/json\+oembed"[^>]* href="([^"]+)"', duel.get("visitor").text)[1]
    assert duel.readers["visitor"].get(link).json["type"] == "rich"


def test_the_embedded_page_sets_no_cookie_and_any_site_may_frame_it(duel):
    answer = duel.get("anna", "/embed")
    assert "Set-Cookie" not in answer.headers
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert duel.get("visitor", "/embed").text == answer.text, "the page must be the same for everybody"
    assert "anna – boris · Spring 1902, movement" in plain(answer.text)
    assert "<script" not in answer.text
    other = duel.get("anna")
    assert other.headers["Content-Security-Policy"] == POLICY
    assert other.headers["X-Frame-Options"] == "DENY"


def test_it_has_the_language_and_the_look_that_are_asked_for(duel):
    page = duel.get("visitor", "/embed?lang=fr&theme=dark").text
    assert '<html lang="fr" data-theme="dark">' in page
    assert "printemps 1902" in page.lower()
    assert "theme=dark" in page
    assert 'data-theme="auto"' in duel.get("visitor", "/embed?theme=loud").text


def test_nothing_of_a_private_duel_or_of_another_page_is_embedded(pages):
    private = pages(start("S1902M"), public=False)
    for reader in ("anna", "visitor"):
        assert private.get(reader, "/embed").status_code == 404
        assert described(private, reader).status_code == 404
    for page in ("/", "/duels/", "/duels/nothing", "/players/anna", "/duels/%00"):
        assert described(private, page=page).status_code == 404
    assert described(private, format="xml").status_code == 501


def test_an_entry_does_not_change_the_embedded_page(duel):
    looks = [duel.get("visitor", "/embed").text, described(duel).json]
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    assert [duel.get("visitor", "/embed").text, described(duel).json] == looks
