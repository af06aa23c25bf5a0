"""The rules of Parker (002) without their campaign: examples of the text and particularities."""

import pytest

from adjudicator import (
    Game,
    Phase,
    Position,
    Unit,
    adjudicate,
    default_removals,
    edition,
    read_orders,
    read_position,
    standard,
)
from adjudicator.interchange import answer, lost_by_power, units_by_power
from tests.adjudicator.editions.playing import judged

PARKER = edition("parker")


def parker(**powers):
    return judged("parker", **powers)


def test_an_attacked_army_stops_supporting():
    """002 9.3: A Bur attacks the Ruhr, which supports Holland against Belgium."""
    phase = parker(GERMANY="A HOL - BEL, A RUH S A HOL - BEL", FRANCE="A BUR - RUH, A BEL H")
    assert phase.failed == {"A HOL": "bounce", "A RUH": "cut", "A BUR": "bounce"}


@pytest.mark.parametrize("order", ["A BEL - RUH", "A BEL - HOL"])
def test_an_attack_from_the_target_of_a_support_cuts_it_too(order):
    """002 9.3, 10.3: an attacked unit stops supporting, wherever the attack comes from."""
    phase = parker(GERMANY="A HOL - BEL, A RUH S A HOL - BEL", FRANCE=order)
    cut = order == "A BEL - RUH"
    assert phase.failed["A BEL"] == ("bounce" if cut else "bounce dislodged")
    assert ("A RUH" in phase.failed) == cut


def test_an_own_attack_still_cuts_no_own_support():
    """1971 IX.6; 002 does not say whose attack it is."""
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


def test_a_fleet_on_the_north_coast_of_spain_retreats_to_its_neighbours():
    """002 12.2."""
    phase = parker(FRANCE="F SPA/NC H", ITALY="A MAR - SPA, F WES S A MAR - SPA")
    assert phase.dislodged == {"F SPA/NC": "GAS MAO POR"}


def test_the_fleet_of_st_petersburg_starts_in_the_north():
    """002 4: St-Petersbourg (CN); 1971 VI.3: south coast."""
    for name in ("standard", "1971", "ens", "anjou", "parker"):
        start = {str(unit) for unit in Position.initial(edition(name)).units}
        assert ("F STP/NC" in start) == (name == "parker")
        assert len(start) == 22


def removed(units, lost, owned=(), orders=(), reading=PARKER):
    """Return the units that France loses in a winter with too few centres."""
    position = read_position({"FRANCE": units}, {"FRANCE": owned}, lost={"FRANCE": lost})
    result = adjudicate(Phase.parse("W1901A"), position, read_orders({"FRANCE": orders}), reading)
    return [str(unit) for unit in position.units if unit not in result.position.units]


def test_the_unit_nearest_to_the_lost_centre_goes():
    """Parker, 5: "c'est l'unite la plus proche de l'arsenal qui disparait"; 1971 XIV.4 would take A MUN."""
    units, owned = ["A MUN", "A PAR", "A PIE"], ["PAR", "BRE"]
    assert removed(units, ["MAR"], owned) == ["A PIE"]
    assert removed(units, ["MAR"], owned, reading=edition("1971")) == ["A MUN"]


def test_of_units_equally_near_fleets_go_before_armies_and_then_the_alphabet_decides():
    """Parker, 5: "et les flottes avant les armees"; 1971 XIV.4."""
    assert removed(["A GAS", "A PIE", "F SPA/SC"], ["MAR"], ["PAR", "BRE"]) == ["F SPA/SC"]
    assert removed(["A PIE", "A GAS"], ["MAR"], ["PAR"]) == ["A GAS"]


def test_a_nearer_army_goes_before_a_farther_fleet():
    """Parker, 5: distance comes first, as the sentence has it."""
    assert removed(["A GAS", "F TUN"], ["MAR"], ["PAR"]) == ["A GAS"]


