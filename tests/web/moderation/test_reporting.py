"""Members report players and duels: only those they may see, and a limited number."""

import pytest

from services.moderation import reports, sightings
from tests.web.reading import text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": ""}, "Choose what it is about."),
        ({"kind": "arbiter"}, "Not a valid choice"),
        ({"text": " "}, "Say what happened."),
        ({"text": "x" * 2001}, "This is too long"),
        ({"about": "nobody"}, "Nobody here has this name."),
        ({"about": "ANNA"}, "This is your own name."),
    ],
)
def test_faults_of_a_report_are_shown_at_their_field_and_nothing_is_lost(member, fields, words):
    anna = member("anna")
    sent = {"kind": "other", "about": "", "text": "The map is wrong.", **fields}
    refused = anna.post("/reports/new", **sent)
    assert refused.status_code == 422
    assert words in text(refused)
    assert sent["text"].strip() in refused.text
    assert "You have reported nothing." in text(anna.get("/reports/"))


def test_a_player_is_reported_from_their_page_and_a_duel_from_its_page(pages, member):
    duel = pages()
    clara = member("clara")
    assert "/reports/new?about=anna" in clara.get("/players/anna").text
    assert "/reports/new" not in duel.get("visitor").text
    address = f"/reports/new?duel={duel.contest.token}"
    assert address in duel.get("anna").text
    assert 'value="boris"' in duel.readers["anna"].get(address).text
    assert 'value="boris"' not in clara.get(address).text
    fields = {"kind": "conduct", "about": "boris", "duel": duel.contest.token, "text": "Slow."}
    assert duel.readers["anna"].post("/reports/new", **fields).status_code == 303
    page = duel.readers["anna"].get("/reports/")
    assert duel.path in page.text
    assert "Slow." not in clara.get("/reports/").text


def test_a_private_duel_of_others_cannot_be_reported_nor_found_by_trying(pages, member):
    duel = pages(public=False)
    clara = member("clara")
    for token in (duel.contest.token, "nothing", "nul\0"):
        assert clara.get("/reports/new", query_string={"duel": token}).status_code == 404
        answer = clara.post("/reports/new", kind="other", text="x", duel=token)
        assert answer.status_code == 404


def test_a_member_with_too_many_open_reports_is_refused_with_a_message(member, monkeypatch):
    monkeypatch.setattr(reports, "MOST_OPEN", 1)
    anna = member("anna")
    assert anna.post("/reports/new", kind="other", text="One.").status_code == 303
    refused = anna.post("/reports/new", kind="other", text="Two.")
    assert (refused.status_code, "wait for an answer" in text(refused)) == (422, True)


def test_visitors_log_in_first(visit):
    for page in ("/reports/", "/reports/new"):
        assert visit().get(page).headers["Location"].startswith("/login")


def test_the_fair_play_page_says_what_is_stored_about_devices_and_for_how_long(visit):
    """It also covers two accounts of one person, and duels of deleted accounts."""
    page = text(visit().get("/help/fair-play"))
    assert "Two accounts of one person never play each other" in page
    assert f"We delete what was not seen for {sightings.KEPT.days} days." in page
    assert "10 open reports, 20 sent per day." in page
    assert "The site never deletes a duel" in page
    assert "A claim gains no time" in page
