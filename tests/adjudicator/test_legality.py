"""Legal orders, and the reason why any other order is illegal."""

from typing import cast

import pytest

from adjudicator import (
    Cause,
    Convoy,
    Kind,
    Location,
    Move,
    OrderError,
    Position,
    PositionError,
    Reason,
    Retreat,
    Support,
    Unit,
    legal_orders,
    parse,
    parse_or_keep,
    read_position,
    standard,
)
from adjudicator.legality import sound_orders, validate
from adjudicator.notation import reason_in_codes
from adjudicator.scene import Scene
from tests.adjudicator.random_phases import random_phase

BOARD = standard()
UNITS = {
    "ENGLAND": ["A LON", "F NTH", "F ENG", "F NWG"],
    "FRANCE": ["A PAR", "F SPA/NC", "F MAO", "F GAS", "A MAR", "F WES"],
    "GERMANY": ["A BEL", "F KIE", "A MUN"],
    "ITALY": ["F POR", "A TUN"],
    "RUSSIA": ["A STP", "F BLA", "A RUM", "F CON"],
}
SCENE = Scene(read_position(UNITS))


def judged(text, power=None, scene=SCENE):
    """Return the order to be carried out, or the reason why there is none, as text."""
    order = parse_or_keep(text)
    unit = scene.find(order.unit) if getattr(order, "unit", None) else None
    found = validate(scene, power or scene.position.units.get(unit, "FRANCE"), order)
    return reason_in_codes(found) if isinstance(found, Reason) else str(found)


LEGAL = {
    "A PAR H": "a unit may stay (1971 IX.6)",
    "A PAR - BUR": "an army goes to a neighbour (1971 VII.1)",
    "F GAS - SPA/NC": "a fleet goes to the coast that it reaches (1971 VII.3b)",
    "F MAO - SPA/SC": "a fleet that reaches both names one (1971 VII.3b)",
    "F NTH - NWY": "a fleet goes along the sea (1971 VII.1)",
    "A LON - BEL VIA": "an army goes over sea (1971 XII.1)",
    "F GAS S A MAR - SPA": "an army's move to a province where a fleet reaches one coast (1971 VII.3b)",
    "F GAS S F MAO - SPA/SC": "a coast that the supporter does not reach (DATC 6.B.4)",
    "F GAS S F MAO - SPA": "the coast may be left out (DATC 6.B.7)",
    "A PAR S A LON - PIC": "the move of an army that others could convoy (1971 IX.6)",
    "F NTH S A BEL": "a unit where it stands (1971 IX.6)",
    "A MUN S A PAR - BUR": "a unit of another power (1971 IX.1)",
    "F NTH C A LON - NWY": "a fleet at sea carries an army (1971 XII.1)",
    "F MAO C A LON - NAF": "as part of a chain (1971 XII.2)",
}
SETTLED = {
    "A LON - BEL": ("A LON - BEL VIA", "only the sea leads there"),
    "F GAS - SPA": ("F GAS - SPA/NC", "only one coast is possible: DATC 6.B.2"),
    "A MAR - SPA/NC": ("A MAR - SPA", "an army has no coast: DATC 6.B.12"),
    "F SPA/SC - POR": ("F SPA/NC - POR", "the wrong coast of the unit is set aside: DATC 6.B.10"),
    "F SPA - MAO": ("F SPA/NC - MAO", "so is a missing one"),
    "F POR S A MAR - SPA/SC": ("F POR S A MAR - SPA", "as in its move"),
    "F POR S F SPA/SC": ("F POR S F SPA/NC", "the unit that is meant stands there"),
    "F ENG C A LON - SPA/NC": ("F ENG C A LON - SPA", "an army has no coast"),
}
VOID = {
    "A PAR goes": (Cause.UNREADABLE, "the order cannot be read"),
    "A PAR D": (Cause.WRONG_PHASE, "the order does not belong to this phase"),
    "A PAR R BUR": (Cause.WRONG_PHASE, "the order does not belong to this phase"),
    "A PAR B": (Cause.WRONG_PHASE, "the order does not belong to this phase"),
    "WAIVE": (Cause.WRONG_PHASE, "the order does not belong to this phase"),
    "A RUH H": (Cause.NO_UNIT, "A RUH is not there"),
    "F PAR - BUR": (Cause.NO_UNIT, "F PAR is not there"),
    "A PAR - XYZ": (Cause.NO_PLACE, "there is no XYZ to go to"),
    "A PAR - PAR": (Cause.SAME_PLACE, "it stands there already"),
    "F SPA/NC - SPA/SC": (Cause.SAME_PLACE, "it stands there already"),
    "A PAR - MUN": (Cause.UNREACHABLE, "it cannot reach MUN"),
    "A MAR - LYO": (Cause.UNREACHABLE, "it cannot reach LYO"),
    "F KIE - MUN": (Cause.UNREACHABLE, "it cannot reach MUN"),
    "F GAS - SPA/SC": (Cause.UNREACHABLE, "it cannot reach SPA/SC"),
    "F SPA/NC - LYO": (Cause.UNREACHABLE, "it cannot reach LYO"),
    "A STP - NWY VIA": (Cause.NO_PASSAGE, "no chain of fleets could carry it to NWY"),
    "F MAO - SPA": (Cause.COAST_NEEDED, "the order must name a coast of SPA"),
    "F NTH - BEL VIA": (Cause.ONLY_ARMIES, "only armies are convoyed"),
    "A PAR S A PAR": (Cause.SELF_SUPPORT, "it cannot support itself"),
    "A PAR S A RUH - BUR": (Cause.NO_UNIT, "A RUH is not there"),
    "A PAR S F MAR - BUR": (Cause.NO_UNIT, "F MAR is not there"),
    "A PAR S A MUN": (Cause.CANNOT_SUPPORT_THERE, "it cannot reach MUN to support there"),
    "F KIE S A MUN": (Cause.CANNOT_SUPPORT_THERE, "it cannot reach MUN to support there"),
    "F SPA/NC S F WES - LYO": (Cause.CANNOT_SUPPORT_THERE, "it cannot reach LYO to support there"),
    "A MUN S A PAR - XYZ": (Cause.CANNOT_SUPPORT_THERE, "it cannot reach XYZ to support there"),
    "A MUN S F KIE - RUH": (Cause.SUPPORTED_CANNOT_GO, "F KIE cannot reach RUH"),
    "F POR S F GAS - SPA/SC": (Cause.SUPPORTED_CANNOT_GO, "F GAS cannot reach SPA/SC"),
    "F BLA S A RUM - ARM": (Cause.SUPPORTED_CANNOT_GO, "A RUM cannot reach ARM"),
    "F CON C A RUM - ANK": (Cause.ONLY_FLEETS_AT_SEA, "only fleets at sea convoy"),
    "A PAR C A LON - BEL": (Cause.ONLY_FLEETS_AT_SEA, "only fleets at sea convoy"),
    "F NTH C A YOR - BEL": (Cause.NO_UNIT, "A YOR is not there"),
    "F NTH C A LON - TUN": (Cause.NOT_A_CHAIN, "no chain of fleets from A LON to TUN needs it"),
    "F NTH C A LON - LON": (Cause.NOT_A_CHAIN, "no chain of fleets from A LON to LON needs it"),
    "F NTH C A PAR - BEL": (Cause.NOT_A_CHAIN, "no chain of fleets from A PAR to BEL needs it"),
    "F BLA C A LON - ANK": (Cause.NOT_A_CHAIN, "no chain of fleets from A LON to ANK needs it"),
    "F NTH C A LON - XYZ": (Cause.NOT_A_CHAIN, "no chain of fleets from A LON to XYZ needs it"),
}


