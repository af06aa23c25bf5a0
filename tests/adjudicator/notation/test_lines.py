"""Reading a sheet of several lines, as the typed box takes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import PhaseKind, read_position
from adjudicator.notation import LANGUAGES, Fault, Here, Line, read_lines, write
from adjudicator.notation import text as text_module
from tests.adjudicator.notation.orders import movement_orders


def summary(text, language="en", **options):
    """List (number, order or fault) for every line of a sheet."""
    return [
        (line.number, str(line.order) if line.order else line.error.fault.value)
        for line in read_lines(text, language, **options)
    ]


def test_lines_are_numbered_alike_with_any_kind_of_line_ending():
    assert summary("A Par H\n\nA Mar H\r\nF Bre H\rA Bur H") == [
        (1, "A PAR H"),
        (3, "A MAR H"),
        (4, "F BRE H"),
        (5, "A BUR H"),
    ]


def test_blank_lines_comments_and_headings_are_no_orders():
    assert summary("\n  \n# mine\nFRANCE:\nAutriche-Hongrie :\nRUSSIE\n") == []


def test_what_follows_a_hash_is_a_comment():
    assert summary("A Par - Bur # to help Munich") == [(1, "A PAR - BUR")]


def test_a_leading_power_is_accepted():
    lines = read_lines("FRANCE: A Par - Bur", "en")
    assert [(str(line.order), line.text, line.power) for line in lines] == [
        ("A PAR - BUR", "A Par - Bur", "FRANCE")
    ]


def test_each_line_knows_the_power_last_named():
    sheet = "A Par H\nAUTRICHE-HONGRIE : A Vie — Tri\nA Bud — Ser\nITALIE:\nA Foo H"
    assert [line.power for line in read_lines(sheet, "fr")] == [None, "AUSTRIA", "AUSTRIA", "ITALY"]


def test_a_supported_unit_s_power_is_no_heading():
    (line,) = read_lines("A Sil (S) RUSSIE A War-Pru", "fr")
    assert (str(line.order), line.power) == ("A SIL S A WAR - PRU", None)


def test_several_orders_may_stand_in_one_line_seed_000_xii():
    assert summary("ANGLETERRE : A Lon-Bel; F Eng (C) A Lon-Bel, F Nth (C) A Lon-Bel.", language="fr") == [
        (1, "A LON - BEL"),
        (1, "F ENG C A LON - BEL"),
        (1, "F NTH C A LON - BEL"),
    ]


def test_blanks_between_orders_do_not_matter():
    assert summary("A Par H;A Mar H,F Bre H ;  A Bur H,") == [
        (1, "A PAR H"),
        (1, "A MAR H"),
        (1, "F BRE H"),
        (1, "A BUR H"),
    ]


def test_a_comma_within_one_order_is_only_a_comma():
    assert summary("A Par, H") == [(1, "A PAR H")]
    assert summary("A Lon - Tun via Eng, MAO, Wes") == [(1, "A LON - TUN VIA")]


def test_each_part_of_a_line_has_its_own_error():
    lines = read_lines("A Par - Bur, A Foo H; A Mar", "en")
    assert [(line.text, line.error and line.error.word) for line in lines] == [
        ("A Par - Bur", None),
        ("A Foo H", "Foo"),
        ("A Mar", "A Mar"),
    ]


def test_a_line_that_is_no_order_keeps_its_text_and_its_error():
    (line,) = read_lines("\n  A Foo - Bur  ", "en")
    assert (line.number, line.text, line.order, line.error.fault) == (2, "A Foo - Bur", None, Fault.UNKNOWN)


def test_the_edition_and_the_position_are_asked():
    here = Here.of(read_position({"RUSSIA": ["A LVN", "A WAR"]}), PhaseKind.MOVEMENT)
    assert summary("A Liv H\nWar S Lvn", edition="parker", here=here) == [
        (1, "A LVN H"),
        (2, "A WAR S A LVN"),
    ]


@given(text=st.text() | st.text("AFH -,;:#\nparbuFRANCE"))
def test_any_sheet_is_answered_line_by_line(text):
    for line in read_lines(text, "fr"):
        assert isinstance(line, Line)
        assert (line.order is None) != (line.error is None)


def looked_at(text, **options):
    """Return the number of examined characters of a sheet, and the result."""
    read_lines("", "en")  # reads the words of the language first, and only once
    before = text_module._plain.cache_info()
    lines = read_lines(text, "en", **options)
    after = text_module._plain.cache_info()
    return after.hits + after.misses - before.hits - before.misses, lines


EXPANDING = "\u2a76"
"""One character that expands to three equals signs."""


@pytest.mark.parametrize(
    "sheet",
    [
        "FRANCE: A Par - Bur; F Bre H, A Foo",
        "A Lon - Tun via Eng, MAO, Wes\nA Mar - Spa\nRUSSIA\nA War H",
        EXPANDING * 14_000,
        "=" * 14_000,
        "A Par - Bur " * 1500,
        "FRANCE " * 2000,
        "A Par H," * 400,
        "; ".join(["A Par - Bur"] * 400),
        "Mid - " * 3000,
    ],
    ids=lambda sheet: sheet[:12],
)
def test_every_character_of_a_sheet_is_looked_at_once(sheet):
    characters, lines = looked_at(sheet)
    assert 0 < characters <= len(sheet)
    assert lines


@pytest.mark.parametrize("sign", ["=", EXPANDING, "-", ">", "=>"])
def test_a_run_of_signs_is_one_word(sign):
    """Otherwise each sign would start a new search."""
    assert len(text_module.tokens(sign * 1000)) == 1


@pytest.mark.parametrize(
    "sheet", ["A" * 20_001, EXPANDING * 20_001, "A Par H\n" * 501, "A;" * 501, "A," * 501]
)
def test_a_sheet_that_is_too_long_is_not_looked_at(sheet):
    characters, lines = looked_at(sheet)
    assert characters == 0
    assert [(line.number, line.error.fault) for line in lines] == [(1, Fault.TOO_LONG)]


def test_the_limits_of_a_sheet_may_be_set():
    sheet = "A Par H\nA Mar H\nF Bre H"
    for limits in ({"longest": len(sheet)}, {"most": 2}):
        assert [line.error for line in read_lines(sheet, "en", **limits)] == [None] * 3
    for limits in ({"longest": len(sheet) - 1}, {"most": 1}):
        assert [line.error.fault for line in read_lines(sheet, "en", **limits)] == [Fault.TOO_LONG]


def test_a_line_may_be_longer_than_an_order():
    lines = read_lines("; ".join(["A Par - Bur"] * 40), "en")
    assert [str(line.order) for line in lines] == ["A PAR - BUR"] * 40


def test_an_order_that_is_too_long_is_refused_by_itself():
    lines = read_lines(f"A Par H\nA {'Par ' * 200}\nA Mar H", "en")
    assert [line.error and line.error.fault for line in lines] == [None, Fault.TOO_LONG, None]


@pytest.mark.parametrize("end", [";", ","])
def test_a_convoy_asked_for_does_not_swallow_the_next_order(end):
    lines = read_lines(f"A Tun - NAf via{end} F WMed - Lyo", "en")
    assert [str(line.order) for line in lines] == ["A TUN - NAF VIA", "F WES - LYO"]


@given(orders=st.lists(movement_orders(), max_size=5))
def test_a_sheet_of_written_orders_is_read_as_it_was_written(orders):
    for language in LANGUAGES:
        sheet = "\n".join(write(order, language) for order in orders)
        assert [line.order for line in read_lines(sheet, language)] == orders
        assert [line.order for line in read_lines(sheet.replace("\n", "; "), language)] == orders
