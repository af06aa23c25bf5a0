"""The rules of Parker (002) but for their campaign: examples of the text and particularities."""

import pytest

from adjudicator import Position, edition, standard
from tests.adjudicator.editions.playing import judged


def parker(**powers):
    return judged("parker", **powers)


def test_an_attacked_army_stops_supporting():
    """002 9.3: A Bur attacks the Ruhr, which supports Holland against Belgium."""
    phase = parker(GERMANY="A HOL - BEL, A RUH S A HOL - BEL", FRANCE="A BUR - RUH, A BEL H")
    assert phase.failed == {"A HOL": "bounce", "A RUH": "cut", "A BUR": "bounce"}


@pytest.mark.parametrize("order", ["A BEL - RUH", "A BEL - HOL"])
def test_so_it_does_when_attacked_by_whom_the_support_is_aimed_at(order):
    """002 9.3, 10.3: an attacked unit stops supporting, wherever the attack comes from."""
    phase = parker(GERMANY="A HOL - BEL, A RUH S A HOL - BEL", FRANCE=order)
    cut = order == "A BEL - RUH"
    assert phase.failed["A BEL"] == ("bounce" if cut else "bounce dislodged")
    assert ("A RUH" in phase.failed) == cut


def test_an_own_attack_still_cuts_no_own_support():
    """1971 IX.6, where 002 is silent about whose attack it is."""
    phase = parker(GERMANY="A HOL - BEL, A RUH S A HOL - BEL, A MUN - RUH", FRANCE="A BEL H")
    assert phase.failed == {"A MUN": "bounce", "A BEL": "dislodged"}


def test_an_army_attacked_from_all_sides_is_disbanded():
    """002 9.4: the army of Berlin."""
    phase = parker(
        GERMANY="A BER H", RUSSIA="A KIE - BER, A MUN S A KIE - BER, A SIL S A KIE - BER, A PRU S A KIE - BER"
    )
    assert phase.dislodged == {"A BER": ""}


def test_two_fleets_convoy_an_army_from_spain_to_rome():
    """002 9.4."""
    phase = parker(FRANCE="A SPA - ROM, F WES C A SPA - ROM, F TYS C A SPA - ROM")
    assert (phase.failed, "A ROM" in phase.units) == ({}, True)


def test_a_dislodged_fleet_ends_the_convoy_an_attacked_one_does_not():
    """002 9.4."""
    powers = {"FRANCE": "A SPA - ROM, F WES C A SPA - ROM, F TYS C A SPA - ROM"}
    assert parker(**powers, ITALY="F NAP - TYS").failed == {"F NAP": "bounce"}
    phase = parker(**powers, ITALY="F NAP - TYS, F ION S F NAP - TYS")
    assert phase.failed == {"A SPA": "disrupted", "F TYS": "dislodged"}


def test_trieste_does_not_border_on_bohemia():
    """002 9.2."""
    assert parker(AUSTRIA="A TRI - BOH").failed == {"A TRI": "void"}


def test_an_attack_in_the_flank_may_leave_no_retreat():
    """002 10.5: A Pic attacks Belgium, is attacked from Paris, Brest is occupied."""
    phase = parker(
        GERMANY="A PIC - BEL", FRANCE="A PAR - PIC, A BUR S A PAR - PIC, A BRE H", ENGLAND="A BEL H"
    )
    assert phase.dislodged == {"A PIC": ""}


def test_nobody_retreats_to_where_its_attacker_left():
    """002 10.5: a province left free by the attacker; by land or by convoy."""
    by_land = parker(GERMANY="A PIC H", FRANCE="A PAR - PIC, A BUR S A PAR - PIC")
    assert by_land.dislodged == {"A PIC": "BEL BRE"}
    by_sea = parker(GERMANY="A PIC H", FRANCE="A BEL - PIC VIA, F ENG C A BEL - PIC, A BUR S A BEL - PIC")
    assert by_sea.dislodged == {"A PIC": "BRE PAR"}


def test_moves_in_a_circle_are_possible():
    """002 10.5b: Ruhr to Holland, Holland to Belgium, Belgium to the Ruhr."""
    assert parker(GERMANY="A RUH - HOL", ENGLAND="A HOL - BEL", FRANCE="A BEL - RUH").failed == {}


@pytest.mark.parametrize(("order", "void"), [("F GAS - SPA", True), ("F GAS - SPA/NC", False)])
def test_an_order_to_two_coasts_names_one(order, void):
    """002 12.2: on pain of being void, even where only one is possible."""
    assert (parker(FRANCE=order).failed == {"F GAS": "void"}) == void


def test_an_army_names_no_coast():
    """002 12.2: for a fleet there are two ways to arrive."""
    assert parker(FRANCE="A GAS - SPA").failed == {}


def test_a_support_may_leave_the_coast_out():
    """002 12.2 is about orders to move; where it is silent, 1971 VII.3b."""
    phase = parker(FRANCE="F GAS - SPA/NC, A MAR S F GAS - SPA", ITALY="A SPA H")
    assert phase.failed == {"A SPA": "dislodged"}


def test_a_fleet_on_the_north_coast_of_spain_supports_portugal_and_gascony_but_not_marseilles():
    """002 12.2."""
    for place, failed in (("POR", {}), ("GAS", {}), ("MAR", {"F SPA/NC": "void"})):
        assert parker(FRANCE=f"F SPA/NC S A {place}, A {place} H").failed == failed


def test_and_retreats_to_them():
    """002 12.2."""
    phase = parker(FRANCE="F SPA/NC H", ITALY="A MAR - SPA, F WES S A MAR - SPA")
    assert phase.dislodged == {"F SPA/NC": "GAS MAO POR"}


def test_the_fleet_of_st_petersburg_starts_in_the_north():
    """002 4: St-Petersbourg (CN); 1971 VI.3: south coast."""
    board = standard()
    for name in ("standard", "1971", "ens", "anjou", "parker"):
        start = {str(unit) for unit in Position.initial(board, edition(name)).units}
        assert ("F STP/NC" in start) == (name == "parker")
        assert len(start) == 22
