"""Values of duels are shown in a line."""

from intimate.record import load
from tests.intimate.random_duels import random_duel


def test_a_duel_its_chapters_and_its_record_are_shown_in_a_line():
    drawn = random_duel(2)
    record = load(drawn.record)
    assert repr(record) == f"<Record of 'test': {len(record.chapters)} chapters>"
    assert repr(record.start) == "<Duel HOMES>"
    before, chapter = drawn.steps[1]
    assert repr(before) == f"<Duel {before.phase}: {before.homes['first']} against {before.homes['second']}>"
    assert repr(chapter) == f"<Chapter {chapter.phase}, then {chapter.after!r}>"
    ended = next((chapter.after for chapter in drawn.chapters if chapter.after.result), None)
    assert ended is None or repr(ended).startswith(f"<Duel ended by {ended.result.reason}")
