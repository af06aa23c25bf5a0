"""The local exceptions of the rules of the ENS (001)."""

from itertools import permutations

import pytest

from tests.adjudicator.editions.playing import judged

OTHERS = ["standard", "1971", "parker", "anjou"]


def ens(**powers):
    return judged("ens", **powers)


def test_two_units_of_one_power_trade_places():
    """001: exceptions, local to the ENS."""
    assert ens(AUSTRIA="A BUD - SER, A SER - BUD").failed == {}
    assert ens(ITALY="A ROM - NAP, F NAP - ROM").failed == {}


@pytest.mark.parametrize("said", OTHERS)
def test_two_units_of_one_power_do_not_trade_places_in_other_editions(said):
    """1971 VIII."""
    assert judged(said, AUSTRIA="A BUD - SER, A SER - BUD").failed == {"A BUD": "bounce", "A SER": "bounce"}


def test_units_of_two_powers_trade_places_when_both_orders_say_so():
    """001: both players specify it explicitly in their orders."""
    assert ens(AUSTRIA="A BUD - SER TRADE", TURKEY="A SER - BUD TRADE").failed == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A BUD - SER", "A SER - BUD"),
        ("A BUD - SER TRADE", "A SER - BUD"),
        ("A BUD - SER", "A SER - BUD TRADE"),
    ],
)
def test_units_of_two_powers_do_not_trade_places_unless_both_orders_say_so(one, other):
    """001: on condition that both specify it."""
    assert ens(AUSTRIA=one, TURKEY=other).failed == {"A BUD": "bounce", "A SER": "bounce"}


@pytest.mark.parametrize("said", OTHERS)
def test_in_other_editions_orders_to_trade_places_have_no_effect(said):
    """1971 VIII."""
    phase = judged(said, AUSTRIA="A BUD - SER TRADE", TURKEY="A SER - BUD TRADE")
    assert phase.failed == {"A BUD": "bounce", "A SER": "bounce"}


def test_a_trade_fails_when_a_third_unit_wants_one_of_the_places():
    """001, on conflicts: all stay, and so recursively."""
    phase = ens(AUSTRIA="A BUD - SER, A SER - BUD", RUSSIA="A RUM - SER")
    assert phase.failed == {"A BUD": "bounce", "A SER": "bounce", "A RUM": "bounce"}
    assert phase.dislodged == {}


def test_a_trade_that_is_supported_holds_against_a_third_unit():
    """001: the one with the most supports wins."""
    phase = ens(AUSTRIA="A BUD - SER, A SER - BUD, A TRI S A BUD - SER", RUSSIA="A RUM - SER")
    assert phase.failed == {"A RUM": "bounce"}


def test_a_stronger_third_unit_breaks_the_trade_and_dislodges_the_unit_that_stays():
    """001: A Bud cannot enter Serbia, so A Ser cannot leave."""
    phase = ens(AUSTRIA="A BUD - SER, A SER - BUD", RUSSIA="A RUM - SER, A BUL S A RUM - SER")
    assert phase.failed == {"A SER": "bounce dislodged", "A BUD": "bounce"}


SUPPORTED_TRADE = {
    "GERMANY": "A KIE - BER, A MUN S A KIE - BER, A SIL S A KIE - BER, "
    "A BER - KIE, F DEN S A BER - KIE, F HEL S A BER - KIE",
    "ENGLAND": "A RUH - KIE, F HOL S A RUH - KIE",
    "RUSSIA": "A PRU - BER, F BAL S A PRU - BER",
}


@pytest.mark.parametrize("powers", list(permutations(SUPPORTED_TRADE)), ids="-".join)
def test_a_supported_trade_comes_before_attacks_that_only_its_failure_would_let_in(powers):
    """001: the exchange is accepted; its supports count since both units leave, so nobody is stronger."""
    phase = ens(**{power: SUPPORTED_TRADE[power] for power in powers})
    assert phase.failed == {"A RUH": "bounce", "A PRU": "bounce"}
    assert phase.dislodged == {}


COASTS = [
    ("F SPA/SC - POR", "F POR - SPA/NC"),
    ("F SPA/NC - POR", "F POR - SPA/SC"),
    ("F BUL/SC - CON", "F CON - BUL/EC"),
]


@pytest.mark.parametrize(("leaving", "entering"), COASTS)
@pytest.mark.parametrize("powers", [("FRANCE", "FRANCE"), ("FRANCE", "ENGLAND")])
def test_two_fleets_trade_places_by_different_coasts(leaving, entering, powers):
    """001: F Esp.cs - Por, F Por - Esp.cn."""
    sheets = {power: [] for power in powers}
    for power, order in zip(powers, (leaving, entering), strict=True):
        sheets[power].append(order)
    sheets = {power: ", ".join(orders) for power, orders in sheets.items()}
    assert ens(**sheets).failed == {}
    for said in OTHERS:
        assert set(judged(said, **sheets).failed.values()) == {"bounce"}


