"""Orders and names, written in each language."""

import pytest

from adjudicator.board import standard
from adjudicator.notation import (
    in_place,
    place_name,
    power_name,
    province_name,
    standing_in,
    to_place,
    unit_in_words,
    unit_name,
    write,
    write_code,
)
from adjudicator.orders import parse
from adjudicator.units import Unit

WRITTEN = [
    ("A PAR H", "A Paris holds", "A Paris tient"),
    ("A PAR - BUR", "A Paris - Burgundy", "A Paris – Bourgogne"),
    (
        "F MAO - SPA/NC",
        "F Mid-Atlantic Ocean - Spain (north coast)",
        "F Atlantique Centre – Espagne (côte nord)",
    ),
    ("A LON - BEL VIA", "A London - Belgium by convoy", "A Londres – Belgique par convoi"),
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
    ("A PAR R PIC", "A Paris retreats to Picardy", "A Paris fait retraite vers la Picardie"),
    ("A RUM R BLA", "A Rumania retreats to the Black Sea", "A Roumanie fait retraite vers la mer Noire"),
    ("A PAR D", "A Paris disbands", "A Paris se dissout"),
    (
        "F STP/NC B",
        "Build F St Petersburg (north coast)",
        "Construire F Saint-Pétersbourg (côte nord)",
    ),
    ("WAIVE", "Waive a build", "Renoncer à construire"),
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


JOINED = {
    "MUN": ("to Munich", "in Munich", "vers Munich", "à Munich", "de Munich"),
    "NTH": (
        "to the North Sea",
        "in the North Sea",
        "vers la mer du Nord",
        "en mer du Nord",
        "de la mer du Nord",
    ),
    "ENG": (
        *("to the English Channel", "in the English Channel"),
        *("vers la Manche", "dans la Manche", "de la Manche"),
    ),
    "LYO": (
        *("to the Gulf of Lyon", "in the Gulf of Lyon"),
        *("vers le golfe du Lion", "dans le golfe du Lion", "du golfe du Lion"),
    ),
    "MAO": (
        *("to the Mid-Atlantic Ocean", "in the Mid-Atlantic Ocean"),
        *("vers l’Atlantique Centre", "dans l’Atlantique Centre", "de l’Atlantique Centre"),
    ),
    "WES": (
        *("to the Western Mediterranean", "in the Western Mediterranean"),
        *(
            "vers la Méditerranée occidentale",
            "en Méditerranée occidentale",
            "de la Méditerranée occidentale",
        ),
    ),
    "BEL": ("to Belgium", "in Belgium", "vers la Belgique", "en Belgique", "de Belgique"),
    "ALB": ("to Albania", "in Albania", "vers l’Albanie", "en Albanie", "d’Albanie"),
    "ANK": ("to Ankara", "in Ankara", "vers Ankara", "à Ankara", "d’Ankara"),
    "EDI": ("to Edinburgh", "in Edinburgh", "vers Édimbourg", "à Édimbourg", "d’Édimbourg"),
    "DEN": ("to Denmark", "in Denmark", "vers le Danemark", "au Danemark", "du Danemark"),
    "YOR": ("to Yorkshire", "in Yorkshire", "vers le Yorkshire", "dans le Yorkshire", "du Yorkshire"),
    "SPA/NC": (
        *("to Spain (north coast)", "in Spain (north coast)"),
        *("vers l’Espagne (côte nord)", "en Espagne (côte nord)", "d’Espagne (côte nord)"),
    ),
}


@pytest.mark.parametrize(("location", "forms"), JOINED.items())
def test_a_place_is_joined_to_what_stands_before_it_as_each_language_does(location, forms):
    said = [form(location, "en") for form in (to_place, in_place)]
    assert standing_in(location, "en") == in_place(location, "en")
    assert (*said, *(form(location, "fr") for form in (to_place, in_place, standing_in))) == forms


@pytest.mark.parametrize("location", standard().spaces)
def test_no_french_place_keeps_an_article_or_a_vowel_that_must_be_joined(location):
    """Neither "de le", "à le" nor "de A…" is French; a name without an article gets none."""
    name, unit, inside = (form(location, "fr") for form in (definite_name, standing_in, in_place))
    assert to_place(location, "fr") == f"vers {name}"
    bare = name.removeprefix("le ").removeprefix("la ").removeprefix("l’")
    vowel = bare[0] in "AEIOUYÉÈÊ"
    if bare == name:
        allowed = {(f"d’{name}" if vowel else f"de {name}", f"à {name}")}
    elif name.startswith("le "):
        allowed = {(f"du {bare}", f"{where} {bare}") for where in ("au", "dans le")}
    elif name.startswith("l’"):
        allowed = {(f"d’{bare}", f"en {bare}"), (f"de l’{bare}", f"dans l’{bare}")}
    else:
        allowed = {
            (f"de {bare}", f"en {bare}"),
            *((f"de la {bare}", f"{w} {bare}") for w in ("en", "dans la")),
        }
    assert (unit, inside) in allowed


def definite_name(location, language):
    return place_name(location, language, definite=True)


def test_in_winter_a_unit_is_removed_and_does_not_disband():
    removal = parse("A BUD D")
    assert [write(removal, language, winter=True) for language in ("en", "fr")] == [
        "Remove A Budapest",
        "Retirer A Budapest",
    ]
    assert write(parse("A BUD - VIE"), "fr", winter=True) == write(parse("A BUD - VIE"), "fr")


def test_a_unit_is_said_aloud_with_its_kind_in_full():
    """Screen readers would spell a single letter."""
    army, fleet = Unit.parse("A BRE"), Unit.parse("F NTH")
    assert [unit_in_words(army, language) for language in ("en", "fr")] == ["army, Brest", "armée, Brest"]
    assert unit_in_words(fleet, "en") == "fleet, North Sea"
    assert unit_in_words(Unit.parse("F STP/SC"), "fr") == "flotte, Saint-Pétersbourg (côte sud)"
