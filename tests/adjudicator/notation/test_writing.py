"""What is written for players of each language."""

import pytest

from adjudicator.notation import place_name, power_name, province_name, unit_name, write, write_code
from adjudicator.orders import parse
from adjudicator.units import Unit

WRITTEN = [
    ("A PAR H", "A Paris holds", "A Paris tient"),
    ("A PAR - BUR", "A Paris - Burgundy", "A Paris – Bourgogne"),
    (
        "F MAO - SPA/NC",
        "F Mid-Atlantic Ocean - Spain (north coast)",
        "F Atlantique moyen – Espagne (côte nord)",
    ),
    ("A LON - BEL VIA", "A London - Belgium via convoy", "A Londres – Belgique par convoi"),
    (
        "A MAR S A PAR - BUR",
        "A Marseilles supports A Paris - Burgundy",
        "A Marseille soutient A Paris – Bourgogne",
    ),
    ("A MAR S A PAR", "A Marseilles supports A Paris", "A Marseille soutient A Paris"),
    (
        "F NTH C A LON - BEL",
        "F North Sea convoys A London - Belgium",
        "F Mer du Nord convoie A Londres – Belgique",
    ),
    ("A PAR R PIC", "A Paris retreats to Picardy", "A Paris fait retraite vers Picardie"),
    ("A PAR D", "A Paris disbands", "A Paris se dissout"),
    (
        "F STP/NC B",
        "Build F St Petersburg (north coast)",
        "Construit F Saint-Pétersbourg (côte nord)",
    ),
    ("WAIVE", "Waive a build", "Renonce à construire"),
]


@pytest.mark.parametrize(("code", "english", "french"), WRITTEN)
def test_an_order_is_written_in_the_words_of_each_language(code, english, french):
    order = parse(code)
    assert (write(order, "en"), write(order, "fr"), write_code(order)) == (english, french, code)


def test_powers_have_names_and_in_french_an_article():
    assert power_name("AUSTRIA", "en") == power_name("AUSTRIA", "en", definite=True) == "Austria"
    assert power_name("AUSTRIA", "fr") == "Autriche"
    assert power_name("AUSTRIA", "fr", definite=True) == "l’Autriche"


def test_provinces_have_names_and_some_an_article():
    assert province_name("NTH", "fr") == "Mer du Nord"
    assert province_name("NTH", "fr", definite=True) == "la mer du Nord"
    assert province_name("NTH", "en", definite=True) == "the North Sea"
    assert province_name("PAR", "fr", definite=True) == "Paris"


def test_places_are_named_with_their_coast():
    assert place_name("SPA/SC", "fr") == "Espagne (côte sud)"
    assert place_name("SPA/SC", "fr", definite=True) == "l’Espagne (côte sud)"
    assert place_name("BUL/EC", "en") == "Bulgaria (east coast)"


def test_units_are_named_by_kind_and_place():
    assert unit_name(Unit.parse("F STP/SC"), "en") == "F St Petersburg (south coast)"
