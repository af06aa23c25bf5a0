"""How Anjou reads orders and adjustments (004, part IV)."""

import pytest

from adjudicator import Phase, adjudicate, edition, read_orders, read_position
from adjudicator.interchange import units_by_power
from adjudicator.notation import read, reason_in_codes
from tests.adjudicator.editions.playing import judged


def anjou(**powers):
    return judged("anjou", **powers)


def phase(turn, said, units, orders, centres=None, dislodged=None):
    position = read_position(units, centres, dislodged)
    return adjudicate(Phase.parse(turn), position, read_orders(orders), edition=edition(said))


def test_of_several_legal_orders_none_counts_and_the_unit_can_be_supported():
    """004: it holds, and can be supported in defence."""
    result = anjou(
        FRANCE="A PAR - BUR, A PAR - PIC, A BRE S A PAR", GERMANY="A BUR - PAR, A GAS S A BUR - PAR"
    )
    assert result.failed == {"A PAR": "void", "A BUR": "bounce"}
    assert reason_in_codes(result.outcomes["A PAR"].reason) == "several different orders were given"


def test_one_order_given_twice_is_one():
    """004: several different legal orders."""
    assert anjou(FRANCE="A PAR - BUR, A PAR - BUR").failed == {}


def test_of_several_orders_one_legal_counts():
    """004: several orders but only one legal."""
    assert anjou(FRANCE="A PAR - ROM, A PAR - BUR, A PAR S A ROM").failed == {}


def test_several_retreats_are_a_disbandment():
    """004: among retreats, an order to disperse."""
    routed = {"FRANCE": {"A PAR": ["PIC", "GAS"]}}
    for name, standing in (("anjou", {}), ("1971", {}), ("standard", {"FRANCE": ["A GAS"]})):
        result = phase("S1901R", name, {}, {"FRANCE": ["A PAR R PIC", "A PAR R GAS"]}, dislodged=routed)
        assert units_by_power(result.position) == standing


def test_of_several_retreats_one_legal_counts():
    """004."""
    routed = {"FRANCE": {"A PAR": ["PIC"]}}
    result = phase("S1901R", "anjou", {}, {"FRANCE": ["A PAR R PIC", "A PAR R BUR"]}, dislodged=routed)
    assert units_by_power(result.position) == {"FRANCE": ["A PIC"]}


@pytest.mark.parametrize("idle", ["A MUN", "A MUN -", "A MUN - XYZ ?"])
def test_a_missing_or_incomplete_order_is_taken_from_a_support(idle):
    """004: the order of the unit is complete in a support by its own power."""
    assert anjou(GERMANY=f"{idle}, A RUH S A MUN - BUR", FRANCE="A BUR H").dislodged == {
        "A BUR": "BEL GAS MAR PAR PIC"
    }


def test_a_missing_order_is_taken_from_a_convoy():
    """004."""
    assert "A BEL" in anjou(ENGLAND="A LON, F NTH C A LON - BEL").units


@pytest.mark.parametrize("said", ["standard", "1971", "ens", "parker"])
def test_elsewhere_the_unit_holds(said):
    """DATC 4.D.3; 1971 IX.6."""
    assert "A LON" in judged(said, ENGLAND="A LON, F NTH C A LON - BEL").units


def test_a_missing_order_is_not_taken_from_another_power():
    """004: of the same nationality."""
    assert "A LON" in anjou(ENGLAND="A LON", FRANCE="F NTH C A LON - BEL").units


@pytest.mark.parametrize("other", ["A MUN H", "A MUN - BER", "A MUN S A RUH"])
def test_a_legal_order_of_its_own_comes_first(other):
    """004: unless there is another legal order for the unit."""
    assert "A BUR" not in anjou(GERMANY=f"{other}, A RUH S A MUN - BUR").units


def test_two_supports_that_say_different_things_say_nothing():
    """004: an order judged ambiguous is not applied."""
    for second in ("A SIL S A MUN - BER", "A BOH S A MUN - TYR"):
        result = anjou(GERMANY=f"A MUN, A RUH S A MUN - BUR, {second}")
        assert "A MUN" in result.units


def test_a_support_of_the_hold_and_one_of_a_move_say_different_things():
    """004: an order judged ambiguous is not applied; both supports name an order whole."""
    result = anjou(GERMANY="A MUN, A RUH S A MUN - BUR, A BOH S A MUN")
    assert result.failed == {"A RUH": "void"}
    assert anjou(GERMANY="A MUN -, A BOH S A MUN").failed == {}


