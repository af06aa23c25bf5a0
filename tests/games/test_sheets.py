"""Reading sheets (000 VII, 002 §8, 004 IV)."""

from dataclasses import replace

import pytest

from adjudicator import EDITIONS
from games import Concern, play, read_all, read_sheet, with_added
from games.sheets import OrderSheet, written_orders
from tests.games.tables import at, go, sheets, table, units


def concerns(read):
    return [(remark.concern, remark.line, str(remark.unit or "")) for remark in read.remarks]


def test_a_sheet_is_read_in_either_language():
    """004, annex: all editions' names and abbreviations are accepted as long as they mean one thing."""
    game = table(7)
    for language, text in [
        ("fr", "A Par va en Bourgogne\nA Mar S A Par-Bou\nF Bre xxx"),
        ("en", "A Par to Burgundy\nA Mar supports A Par - Bur\nF Bre holds"),
    ]:
        read = read_sheet(game, "FRANCE", text, language)
        assert read.remarks == ()
        assert list(map(str, read.sheet.orders)) == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"]


def test_one_meaning_is_enough():
    """000 VII.4: badly written, but unable to mean several things, it is followed."""
    game = at(table(7), "S1902M", {"ENGLAND": ["F NTH", "A LVP"]})
    read = read_sheet(game, "ENGLAND", "Liv - Yor\nNth - Nwy", "en")
    assert list(map(str, read.sheet.orders)) == ["A LVP - YOR", "F NTH - NWY"]


def test_a_sheet_never_means_an_order_of_another_power():
    """000 VII.4: on the sheet of England, Liv is Liverpool even where Russia stands in Livonia."""
    game = at(table(7), "S1902M", {"ENGLAND": ["A LVP"], "RUSSIA": ["A LVN"]})
    assert list(map(str, read_sheet(game, "ENGLAND", "A Liv H", "en").sheet.orders)) == ["A LVP H"]
    assert list(map(str, read_sheet(game, "RUSSIA", "A Liv H", "en").sheet.orders)) == ["A LVN H"]


def test_an_order_with_several_meanings_is_not_followed_and_is_shown():
    """000 VII.4; 004 annex: an ambiguous order fails."""
    game = at(table(7), "S1902M", {"ENGLAND": ["F NTH"]})
    read = read_sheet(game, "ENGLAND", "F Nth - Nor", "en")
    assert concerns(read) == [(Concern.UNREADABLE, 1, ""), (Concern.NO_ORDER, 0, "F NTH")]
    assert units(play(game, {"ENGLAND": read.sheet}).after, "ENGLAND") == ["F NTH"]


def test_unreadable_lines_are_shown_one_by_one():
    """002 §8: wrong or fanciful orders are ignored, and the units stay."""
    read = read_sheet(table(7), "FRANCE", "A Par - Bur\nvive la France\nA Mar - Spa", "fr")
    assert [remark.line for remark in read.remarks if remark.concern is Concern.UNREADABLE] == [2]
    assert len(read.sheet.orders) == 3


def test_orders_for_the_units_of_others_are_shown_and_void():
    """000 VII.1: a power orders its own units."""
    game = table(7)
    read = read_sheet(game, "FRANCE", "A Mun - Ruh\nA Par - Bur", "en")
    assert (Concern.FOREIGN, 1, "A MUN") in concerns(read)
    assert "A MUN" in units(play(game, {**sheets(game), "FRANCE": read.sheet}).after, "GERMANY")


def test_an_impossible_order_is_shown_with_its_reason():
    """002 §9.2: A Tri - Boh is impossible."""
    read = read_sheet(table(7), "AUSTRIA", "F Tri - Boh", "en")
    (remark, *_) = read.remarks
    assert (remark.concern, remark.reason.cause) == (Concern.IMPOSSIBLE, "unreachable")


def test_several_legal_orders_for_one_unit_are_none():
    """004 IV: it holds, and may be supported."""
    game = table(7, edition="anjou")
    read = read_sheet(game, "FRANCE", "A Par - Bur\nA Par - Pic", "fr")
    assert (Concern.SEVERAL, 2, "A PAR") in concerns(read)
    assert "A PAR" in units(play(game, {"FRANCE": read.sheet}).after, "FRANCE")


def test_of_several_orders_the_only_legal_one_counts():
    """004 IV."""
    assert "A BUR" in units(go(table(7, edition="anjou"), FRANCE="A Par - Mos\nA Par - Bur"), "FRANCE")


def test_several_retreats_disperse():
    """004 IV: among retreats it is taken for an order to disperse."""
    game = at(
        table(7, edition="anjou"),
        "S1902R",
        {"GERMANY": ["A BUR"]},
        None,
        {"FRANCE": {"A BUR": ["GAS", "PAR"]}},
    )
    assert units(go(game, FRANCE="A Bur R Gas\nA Bur R Par"), "FRANCE") == []


