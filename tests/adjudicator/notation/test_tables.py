"""Every abbreviation of every source is read in its edition."""

import pytest

from adjudicator.board import standard
from adjudicator.edition import EDITIONS
from adjudicator.errors import EditionError
from adjudicator.notation import LANGUAGES, read
from adjudicator.notation.tables import PRINTED, abbreviations, printed
from adjudicator.units import Kind

# Descartes prints the codes of Marseilles and Tyrolia for North Africa and the Tyrrhenian Sea.
SHADOWED = {("anjou", "NAF", "MAR"), ("anjou", "TYS", "TYR")}
WRITTEN = [
    (edition, province, abbreviation)
    for edition in PRINTED
    for province, written in printed(edition).items()
    for abbreviation in written
]


def kind_of(province):
    return Kind.ARMY if standard().spaces[province].admits(Kind.ARMY) else Kind.FLEET


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("edition", "province", "abbreviation"), sorted({*WRITTEN} - SHADOWED))
def test_an_abbreviation_is_read_in_its_edition(edition, province, abbreviation, language):
    kind = kind_of(province)
    for written in (abbreviation, abbreviation.lower(), abbreviation.upper()):
        assert str(read(f"{kind} {written} H", language, edition)) == f"{kind} {province} H"


@pytest.mark.parametrize(("edition", "province", "abbreviation"), sorted(SHADOWED))
def test_the_canonical_codes_always_mean_what_they_mean(edition, province, abbreviation):
    assert abbreviation in printed(edition)[province]
    for kind in "AF":
        assert str(read(f"{kind} {abbreviation} H", "fr", edition)) == f"{kind} {abbreviation} H"


@pytest.mark.parametrize("edition", ["1971", "parker", "anjou"])
def test_a_table_has_all_75_spaces_seeds_000_002_004(edition):
    assert printed(edition).keys() == standard().spaces.keys()


def test_the_page_of_the_ens_has_the_28_abbreviations_of_its_examples_seed_001():
    assert len(printed("ens")) == 28
    assert printed("ens").keys() < standard().spaces.keys()


def test_only_three_abbreviations_mean_two_spaces_and_two_of_them_are_codes():
    (every,) = abbreviations(None)
    doubtful = {word: meant for word, meant in every.items() if len(meant) > 1}
    assert doubtful == {"liv": ("LVN", "LVP"), "mar": ("MAR", "NAF"), "tyr": ("TYR", "TYS")}


@pytest.mark.parametrize("edition", [None, *dict.fromkeys([*EDITIONS, *PRINTED])])
def test_every_edition_is_known(edition):
    assert str(read("A PAR H", "en", edition)) == "A PAR H"


def test_an_unknown_edition_is_an_error_that_lists_the_known():
    with pytest.raises(EditionError, match="'1972' is none of standard"):
        read("A PAR H", "en", "1972")
