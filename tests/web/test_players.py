"""The page of a player: what others may know, and the way to challenge them."""

import re
from html import unescape

import pytest

from tests.builders import lonely
from tests.fixtures_duels import FIRST, SECOND
from tests.web.reading import links, text

ODD = ("Zoë.B-_1", "अनिता", "W" * 24, "..a", "ſtrange")


def test_a_player_s_page_has_their_public_duels_and_a_way_to_challenge_them(pages, member):
    running, over = pages(), pages(lonely("S1902M"))
    over.contest.happen(SECOND, "conceded")
    clara = member("clara")
    page = clara.get("/players/anna")
    assert {running.path, over.path} <= set(links(page))
    assert "Won 1 Lost 0 Drawn 0 Running 1" in text(page)
    (challenge,) = (link for link in links(page) if link.startswith("/challenges/new"))
    form = clara.get(challenge).text
    assert re.search(r'name="opponent"[^>]*value="anna"', form)
    assert re.search(r'checked[^>]*value="named"', form)


def test_nobody_challenges_themselves_from_their_own_page(pages):
    page = pages().readers["anna"].get("/players/anna")
    assert not [link for link in links(page) if "to=" in link]


def test_a_private_duel_of_others_neither_shows_nor_counts(pages, member):
    private = pages(lonely("S1902M"), public=False)
    private.contest.happen(FIRST, "conceded")
    readers = {**private.readers, "clara": member("clara")}
    shown = {name: private.path in links(reader.get("/players/boris")) for name, reader in readers.items()}
    assert shown == {"anna": True, "boris": True, "visitor": False, "clara": False}
    counted = {
        name: bool(re.search("(Won|Gagnés) 1", text(reader.get("/players/boris"))))
        for name, reader in readers.items()
    }
    assert counted == shown


def test_the_page_made_for_one_reader_is_not_shown_to_another(pages, member):
    pages(public=False)
    anna, clara = member("anna2"), member("clara")
    for reader, own in ((anna, "anna2"), (clara, "clara"), (anna, "anna2")):
        assert "Account" in text(reader.get(f"/players/{own}"))


@pytest.mark.parametrize("name", ODD)
def test_a_name_of_any_letters_has_an_address_that_pages_link_to(member, visit, name):
    reader = member(name)
    fields = {"kind": "open", "preset": "intimate", "public": "yes", "clock": "live"}
    assert reader.post("/challenges/new", **fields).status_code == 303
    (address,) = (link for link in links(visit().get("/challenges/")) if link.startswith("/players/"))
    page = visit().get(address)
    assert page.status_code == 200
    shown = re.search(r'<h1 class="player">([^<]*)</h1>', page.text)[1]
    assert f"{unescape(shown)}</a>" in reader.get("/rules").text


@pytest.mark.parametrize("name", ["nobody", "a%00b", "%20", "a b", "<b>"])
def test_nobody_is_not_found(visit, name):
    assert visit().get(f"/players/{name}").status_code == 404


def test_names_lead_to_players_from_lists_and_from_the_page_of_a_duel(pages):
    duel = pages()
    for path in ("/duels/", "/duels/watch", duel.path):
        assert {"/players/anna", "/players/boris"} <= set(links(duel.readers["anna"].get(path)))
