"""Bots climb their ladder through the API."""

import pytest

from services.accounts import accounts
from services.accounts.accounts import change_kind
from services.ladders.ladders import PROGRAMS, make_standing
from tests.fixtures_site import NOON
from tests.web.api.asking import Program, key_of

NAMES = ("anna", "boris")


@pytest.fixture
def programs(site, sqlite_database, member):
    """Return two bots on a site with its two ladders."""
    site.config["CLOCK"] = lambda: NOON
    for name in NAMES:
        member(name)
    with sqlite_database.writing() as session:
        for name in NAMES:
            change_kind(session, accounts.named(session, name).id, "program", NOON)
        make_standing(session, NOON)
    return [Program(site, key_of(sqlite_database, name)) for name in NAMES]


def test_bots_join_their_ladder_challenge_for_a_place_and_play_for_it(programs):
    anna, boris = programs
    path = f"/ladders/{PROGRAMS}"
    listed = {each["ladder"]: each["for_programs"] for each in anna.get_json("/ladders")["ladders"]}
    assert listed == {"standing": False, PROGRAMS: True}
    assert anna.code("POST", "/ladders/standing/join") == "not_possible"
    assert anna.code("GET", "/ladders/nowhere") == "not_found"
    assert [each.post(f"{path}/join").json["place"] for each in programs] == [1, 2]
    above, _ = boris.get_json(path)["places"]
    assert (above["player"], above["may_be_challenged"]) == ("anna", True)
    made = boris.post(f"{path}/challenges", {"opponent": "anna"}).json["challenges"][0]
    assert anna.get_json("/changes")["for_places"] == 1
    assert boris.code("POST", f"{path}/challenges", {"opponent": "anna"}) == "not_possible"
    assert boris.code("POST", f"{path}/challenges/{made['number']}/accept") == "not_found"
    assert boris.code("POST", f"{path}/challenges", {"opponent": "nobody"}) == "invalid"
    playing = anna.post(f"{path}/challenges/{made['number']}/accept").json["challenges"][0]
    assert playing["state"] == "playing"
    duel = anna.get_json(f"/duels/{playing['duel']}")
    assert (duel["rated"], duel["players"]["first"]["name"]) == (True, "boris")
    anna.post(f"/duels/{playing['duel']}/events", {"event": "conceded", "phase": "HOMES"})
    assert boris.get_json(path)["place"] == 1
    assert boris.get_json("/ladders")["challenges"] == []
    assert boris.post(f"{path}/leave").json["place"] is None
    assert boris.code("POST", f"{path}/challenges/{made['number']}/withdraw") == "not_possible"
