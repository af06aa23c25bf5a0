"""The page of a player: what others may know, and the way to challenge them."""

import gzip
import json
import re
from html import unescape

import pytest

from tests.builders import lonely
from tests.fixtures_duels import DEADLINE, FIRST, SECOND
from tests.web.reading import links, text
from web import players

ODD = ("Zoë.B-_1", "अनिता", "W" * 24, "..a", "ſtrange")


def test_a_player_s_page_has_their_public_duels_and_a_way_to_challenge_them(pages, member):
    running, over = pages(), pages(lonely("S1902M"))
    over.contest.happen(SECOND, "conceded")
    clara = member("clara")
    page = clara.get("/players/anna")
    assert {running.path, over.path} <= set(links(page))
    assert "Won 1 Lost 0 Drawn 0" in text(page)
    assert "Austria 1 0 0" in text(page)
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
    for reader in readers.values():
        assert "Won 0" in text(reader.get("/players/boris")) or "Gagnés 0" in text(
            reader.get("/players/boris")
        )


def test_the_page_of_a_player_shows_past_meetings_and_punctuality(pages):
    duels = [pages(lonely("S1902M")) for _ in range(3)]
    for duel, loser in zip(duels, (FIRST, SECOND, SECOND), strict=True):
        duel.contest.happen(FIRST, "draw_offered")
        duel.contest.sweep(DEADLINE)
        duel.contest.happen(loser, "conceded", DEADLINE)
    read = duels[0].readers
    assert "You have met 3 times 2–1 for you" in text(read["anna"].get("/players/boris"))
    assert "2–1 pour anna" in text(read["boris"].get("/players/anna"))
    assert "have met" not in text(read["visitor"].get("/players/boris"))
    assert "played 0 of 3 phases in time" in text(read["visitor"].get("/players/boris"))


def test_those_met_again_are_rivals_and_their_duels_are_one_link_away(pages):
    duels = [pages(lonely("S1902M")) for _ in range(2)]
    for duel in duels:
        duel.contest.happen(SECOND, "conceded")
    visitor = duels[0].readers["visitor"]
    page = visitor.get("/players/anna")
    assert "Rivals Player Won Lost Drawn boris 2 0 0" in text(page)
    (address,) = (link for link in links(page) if "other=boris" in link)
    assert {duel.path for duel in duels} <= set(links(visitor.get(address)))


def test_a_player_s_finished_public_duels_are_downloaded_the_latest_first_in_parts(pages, monkeypatch):
    monkeypatch.setattr(players, "MOST", 2)
    duels = [pages() for _ in range(3)]
    private = pages(public=False)
    for duel in (*duels, private):
        duel.contest.happen(FIRST, "conceded")
    reader, address, found = duels[0].readers["anna"], "/players/boris/duels.jsonl.gz", []
    while address:
        answer = reader.get(address)
        assert answer.mimetype == "application/gzip"
        found.append([json.loads(line)["duel"] for line in gzip.decompress(answer.data).splitlines()])
        link = re.fullmatch('<(.*)>; rel="next"', answer.headers.get("Link", ""))
        address = link and link[1]
    assert found == [[duels[2].contest.token, duels[1].contest.token], [duels[0].contest.token]]
    assert reader.get("/players/nobody/duels.jsonl.gz").status_code == 404


def test_the_page_made_for_one_viewer_is_not_shown_to_another(pages, member):
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
def test_an_unknown_player_is_not_found(visit, name):
    assert visit().get(f"/players/{name}").status_code == 404


def test_names_lead_to_players_from_lists_and_from_the_page_of_a_duel(pages):
    duel = pages()
    for path in ("/duels/", "/duels/watch", duel.path):
        assert {"/players/anna", "/players/boris"} <= set(links(duel.readers["anna"].get(path)))
