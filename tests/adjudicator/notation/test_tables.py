"""Every abbreviation of every source is read in its edition."""

import pytest

from adjudicator.board import standard
from adjudicator.editions import EDITIONS
from adjudicator.errors import EditionError
from adjudicator.notation import LANGUAGES, read
from adjudicator.notation.vocabulary import PRINTED, abbreviations, language_of, printed
from adjudicator.orders import parse
from adjudicator.units import Kind

# Descartes prints the codes of Marseilles and Tyrolia for North Africa and the Tyrrhenian Sea.
SHADOWED = {("anjou", "NAF", "MAR"), ("anjou", "TYS", "TYR")}
WRITTEN = [
    (edition, province, abbreviation)
    for edition in PRINTED
    for province, written in printed(PRINTED[edition]).items()
    for abbreviation in written
]


def kind_of(province):
    return Kind.ARMY if standard().spaces[province].admits(Kind.ARMY) else Kind.FLEET


def test_an_abbreviation_is_read_in_its_edition(subtests):
    for language in LANGUAGES:
        for edition, province, abbreviation in sorted({*WRITTEN} - SHADOWED):
            with subtests.test(
                language=language, edition=edition, province=province, abbreviation=abbreviation
            ):
                kind = kind_of(province)
                for written in (abbreviation, abbreviation.lower(), abbreviation.upper()):
                    assert str(read(f"{kind} {written} H", language, edition)) == f"{kind} {province} H"


def test_a_code_means_its_province_even_if_a_table_says_otherwise(subtests):
    for edition, province, abbreviation in sorted(SHADOWED):
        with subtests.test(edition=edition, province=province, abbreviation=abbreviation):
            assert abbreviation in printed(PRINTED[edition])[province]
            assert str(read(f"A {abbreviation} H", "fr", edition)) == f"A {abbreviation} H"


ELSEWHERE = {("F", "TYR"): "TYS", ("F", "GAL"): "WAL"}
"""Codes that mean another space because the unit cannot be in the first: `TYR` is the
Tyrrhenian Sea in 004, and the French name of Wales, Galles, begins with `Gal` (1971 VII.7).
"""


def test_a_code_means_another_space_only_where_such_a_unit_can_be_in_that_one_alone(subtests):
    for edition in [None, *PRINTED]:
        for kind in Kind:
            with subtests.test(edition=edition, kind=kind):
                found = {
                    code: read(f"{kind} {code} H", language, edition).unit.location
                    for language in LANGUAGES
                    for code in standard().spaces
                }
                expected = {code: ELSEWHERE.get((kind, code), code) for code in standard().spaces}
                assert found == expected


def test_the_list_of_ambiguous_codes_is_complete():
    """It covers every code, both kinds of unit, every table and every name in both languages."""
    (every,) = abbreviations(None)
    names = {
        (name.lower(), code)
        for language in map(language_of, LANGUAGES)
        for code, written in language.places.items()
        for name in written
    }
    spaces, found = standard().spaces, {}
    for kind in Kind:
        for code in spaces:
            word = code.lower()
            others = {*every.get(word, ()), *(place for name, place in names if name.startswith(word))}
            fitting = {other for other in others if spaces[other].admits(kind)}
            if fitting and not spaces[code].admits(kind):
                found[kind.value, code] = " ".join(fitting)
    assert found == ELSEWHERE


def test_the_kind_of_unit_tells_tyrolia_from_the_tyrrhenian_sea(subtests):
    for text, meant in [
        ("F TYR - ION", "F TYS - ION"),
        ("F Tyr - Ion", "F TYS - ION"),
        ("F Tun - Tyr", "F TUN - TYS"),
        ("F Nap S F Ion - Tyr", "F NAP S F ION - TYS"),
        ("F Tyr C A Rom - Tun", "F TYS C A ROM - TUN"),
        ("A Rom - Tyr - Tun", "A ROM - TUN"),
        ("A Rom - Tun via Tyr", "A ROM - TUN VIA"),
        ("F Tyr R Wes", "F TYS R WES"),
        ("A Tyr - Ven", "A TYR - VEN"),
        ("A Ven - Tyr", "A VEN - TYR"),
        ("A Mun S A Ven - Tyr", "A MUN S A VEN - TYR"),
        ("F Tyrolia - Ion", "F TYR - ION"),
    ]:
        with subtests.test(text=text, meant=meant):
            for language in LANGUAGES:
                assert str(read(text, language)) == meant


def test_the_strict_notation_does_not_look_at_what_is_possible():
    assert parse("F TYR - ION").unit.location == "TYR"


def test_a_table_has_all_75_spaces_seeds_000_002_004(subtests):
    for edition in ["1971", "parker", "anjou"]:
        with subtests.test(edition=edition):
            assert printed(PRINTED[edition]).keys() == standard().spaces.keys()


def test_the_page_of_the_ens_has_the_28_abbreviations_of_its_examples_seed_001():
    assert len(printed("ens")) == 28
    assert printed("ens").keys() < standard().spaces.keys()


def test_only_three_abbreviations_mean_two_spaces_and_two_of_them_are_codes():
    (every,) = abbreviations(None)
    doubtful = {word: meant for word, meant in every.items() if len(meant) > 1}
    assert doubtful == {"liv": ("LVN", "LVP"), "mar": ("MAR", "NAF"), "tyr": ("TYR", "TYS")}


def test_every_edition_is_known(subtests):
    for edition in [None, *dict.fromkeys([*EDITIONS, *PRINTED])]:
        with subtests.test(edition=edition):
            assert str(read("A PAR H", "en", edition)) == "A PAR H"


def test_an_unknown_edition_is_an_error_that_lists_the_known():
    with pytest.raises(EditionError, match="'1972' is not one of standard"):
        read("A PAR H", "en", "1972")
