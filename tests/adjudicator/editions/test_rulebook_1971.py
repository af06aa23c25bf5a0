"""The examples of the rulebook of 1971, and their results in the other editions."""

import pytest

from adjudicator.notation import reason_in_codes
from tests.adjudicator.editions.examples import EXAMPLES
from tests.adjudicator.editions.playing import OTHERS, judged

NO_ORDER, NOWHERE = {}, set()


def example(number, edition="1971"):
    return judged(edition, **EXAMPLES[number])


def bounced(*units):
    return dict.fromkeys(units, "bounce")


def test_a_power_does_not_dislodge_its_own_unit_but_still_stands_others_off():
    """1971 IX.3, example 1: the four moves underlined fail."""
    phase = example("1")
    assert phase.failed == bounced("F DEN", "F NTH", "A BER", "F SKA")
    assert (phase.dislodged, phase.contested) == (NO_ORDER, {"KIE"})


def test_a_power_does_not_help_to_dislodge_its_own_unit():
    """1971 IX.3, example 2."""
    phase = example("2")
    assert (phase.failed, phase.dislodged) == (bounced("A MUN", "A BOH"), NO_ORDER)


def test_with_a_support_of_its_own_the_attacker_would_dislodge_it():
    """1971 IX.3, example 2, last sentence."""
    phase = example("2, with Austria's own support")
    assert phase.dislodged == {"A MUN": "BER RUH SIL"}
    assert phase.failed == {"A MUN": "bounce dislodged"}


def test_of_two_own_attacks_the_better_supported_one_succeeds():
    """1971 IX.4, example 3."""
    assert example("3").failed == bounced("A VIE")


def test_of_two_own_attacks_on_an_own_unit_neither_succeeds():
    """1971 IX.4, example 3: had there been an Austrian army in Budapest."""
    phase = example("3, with an army in Budapest")
    assert (phase.failed, phase.dislodged) == (bounced("A SER", "A VIE"), NO_ORDER)


def test_a_besieged_garrison_is_not_dislodged():
    """1971 IX.5, example 4."""
    phase = example("4")
    assert (phase.failed, phase.dislodged) == (bounced("A RUM", "A BUL"), NO_ORDER)


def test_a_besieged_garrison_does_not_support():
    """1971 IX.5, example 4: its support would have been cut by one attack or the other."""
    phase = example("4, with a support")
    assert phase.failed == {**bounced("A RUM", "A BUL"), "A SER": "cut"}
    assert phase.dislodged == NO_ORDER


def test_a_unit_that_stays_can_be_supported():
    """1971 IX.6: A Mun (H); A Boh (S) A Mun."""
    phase = example("IX.6, valid")
    assert (phase.failed, phase.dislodged) == (bounced("A TYR"), NO_ORDER)


def test_a_unit_that_moves_cannot_be_supported_where_it_stands():
    """1971 IX.6: A Mun - Ber; A Boh (S) A Mun."""
    phase = example("IX.6, void")
    assert phase.failed == {"A MUN": "bounce dislodged", "A BOH": "void"}


def test_a_unit_dislodged_from_where_it_goes_does_not_stand_others_off_there():
    """1971 IX.7, example 5: A Bul is dislodged, A Sev moves to Rumania."""
    phase = example("5")
    assert phase.units == {"A BUL", "A RUM", "A SER"}
    assert phase.dislodged == {"A BUL": "CON GRE"}


def test_a_supported_unit_dislodged_from_where_it_goes_does_not_stand_others_off_there():
    """1971 IX.7, example 6."""
    phase = example("6")
    assert phase.units == {"A BUL", "A RUM", "A SER", "A GRE", "F BLA"}
    assert phase.dislodged == {"A BUL": "CON"}


@pytest.mark.parametrize("number", ["5", "6"])
def test_where_its_attacker_came_from_is_open_to_retreats(number):
    """1971 IX.7: without A Sev - Rum, Rumania may be retreated to."""
    sheets = {
        **EXAMPLES[number],
        "AUSTRIA": "A BUD H",
        "ITALY": "A TRI - BUD, A VIE S A TRI - BUD",
    }
    sheets["RUSSIA"] = sheets["RUSSIA"].replace(", A SEV - RUM", "")
    phase = judged("1971", **sheets)
    assert phase.contested == NOWHERE
    assert phase.dislodged["A BUD"] == "GAL RUM"