@pytest.mark.parametrize(("order", "why"), LEGAL.items(), ids=LEGAL)
def test_a_legal_order_is_carried_out_as_it_stands(order, why):
    assert judged(order) == order, why


@pytest.mark.parametrize(("order", "settled"), SETTLED.items(), ids=SETTLED)
def test_an_order_that_can_mean_one_thing_only_is_settled(order, settled):
    """1971 VII.4: badly written, but without several meanings."""
    assert judged(order) == settled[0], settled[1]


@pytest.mark.parametrize(("order", "reason"), VOID.items(), ids=VOID)
def test_an_illegal_order_has_its_reason(order, reason):
    """DATC 4.E.1; 1971 VII.4: it is not followed."""
    cause, text = reason
    assert judged(order) == text
    found = parse_or_keep(order)
    unit = SCENE.find(found.unit) if getattr(found, "unit", None) else None
    assert validate(SCENE, SCENE.position.units.get(unit, "FRANCE"), found).cause is cause


def test_a_unit_of_another_power_cannot_be_ordered():
    """DATC 6.A.6."""
    assert judged("A LON - WAL", "FRANCE") == "A LON belongs to another power"


def test_the_fleet_that_supports_cannot_be_counted_on_to_convoy():
    """DATC 6.D.31: with another fleet for the convoy, the support is legal."""
    alone = Scene(read_position({"TURKEY": ["F BLA"], "AUSTRIA": ["A RUM"]}))
    assert judged("F BLA S A RUM - ARM", scene=alone) == "A RUM cannot reach ARM"


def test_a_convoy_by_an_unnecessary_fleet_is_illegal():
    """DATC 6.G.19."""
    scene = Scene(read_position({"FRANCE": ["A MAR", "F WES"], "ITALY": ["F LYO", "A SPA"]}))
    assert judged("F WES C A MAR - SPA", scene=scene) == "no chain of fleets from A MAR to SPA needs it"
    assert judged("F LYO C A MAR - SPA", scene=scene) == "F LYO C A MAR - SPA"


