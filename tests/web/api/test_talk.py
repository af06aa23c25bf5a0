"""Talk through the API: for the two players only, within the same limits as on pages."""

from services.talk.talk import LONGEST
from tests.builders import start


def test_bots_say_and_read_texts_and_phrases_in_the_language_of_the_request(duel):
    begun = duel(start("S1902M"))
    anna, boris = begun.programs["anna"], begun.programs["boris"]
    address = f"/duels/{begun.contest.token}/talk"
    sent = anna.post(address, {"phrase": "well_played"}).json
    assert (sent["by"], sent["text"]) == ("first", "Well played!")
    assert anna.post(address, {"text": "a text"}).status_code == 200
    found = boris.get(address).json
    assert [each["phrase"] for each in found["messages"]] == ["well_played", None]
    assert (found["mode"], found["unread"]) == ("open", 2)
    assert boris.post(address, {"phrase": "yes"}).json["by"] == "second"
    assert boris.get(address).json["unread"] == 0


def test_only_players_read_or_write_talk_and_faults_are_named(duel, program, member):
    begun = duel(start("S1902M"))
    member("clara")
    anna, clara = begun.programs["anna"], program("clara")
    address = f"/duels/{begun.contest.token}/talk"
    assert clara.get(address).json["code"] == "not_a_player"
    assert clara.post(address, {"text": "me too"}).json["code"] == "not_a_player"
    for body, field in (
        ({"text": " "}, "text"),
        ({"text": "x" * (LONGEST + 1)}, "text"),
        ({"phrase": "x"}, "phrase"),
    ):
        error = anna.post(address, body).json
        assert (error["code"], error["errors"][0]["field"]) == ("invalid", field)
    begun.send("boris", "talk/mode", {"mode": "muted"})
    assert anna.post(address, {"phrase": "yes"}).json["code"] == "not_possible"


def test_a_bot_marks_talk_as_read_sets_what_it_takes_and_deletes_what_it_said_itself(duel):
    begun = duel(start("S1902M"))
    anna, boris = begun.programs["anna"], begun.programs["boris"]
    address = f"/duels/{begun.contest.token}/talk"
    number = anna.post(address, {"text": "a text"}).json["id"]
    assert boris.ask("DELETE", f"{address}/{number}").status_code == 404
    assert boris.put(address, {"read": True}).json["unread"] == 0
    assert boris.put(address, {"mode": "phrases"}).json["mode"] == "phrases"
    assert anna.get(address).json["mode"] == "phrases"
    assert anna.ask("DELETE", f"{address}/{number}").json["messages"] == []
    assert boris.get(address).json["messages"] == []
    error = boris.put(address, {"mode": "loud"}).json
    assert (error["code"], error["errors"][0]["field"]) == ("invalid", "mode")


def test_a_diary_is_written_and_read_by_its_player_alone_until_both_are_open(duel):
    begun = duel(start("S1902M"))
    anna, boris = begun.programs["anna"], begun.programs["boris"]
    address = f"/duels/{begun.contest.token}/diary"
    written = anna.put(address, {"text": "to Burgundy"}).json
    assert [(each["by"], each["phase"], each["text"]) for each in written["notes"]] == [
        ("first", "S1902M", "to Burgundy")
    ]
    assert boris.get(address).json == {"are_open": False, "notes": []}
    assert anna.put(address, {"text": ""}).json["notes"] == []
    anna.put(address, {"text": "to Burgundy"})
    begun.contest.happen("first", "conceded")
    assert anna.put(address, {"text": "too late"}).json["code"] == "not_possible"
    assert boris.get(address).json["notes"] == []
    for name in ("anna", "boris"):
        begun.send(name, "diary/open", {"opens": "yes"})
    assert [each["text"] for each in boris.get(address).json["notes"]] == ["to Burgundy"]