def test_a_coast_left_out_of_a_move_is_taken_from_a_support_of_the_same_power():
    """004: an incomplete order is complete in the support for another unit of the same nationality."""
    for said, coast in (("SPA/NC", "F SPA/NC"), ("SPA/SC", "F SPA/SC"), ("SPA", "F MAO"), ("POR", "F MAO")):
        assert coast in anjou(FRANCE=f"F MAO - SPA, A GAS S F MAO - {said}").units
    assert "F MAO" in anjou(FRANCE="F MAO - SPA", ENGLAND="A GAS S F MAO - SPA/NC").units
    assert "F MAO" in judged("standard", FRANCE="F MAO - SPA, A GAS S F MAO - SPA/NC").units


def test_a_coast_is_not_taken_from_supports_that_name_two_nor_beside_another_order():
    """004: doubtful orders do not count; a unit's own order comes first."""
    assert "F MAO" in anjou(FRANCE="F MAO - SPA, A GAS S F MAO - SPA/NC, A POR S F MAO - SPA/SC").units
    assert "F MAO" in anjou(FRANCE="F MAO - SPA, F MAO H, A GAS S F MAO - SPA/NC").units


def test_a_fleet_that_was_ordered_elsewhere_is_not_taken_for_a_convoy():
    """004: only an order to convoy is completed like this."""
    assert "A LON" in anjou(ENGLAND="A LON - POR, F ENG C A LON - POR, F MAO - SPA").units


@pytest.mark.parametrize("order", ["A ROM - NAP VIA", "F ROM - NAP VIA"])
def test_a_move_by_sea_where_no_convoy_can_be_goes_by_its_ends(order):
    """004: only the ends of a move decide whether it is legal."""
    end = order.replace("ROM - NAP VIA", "NAP")
    assert end in anjou(ITALY=order).units
    assert end not in judged("standard", ITALY=order).units
    assert end in anjou(ITALY=order, FRANCE="F LYO H").units


def test_a_move_by_sea_that_could_be_convoyed_still_waits_for_its_convoy():
    """004: VIA asks for it where fleets could carry."""
    assert "A ROM" in anjou(ITALY="A ROM - NAP VIA", FRANCE="F TYS H").units


def test_a_support_that_leaves_the_coast_out_does_not_name_the_order_whole():
    """004: the order is complete in the one that names the coast."""
    result = anjou(FRANCE="F MAO, F POR S F MAO - SPA, F GAS S F MAO - SPA/NC")
    assert "F SPA/NC" in result.units


def test_a_missing_convoy_is_not_taken_when_another_fleet_of_the_chain_does_something_else():
    """004: only if it makes the attack possible; here that fleet carries another army, or elsewhere."""
    other_army = anjou(ENGLAND="A LON - NAF, F ENG", FRANCE="F MAO C A GAS - NAF, A GAS H")
    other_end = anjou(ENGLAND="A LON - NAF, F ENG", FRANCE="F MAO C A LON - POR")
    assert "F ENG" not in {**other_army.failed, **other_end.failed}
    assert "A NAF" in anjou(ENGLAND="A LON - NAF, F ENG", FRANCE="F MAO C A LON - NAF").units


def test_a_missing_convoy_is_taken_when_it_alone_makes_the_attack_possible():
    """004: "De meme, un ordre manquant ou incomplet de convoi"."""
    assert "A BEL" in anjou(ENGLAND="A LON - BEL, F NTH").units
    assert (
        "A TUN"
        in anjou(ENGLAND="A LON - TUN, F ENG C A LON - TUN, F MAO", FRANCE="F WES C A LON - TUN").units
    )


def test_a_missing_convoy_is_not_taken_when_two_fleets_could_do_it():
    """004: the only one possible."""
    assert "A LON" in anjou(ENGLAND="A LON - BEL, F NTH, F ENG").units


def test_a_missing_convoy_is_not_taken_from_a_fleet_with_an_order_or_a_foreign_one():
    """004."""
    assert "A LON" in anjou(ENGLAND="A LON - BEL, F NTH H").units
    assert "A LON" in anjou(ENGLAND="A LON - BEL", FRANCE="F NTH").units


ITALY = "F LYO S F WES - SPA/SC, F WES - SPA/SC"


def spain(**powers):
    """Return the unit that enters Spain, which Italy attacks with two."""
    return {unit for unit in anjou(ITALY=ITALY, **powers).units if "SPA" in unit}


def test_an_own_support_may_leave_the_coast_out():
    """004: supports of a fleet towards two coasts."""
    assert spain(FRANCE="F MAO - SPA/NC, F POR S F MAO - SPA") == set()


