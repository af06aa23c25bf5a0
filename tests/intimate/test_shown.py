"""Each value of a duel prints on one line."""

from intimate.players import Player
from intimate.record import load
from intimate.view import View
from tests.intimate.random_duels import random_duel


def test_a_duel_its_chapters_and_its_record_are_shown_in_a_line():
    drawn = random_duel(2)
    record = load(drawn.record)
    assert repr(record) == f"<Record of 'test': {len(record.chapters)} chapters>"
    assert repr(record.start) == "<Duel HOMES>"
    before, chapter = drawn.steps[1]
    assert repr(before) == f"<Duel {before.phase}: {before.homes['first']} against {before.homes['second']}>"
    assert repr(chapter) == f"<Chapter {chapter.phase}, then {chapter.after!r}>"
    assert repr(View(before, Player.FIRST)) == f"<View of first: {before!r}>"
    assert repr(View(before, None)) == f"<View of a spectator: {before!r}>"
    ended = next((chapter.after for chapter in drawn.chapters if chapter.after.result), None)
    assert ended is None or repr(ended).startswith(f"<Duel ended by {ended.result.reason}")


def test_notebooks_show_a_duel_as_its_position():
    before, _ = random_duel(2).steps[1]
    assert before._repr_svg_() == View(before, Player.FIRST)._repr_svg_() == before.position.svg()
