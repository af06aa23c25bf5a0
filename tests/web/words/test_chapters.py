"""Chapters and endings in the viewer's language."""

from types import SimpleNamespace

import pytest

from adjudicator import Phase
from intimate.duel import Ending
from intimate.events import EventKind
from intimate.players import Player
from intimate.rules import LimitCounts, Rules
from models.account import LANGUAGES
from web.words.chapters import (
    chapter_mark,
    chapter_name,
    ending,
    ending_for,
    event_name,
    phase_mark,
    phase_name,
)

ALWAYS_DRAWN = {Ending.DRAW, Ending.BOTH_OVERBID, Ending.LAPSED}


USUAL = Rules()


def ended(reason, winner=None, rules=USUAL):
    names = {Player.FIRST: "anna", Player.SECOND: "boris"}
    return SimpleNamespace(reason=reason, winner=winner, names=names, rules=rules)


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
def test_the_winner_is_named_with_the_reason(language, reason, winner):
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


@pytest.mark.parametrize("viewer", Player)
@pytest.mark.parametrize("reason", Ending)
def test_an_end_is_said_to_a_player_without_any_name(language, reason, viewer):
    ways = [None] if reason in ALWAYS_DRAWN else list(Player)
    for winner in ways if reason in ALWAYS_DRAWN | {Ending.CONCEDED} else [None, *ways]:
        said = ending_for(ended(reason, winner), viewer)
        assert said
        assert "anna" not in said
        assert "boris" not in said


def test_an_agreed_end_tells_each_player_what_counted(language, in_it):
    """Source 000, III."""
    by_units = Rules(limit_counts=LimitCounts.UNITS)
    said = [
        ending_for(ended(Ending.YEAR_LIMIT, winner, rules), Player.FIRST)
        for rules in (USUAL, by_units)
        for winner in (*Player, None)
    ]
    assert len(set(said)) == len(said)
    words = in_it(("centres", "units"), ("centres", "unités"))
    assert [words[0] in each for each in said] == [True] * 3 + [False] * 3
    assert [words[1] in each for each in said] == [False] * 3 + [True] * 3


def test_a_concession_is_worded_for_each_player(language, in_it):
    conceded = ended(Ending.CONCEDED, Player.SECOND)
    assert ending_for(conceded, Player.FIRST) == in_it("You conceded.", "Vous avez abandonné.")
    assert ending_for(conceded, Player.SECOND) == in_it(
        "Your opponent conceded.", "Votre adversaire a abandonné."
    )


PHASES = {
    "HOMES": ("Choice of home powers", "Choix des puissances"),
    "S1901B": ("Auction of 1901", "Enchères de 1901"),
    "S1901M": ("Spring 1901, movement", "Printemps 1901, mouvements"),
    "S1902R": ("Spring 1902, retreats", "Printemps 1902, retraites"),
    "F1901M": ("Autumn 1901, movement", "Automne 1901, mouvements"),
    "F1912R": ("Autumn 1912, retreats", "Automne 1912, retraites"),
    "W1901A": ("Winter 1901, adjustments", "Hiver 1901, ajustements"),
}
MARKS = {
    "HOMES": ("powers", "puissances"),
    "S1901B": ("auction", "enchères"),
    "S1901M": ("spring", "printemps"),
    "S1902R": ("retreats", "retraites"),
    "F1901M": ("autumn", "automne"),
    "F1912R": ("retreats", "retraites"),
    "W1901A": ("winter", "hiver"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_phases_have_names(language, phase):
    assert phase_name(Phase.parse(phase)) == PHASES[phase][LANGUAGES.index(language)]


@pytest.mark.parametrize("phase", MARKS)
def test_a_phase_is_one_word_in_the_line_of_its_year(language, phase):
    assert phase_mark(Phase.parse(phase)) == MARKS[phase][LANGUAGES.index(language)]
