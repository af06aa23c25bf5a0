"""The record: resolved phases only, the same for everybody, without anything sealed."""

import json

from intimate.record import FORMAT, load
from tests.builders import POWERS
from tests.fixtures_duels import FIRST, SECOND


def test_the_record_has_the_terms_the_players_and_the_chapters(played):
    """Formats §2"""
    record = played.record()
    assert (record["format"], record["duel"], record["preset"]) == (FORMAT, played.token, "intimate")
    assert record["players"] == {"first": "anna", "second": "boris"}
    assert [chapter.get("phase", chapter.get("event")) for chapter in record["chapters"]] == [
        "HOMES",
        "S1901B",
        "draw_offered",
    ]
    assert load(record).rules == played.stored().rules


def test_the_record_can_be_written_as_json(played):
    assert json.loads(json.dumps(played.record())) == played.record()


def test_the_record_holds_nothing_that_is_sealed(played):
    sealed = played.entry(FIRST)
    text = json.dumps(played.record())
    assert "A VIE - GAL" not in text
    assert sealed.seal not in text
    assert sealed.salt not in text


def test_the_record_is_the_same_for_everybody_in_spite_of_stored_entries(played, people):
    before = played.record()
    played.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    assert [played.record(reader) for reader in people.values()] == [before] * 3


def test_settings_of_the_duel_are_those_that_differ(begun):
    record = begun(None, "beginner", loyalty=2).record()
    assert (record["preset"], record["settings"]) == ("beginner", {"loyalty": 2})


def test_the_record_holds_the_draws(contest):
    contest.resolve({"homes": POWERS}, {"homes": POWERS})
    chapter = contest.record()["chapters"][0]
    assert chapter["lots"]["homes_winner"] in {"first", "second"}