def sound(*orders):
    found = sound_orders(SCENE, {"FRANCE": list(map(parse_or_keep, orders))})
    paris = BOARD.index["PAR"]
    return str(found.orders[paris]), found.void.get(paris)


def test_a_unit_without_an_order_holds():
    """DATC 4.D.3."""
    assert sound() == ("A PAR H", None)


def test_the_last_legal_order_of_a_unit_counts():
    """DATC 4.D.2; an illegal one after it changes nothing."""
    assert sound("A PAR - PIC", "A PAR - BUR") == ("A PAR - BUR", None)
    assert sound("A PAR - BUR", "A PAR - MUN", "A PAR ?") == ("A PAR - BUR", None)


def test_a_unit_whose_orders_are_all_illegal_holds_for_the_last_reason():
    """1971 VII.4."""
    assert sound("A PAR ?", "A PAR - MUN") == ("A PAR H", Reason(Cause.UNREACHABLE, place="MUN"))


def test_orders_for_other_units_do_not_touch_it():
    assert sound("A LON - WAL", "A RUH H", "hello", "WAIVE") == ("A PAR H", None)


def counts(position):
    return {str(unit): len(orders) for unit, orders in legal_orders(position, position.units).items()}


START = """A BUD 13, A VIE 15, F TRI 6, A LVP 10, F EDI 9, F LON 10, A MAR 10, A PAR 11, F BRE 9, A BER 11,
A MUN 19, F KIE 8, A ROM 11, A VEN 18, F NAP 9, A MOS 12, A WAR 16, F SEV 8, F STP/SC 6, A CON 7, A SMY 11,
F ANK 9"""
MIDDLE = """A LON 24, F NTH 51, F ENG 58, F NWG 22, A PAR 25, F SPA/NC 21, F MAO 58, F GAS 23, A MAR 23,
F WES 41, A BEL 32, F KIE 16, A MUN 14, F POR 17, A TUN 21, A STP 10, F BLA 18, A RUM 15, F CON 12"""


def counted(text):
    pairs = (entry.rsplit(" ", 1) for entry in text.replace("\n", " ").split(", "))
    return {unit: int(number) for unit, number in pairs}


def test_238_orders_are_legal_in_1901():
    """1971 VI.3: each unit has as many as the `diplomacy` package 1.1.2 lists."""
    assert counts(Position.initial()) == counted(START)
    assert sum(counted(START).values()) == 238


def test_501_orders_are_legal_where_fleets_meet():
    """As many as `diplomacy` 1.1.2 lists, except 30 supports that name a coast needlessly."""
    assert counts(SCENE.position) == counted(MIDDLE)
    assert sum(counted(MIDDLE).values()) == 501


def test_hold_comes_first_and_no_order_twice():
    for orders in legal_orders(SCENE.position, SCENE.position.units).values():
        assert orders[0] == parse(f"{orders[0].unit} H")
        assert len(set(map(str, orders))) == len(orders)


@pytest.mark.parametrize("number", range(8))
def test_every_order_on_offer_is_legal_and_every_other_is_not(number):
    """The test tries all orders for the units and places of a position."""
    position = read_position(random_phase(f"legal:{number}")["units"])
    scene = Scene(position)
    for unit, orders in legal_orders(position, position.units).items():
        offered = {str(order) for order in orders}
        followed = {followed for text in written(unit, position) if (followed := carried_out(scene, text))}
        assert offered == followed


def carried_out(scene, text):
    order = parse(text)
    judged = validate(scene, scene.position.units[order.unit], order)
    return None if hasattr(judged, "cause") else str(judged)


def written(unit, position):
    """Return every order that can be written for a unit."""
    places = [*BOARD.spaces, *(place for place in BOARD.borders[Kind.FLEET] if "/" in place)]
    yield f"{unit} H"
    for place in places:
        yield f"{unit} - {place}"
        yield f"{unit} - {place} VIA"
    for other in position.units:
        yield f"{unit} S {other}"
        for place in BOARD.spaces:
            yield f"{unit} S {other} - {place}"
            if other.kind is Kind.ARMY:
                yield f"{unit} C {other} - {place}"


@pytest.mark.parametrize("place", ["TYRRHENIAN SEA", "TYR ", "TYR/XX", "TYROLIA", "tyr", ""])
def test_an_order_to_an_invalid_place_is_refused(place):
    venice, named = Unit.parse("A VEN"), cast("Location", place)
    for make in (
        lambda: Move(venice, named),
        lambda: Support(venice, Unit.parse("A VIE"), named),
        lambda: Convoy(Unit.parse("F ADR"), venice, named),
        lambda: Retreat(venice, named),
    ):
        with pytest.raises(OrderError, match="is not written as a place") as refused:
            make()
        assert refused.value.field == "place"


def test_the_orders_of_a_unit_that_does_not_stand_there_cannot_be_listed():
    with pytest.raises(PositionError, match="A BUR is not on the board"):
        legal_orders(Position.initial(), [Unit.parse("A BUR")])
