"""Phases in the reader's language."""

import pytest

from adjudicator import Phase
from tests.web.words.conftest import LANGUAGES
from web.words.phases import phase_mark, phase_name

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
