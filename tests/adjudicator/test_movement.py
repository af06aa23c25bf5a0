"""Movement, rule by rule; tests/datc has the whole DATC."""

import copy
import pickle

import pytest

from adjudicator import Cause, adjudicate_movement, read_orders, read_position
from adjudicator.notation import reason_in_codes
from tests.adjudicator.random_phases import random_phase
from tests.adjudicator.sheets import after, contested, flags, result
from tests.adjudicator.slow import Guess
from tests.adjudicator.slow_equations import MOVE, Equations


def test_a_unit_moves_to_a_vacant_neighbour():
    """1971 VII.1."""
    assert after(FRANCE="A PAR - BUR") == "BUR"


def test_a_unit_follows_another_that_leaves():
    """1971 VIII."""
    assert after(FRANCE="A PAR - BUR, A PIC - PAR, A BRE - PIC") == "BUR PAR PIC"


def test_units_behind_one_that_bounces_stay_too():
    """1971 VIII."""
    assert after(FRANCE="A PAR - BUR, A PIC - PAR", GERMANY="A MUN - BUR") == "MUN PAR PIC"


def test_two_units_do_not_trade_places_over_land():
    """1971 VIII; not even of one power."""
    assert after(FRANCE="A PAR - BUR, A BUR - PAR") == "BUR PAR"
    assert flags(FRANCE="A PAR - BUR, A BUR - PAR") == {"A PAR": "bounce", "A BUR": "bounce"}


def test_two_units_trade_places_when_one_is_convoyed():
    """1971 XIV.5; DATC 6.G.1."""
    traded = flags(ENGLAND="A NWY - SWE VIA, F SKA C A NWY - SWE", RUSSIA="A SWE - NWY")
    assert set(traded.values()) == {""}