def test_adjustments_that_are_too_many_are_shown():
    """004 IV: only the first ones count."""
    game = at(table(7), "W1902A", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR", "MAR"]})
    read = read_sheet(game, "FRANCE", "A Par\nA Mar", "en")
    assert concerns(read) == [(Concern.SURPLUS, 2, "A MAR")]


def test_a_fleet_in_saint_petersburg_without_its_coast_is_no_build():
    """004 IV: illegal, so the player has one unit less for a year."""
    game = at(table(7), "W1902A", {"RUSSIA": ["A MOS"]}, {"RUSSIA": ["STP", "MOS"]})
    read = read_sheet(game, "RUSSIA", "F StP", "en")
    assert [remark.concern for remark in read.remarks] == [Concern.IMPOSSIBLE]
    assert units(play(game, {"RUSSIA": read.sheet}).after, "RUSSIA") == ["A MOS"]


def test_on_a_torn_sheet_the_rest_holds_and_may_be_supported():
    """004 IV: without legal order it is in civil disorder, and can be supported in its defence."""
    game = at(table(7), "S1902M", {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR", "A PIC"]})
    torn = OrderSheet(read_sheet(game, "FRANCE", "A Gas S A Par", "en").sheet.orders, torn=True)
    attack = read_sheet(game, "GERMANY", "A Bur - Par\nA Pic S A Bur - Par", "en").sheet
    after = play(game, {"FRANCE": torn, "GERMANY": attack}).after
    assert "A PAR" in units(after, "FRANCE")


def test_on_a_torn_sheet_a_retreat_not_written_disperses():
    """004 IV: torn in a phase of retreats, it disperses."""
    game = at(table(7), "S1902R", {"GERMANY": ["A BUR"]}, None, {"FRANCE": {"A BUR": ["GAS", "PAR"]}})
    assert units(play(game, {"FRANCE": OrderSheet((), torn=True)}).after, "FRANCE") == []


def test_the_way_of_a_convoy_does_not_matter():
    """004 IV: only the ends count; the convoy may go by another sea."""
    game = at(table(7, edition="anjou"), "S1902M", {"ENGLAND": ["A BEL", "F ENG", "F NTH"]})
    after = go(game, ENGLAND="A Bel - mer du Nord - Lon\nF Eng C A Bel - Lon")
    assert "A LON" in units(after, "ENGLAND")


def test_by_convoy_without_any_convoy_only_the_ends_count():
    """004 IV: only origin and destination say whether the order is legal."""
    game = at(table(7, edition="anjou"), "S1902M", {"ITALY": ["A ROM"]})
    assert units(go(game, ITALY="A Rom - Ven par convoi"), "ITALY") == ["A VEN"]


def test_a_wrong_nationality_does_not_matter():
    """004 IV: the order stays valid even if the nationality is wrong."""
    game = at(table(7), "S1902M", {"RUSSIA": ["A GAL"], "AUSTRIA": ["A SER"], "TURKEY": ["A BUD"]})
    after = go(game, AUSTRIA="A Ser - Bud", RUSSIA="A Gal S l'armée italienne de Serbie - Bud")
    assert "A BUD" in units(after, "AUSTRIA")


def test_a_missing_order_is_taken_from_a_support_of_the_same_power():
    """004 IV: it is legal if it is complete in an order for another unit of the same power."""
    game = table(7, edition="anjou")
    assert "A BUR" in units(go(game, FRANCE="A Mar S A Par - Bur"), "FRANCE")


def test_a_coast_left_out_is_taken_from_a_support_of_the_same_power():
    """004 IV: an incomplete order is completed so."""
    game = at(table(7, edition="anjou"), "S1902M", {"FRANCE": ["F MAO", "A GAS"]})
    after = go(game, FRANCE="F MAO - Spa\nA Gas S F MAO - Spa nc")
    assert "F SPA/NC" in units(after, "FRANCE")


def test_all_orders_may_be_typed_at_once():
    """002 §8: the game master writes them down; by headings, or by whose units they are for."""
    game = table(7)
    found = read_all(game, "FRANCE: A Par - Bur\nA Mar - Spa\nGermany\nA Mun - Ruh\n", "en")
    assert {power: list(map(str, read.sheet.orders)) for power, read in found.items()} == {
        "FRANCE": ["A PAR - BUR", "A MAR - SPA"],
        "GERMANY": ["A MUN - RUH"],
    }
    found = read_all(game, "A Par - Bur\nA Mun - Ruh\nhello", "en")
    assert set(found) == {"FRANCE", "GERMANY", None}


def added(game, text, more):
    return with_added(game, "FRANCE", text, read_sheet(game, "FRANCE", more, "en").sheet, "en").splitlines()


def test_an_order_added_to_a_sheet_replaces_the_order_of_its_unit_and_no_other():
    """002 §8: sheets typed at once; several orders stand in one line as people write them."""
    game = table(7)
    text = "# with love\nPar - Bur, Mar S Par - Bur\nF Bre xxx; A Foo - Bar"
    assert added(game, text, "A Mar - Spa") == [
        "# with love",
        "A Paris - Burgundy",
        "F Bre xxx; A Foo - Bar",
        "A Marseilles - Spain",
    ]
    assert added(game, text, "F Bre - MAO")[:2] == text.splitlines()[:2]
    assert "A Foo - Bar" in added(game, text, "F Bre - MAO")
    assert added(game, "", "Par - Pic") == ["A Paris - Picardy"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_orders_are_read_again_as_they_are_written(edition, language):
    """A sheet that is taken back or added to shows its orders in words."""
    game = table(7, edition=edition)
    for power in game.played:
        for orders in game.choices(power).by_power.values():
            text = "\n".join(written_orders(game, orders, language))
            assert list(read_sheet(game, power, text, language).sheet.orders) == list(orders)


def test_builds_typed_at_once_go_to_the_power_of_the_home_centre():
    game = at(table(7), "W1902A", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER"]})
    found = read_all(game, "F Mar B\nA Ber B", "en")
    assert {power: list(map(str, read.sheet.orders)) for power, read in found.items()} == {
        "FRANCE": ["F MAR B"],
        "GERMANY": ["A BER B"],
    }


def test_the_sheets_of_beginners_are_read_first():
    """004 IV: at least at the beginning of the game."""
    game = table(7)
    game = game.with_seat(4, replace(game.seats[3], beginner=True))
    assert game.reading_order[0] == "GERMANY"
    assert game.reading_order[1:] == ("AUSTRIA", "ENGLAND", "FRANCE", "ITALY", "RUSSIA", "TURKEY")