@pytest.mark.parametrize("coast", ["/SC", "/NC"])
def test_a_coast_that_is_named_must_match(coast):
    """004: "si indiquee, doit etre la meme"."""
    own = spain(FRANCE=f"F MAO - SPA/NC, F POR S F MAO - SPA{coast}")
    foreign = spain(FRANCE="F MAO - SPA/NC", ENGLAND=f"F POR S F MAO - SPA{coast}")
    assert own == foreign == (set() if coast == "/NC" else {"F SPA/SC"})


def test_a_foreign_support_must_name_the_coast_where_there_is_a_choice():
    """004."""
    powers = {"FRANCE": "F MAO - SPA/NC", "ENGLAND": "F POR S F MAO - SPA"}
    assert spain(**powers) == {"F SPA/SC"}
    assert "F SPA/SC" not in judged("standard", ITALY=ITALY, **powers).units


def test_a_foreign_support_may_leave_the_coast_out_where_there_is_none():
    """004: F Gas reaches one coast only."""
    assert spain(FRANCE="F GAS - SPA/NC", ENGLAND="F POR S F GAS - SPA") == set()


def test_a_wrong_nationality_is_ignored():
    """004: it stays valid even if the nationality is wrong."""
    assert str(read("A Sil (S) RUSSIE A War-Pru", "fr", "1971")) == "A SIL S A WAR - PRU"


def test_a_path_written_out_keeps_its_ends():
    """004: A Belgique - mer du Nord - Londres can be carried by the Channel."""
    order = read("A Belgique - mer du Nord - Londres", "fr", "anjou")
    assert anjou(ENGLAND=f"{str(order).removesuffix(' VIA')}, F ENG C A BEL - LON, F NTH H").failed == {}


def winter(said, units, orders, centres):
    power = next(iter(centres))
    result = phase("W1901A", said, {power: units}, {power: orders}, centres)
    return set(units) - set(units_by_power(result.position).get(power, []))


REMOVALS = [
    ("the farthest", ["A BUR", "A MUN", "F BRE"], "A MUN"),
    ("a fleet before an army", ["A PIC", "F PIE"], "F PIE"),
    ("off a centre before on one", ["A BEL", "A RUH", "A TYR"], "A RUH"),
    ("then by the alphabet", ["A BEL", "A MUN"], "A BEL"),
]


@pytest.mark.parametrize(("why", "units", "going"), REMOVALS, ids=[why for why, _, _ in REMOVALS])
def test_units_are_removed_in_the_order_of_the_rule(why, units, going):
    """004, 1 to 4."""
    centres = {"FRANCE": ["PAR", "BRE", "MAR"][: len(units) - 1]}
    assert winter("anjou", units, [], centres) == {going}


@pytest.mark.parametrize(
    ("power", "units", "listed_first", "alphabetical"),
    [
        ("FRANCE", ["A SER", "A STP"], "A STP", "A SER"),
        ("FRANCE", ["A TRI", "A TUN"], "A TUN", "A TRI"),
        ("GERMANY", ["A SPA", "A STP"], "A STP", "A SPA"),
        ("ENGLAND", ["A SPA", "A SWE"], "A SPA", "A SPA"),
    ],
)
def test_the_alphabet_is_that_of_the_numbered_list(power, units, listed_first, alphabetical):
    """004, annex: 55. St. Petersburg, 56. Serbia; 61. Spain, 62. Sweden; 64. Tunis, 66. Trieste."""
    centre = {"FRANCE": "PAR", "GERMANY": "BER", "ENGLAND": "LON"}[power]
    assert winter("anjou", units, [], {power: [centre]}) == {listed_first}
    assert winter("1971", units, [], {power: [centre]}) == {alphabetical}


def test_removals_ordered_come_first_and_the_rule_completes_them():
    """004: too few are completed as in civil disorder; of too many the first ones count."""
    units, centres = ["A BUR", "A MUN", "F BRE"], {"FRANCE": ["PAR"]}
    assert winter("anjou", units, ["A BUR D"], centres) == {"A BUR", "A MUN"}
    assert winter("anjou", units, ["A BUR D", "F BRE D", "A MUN D"], centres) == {"A BUR", "F BRE"}


def test_a_fleet_is_not_built_in_st_petersburg_without_its_coast():
    """004, on adjustments; the first legal ones count."""
    orders = {"RUSSIA": ["F STP B", "A MOS B", "F SEV B"]}
    result = phase("W1901A", "anjou", {}, orders, {"RUSSIA": ["STP", "MOS"]})
    assert units_by_power(result.position) == {"RUSSIA": ["A MOS"]}
