"""Taking back a year: from anywhere to the auction before, repeatedly, with a sound record."""

import pytest

from intimate.errors import EventError
from intimate.record import load
from intimate.replay import chapters_of
from intimate.sealing import faults
from services.duels.access import lock_duel
from services.duels.refusals import DuelRefusal
from services.history.chapters import list_chapters
from services.practice.answering import answer_next_duel, find_task, store_answer
from services.practice.taking_back import take_year_back, year_to_go_back_to
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.refusing import refuses


def take_back(practice, phase=None, player=FIRST):
    with practice.database.writing() as session:
        locked = lock_duel(session, practice.token, practice.users[player])
        take_year_back(locked, practice._phase(phase), LATER)


def proposed(practice):
    with practice.database.reading() as session:
        stored = practice.stored()
        found = year_to_go_back_to(list_chapters(session, stored), stored)
        return found and str(found[1])


def test_a_year_is_taken_back_from_its_middle_and_the_one_before_from_its_auction(practice, context):
    assert proposed(practice) is None
    practice.play_on("F1902M")
    assert proposed(practice) == "S1902B"
    practice.store(FIRST, {"orders": {}})
    take_back(practice)
    assert practice.phase == "S1902B"
    assert practice.entry(FIRST) is practice.entry(SECOND) is None
    assert proposed(practice) == "S1901B"
    take_back(practice)
    assert practice.phase == "S1901B"
    assert proposed(practice) is None
    with pytest.raises(EventError):
        take_back(practice)
    assert answer_next_duel(context)
    assert practice.entry(SECOND, "S1901B").ready


def test_the_record_keeps_what_was_undone_and_stays_sound(practice, context):
    practice.play_on("S1902B")
    take_back(practice)
    answer_next_duel(context)
    practice.play_on("S1901M")
    record = practice.record()
    assert [each for each in record["chapters"] if each.get("event") == "taken_back"] == [
        {"event": "taken_back", "reason": "practice", "to": 0}
    ]
    assert not list(faults(record, missing_too=True))
    assert list(chapters_of(load(record)))[-1].after.phase == practice.stored().phase
    assert practice.stored().times.begun_anew == 1


def test_an_answer_computed_before_a_taking_back_is_dropped(practice, context):
    practice.play_on("S1901M")
    take_back(practice)
    task = find_task(practice.database, practice.id)
    practice.play_on("S1901M")
    take_back(practice)
    assert not store_answer(practice.database, task, context.run(task.question("key")).entry, LATER)
    assert practice.entry(SECOND) is None


def test_only_the_practising_player_takes_back_and_not_after_the_end_or_a_new_phase(practice, begun):
    practice.play_on("S1901M")
    with refuses(DuelRefusal.NOT_A_PLAYER):
        take_back(practice, player=SECOND)
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        take_back(practice, "S1901B")
    practice.happen(FIRST, "conceded")
    with pytest.raises(EventError):
        take_back(practice, practice.phase)
    people = begun()
    with refuses(DuelRefusal.NOT_A_PLAYER):
        take_back(people)
