"""Units, places and orders in the language of the page."""

import pytest

from adjudicator import Unit, Unreadable, Waive, parse_or_keep
from web.core.translation import in_language
from web.words.orders import action_words, order_words, place_label, unit_label

ORDERS = {
    "A PAR - BUR": {"en": ("A Paris - Burgundy", "- Burgundy"), "fr": ("A Paris – Bourgogne", "– Bourgogne")},
    "F MAO - SPA/NC": {
        "en": ("F Mid-Atlantic Ocean - Spain (north coast)", "- Spain (north coast)"),
        "fr": ("F Atlantique Centre – Espagne (côte nord)", "– Espagne (côte nord)"),
    },
    "A PAR H": {"en": ("A Paris holds", "holds"), "fr": ("A Paris tient", "tient")},
    "A BUR S A PAR - GAS": {
        "en": ("A Burgundy supports A Paris - Gascony", "supports A Paris - Gascony"),
        "fr": ("A Bourgogne soutient A Paris – Gascogne", "soutient A Paris – Gascogne"),
    },
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_said_with_its_unit_and_without(site, text, language):
    order = parse_or_keep(text)
    with site.test_request_context(), in_language(language):
        assert (order_words(order), action_words(order)) == ORDERS[text][language]


IN_FULL = {
    "A BUR S A PAR - GAS": {
        "en": "Army Burgundy supports Army Paris - Gascony",
        "fr": "Armée Bourgogne soutient Armée Paris – Gascogne",
    },
    "F BRE B": {"en": "Build a fleet in Brest", "fr": "Construire une flotte à Brest"},
    "F ION D": {"en": "Remove the fleet in the Ionian Sea", "fr": "Retirer la flotte de la mer Ionienne"},
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", IN_FULL)
def test_in_full_an_order_has_no_letters_of_units(site, text, language):
    with site.test_request_context(), in_language(language):
        said = order_words(parse_or_keep(text), winter=not text.startswith("A"), in_full=True)
        assert said == IN_FULL[text][language]


def test_units_and_places_are_named_in_one_language_after_the_other(site):
    fleet = Unit.parse("F STP/SC")
    with site.test_request_context():
        for _ in range(2):
            with in_language("fr"):
                assert unit_label(fleet) == "F Saint-Pétersbourg (côte sud)"
                assert place_label("NTH") == "Mer du Nord"
            with in_language("en"):
                assert unit_label(fleet) == "F St Petersburg (south coast)"
                assert place_label("NTH") == "North Sea"


def test_an_unreadable_order_stays_as_written_and_a_waive_names_no_unit(site):
    nonsense = parse_or_keep("my <plan>")
    with site.test_request_context():
        assert isinstance(nonsense, Unreadable)
        assert order_words(nonsense) == action_words(nonsense) == "my <plan>"
        assert order_words(Waive()) == action_words(Waive()) != ""
