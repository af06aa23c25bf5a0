"""The campaign of 1901 and 1902 in the rules of Parker (002, 15), with each of its errors.

Russia's northern fleet starts on the south coast here: 002 4 puts it on the north coast, where
F Stp — Bot, and so the stand-off in Sweden, is impossible.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator import (
    Phase,
    Position,
    Unit,
    adjudicate,
    builds_possible,
    due,
    edition,
    read_orders,
    standard,
    vacant_homes,
)
from adjudicator.interchange import dislodged_by_power, units_by_power
from adjudicator.notation import ReadingError, read, reason_in_codes

BOARD, PARKER = standard(), edition("parker")
PHASES = tomllib.loads(Path(__file__).with_name("campaign.toml").read_text("utf-8"))["phase"]
NAMES = [phase["name"] for phase in PHASES]
PRINTED = [(phase, text) for phase in PHASES for texts in phase["orders"].values() for text in texts]
BUILDS = {
    "ITALY": ["F ROM B"],
    "FRANCE": ["A PAR B", "A MAR B"],
    "ENGLAND": ["F EDI B", "A LON B"],
    "GERMANY": ["A BER B", "A MUN B"],
    "TURKEY": ["A CON B", "A SMY B"],
    "AUSTRIA": ["A BUD B", "A TRI B", "A VIE B"],
}
"""The reinforcements of 1901; Austria's army at Trieste, which is occupied, became that of Vienna."""


def as_read(text):
    try:
        return str(read(text, "fr", "parker"))
    except ReadingError:
        return None


def meant(phase, text):
    slip = phase.get("slips", {}).get(text)
    return slip["meant"] if slip else as_read(text)


def orders(phase):
    return {power: [meant(phase, text) for text in texts] for power, texts in phase["orders"].items()}


def play(turn, position, given, reading=PARKER):
    return adjudicate(Phase.parse(turn), position, read_orders(given), edition=reading)


def with_unit(position, old, new):
    units = dict(position.units)
    units[Unit.parse(new)] = units.pop(Unit.parse(old))
    return replace(position, units=units)


@cache
def campaign():
    """Play it all; return {phase: (position before, result)}."""
    played = {}

    def on(position, name, given):
        played[name] = position, play(name, position, given)
        return played[name][1].position

    data = {phase["name"]: orders(phase) for phase in PHASES}
    position = Position.initial(edition("parker", {"northern_fleet": "south"}))
    position = on(position, "S1901M", data["S1901M"])
    position = on(position, "F1901M", data["F1901M"])
    position = on(position, "F1901R", {"RUSSIA": ["F RUM R SEV"]}).with_ownership()
    position = on(position, "W1901A", BUILDS)
    position = on(position, "S1902M", data["S1902M"])
    position = on(with_unit(position, "A SMY", "A ARM"), "F1902M", data["F1902M"])
    position = on(position, "F1902R", {"TURKEY": ["A RUM R UKR"]}).with_ownership()
    on(position, "W1902A", {"AUSTRIA": ["A VIE B"], "FRANCE": ["A BRE B"], "GERMANY": ["A BER B"]})
    return played


def before(name):
    return campaign()[name][0]


def outcome(name, unit):
    told = campaign()[name][1].outcomes.values()
    return next(one for units in told for ordered, one in units.items() if str(ordered) == unit)


@pytest.mark.parametrize(
    ("phase", "text"), PRINTED, ids=lambda part: part if isinstance(part, str) else part["name"]
)
def test_an_order_is_read_as_printed_or_is_a_slip(phase, text):
    """002 15, with the abbreviations of 002 8."""
    slip = phase.get("slips", {}).get(text)
    if slip is None:
        assert as_read(text) is not None
    else:
        assert as_read(text) != slip["meant"], slip["why"]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase["name"])
def test_a_phase_comes_out_as_told(phase):
    """002 15; the commentary is in each phase's `told`."""
    result = campaign()[phase["name"]][1]
    assert units_by_power(result.position) == phase["units"]
    assert dislodged_by_power(result.position) == phase["dislodged"]
    assert sorted(result.contested) == phase["contested"]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase["name"])
