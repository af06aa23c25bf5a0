"""Talk on pages: sent by forms, kept when refused, visible only to the two players, reported in full."""

import re

import pytest

from models import Report
from services.talk.phrases import Phrase
from tests.builders import start
from tests.web.reading import plain
from tests.web.scene import TOKEN


@pytest.fixture
def duel(pages):
    return pages(start("S1902M"))


def texts_of(answer):
    return [plain(each) for each in re.findall(r'<p class="as-typed">(.*?)</p>', answer.text, re.DOTALL)]


def test_a_phrase_is_read_by_each_in_their_own_language_and_a_text_as_it_was_written(duel):
    answer = duel.send("anna", "talk", {"phrase": Phrase.WELL_PLAYED})
    assert answer.headers["Location"].endswith("#part-talk")
    duel.send("boris", "talk", {"text": "Merci <b>!</b>"})
    assert texts_of(duel.get("anna")) == ["Well played!", "Merci <b>!</b>"]
    assert texts_of(duel.get("boris")) == ["Bien joué !", "Merci <b>!</b>"]
    assert texts_of(duel.get("boris", "/talk")) == texts_of(duel.get("boris"))


def test_a_refused_message_is_explained_and_stays_in_the_form(duel):
    duel.send("boris", "talk/mode", {"mode": "phrases"})
    answer = duel.send("anna", "talk", {"text": "as I said"})
    assert answer.status_code == 422
    assert "One of you takes phrases only, so this text was not sent." in answer.text
    assert ">as I said</textarea>" in answer.text
    long = duel.send("boris", "talk", {"text": ""})
    assert long.status_code == 422


def test_others_cannot_tell_whether_the_players_talk(duel):
    looks = ("", "/stamp", "/record.json", "/saved-game.json")

    def seen():
        return [TOKEN.sub("", duel.get("visitor", look).text) for look in looks]

    before = seen()
    duel.send("anna", "talk", {"text": "between us"})
    after = seen()
    assert after == before
    assert "tab-talk" not in after[0]
    assert duel.get("visitor", "/talk").status_code == 303
    assert duel.send("visitor", "talk", {"text": "me too"}).status_code == 401


def test_the_other_player_s_page_and_stamp_change_and_the_mark_goes_once_it_is_read(duel):
    stamp = duel.get("boris", "/stamp").json["stamp"]
    duel.send("anna", "talk", {"text": "hello"})
    assert duel.get("boris", "/stamp").json["stamp"] != stamp
    assert "data-unread" in duel.get("boris").text
    assert "1 nouveau message" in duel.readers["boris"].get("/duels/").text
    assert "data-unread" not in duel.get("anna").text
    duel.send("boris", "talk/read", {})
    assert "data-unread" not in duel.get("boris").text
    assert "nouveau message" not in duel.readers["boris"].get("/duels/").text


def test_a_player_deletes_their_own_message_by_a_button(duel):
    duel.send("anna", "talk", {"text": "oops"})
    number = re.search(r"talk/(\d+)/delete", duel.get("anna").text)[1]
    assert f"talk/{number}/delete" not in duel.get("boris").text
    assert duel.send("boris", f"talk/{number}/delete", {}).status_code == 404
    duel.send("anna", f"talk/{number}/delete", {})
    assert texts_of(duel.get("boris")) == []


def test_a_report_holds_what_was_said_even_if_it_is_deleted_and_nobody_can_report_from_another_duel(
    duel, sqlite_database
):
    duel.send("anna", "talk", {"text": "polite"})
    duel.send("boris", "talk", {"text": "rude words"})
    number = re.search(r"talk=(\d+)", duel.get("anna").text)[1]
    address = f"/reports/new?duel={duel.contest.token}&talk={number}"
    assert "rude words" in duel.readers["anna"].get(address).text
    assert "rude words" not in duel.readers["visitor"].get(address, follow_redirects=True).text
    duel.readers["anna"].post(
        "/reports/new", kind="conduct", about="boris", text="See this.", duel=duel.contest.token, talk=number
    )
    duel.send("boris", f"talk/{number}/delete", {})
    with sqlite_database.reading() as session:
        evidence = session.query(Report).one().evidence
    assert [line.partition(" UTC, ")[2] for line in evidence.splitlines()] == [
        "anna: polite",
        "boris: rude words",
    ]
    assert evidence.splitlines()[1].startswith("→ ")


@pytest.mark.parametrize("page", ["talk", "talk/read", "talk/mode", "talk/1/delete"])
def test_a_member_who_does_not_play_is_refused(duel, member, page):
    clara = member("clara")
    assert clara.post(f"{duel.path}/{page}", text="me too", mode="muted").status_code == 403
    assert clara.get(f"{duel.path}/talk").status_code == 404


def test_addresses_of_talk_take_no_nonsense(duel):
    assert duel.send("anna", "talk", {"phrase": "nonsense", "text": ""}).status_code == 422
    assert duel.send("anna", "talk/mode", {"mode": "loud"}).status_code == 404
    assert duel.send("anna", "talk/99999999999/delete", {}).status_code == 404
    assert duel.get("anna", "/talk/read").status_code == 303
