"""Paged lists: the next page begins exactly after the last item."""

import pytest

from tests.builders import start

LISTS = ("/duels?", "/duels?state=ended&", "/public-duels?", "/public-duels?state=ended&", "/challenges?")


@pytest.mark.parametrize("path", LISTS)
def test_a_list_page_after_an_unknown_item_is_refused_and_its_field_named(duel, path):
    anna = duel().programs["anna"]
    link = anna.post("/challenges", {"kind": "link"}).json["challenge"]
    for before in ("zzz", link):
        answer = anna.get(f"{path}before={before}")
        assert (answer.status_code, answer.json["code"]) == (422, "invalid")
        assert [each["field"] for each in answer.json["errors"]] == ["before"]


def test_a_page_begins_after_what_was_in_the_list_even_where_it_is_not_any_more(duel):
    begun = duel(start("S1902M"))
    anna, boris, token = begun.programs["anna"], begun.programs["boris"], begun.contest.token
    assert anna.get_json(f"/public-duels?before={token}")["duels"] == []
    older, newer = (anna.post("/challenges", {"kind": "open"}).json["challenge"] for _ in range(2))
    anna.post(f"/challenges/{newer}/withdraw")
    page = boris.get_json(f"/challenges?before={newer}")["open"]
    assert [each["challenge"] for each in page] == [older]
    anna.post(f"/duels/{token}/events", {"event": "conceded", "phase": "S1902M"})
    assert anna.get_json(f"/duels?state=ended&before={token}")["duels"] == []


def test_the_list_of_public_duels_says_too_which_of_them_await_the_account(duel, member, program):
    member("clara")
    begun = duel(start("S1902M"))
    anna, token = begun.programs["anna"], begun.contest.token

    def listed(reader):
        (found,) = reader.get_json("/public-duels")["duels"]
        assert found["duel"] == token
        return found["awaits_you"]

    assert (listed(anna), listed(program("clara"))) == (True, False)
    anna.put(f"/duels/{token}/entries/S1902M", {"orders": {}})
    anna.put(f"/duels/{token}/entries/S1902M/readiness", {"ready": True})
    assert listed(anna) is False
