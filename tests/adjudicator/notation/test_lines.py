"""Reading a sheet of several lines, as the typed box takes it."""

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.notation import LANGUAGES, Fault, Line, read_lines, write
from adjudicator.units import Unit
from tests.adjudicator.notation.orders import movement_orders


def summary(text, language="en", **options):
    """List (number, order or fault) for every line of a sheet."""
    return [
        (line.number, str(line.order) if line.order else line.error.fault.value)
        for line in read_lines(text, language, **options)
    ]


def test_lines_are_numbered_as_they_stand_whatever_ends_them():
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
    army = Unit.parse("A LVN")
    assert summary(
        "A Liv H\nWar S Lvn", edition="parker", unit_of={"LVN": army, "WAR": Unit.parse("A WAR")}.get
    ) == [
        (1, "A LVN H"),
        (2, "A WAR S A LVN"),
    ]


@given(text=st.text() | st.text("AFH -,;:#\nparbuFRANCE"))
def test_any_sheet_is_answered_line_by_line(text):
    for line in read_lines(text, "fr"):
        assert isinstance(line, Line)
        assert (line.order is None) != (line.error is None)


@given(orders=st.lists(movement_orders(), max_size=5))
def test_a_sheet_of_written_orders_is_read_as_it_was_written(orders):
    for language in LANGUAGES:
        sheet = "\n".join(write(order, language) for order in orders)
        assert [line.order for line in read_lines(sheet, language)] == orders
        assert [line.order for line in read_lines(sheet.replace("\n", "; "), language)] == orders