def test_the_orders_are_for_the_units_that_are_there(phase):
    """002 15: the exception is A Arm: A Smy was ordered to Constantinople and could not reach it.

    F Rou has no order in autumn 1901, but a support says that it stays.
    """
    ordered = {" ".join(order.split()[:2]) for given in orders(phase).values() for order in given}
    there = {str(unit).partition("/")[0] for unit in before(phase["name"]).units}
    idle = there - ordered
    assert ordered <= there
    assert idle == ({"F RUM"} if phase["name"] == "F1901M" else set())
    assert ("A ARM" in there) == (phase["name"] == "F1902M")
    assert outcome("S1902M", "A SMY").flags == outcome("S1902M", "A CON").flags == ("bounce",)


def test_summer_1901_fails_nowhere_but_for_the_coast():
    """002 15 against 002 4: from the north coast F Stp — Bot is void."""
    given = orders(PHASES[0])
    from_south = play("S1901M", before("S1901M"), given).outcomes
    assert all(one.succeeded for units in from_south.values() for one in units.values())
    from_north = play("S1901M", Position.initial(PARKER), given).outcomes
    failed = {
        str(unit): one.flags for units in from_north.values() for unit, one in units.items() if one.flags
    }
    assert failed == {"F STP/NC": ("void",)}


def test_from_the_north_coast_germany_would_take_sweden_and_denmark():
    """002 15 against 002 4: no stand-off in Sweden, so A Kie — Dan succeeds too."""
    autumn = with_unit(before("F1901M"), "F BOT", "F STP/NC")
    result = play("F1901M", autumn, orders(PHASES[1]))
    assert units_by_power(result.position)["GERMANY"] == ["A BEL", "A DEN", "F SWE"]


def test_the_fleet_of_sevastopol_does_not_sail_for_the_black_sea():
    """002 15, commentary of summer 1901: it is ordered to Rumania, Turkey's fleet to the Black Sea."""
    assert units_by_power(before("F1901M"))["RUSSIA"] == ["A GAL", "A UKR", "F BOT", "F RUM"]


def test_two_russian_attacks_fail_and_one_fleet_is_dislodged():
    """002 15, autumn 1901: "voit echouer ses 3 attaques", but F Rou was not ordered to attack."""
    assert outcome("F1901M", "A GAL").flags == outcome("F1901M", "F BOT").flags == ("bounce",)
    assert outcome("F1901M", "F RUM").flags == ("dislodged",)


def test_germany_fails_in_sweden_and_so_cannot_follow_to_denmark():
    """002 15, autumn 1901: the text does not say that A Kie stays."""
    assert outcome("F1901M", "F DEN").flags == outcome("F1901M", "A KIE").flags == ("bounce",)


OWNED_1901 = {
    "AUSTRIA": "BUD GRE SER TRI VIE",
    "ENGLAND": "EDI HOL LON LVP NWY",
    "FRANCE": "BRE MAR PAR POR SPA",
    "GERMANY": "BEL BER DEN KIE MUN",
    "ITALY": "NAP ROM TUN VEN",
    "RUSSIA": "MOS SEV STP WAR",
    "TURKEY": "ANK BUL CON RUM SMY",
}


@pytest.mark.parametrize("power", OWNED_1901)
def test_centres_after_1901(power):
    """002 15: "la Grande-Bretagne s'empare de la Norvege et de la Belgique", but Belgium is German.

    Britain has Holland. Sweden, left free, belongs to nobody; Marseilles, free too, remains French.
    """
    position = before("W1901A")
    assert " ".join(position.centres_of(power)) == OWNED_1901[power]
    gains = {"ITALY": 1, "RUSSIA": 0}
    assert due(position, power) == gains.get(power, 2)


def test_austria_cannot_build_at_trieste_where_its_army_still_stands():
    """002 15, reinforcements: A Tri — Vie was a stand-off, so Vienna is free and Trieste is not."""
    told = campaign()["W1901A"][1].outcomes["AUSTRIA"]
    assert {str(unit): one.flags for unit, one in told.items()} == {
        "A BUD": (),
        "A TRI": ("void",),
        "A VIE": (),
    }


def test_germany_could_build_a_fleet_at_berlin():
    """002 15, reinforcements, says that only Kiel has a port; 002 11: fleets come on arsenals at sea."""
    result = play("W1901A", before("W1901A"), {"GERMANY": ["F BER B"]})
    assert "F BER" in units_by_power(result.position)["GERMANY"]


def test_without_its_coast_the_order_to_st_petersburg_is_void():
    """002 12.2 against 002 15: F Nge stays, and so A Lon cannot land in Norway."""
    given = orders(PHASES[2])
    given["ENGLAND"] = [order.replace("STP/NC", "STP") for order in given["ENGLAND"]]
    result = play("S1902M", before("S1902M"), given)
    assert units_by_power(result.position)["ENGLAND"] == ["A HOL", "A LON", "F NTH", "F NWG", "F NWY"]


