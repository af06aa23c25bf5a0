"""The arbitration of Anjou (004, part IV): rulings, convoys between neighbours, paradoxes."""

import pytest

from tests.adjudicator.editions.playing import judged

AUSTRIA = "A TRI - VEN, F ADR C A TRI - VEN"
ITALY = "A VEN S A ALB - TRI, A ALB - TRI"


def anjou(**powers):
    return judged("anjou", **powers)


def test_a_convoyed_attack_does_not_cut_a_support_when_the_convoy_falls():
    """004, ruling 1."""
    phase = anjou(
        ENGLAND="A LON - BEL, F NTH C A LON - BEL",
        RUSSIA="F HEL - NTH, F SKA S F HEL - NTH",
        FRANCE="A BEL S A BUR - RUH, A BUR - RUH",
        GERMANY="A RUH H",
    )
    assert phase.failed == {"A LON": "disrupted", "F NTH": "dislodged", "A RUH": "dislodged"}


def test_nobody_retreats_to_where_its_attacker_came_from_by_convoy():
    """004, ruling 2; standard allows it (DATC 4.A.5)."""
    powers = {"FRANCE": "A PIC - BEL VIA, A BUR S A PIC - BEL, F ENG C A PIC - BEL", "GERMANY": "A BEL H"}
    assert anjou(**powers).dislodged == {"A BEL": "HOL RUH"}
    assert judged("standard", **powers).dislodged == {"A BEL": "HOL PIC RUH"}


def test_two_units_are_always_stronger_than_one():
    """004, ruling 3: the attacked army does not cut the support, though it comes by convoy."""
    phase = anjou(AUSTRIA=AUSTRIA, ITALY=ITALY)
    assert phase.failed == {"A TRI": "bounce dislodged"}


def test_the_fleet_would_have_cut_the_support():
    """004, ruling 3, last sentence."""
    phase = anjou(AUSTRIA="A TRI H, F ADR - VEN", ITALY=ITALY)
    assert phase.failed == {"F ADR": "bounce", "A VEN": "cut", "A ALB": "bounce"}


ROME = "A ROM - VEN, F TYS C A ROM - VEN, F ION C A ROM - VEN"
CARRIES = "F ADR C A ROM - VEN"


def test_a_convoy_between_neighbours_goes_by_sea_when_all_own_fleets_of_it_are_ordered():
    """004, example 1."""
    assert anjou(ITALY=ROME, TURKEY=CARRIES).failed == {}
    assert anjou(ITALY=ROME, TURKEY=CARRIES, AUSTRIA="A VEN - ROM").units >= {"A ROM", "A VEN"}


def test_a_convoy_between_neighbours_fails_if_a_foreign_fleet_does_not_convoy():
    """004, example 1: the attack fails even without opposition in Venice."""
    phase = anjou(ITALY=ROME, TURKEY="F ADR H")
    assert phase.failed["A ROM"] == "no convoy"
    assert "A ROM" in phase.units


@pytest.mark.parametrize(
    "attack",
    [
        "F GRE - ION, F AEG S F GRE - ION",
        "F TUN - TYS, F WES S F TUN - TYS",
        "F TRI - ADR, F ALB S F TRI - ADR",
    ],
)
def test_a_convoy_between_neighbours_fails_if_one_of_its_fleets_is_dislodged(attack):
    """004, example 1."""
    phase = anjou(ITALY=ROME, TURKEY=CARRIES, FRANCE=attack)
    assert phase.failed["A ROM"] == "disrupted"
    assert len(phase.dislodged) == 1


@pytest.mark.parametrize("other", ["F ION H", "F ION - AEG", "F ION S F ADR"])
def test_the_army_goes_by_land_if_an_own_fleet_of_the_chain_has_another_order(other):
    """004, example 1: the convoy order of the other fleet becomes impossible."""
    phase = anjou(ITALY=f"A ROM - VEN, F TYS C A ROM - VEN, {other}", TURKEY="F ADR H")
    assert "A VEN" in phase.units
    assert phase.failed == {"F TYS": "no convoy"}


def test_by_intent_the_army_would_have_waited_for_the_convoy():
    """DATC 4.A.3, on the orders of 004, example 1."""
    phase = judged("standard", ITALY="A ROM - VEN, F TYS C A ROM - VEN, F ION H", TURKEY="F ADR H")
    assert phase.failed == {"A ROM": "no convoy", "F TYS": "no convoy"}


TURKS = ["F TYS C A ROM - VEN", "F ION C A ROM - VEN", "F ADR C A ROM - VEN"]


def test_foreign_fleets_do_not_convoy_an_army_that_did_not_ask_for_it():
    """004, example 2: only the route by land counts, so two armies bounce."""
    phase = anjou(ITALY="A ROM - VEN", AUSTRIA="A VEN - ROM", TURKEY=", ".join(TURKS))
    assert phase.failed["A ROM"] == phase.failed["A VEN"] == "bounce"


def test_foreign_fleets_take_the_army_that_says_by_convoy():
    """004, example 2."""
    phase = anjou(ITALY="A ROM - VEN VIA", AUSTRIA="A VEN - ROM", TURKEY=", ".join(TURKS))
    assert phase.failed == {}


@pytest.mark.parametrize("fleet", range(3))
def test_one_other_order_is_enough_for_that_convoy_to_fail(fleet):
    """004, example 2."""
    orders = [order[:5] + " H" if n == fleet else order for n, order in enumerate(TURKS)]
    phase = anjou(ITALY="A ROM - VEN VIA", TURKEY=", ".join(orders))
    assert phase.failed["A ROM"] == "no convoy"


def test_a_convoy_whose_way_is_given_up_does_not_cut_a_support():
    """004, on convoys between neighbours: only the sea counts, and the convoy fails."""
    phase = anjou(ITALY=ROME, TURKEY="F ADR H", AUSTRIA="A VEN S A TRI - TYR, A TRI - TYR", GERMANY="A TYR H")
    assert phase.failed == {
        "A ROM": "no convoy",
        "F TYS": "no convoy",
        "F ION": "no convoy",
        "A TYR": "dislodged",
    }


LONDON = {
    "ENGLAND": "A BEL - LON, F NTH C A BEL - LON",
    "FRANCE": "A LON - BEL, F ENG C A LON - BEL, A PIC S A LON - BEL, A WAL - LON",
}


def test_a_dislodged_unit_has_effect_where_its_attacker_came_from_by_convoy():
    """004, Belgium and London: A Wal cannot enter London."""
    phase = anjou(**LONDON)
    assert phase.failed == {"A BEL": "bounce dislodged", "A WAL": "bounce"}
    assert (phase.contested, phase.dislodged) == ({"LON"}, {"A BEL": "BUR HOL RUH"})


@pytest.mark.parametrize("edition", ["1971", "ens", "parker"])
def test_in_1971_a_dislodged_unit_has_no_effect_where_its_attacker_came_from(edition):
    """1971 IX.7: a dislodged unit has no effect on the space that its attacker came from."""
    phase = judged(edition, **LONDON)
    assert phase.failed == {"A BEL": "bounce dislodged"}
    assert phase.contested == set()
    assert {"A LON", "A BEL"} <= phase.units