def test_an_attack_from_elsewhere_cuts_a_support():
    """1971 X, example 7."""
    phase = example("7")
    assert phase.failed == {**bounced("A PRU", "A BOH"), "A SIL": "cut"}


def test_an_attack_from_where_it_is_aimed_does_not_cut_a_support():
    """1971 X, example 8."""
    phase = example("8")
    assert phase.units == {"A WAR", "A SIL"}
    assert phase.dislodged == {"A WAR": "GAL LVN MOS UKR"}


def test_being_dislodged_from_where_it_is_aimed_cuts_a_support():
    """1971 X, example 9: A Ber only stands F Bal off; XI: nobody retreats to Prussia."""
    phase = example("9")
    assert phase.failed == {**bounced("A BER", "F BAL"), "A SIL": "cut dislodged"}
    assert phase.contested == {"PRU"}
    assert phase.dislodged == {"A SIL": "BOH GAL MUN"}


def test_a_dislodged_unit_still_cuts_a_support():
    """1971 X, example 10."""
    phase = example("10")
    assert phase.failed == {"A MUN": "bounce dislodged", "A PRU": "bounce", "A SIL": "cut"}
    assert phase.dislodged == {"A MUN": "BUR KIE RUH"}


def test_a_dislodged_fleet_ends_the_convoy():
    """1971 XII.3, example 11: TyS is dislodged, the army stays in Spain."""
    phase = example("11")
    assert phase.failed == {"A SPA": "disrupted", "F TYS": "dislodged"}
    assert phase.dislodged == {"F TYS": "NAP ROM TUS WES"}


def test_a_dislodged_fleet_ends_the_convoy_though_another_route_holds():
    """1971 XII.4, example 12: A Lon cannot move."""
    phase = example("12")
    assert phase.failed == {"A LON": "disrupted", "F ENG": "dislodged"}
    assert phase.dislodged == {"F ENG": "BEL MAO PIC WAL"}


def test_had_the_fleet_not_been_dislodged_the_convoy_would_have_succeeded():
    """1971 XII.4, example 12, last sentence."""
    assert example("12, without dislodgement").failed == bounced("F BRE")


def test_a_convoyed_attack_does_not_protect_the_fleets_of_the_convoy():
    """1971 XII.5, example 13."""
    phase = example("13")
    assert phase.failed == {"A SPA": "disrupted", "F TYS": "dislodged"}
    assert phase.dislodged == {"F TYS": "ROM TUN TUS WES"}


def test_three_units_rotate():
    """1971 XIV.5: A Hol - Bel; F Bel - Nth; F Nth - Hol."""
    assert example("XIV.5, rotation").failed == NO_ORDER


@pytest.mark.parametrize("convoys", ["two convoys", "one convoy"])
def test_two_units_trade_places_when_one_or_both_are_convoyed(convoys):
    """1971 XIV.5."""
    assert example(f"XIV.5, trading by {convoys}").failed == NO_ORDER


def test_two_units_do_not_trade_places_over_land():
    """1971 VIII."""
    assert example("XIV.5, no trading").failed == bounced("A NWY", "A SWE")


def test_army_and_fleet_must_name_the_same_destination():
    """1971 XII.1."""
    assert example("XII.1, other destination").failed == {"A LON": "no convoy", "F NTH": "void"}


def test_fleets_of_two_powers_convoy_over_three_seas():
    """1971 XII.2."""
    phase = example("XII.2")
    assert (phase.failed, "A TUN" in phase.units) == (NO_ORDER, True)