def test_two_fleets_do_not_trade_places_by_the_same_coast():
    """001: the exchange is by two coasts."""
    assert len(ens(FRANCE="F SPA/NC - POR", ENGLAND="F POR - SPA/NC").failed) == 2


def test_an_army_and_a_fleet_do_not_trade_places():
    """001: armies know no coasts."""
    assert len(ens(FRANCE="A SPA - POR", ENGLAND="F POR - SPA/NC").failed) == 2
    assert len(ens(FRANCE="F SPA/SC - POR", ENGLAND="A POR - SPA").failed) == 2


def test_a_third_fleet_keeps_them_both_where_they_are():
    """001, on conflicts: England may not enter Spain, so France cannot enter Portugal."""
    phase = ens(FRANCE="F SPA/SC - POR", ENGLAND="F POR - SPA/NC", ITALY="F WES - SPA/SC")
    assert phase.failed == {"F SPA/SC": "bounce", "F POR": "bounce", "F WES": "bounce"}


def test_a_support_that_would_dislodge_an_own_unit_counts_for_nothing():
    """001: nor does it help in a stand-off; in 1971 it does (IX.3)."""
    powers = {
        "GERMANY": "A MUN H, A RUH S A BUR - MUN",
        "FRANCE": "A BUR - MUN",
        "AUSTRIA": "A BOH - MUN, A TYR S A BOH - MUN",
    }
    assert ens(**powers).dislodged == {"A MUN": "BER KIE SIL"}
    assert judged("1971", **powers).dislodged == {}


def test_a_support_against_an_own_unit_counts_if_that_unit_leaves():
    """001: then it would not dislodge it."""
    powers = {
        "GERMANY": "A MUN - BER, A RUH S A BUR - MUN",
        "FRANCE": "A BUR - MUN",
        "AUSTRIA": "A BOH - MUN, A TYR S A BOH - MUN",
    }
    assert ens(**powers).failed == {"A BUR": "bounce", "A BOH": "bounce"}


def test_other_supports_of_the_same_attack_count():
    """001: only that support is ignored."""
    phase = ens(
        GERMANY="A MUN H, A RUH S A BUR - MUN",
        FRANCE="A BUR - MUN",
        ITALY="A TYR S A BUR - MUN",
        AUSTRIA="A BOH - MUN",
    )
    assert phase.dislodged == {"A MUN": "BER KIE SIL"}


def test_in_a_battle_head_to_head_it_does_not_defend_either():
    """001: A Sil's support against its own A Mun counts for nothing; in 1971 it holds A Mun off."""
    powers = {
        "GERMANY": "A MUN - BOH, A TYR S A MUN - BOH, A SIL S A BOH - MUN",
        "AUSTRIA": "A BOH - MUN",
    }
    assert ens(**powers).dislodged == {"A BOH": "GAL VIE"}
    assert judged("1971", **powers).dislodged == {}


def test_a_unit_dislodged_from_where_it_goes_stands_nobody_off_there():
    """001, on conflicts; it has no effect there even when its attacker came by convoy."""
    phase = ens(
        ENGLAND="A BEL - LON, F NTH C A BEL - LON",
        FRANCE="A LON - BEL, F ENG C A LON - BEL, A PIC S A LON - BEL, A WAL - LON",
    )
    assert phase.failed == {"A BEL": "bounce dislodged"}


def test_a_convoy_ends_with_a_dislodged_fleet_not_with_an_attacked_one():
    """001, on convoys."""
    convoy = {"TURKEY": "A CON - SEV, F BLA C A CON - SEV"}
    assert ens(**convoy, RUSSIA="F RUM - BLA").failed == {"F RUM": "bounce"}
    phase = ens(**convoy, RUSSIA="F RUM - BLA, F SEV S F RUM - BLA")
    assert phase.failed == {"A CON": "disrupted", "F BLA": "dislodged"}


def test_the_orders_that_it_gives_as_examples_are_good():
    """001, syntax of orders; F Ion S F Smy - Ege and F Bul S F Noi hold."""
    phase = ens(
        TURKEY="A ANK H, F SMY - AEG, F ION S F SMY - AEG, A CON - SEV, F BLA C A CON - SEV, F BUL/EC S F BLA"
    )
    assert phase.failed == {}
