"""The calendar of an account: how its owner makes it and calendar apps fetch it."""

import re
from datetime import timedelta

import pytest
from icalendar import Calendar

from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, NOON, SECOND
from tests.web.reading import text

ADDRESS = re.compile(r'value="http://localhost(/calendar/\w+\.ics)"')


def made(reader):
    """Make a calendar for a member; return its address."""
    assert reader.post("/account/calendar").status_code == 303
    return ADDRESS.search(reader.get("/account").text)[1]


def events(answer):
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.data).walk("VEVENT"))


@pytest.fixture
def duel(pages):
    return pages(start("S1902M"))


def test_an_event_stands_at_the_owner_s_deadline_and_leads_to_the_duel(duel, visit):
    answer = visit().get(made(duel.readers["anna"]))
    (event,) = events(answer)
    assert event.decoded("dtstart") == DEADLINE
    assert event.decoded("duration") <= timedelta(minutes=30)
    assert str(event["summary"]) == "Your turn: against boris (Spring 1902, movement)"
    assert str(event["url"]) == f"http://localhost{duel.path}"
    assert str(event["transp"]) == "TRANSPARENT"
    assert event.decoded("last-modified") == event.decoded("dtstamp") == NOON
    assert list(event.subcomponents) == []
    assert answer.mimetype == "text/calendar"
    assert answer.cache_control.private
    assert "Set-Cookie" not in answer.headers


def test_a_calendar_is_in_its_owner_s_language(duel, visit):
    (event,) = events(visit("en").get(made(duel.readers["boris"])))
    assert "anna" in str(event["summary"])
    assert "Printemps 1902" in str(event["summary"])


def test_the_same_turn_is_the_same_event_and_the_next_one_another(duel, visit):
    address = made(duel.readers["anna"])
    (first,) = events(visit().get(address))
    (again,) = events(visit().get(address))
    assert first["uid"] == again["uid"]
    assert "sequence" not in first  # a deadline may move either way
    duel.contest.resolve(None, None)
    (following,) = events(visit().get(address))
    assert following["uid"] != first["uid"]
    assert duel.contest.token in following["uid"]


def test_nothing_that_the_opponent_does_shows_before_the_phase_is_over(duel, visit):
    address = made(duel.readers["anna"])
    before = visit().get(address)
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    stored = visit().get(address)
    duel.contest.hand_in(SECOND)
    ready = visit().get(address)
    assert before.data == stored.data == ready.data
    assert before.headers["ETag"] == stored.headers["ETag"] == ready.headers["ETag"]
    duel.contest.hand_in(FIRST)
    assert visit().get(address).data != before.data


def test_a_player_who_handed_in_everywhere_has_an_empty_calendar(duel, visit):
    address = made(duel.readers["anna"])
    duel.contest.hand_in(FIRST)
    assert events(visit().get(address)) == []


def test_an_unchanged_calendar_is_not_sent_again(duel, visit):
    address, client = made(duel.readers["anna"]), visit().client
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    duel.contest.hand_in(FIRST)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_new_address_and_none_make_the_old_one_worthless(duel, visit):
    anna = duel.readers["anna"]
    assert ADDRESS.search(anna.get("/account").text) is None
    old = made(anna)
    new = made(anna)
    assert old != new
    assert [visit().get(address).status_code for address in (old, new)] == [404, 200]
    assert anna.post("/account/calendar/none").status_code == 303
    assert visit().get(new).status_code == 404
    assert "its address no longer works" in text(anna.get("/account"))
    assert ADDRESS.search(anna.get("/account").text) is None


@pytest.mark.parametrize("secret", ["0" * 32, "%00", "a%00b", "None", "x" * 2000, "%C3%A9", "..%2f"])
def test_a_wrong_secret_is_a_page_that_is_not_there(duel, secret):
    made(duel.readers["anna"])
    assert duel.readers["anna"].get(f"/calendar/{secret}.ics").status_code == 404


@pytest.mark.parametrize("act", ["", "/none"])
def test_only_a_member_with_a_form_of_ours_makes_or_removes_a_calendar(member, visit, act):
    assert visit().post(f"/account/calendar{act}").status_code == 401
    anna = member("anna")
    assert anna.client.post(f"/account/calendar{act}", headers=anna.headers).status_code == 400
    assert anna.get(f"/account/calendar{act}").headers["Location"].startswith("/account")


def test_guessing_calendar_secrets_is_rate_limited(duel):
    client = duel.site.test_client()
    answers = {client.get(f"/calendar/{number:032}.ics").status_code for number in range(62)}
    assert answers == {404, 429}


def test_the_secret_of_one_member_is_on_no_page_of_another(duel):
    address = made(duel.readers["anna"])
    for reader in ("boris", "visitor"):
        for path in ("/account", duel.path, "/players/anna"):
            assert address not in duel.readers[reader].get(path).text