def test_three_units_go_round():
    """1971 XIV.5, with its own example; DATC 6.C.1."""
    assert flags(ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL") == {"A HOL": "", "F BEL": "", "F NTH": ""}


def test_a_circle_is_broken_by_a_unit_that_stands_one_of_it_off():
    """DATC 6.C.3."""
    stopped = flags(ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL", FRANCE="F ENG - NTH")
    assert set(stopped.values()) == {"bounce"}


def test_a_circle_goes_round_against_a_weaker_rival():
    """DATC 6.C.2."""
    assert after(
        ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL, F LON S F BEL - NTH", FRANCE="F ENG - NTH"
    ) == ("BEL ENG HOL LON NTH")


def test_a_circle_by_convoy_goes_round():
    """DATC 6.C.6."""
    assert after(ENGLAND="F NTH C A LON - BEL, A LON - BEL", FRANCE="F ENG C A BEL - LON, A BEL - LON") == (
        "BEL ENG LON NTH"
    )


def test_the_better_supported_of_two_moves_succeeds():
    """1971 IX.2; of one power too, IX.4 with its example 3."""
    assert after(AUSTRIA="A SER - BUD, A VIE - BUD", RUSSIA="A GAL S A SER - BUD") == "BUD GAL VIE"


def test_a_power_does_not_dislodge_its_own_unit():
    """1971 IX.3, IX.4: example 3, had Budapest held an Austrian army."""
    assert after(AUSTRIA="A SER - BUD, A BUD H", RUSSIA="A GAL S A SER - BUD") == "BUD GAL SER"


def test_an_attack_on_an_own_unit_still_stands_off_others():
    """1971 IX.3, example 1."""
    assert flags(
        ENGLAND="F DEN - KIE, F NTH - DEN, F HEL S F NTH - DEN",
        RUSSIA="A BER - KIE, F BAL S F SKA - DEN, F SKA - DEN",
    ) == {
        "F DEN": "bounce",
        "F NTH": "bounce",
        "F HEL": "",
        "A BER": "bounce",
        "F BAL": "",
        "F SKA": "bounce",
    }


def test_a_support_against_an_own_unit_does_not_dislodge_it():
    """1971 IX.3, example 2."""
    moves = {"FRANCE": "A BUR H", "GERMANY": "A MUN - BUR, A KIE S A BOH - MUN"}
    assert after(**moves, AUSTRIA="A BOH - MUN") == "BOH BUR KIE MUN"
    assert result(**moves, AUSTRIA="A BOH - MUN, A TYR S A BOH - MUN").position.dislodged


def test_a_besieged_garrison_stays():
    """1971 IX.5, example 4."""
    garrison = flags(
        AUSTRIA="A SER H",
        RUSSIA="A RUM - SER, A BUD S A RUM - SER",
        TURKEY="A BUL - SER, A GRE S A BUL - SER",
    )
    assert garrison["A SER"] == ""
    assert garrison["A RUM"] == garrison["A BUL"] == "bounce"


def test_a_besieged_garrison_gives_no_support():
    """1971 IX.5, the note to example 4."""
    assert (
        flags(
            AUSTRIA="A SER S A ALB, A ALB H",
            RUSSIA="A RUM - SER, A BUD S A RUM - SER",
            TURKEY="A BUL - SER, A GRE S A BUL - SER",
        )["A SER"]
        == "cut"
    )


def test_a_unit_that_moves_is_not_supported_where_it_stands():
    """1971 IX.6; DATC 6.D.7."""
    found = flags(GERMANY="A MUN - BER, A BOH S A MUN, A BER H", ITALY="A TYR - MUN, A BUR S A TYR - MUN")
    assert found["A BOH"] == "void"
    assert found["A MUN"] == "bounce dislodged"


@pytest.mark.parametrize("order", ["H", "S A TYR", "S A TYR - VEN"])
def test_a_unit_that_does_not_move_is_supported_where_it_stands(order):
    """1971 IX.6; DATC 6.D.4, 6.D.5."""
    found = flags(AUSTRIA=f"A VIE S A TRI, A TRI {order}, A TYR H", ITALY="A VEN - TRI, A SER S A VEN - TRI")
    assert found["A VIE"] == ""
    assert "dislodged" not in found["A TRI"]


def test_a_unit_dislodged_from_elsewhere_still_stands_others_off():
    """1971 IX.7, and DATC 4.A.7: it has no effect only where its attacker came from."""
    found = flags(
        TURKEY="A BUL - RUM",
        RUSSIA="A SEV - RUM",
        AUSTRIA="A SER - BUL, A GRE S A SER - BUL",
    )
    assert found["A SEV"] == "bounce"
    assert found["A BUL"] == "bounce dislodged"


def test_a_dislodged_unit_has_no_effect_where_its_attacker_came_from():
    """1971 IX.7, the last example."""
    found = flags(
        TURKEY="A BUL - RUM, F BLA S A BUL - RUM",
        RUSSIA="A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
    )
    assert found["A SEV"] == found["A RUM"] == ""
    assert found["A BUL"] == "bounce dislodged"


def test_a_dislodged_unit_alone_leaves_no_stand_off_where_its_attacker_came_from():
    """1971 IX.7, the note: the province can be retreated to."""
    moves = {
        "TURKEY": "A BUL - RUM, F BLA S A BUL - RUM",
        "RUSSIA": "A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL",
    }
    assert contested(**moves) == []


def test_an_attack_from_elsewhere_cuts_a_support():
    """1971 X, example 7."""
    found = flags(GERMANY="A PRU - WAR, A SIL S A PRU - WAR", RUSSIA="A WAR H, A BOH - SIL")
    assert found["A SIL"] == "cut"
    assert found["A PRU"] == "bounce"


def test_an_attack_from_where_a_support_is_aimed_does_not_cut_it():
    """1971 X, example 8."""
    found = flags(GERMANY="A PRU - WAR, A SIL S A PRU - WAR", RUSSIA="A WAR - SIL")
    assert found == {"A PRU": "", "A SIL": "", "A WAR": "bounce dislodged"}


def test_a_support_is_cut_by_being_dislodged_even_from_where_it_is_aimed():
    """1971 X, example 9."""
    found = flags(
        GERMANY="A BER - PRU, A SIL S A BER - PRU",
        RUSSIA="A PRU - SIL, A WAR S A PRU - SIL, F BAL - PRU",
    )
    assert found["A SIL"] == "cut dislodged"
    assert found["A BER"] == found["F BAL"] == "bounce"


def test_a_dislodged_unit_still_cuts_supports():
    """1971 X, example 10."""
    found = flags(
        GERMANY="A BER H, A MUN - SIL",
        RUSSIA="A PRU - BER, A SIL S A PRU - BER, A BOH - MUN, A TYR S A BOH - MUN",
    )
    assert found["A MUN"] == "bounce dislodged"
    assert found["A SIL"] == "cut"
    assert found["A BER"] == ""


def test_a_power_does_not_cut_its_own_support():
    """1971 IX.6; DATC 6.D.20."""
    assert flags(FRANCE="A PAR S A MAR - BUR, A MAR - BUR, A BRE - PAR")["A PAR"] == ""


def fates(**powers):
    """Return {unit: (flags, reason)} of everything except plain success; each order names its unit."""
    orders = {power: text.split(", ") for power, text in powers.items()}
    units = {power: [unit(order) for order in given] for power, given in orders.items()}
    result = adjudicate_movement(read_position(units), read_orders(orders))
    return {
        str(unit): (" ".join(outcome.flags), "; ".join(map(reason_in_codes, outcome.reasons)))
        for outcomes in result.outcomes.values()
        for unit, outcome in outcomes.items()
        if not outcome.succeeded
    }


def unit(order):
    kind, place, *_ = order.split()
    return f"{kind} {place}"


def test_success_has_no_flag_and_no_reason():
    assert fates(FRANCE="A PAR - BUR, A MAR S A PAR - BUR, F BRE H") == {}


def test_moves_to_one_province_bounce_with_each_other():
    """DATC 6.A.12."""
    assert fates(AUSTRIA="A VIE - TYR", GERMANY="A MUN - TYR", ITALY="A VEN - TYR") == {
        "A VIE": ("bounce", "bounced with A MUN, A VEN"),
        "A MUN": ("bounce", "bounced with A VEN, A VIE"),
        "A VEN": ("bounce", "bounced with A MUN, A VIE"),
    }


def test_a_move_bounces_with_the_unit_that_stays():
    """1971 VIII."""
    assert fates(AUSTRIA="A VIE - TYR", ITALY="A TYR H") == {"A VIE": ("bounce", "bounced with A TYR")}


def test_a_unit_that_failed_and_was_dislodged_besides_says_both():
    """1971 IX.7: both depend on two units, which need not be the same."""
    failures = fates(AUSTRIA="A TYR - VEN", ITALY="A VEN H", GERMANY="A MUN - TYR, A BOH S A MUN - TYR")
    assert failures == {"A TYR": ("bounce dislodged", "bounced with A VEN; dislodged by A MUN")}


def test_a_move_that_loses_to_a_stronger_one_bounced_with_it():
    """1971 IX.1."""
    failures = fates(AUSTRIA="A VIE - TYR, A BOH S A VIE - TYR", ITALY="A VEN - TYR")
    assert failures == {"A VEN": ("bounce", "bounced with A VIE")}


def test_a_move_that_neither_the_defender_nor_a_rival_let_pass_names_both():
    """1971 VIII, IX.1."""
    failures = fates(AUSTRIA="A VIE - TYR", GERMANY="A MUN - TYR", ITALY="A TYR H")
    assert failures == {
        "A VIE": ("bounce", "bounced with A MUN, A TYR"),
        "A MUN": ("bounce", "bounced with A TYR, A VIE"),
    }


def test_in_a_beleaguered_garrison_the_attackers_name_each_other_and_not_the_weaker_garrison():
    """DATC 6.E.7: the attacked unit would have lost to either."""
    failures = fates(
        ENGLAND="F NTH H, F YOR S F NTH",
        GERMANY="F HOL S F HEL - NTH, F HEL - NTH, F DEN S F HEL - NTH",
        RUSSIA="F SKA - NTH, F NWY S F SKA - NTH, F NWG S F SKA - NTH",
    )
    assert failures == {
        "F HEL": ("bounce", "bounced with F SKA"),
        "F SKA": ("bounce", "bounced with F HEL"),
    }


def test_a_weaker_rival_is_not_named():
    """1971 IX.1: it did not stop the stronger one."""
    failures = fates(
        AUSTRIA="A VIE - TYR, A BOH S A VIE - TYR",
        GERMANY="A MUN - TYR",
        ITALY="A TYR H, A VEN S A TYR",
    )
    assert failures == {
        "A VIE": ("bounce", "bounced with A TYR"),
        "A MUN": ("bounce", "bounced with A TYR, A VIE"),
    }


def test_units_that_go_against_each_other_bounce_with_each_other():
    """1971 VIII; DATC 6.E."""
    assert fates(AUSTRIA="A VIE - TYR", ITALY="A TYR - VIE") == {
        "A VIE": ("bounce", "bounced with A TYR"),
        "A TYR": ("bounce", "bounced with A VIE"),
    }


def test_the_loser_of_a_battle_head_to_head_bounced_and_is_dislodged():
    """DATC 6.E.1."""
    failures = fates(AUSTRIA="A VIE - TYR, A BOH S A VIE - TYR", ITALY="A TYR - VIE")
    assert failures == {"A TYR": ("bounce dislodged", "bounced with A VIE; dislodged by A VIE")}


def test_a_move_against_a_unit_of_its_own_power_that_stays_says_so():
    """DATC 6.D.10."""
    failures = fates(GERMANY="A BER H, F KIE - BER, A MUN S F KIE - BER")
    assert failures == {"F KIE": ("bounce", "may not dislodge A BER of its own power")}


def test_supports_of_the_power_that_is_attacked_do_not_hide_who_held():
    """DATC 6.D.12."""
    failures = fates(AUSTRIA="F TRI H, A VIE S A VEN - TRI", ITALY="A VEN - TRI")
    assert failures == {"A VEN": ("bounce", "bounced with F TRI")}


def test_a_cut_support_names_all_units_that_attacked_it_from_elsewhere():
    """DATC 6.D.2; several cut it together."""
    failures = fates(
        AUSTRIA="F ADR S A TRI - VEN, A TRI - VEN, A VIE - TYR",
        GERMANY="A MUN - TYR",
        ITALY="A VEN H, A TYR S A VEN",
    )
    assert failures["A TYR"] == ("cut", "cut by A MUN, A VIE")
    assert failures["A VEN"] == ("dislodged", "dislodged by A TRI")


def test_a_support_is_cut_by_the_unit_that_dislodges_it_from_where_it_is_aimed():
    """DATC 6.D.17."""
    failures = fates(
        RUSSIA="F CON S F BLA - ANK, F BLA - ANK",
        TURKEY="F ANK - CON, A SMY S F ANK - CON, A ARM - ANK",
    )
    assert failures["F CON"] == ("cut dislodged", "cut by F ANK; dislodged by F ANK")


def test_an_attack_of_its_own_power_is_not_said_to_cut_a_support():
    """DATC 6.D.20."""
    failures = fates(
        ENGLAND="F LON S F NTH - ENG, F NTH - ENG, A YOR - LON",
        FRANCE="F ENG H",
    )
    assert failures == {
        "A YOR": ("bounce", "may not dislodge F LON of its own power"),
        "F ENG": ("dislodged", "dislodged by F NTH"),
    }


def test_a_support_of_an_order_that_was_not_given_is_void():
    """DATC 6.D.7, 6.D.28; 1971 X."""
    failures = fates(FRANCE="A PAR S A MAR - BUR, A MAR H, A GAS S A MAR - BUR")
    assert failures["A PAR"] == ("void", "A MAR was not ordered so")


def test_a_convoy_of_a_move_that_was_not_ordered_is_void():
    """1971 XII.1."""
    failures = fates(ENGLAND="F NTH C A LON - BEL, A LON - YOR")
    assert failures == {"F NTH": ("void", "A LON was not ordered so")}


def test_a_convoy_that_nobody_carries_out_is_named():
    """DATC 6.D.32: here a chain is possible, and not ordered."""
    assert fates(ENGLAND="A LON - BEL, F NTH H") == {
        "A LON": ("no convoy", "no chain of fleets was ordered to convoy it"),
    }


def test_a_chain_with_a_gap_convoys_nothing_and_its_fleets_say_so():
    """1971 XII.2."""
    assert fates(ENGLAND="A LON - NAF, F ENG C A LON - NAF, F MAO H") == {
        "A LON": ("no convoy", "no chain of fleets was ordered to convoy it"),
        "F ENG": ("no convoy", "its chain of fleets was not complete"),
    }


def test_a_broken_convoy_names_the_fleet_that_fell():
    """DATC 6.F.8; the fleet that held is not named."""
    failures = fates(
        ENGLAND="A LON - NAF, F ENG C A LON - NAF, F MAO C A LON - NAF",
        FRANCE="F BRE - ENG, F PIC S F BRE - ENG",
    )
    assert failures == {
        "A LON": ("disrupted", "convoy broken: F ENG dislodged"),
        "F ENG": ("dislodged", "dislodged by F BRE"),
    }


def test_a_paradox_is_named():
    """DATC 6.F.14, 4.A.2."""
    failures = fates(
        ENGLAND="F LON S F WAL - ENG, F WAL - ENG",
        FRANCE="A BRE - LON, F ENG C A BRE - LON",
    )
    assert failures == {
        "A BRE": ("disrupted", "convoy disrupted by its own paradox through F ENG"),
        "F ENG": ("dislodged", "dislodged by F WAL"),
    }


def test_a_void_order_gives_its_reason_and_may_be_dislodged_too():
    """DATC 4.E.1."""
    failures = fates(AUSTRIA="A TRI - VEN, A TYR S A TRI - VEN", ITALY="A VEN - PAR")
    assert failures == {"A VEN": ("void dislodged", "it cannot reach PAR; dislodged by A TRI")}


def strengths(request):
    """Return the slow equations of a phase, and their values."""
    equations = Equations(read_position(request["units"]), read_orders(request["orders"]))
    known = Guess(equations).solve()
    return equations, lambda decision, **_: known[decision]


def stood_against(equations, says, here):
    """List the units that were as strong as a failed move: rivals, and the defender."""
    there, opponent = equations.target[here], equations.opponent(here)
    strength = equations.attack(here, says)
    rivals = [p for p in equations.attackers(there) if p != here and equations.prevent(p, says) >= strength]
    staying = equations.hold(there, says) if opponent is None else equations.whole(opponent, says, helps=True)
    return {equations.orders[p].unit for p in rivals + [there] * (staying >= strength)}


@pytest.mark.parametrize("number", range(150))
def test_the_reason_of_a_bounce_names_exactly_the_units_that_stopped_the_move(number):
    """DATC 5.B: exactly those whose strength the move did not outdo."""
    request = random_phase(f"reasons:{number}")
    equations, says = strengths(request)
    result = adjudicate_movement(read_position(request["units"]), read_orders(request["orders"]))
    for units in result.outcomes.values():
        for one, outcome in units.items():
            if outcome.reason and outcome.reason.cause is Cause.BOUNCED:
                assert not says((MOVE, one.province))
                assert set(outcome.reason.units) == stood_against(equations, says, one.province)


def test_reasons_are_computed_on_first_use():
    """Searches resolve thousands of phases and read only units: reasons take a fifth of a phase."""
    judged = result(FRANCE="A PAR - BUR, A PIC H", GERMANY="A MUN - BUR")
    assert len(judged.position.units) == 3
    assert judged.outcomes._pending is not None
    assert [str(unit) for unit, outcome in judged.outcomes["FRANCE"].items() if outcome.flags] == ["A PAR"]
    assert judged.outcomes._pending is None
    assert list(judged.outcomes) == ["FRANCE", "GERMANY"]


def test_results_are_compared_copied_and_pickled_by_their_outcomes():
    judged, same = (result(FRANCE="A PAR - BUR", GERMANY="A MUN - BUR") for _ in range(2))
    other = result(FRANCE="A PAR - BUR", GERMANY="A MUN H")
    assert judged == same
    assert judged.outcomes != other.outcomes
    for copied in (pickle.loads(pickle.dumps(same)), copy.copy(same), copy.deepcopy(same)):  # noqa: S301 (pickled right here)
        assert copied == judged
        assert repr(copied.outcomes) == repr(judged.outcomes)