IMPOSSIBLE = [("S1902M", "F SEV", "UKR"), ("F1902M", "A HOL", "NTH"), ("F1902M", "F GRE", "SER")]


@pytest.mark.parametrize(("name", "unit", "place"), IMPOSSIBLE)
def test_a_support_where_the_unit_cannot_go_is_void(name, unit, place):
    """002 15 against 002 9.3: "un soutien mutuel", of F Seb and A Ukr, A Hol and F Nrd, F Gre and A Ser."""
    assert reason_in_codes(outcome(name, unit).reason) == f"it cannot reach {place} to support there"


def test_sevastopol_holds_in_summer_by_one_support_alone():
    """002 15: a stand-off, two against two; F Seb's own support was impossible."""
    assert reason_in_codes(outcome("S1902M", "A BUL").reason) == "bounced with F SEV"
    assert outcome("S1902M", "A UKR").succeeded


def test_it_is_austria_that_takes_galicia():
    """002 15: the commentary beside Austria's orders begins with Turkey."""
    assert "A GAL" in units_by_power(before("F1902M"))["AUSTRIA"]


def test_rumanias_support_is_cut_and_one_other_suffices():
    """002 15, autumn 1902: from 3 to 1 it becomes 2 to 1."""
    assert outcome("F1902M", "A RUM").flags == ("cut", "dislodged")
    assert outcome("F1902M", "F BLA").succeeded


def test_with_the_army_that_could_not_be_in_armenia_sevastopol_would_have_held():
    """002 15: A Smy, where it really was, cannot support to Sevastopol."""
    given = orders(PHASES[3])
    given["TURKEY"] = [order.replace("A ARM", "A SMY") for order in given["TURKEY"]]
    result = play("F1902M", with_unit(before("F1902M"), "A ARM", "A SMY"), given)
    assert "F SEV" in units_by_power(result.position)["RUSSIA"]


def test_holland_holds_two_to_two():
    """002 15: had Belgium not been attacked, it would have been three to two."""
    assert outcome("F1902M", "A BEL").flags == ("cut", "dislodged")
    given = orders(PHASES[3])
    given["FRANCE"] = [order for order in given["FRANCE"] if not order.startswith("A PIC")]
    result = play("F1902M", before("F1902M"), given)
    assert "A HOL" in units_by_power(result.position)["GERMANY"]


CHANGES_1902 = {
    "AUSTRIA": (1, ["VIE"]),  # one army
    "ENGLAND": (1, ["EDI", "LVP", "LON"]),  # "rien ne change", but St Petersburg is won
    "FRANCE": (1, ["BRE", "PAR"]),  # "obligee de la placer a Brest", but Paris is free too
    "GERMANY": (1, ["BER", "MUN"]),
    "ITALY": (0, ["NAP", "ROM"]),
    "RUSSIA": (0, ["WAR"]),  # two armies for two centres; it loses St Petersburg, and never owned Sweden
    "TURKEY": (0, ["ANK", "SMY"]),  # only if A Rum retreats to Ukrainia; else it has one to build
}


@pytest.mark.parametrize("power", CHANGES_1902)
def test_reinforcements_of_1902(power):
    """002 15: gains and owners; the table lists the errors."""
    position = before("W1902A")
    asked, vacant = CHANGES_1902[power]
    assert due(position, power) == asked
    assert list(vacant_homes(position, power)) == vacant
    assert builds_possible(position, power) == asked


def test_centres_of_russia_and_sweden_after_1902():
    """002 15: Russia "perd la Suede et Sebastopol": Sweden it never owned, St Petersburg it loses."""
    owners = before("W1902A").owners
    assert (owners["SWE"], owners["STP"], owners["SEV"]) == ("GERMANY", "ENGLAND", "TURKEY")
    assert before("W1902A").centres_of("RUSSIA") == ("MOS", "WAR")


def test_the_fleet_of_sweden_could_have_retreated():
    """002 15 calls it an army; it may retreat, but in winter it is removed before the armies (1971 XIV.4)."""
    retreated = play("F1902R", before("F1902R"), {"RUSSIA": ["F SWE R FIN"]}).position.with_ownership()
    assert due(retreated, "RUSSIA") == -1
    removed = play("W1902A", retreated, {}).position
    assert units_by_power(removed)["RUSSIA"] == ["A LVN", "A MOS"]
