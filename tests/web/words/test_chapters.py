"""Chapters and endings in the reader's language."""

from types import SimpleNamespace

import pytest

from adjudicator import Phase
from intimate.duel import Ending
from intimate.events import EventKind
from intimate.players import Player
from web.words.chapters import chapter_mark, chapter_name, ending, event_name

ALWAYS_DRAWN = {Ending.DRAW, Ending.BOTH_OVERBID, Ending.LAPSED}


def ended(reason, winner=None):
    names = {Player.FIRST: "anna", Player.SECOND: "boris"}
    return SimpleNamespace(reason=reason, winner=winner, names=names)


def test_every_event_has_a_name_of_its_own(language):
    assert len({event_name(kind) for kind in EventKind}) == len(EventKind)


def test_a_chapter_is_named_after_its_phase_or_its_event(language, in_it):
    phase = SimpleNamespace(phase=Phase.parse("S1901M"), event=None)
    event = SimpleNamespace(phase=None, event=EventKind.CONCEDED)
    assert chapter_name(phase) == in_it("Spring 1901, movement", "Printemps 1901, mouvements")
    assert chapter_mark(phase) == in_it("spring", "printemps")
    assert (chapter_name(event), chapter_mark(event)) == in_it(
        ("Concession", "concession"), ("Abandon", "abandon")
    )


@pytest.mark.parametrize("reason", sorted(set(Ending) - ALWAYS_DRAWN))
@pytest.mark.parametrize("winner", Player)
def test_whoever_wins_is_named_with_the_reason(language, reason, winner):
    said = ending(ended(reason, winner))
    names = ended(reason).names
    assert said.startswith(names[winner])
    assert said not in {ending(ended(other, winner)) for other in set(Ending) - ALWAYS_DRAWN - {reason}}
    assert ending(ended(reason, winner.opponent)).startswith(names[winner.opponent])


@pytest.mark.parametrize("reason", sorted(set(Ending) - {Ending.CONCEDED}))
def test_a_draw_names_nobody_as_the_winner(language, in_it, reason):
    said = ending(ended(reason))
    assert said.startswith(
        in_it(("A draw", "Nobody won"), ("Nul", "Duel nul", "Match nul", "Partie nulle", "Personne"))
    )
    assert "anna" not in said
