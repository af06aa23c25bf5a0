"""The powers in the viewer's language."""

from adjudicator import standard
from web.words.names import power_name

NAMES = {
    "en": ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"],
    "fr": ["Autriche", "Angleterre", "France", "Allemagne", "Italie", "Russie", "Turquie"],
}


def test_powers_have_names(language):
    assert [power_name(power) for power in standard().powers] == NAMES[language]