DIFFERING = {
    # 001: the support by F Hel would dislodge England's own F Den, so it counts for nothing.
    ("1", "ens"): {"failed": {**bounced("F NTH", "A BER"), "F DEN": "bounce dislodged"}},
    # 002 9.3: any attack cuts a support.
    ("8", "parker"): {"failed": {**bounced("A PRU", "A WAR"), "A SIL": "cut"}, "dislodged": NO_ORDER},
    ("8", "parker-0.1"): {"failed": {**bounced("A PRU", "A WAR"), "A SIL": "cut"}, "dislodged": NO_ORDER},
    # One route that holds suffices, and F Eng may not retreat to Belgium, but to London.
    ("12", "standard"): {"failed": {"F ENG": "dislodged"}, "dislodged": {"F ENG": "LON MAO PIC WAL"}},
    ("12", "anjou"): {"failed": {"F ENG": "dislodged"}, "dislodged": {"F ENG": "LON MAO PIC WAL"}},
    # 004, example B: one outcome has the convoy stand, so the army cuts the support and the fleet holds.
    ("13", "anjou"): {"failed": {**bounced("A SPA", "F ION"), "F NAP": "cut"}, "dislodged": NO_ORDER},
}
"""Examples of 1971 with another result in another edition, and why."""


@pytest.mark.parametrize("edition", OTHERS)
@pytest.mark.parametrize("number", EXAMPLES)
def test_the_other_editions_agree_or_differ_for_a_reason(number, edition):
    """1971 IX to XIV, 001, 002, 004."""
    here, there = example(number), example(number, edition)
    differing = DIFFERING.get((number, edition))
    if differing is None:
        assert there.everything == here.everything
    else:
        assert {what: getattr(there, what) for what in differing} == differing
        assert there.everything != here.everything


def test_in_ens_the_russian_fleet_of_example_1_enters_denmark():
    """001, against 1971 IX.3."""
    phase = example("1", "ens")
    assert phase.dislodged == {"F DEN": "SWE"}
    assert {"F DEN", "F HEL", "F NTH", "F BAL", "A BER"} == phase.units


USELESS = {
    "ENGLAND": "A LON - SPA, F ENG C A LON - SPA, F MAO C A LON - SPA, F NAO C A LON - SPA",
    "GERMANY": "F NTH H, F NWG H",
    "FRANCE": "F IRI - NAO, F CLY S F IRI - NAO",
}
"""F Nao was ordered to convoy, but the rest of its route was not."""


@pytest.mark.parametrize("edition", ["1971", "ens", "parker"])
def test_any_fleet_ordered_to_convoy_that_is_dislodged_ends_the_convoy(edition):
    """1971 XII.3; 001 and 002 9.4 agree: it belongs to no complete route."""
    phase = judged(edition, **USELESS)
    assert phase.failed == {"A LON": "disrupted", "F NAO": "dislodged"}
    assert reason_in_codes(phase.outcomes["A LON"].reason) == "convoy broken: F NAO dislodged"


@pytest.mark.parametrize("edition", ["standard", "anjou"])
def test_a_fleet_that_the_convoy_does_not_need_does_not_end_it(edition):
    """DATC 4.A.1, 6.F.13."""
    assert judged(edition, **USELESS).failed == {"F NAO": "no convoy dislodged"}


NEEDLESS = {
    "ENGLAND": "A LON - HOL VIA, F NTH C A LON - HOL, F ENG C A LON - HOL",
    "FRANCE": "F BRE - ENG, F MAO S F BRE - ENG",
}
"""No chain needs the fleet in the Channel, but it is linked with both ends."""


@pytest.mark.parametrize("edition", ["1971", "ens", "parker"])
def test_a_fleet_that_no_chain_needs_may_be_ordered_to_convoy_and_then_must_hold(edition):
    """1971 XII.4: all routes that were ordered must hold."""
    assert judged(edition, **NEEDLESS).failed == {"A LON": "disrupted", "F ENG": "dislodged"}


@pytest.mark.parametrize("edition", ["standard", "anjou"])
def test_elsewhere_an_order_to_convoy_that_no_chain_needs_is_void(edition):
    """DATC 4.E.1, 6.G.19."""
    assert judged(edition, **NEEDLESS).failed == {"F ENG": "void dislodged"}