def test_of_several_lost_centres_the_nearest_counts():
    """Parker, 5, speaks of one; the function's docstring names this choice."""
    units = ["A PAR", "A SIL", "A TRI"]
    assert removed(units, ["BER", "POR"], ["PAR", "TRI"]) == ["A SIL"]
    assert removed(units, ["BER", "POR", "VIE"], ["PAR"]) == ["A SIL", "A TRI"]


def test_the_distance_goes_over_land_and_sea_alike():
    """1971 XIV.4: an army across a sea is two spaces away."""
    assert removed(["A LON", "A MUN"], ["NWY"], ["PAR"]) == ["A LON"]


def test_removals_ordered_come_first():
    """002 11: "c'est le joueur perdant qui decide de l'unite a eliminer"."""
    assert removed(["A MUN", "A PAR", "A PIE"], ["MAR"], ["PAR", "BRE"], ["A PAR D"]) == ["A PAR"]
    assert removed(["A MUN", "A PAR", "A PIE"], ["MAR"], ["BRE"], ["A PAR D"]) == ["A PAR", "A PIE"]


def test_where_no_loss_is_known_distance_from_home_decides():
    """1971 XIV.4."""
    assert removed(["A MUN", "A PAR", "A PIE"], [], ["PAR", "BRE"]) == ["A MUN"]


def test_no_unit_that_stays_was_nearer_to_the_lost_centre():
    """Parker, 5."""
    units = ["A MUN", "A PAR", "A PIE", "A SIL", "F LYO", "F NTH", "F STP/NC", "A GRE"]
    for centre in sorted(standard().centres):
        steps = standard().distances([centre])
        owned = {"VEN", "BEL", "TUN"} - {centre}
        gone = [Unit.parse(text) for text in removed(units, [centre], owned)]
        assert len(gone) == len(units) - len(owned)
        staying = {Unit.parse(text) for text in units} - set(gone)
        assert max(steps[unit.province] for unit in gone) <= min(steps[unit.province] for unit in staying)


LOSS = {"FRANCE": ["A PIE", "A MUN"], "ITALY": ["A MAR"]}


def test_centres_lost_in_autumn_are_known_only_in_the_following_winter():
    """Parker, 5: the unit nearest to Marseilles goes, and the next loss is another one."""
    position = read_position(LOSS, {"FRANCE": ["PAR", "MAR", "MUN"], "ITALY": ["ROM", "VEN"]})
    units = {Unit.parse("A RUH"): "FRANCE", **position.units}
    game = Game(Phase.parse("F1901M"), Position(units, {}, position.owners), PARKER)
    winter, _, _ = game.play({})
    assert lost_by_power(winter.position) == {"FRANCE": ["MAR"]}
    assert default_removals(winter.position, "FRANCE", 1, PARKER) == [Unit.parse("A PIE")]
    spring, _, _ = winter.play({})
    assert units_by_power(spring.position)["FRANCE"] == ["A MUN", "A RUH"]
    assert spring.position.lost == {}


def test_a_centre_that_is_kept_or_had_no_owner_is_not_lost():
    """1971 XIII.1."""
    position = read_position({"FRANCE": ["A PAR", "A BEL"]}, {"FRANCE": ["PAR", "MAR"]})
    assert position.with_ownership().lost == {}


def test_a_request_may_say_what_was_lost():
    """The format of requests: `lost`, read in winter."""
    request = {
        "phase": "W1901A",
        "edition": "parker",
        "units": {"FRANCE": ["A MUN", "A PAR", "A PIE"]},
        "centers": {"FRANCE": ["PAR", "BRE"]},
    }
    assert answer(request)["units_after"] == {"FRANCE": ["A PAR", "A PIE"]}
    known = answer({**request, "lost": {"FRANCE": ["MAR"]}})
    assert known["units_after"] == {"FRANCE": ["A MUN", "A PAR"]}
    assert answer({**request, "phase": "S1901M", "lost": {"FRANCE": ["PIC"]}})["contested"] == []
