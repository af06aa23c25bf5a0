"""Texts that mean an order, and texts with no meaning or with several."""

import pytest

from adjudicator import PhaseKind, read_position
from adjudicator.board import standard
from adjudicator.editions import EDITIONS
from adjudicator.notation import (
    LANGUAGES,
    Ambiguous,
    Fault,
    Here,
    Invalid,
    LanguageError,
    explain,
    province_code,
    read,
)
from adjudicator.units import Kind, Location, Unit


def refusal(text, language="en", edition=None, here=None):
    """Return the error of a refused text; both languages must explain it."""
    with pytest.raises((Invalid, Ambiguous)) as refused:
        read(text, language, edition, here)
    assert all(explain(refused.value, code) for code in ("en", "fr"))
    return refused.value


def standing(*units):
    """Return the context of a movement position with these units of one power."""
    return Here.of(read_position({"FRANCE": units}), PhaseKind.MOVEMENT)


@pytest.mark.parametrize(
    ("edition", "province"), [("parker", "LVN"), ("anjou", "LVP")], ids=["Livonie in 002", "Liverpool in 004"]
)
def test_the_table_of_the_edition_comes_first(edition, province):
    assert str(read("A Liv H", "fr", edition)) == f"A {province} H"


@pytest.mark.parametrize("edition", [None, *EDITIONS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_code_on_a_board_is_read_as_its_province_in_the_language_of_that_board(language, edition):
    misread = []
    for space in standard().spaces.values():
        code = province_code(space.province, language)
        for kind in filter(space.admits, Kind):
            place = Location(space.province)
            orders = {
                f"{kind} {code} H": f"{kind} {place} H",
                f"{kind} MUN - {code}": f"{kind} MUN - {place}",
            }
            for case in (str.upper, str.lower):
                found = {text: str(read(case(text), language, edition)) for text in orders}
                misread += [text for text in orders if found[text] != orders[text]]
    assert misread == []


@pytest.mark.parametrize("edition", [None, "standard", "1971", "ens"])
def test_a_word_for_two_spaces_is_ambiguous_and_the_error_names_both(edition):
    error = refusal("A Yor - Liv", "fr", edition)
    assert isinstance(error, Ambiguous)
    assert (error.word, error.meanings) == ("Liv", ("LVN", "LVP"))
    assert "la Livonie ou Liverpool" in explain(error, "fr")
    assert "Livonia or Liverpool" in explain(error, "en")


def test_tables_of_other_editions_are_read_where_they_cannot_be_mistaken():
    assert str(read("F Nrd - Nge", "en")) == "F NTH - NWY"
    assert str(read("F LEV - Égé", "fr", "1971")) == "F EAS - AEG"


def test_the_first_letters_of_a_name_may_stand_for_it_1971_vii_7_and_004():
    assert str(read("F Heli - Skage", "en")) == "F HEL - SKA"
    assert str(read("A Bulg - Constant", "fr")) == "A BUL - CON"


def test_names_that_begin_with_nor_are_ambiguous_1971_vii_7():
    assert refusal("F Nor H").meanings == ("NAF", "NAO", "NTH", "NWG", "NWY")


def test_the_kind_of_unit_settles_it_where_it_can_an_army_is_not_in_a_sea():
    assert refusal("A Nor H").meanings == ("NAF", "NWY")
    assert str(read("F Ven - Adri", "en")) == "F VEN - ADR"
    assert str(read("F Tun - Tyrr", "en")) == "F TUN - TYS"


@pytest.mark.parametrize(
    "text", ["A Bel - mer du Nord - Lon", "A Bel - Nth - Eng - Lon", "A Bel to Nth to Lon"]
)
def test_a_path_written_out_keeps_its_ends_seed_004(text):
    assert str(read(text, "fr")) == "A BEL - LON"


def test_a_path_written_out_in_a_support_or_a_convoy_keeps_its_ends_too():
    assert str(read("F Nth C A Bel - Nth - Lon", "en")) == "F NTH C A BEL - LON"
    assert str(read("A Wal S A Bel - Nth - Lon via Nth", "en")) == "A WAL S A BEL - LON"


def test_seas_may_be_named_after_via():
    assert str(read("A Bre - Lon via Eng", "en")) == "A BRE - LON VIA"
    assert str(read("A Lon via Nth et Ska - Swe", "fr")) == "A LON - SWE VIA"
    assert str(read("A Lon - Tun convoyée par F Manche, F Atlantique et F Moc", "fr")) == "A LON - TUN VIA"


@pytest.mark.parametrize(("text", "word"), [("A Par - Bur - Mun", "Bur"), ("F Bre - Eng - Nth", "Eng")])
def test_only_armies_pass_and_only_over_seas(text, word):
    error = refusal(text)
    assert (error.fault, error.word) == (Fault.NOT_A_SEA, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [("A Foo - Bur", "Foo"), ("A Par - Bür!x", "x"), ("A Par 💥 Bur", "💥"), ("A Par ? Bur", "?")],
)
def test_a_word_that_means_nothing_is_refused_by_name(text, word):
    error = refusal(text)
    assert (error.fault, error.word) == (Fault.UNKNOWN, word)


@pytest.mark.parametrize(
    ("text", "fault", "word"),
    [
        ("", Fault.EMPTY, ""),
        (" \t…".replace("…", "."), Fault.EMPTY, "."),
        ("A Par", Fault.NO_ACTION, "A Par"),
        ("A Par Bur", Fault.NO_ACTION, "Bur"),
        ("A", Fault.NO_PLACE, "A"),
        ("A - Bur", Fault.NO_PLACE, "- Bur"),
        ("A Par -", Fault.NO_PLACE, "A Par -"),
        ("A Par S", Fault.NO_PLACE, "A Par S"),
        ("A Par - Bur H", Fault.LEFT_OVER, "H"),
        ("A Par - Bur, A Mar - Spa", Fault.LEFT_OVER, "A Mar - Spa"),
        ("F Nth C A Lon", Fault.NO_DESTINATION, "F Nth C A Lon"),
        ("A Par et", Fault.NO_ACTION, "et"),
        ("A Par H et", Fault.LEFT_OVER, "et"),
        ("A Par R", Fault.NO_DESTINATION, "A Par R"),
        ("F Nth C F Lon - Bel", Fault.ONLY_ARMIES, "F Lon"),
        ("F Rom - Nap/nc", Fault.NO_SUCH_COAST, "nc"),
        ("F Con - Bul côte ouest", Fault.NO_SUCH_COAST, "côte ouest"),
        ("Par - Bur", Fault.NO_KIND, "Par"),
        ("A Mar S Par - Bur", Fault.NO_KIND, "Par"),
        ("A Par " + "H" * 400, Fault.TOO_LONG, "A Par " + "H" * 34),
    ],
)
def test_an_invalid_order_is_refused_with_its_fault_and_the_part_at_fault(text, fault, word):
    error = refusal(text)
    assert (error.fault, error.word) == (fault, word)


def test_a_unit_that_holds_and_supports_or_convoys_does_the_latter_seed_002_15():
    assert str(read("F Nrd XXX et C A Yor - Hol", "fr")) == "F NTH C A YOR - HOL"
    assert str(read("A Ukr XXX et S F Seb XXX", "fr")) == "A UKR S F SEV"


def test_a_convoyed_unit_is_an_army_even_if_not_written_1971_xii_1():
    assert str(read("F Nth C Lon - Bel", "en")) == "F NTH C A LON - BEL"


def test_without_a_position_coasts_are_left_as_they_are_written():
    assert str(read("F Stp - Bot", "fr")) == "F STP - BOT"
    assert str(read("A Gas - Spa/nc", "en")) == "A GAS - SPA/NC"


def test_with_a_position_the_kind_of_a_unit_may_be_left_out():
    here = standing("A PAR", "F BRE", "F STP/SC")
    assert str(read("Par - Bur", "en", None, here)) == "A PAR - BUR"
    assert str(read("Brest S Paris vers Gas", "fr", None, here)) == "F BRE S A PAR - GAS"
    assert str(read("StP H", "en", None, here)) == "F STP/SC H"


def test_with_a_position_the_coast_of_a_unit_may_be_left_out():
    here = standing("F STP/SC", "F BAL")
    assert str(read("F Stp - Bot", "en", None, here)) == "F STP/SC - BOT"
    assert str(read("F Bal S F Stp - Bot", "en", None, here)) == "F BAL S F STP/SC - BOT"


def test_with_a_position_what_is_written_still_counts():
    here = standing("F STP/SC")
    assert str(read("F Stp/nc - Bot", "en", None, here)) == "F STP/NC - BOT"
    assert str(read("A Stp - Lvn", "en", None, here)) == "A STP - LVN"


def test_with_a_position_a_space_where_nothing_stands_is_refused():
    error = refusal("Par - Bur", "en", None, standing("F BRE"))
    assert (error.fault, error.word) == (Fault.NO_UNIT_THERE, "Par")


def test_with_a_position_a_doubtful_word_is_where_the_only_unit_stands():
    assert str(read("Liv H", "en", None, standing("A LVP"))) == "A LVP H"
    assert refusal("Liv H", "en", None, standing("A LVP", "F LVN")).meanings == ("LVN", "LVP")


def test_a_position_may_answer_with_any_unit_that_stands_there():
    anything = Here(PhaseKind.MOVEMENT, lambda _: Unit(Kind.FLEET, "SPA/SC"), lambda _: True)
    assert read("Spa H", "en", None, anything).unit == Unit(Kind.FLEET, "SPA/SC")


def test_a_hyphen_within_a_name_does_not_mean_a_move():
    assert str(read("F Mid-Atlantic-North-Atlantic", "en")) == "F MAO - NAO"
    assert str(read("A Saint-Pétersbourg-Livonie", "fr")) == "A STP - LVN"
    assert str(read("F East - Med", "en", "anjou")) == "F EAS - WES"


def test_an_unknown_language_is_an_error_of_its_own():
    with pytest.raises(LanguageError, match="'de' is not one of en, fr"):
        read("A PAR H", "de")
