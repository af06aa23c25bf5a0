"""Records of duels played in this process, such as self-play."""

import json

import pytest

from intimate import record as records
from intimate.record import FORMAT, SECOND_FORMAT, load, loads
from intimate.replay import chapters_of
from tests.builders import event, record
from tests.intimate.random_duels import random_duel


@pytest.mark.parametrize("seed", range(12))
def test_a_written_record_replays_to_the_same_duel(seed):
    plain = random_duel(seed).record
    chapters = list(chapters_of(load(plain)))
    written = records.write(chapters, settings=plain.get("settings"), start=plain.get("start"))
    again = list(chapters_of(loads(json.dumps(written))))
    assert [chapter.after for chapter in again] == [chapter.after for chapter in chapters]
    assert [chapter.entries for chapter in again] == [chapter.entries for chapter in chapters]


def test_a_record_holds_names_and_rules_if_given():
    written = records.write(
        [], duel="d1", preset="calm", settings={"loyalty": 2}, edition="1971", players={"first": "Anna"}
    )
    assert written == {
        "format": FORMAT,
        "duel": "d1",
        "preset": "calm",
        "settings": {"loyalty": 2},
        "edition": "1971",
        "players": {"first": "Anna"},
        "chapters": [],
    }


def test_a_record_with_rulings_has_the_second_format():
    plain = {
        **record(event("draw_offered", "first"), {"event": "taken_back", "to": 0, "reason": "asked"}),
        "format": SECOND_FORMAT,
    }
    written = records.write(chapters_of(load(plain)))
    assert written["format"] == SECOND_FORMAT
    assert written["chapters"] == plain["chapters"]
