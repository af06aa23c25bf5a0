"""Every case of the Diplomacy Adjudicator Test Cases, version 3, by its number."""

import tomllib
from pathlib import Path

import pytest

from adjudicator import STANDARD, Phase, adjudicate, edition, read_orders, read_position
from adjudicator.interchange import dislodged_by_power, units_by_power

CASES = [
    case
    for chapter in sorted(Path(__file__).parent.glob("*.toml"))
    for case in tomllib.loads(chapter.read_text("utf-8"))["case"]
]


def in_order(units):
    return {power: sorted(theirs) for power, theirs in units.items() if theirs}


def judged(case, reading=STANDARD):
    """Return the result of a case in the format of its `expected`."""
    position = read_position(case["units"], case.get("centres"), case.get("dislodged"))
    result = adjudicate(Phase.parse(case["phase"]), position, read_orders(case["orders"]), edition=reading)
    return {
        "units": units_by_power(result.position),
        "dislodged": dislodged_by_power(result.position),
        "contested": sorted(result.contested),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_datc(case):
    wanted = {**case["expected"], "units": in_order(case["expected"]["units"])}
    result = judged(case)
    assert {what: result[what] for what in wanted} == wanted


def test_no_case_is_missing_and_none_is_there_twice():
    numbers = [case["number"] for case in CASES]
    assert len(numbers) == len(set(numbers)) == 188


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_a_movement_phase_says_who_is_dislodged_and_what_is_contested(case):
    moves = case["phase"].endswith("M")
    assert set(case["expected"]) == ({"units", "dislodged", "contested"} if moves else {"units"})


REACHED = {
    ("6.B.2", "4.B.2.b"): {"missing_coast": "void"},
    ("6.F.17", "4.A.2 1971/1982"): {"convoy_paradox": "rule_1971"},
    ("6.F.18", "4.A.2 1982"): {"convoy_paradox": "sea_first"},
    ("6.F.19", "4.A.1.a"): {"convoy_routes": "all"},
    ("6.F.20", "4.A.2 1982"): {"convoy_routes": "all", "convoy_paradox": "sea_first"},
    ("6.G.10", "4.A.7.a"): {"dislodged_effect": "always"},
    ("6.G.13", "4.A.4.b"): {"aimed_attack": "cuts"},
    ("6.G.14", "4.A.7.a"): {"dislodged_effect": "always"},
    ("6.G.15", "4.A.7.a"): {"dislodged_effect": "always"},
    ("6.H.11", "4.A.5.a"): {"convoy_origin_retreat": "forbidden"},
    ("6.H.12", "4.A.5.a"): {"convoy_origin_retreat": "forbidden"},
    ("6.J.6", "4.D.8"): {"removals": "home"},
    ("6.J.10", "4.D.8"): {"removals": "home"},
    ("6.J.11", "4.D.8"): {"removals": "home"},
}
"""The switches that lead to another choice than the author's.

6.F.18 and 6.F.20: no edition has the rule of 1982, but resolving fights at sea first gives the same outcome;
in 6.F.20 only if both routes must hold, because otherwise there is no paradox.
"""

UNREACHED = {
    ("6.B.7", "4.B.4"): "the switch asks foreign fleets only to name the coast, and this one is an own one",
    ("6.B.8", "4.B.4"): "as 6.B.7, and only one coast is possible",
    ("6.B.9", "4.B.4"): "in every edition a coast that is named must be the right one",
    ("6.B.10", "4.B.5.a"): "in every edition a wrong coast of the unit itself is ignored",
    ("6.B.12", "4.B.6.a"): "in every edition the coast of an army is ignored",
    ("6.B.15", "4.B.4"): "the data repeats the preferred outcome; see the test of its own",
    ("6.F.21", "4.A.2 1982"): "a convoyed army spares supports of convoying fleets in that rule only",
    ("6.G.1", "4.A.3 DPTG"): "no edition asks for VIA where a fleet of the same power convoys",
    ("6.G.2", "4.A.3 1971"): "no edition lets a foreign fleet take an army that did not ask for it",
    ("6.G.5", "4.A.3 DPTG"): "as 6.G.1",
    ("6.G.6", "4.A.3 DPTG"): "as 6.G.1",
    ("6.G.7", "4.A.3 1971"): "as 6.G.2",
    ("6.G.8", "4.A.3 v2.4"): "in no edition does a move by sea fall back on land",
    ("6.G.9", "4.A.3 DPTG"): "as 6.G.1",
    ("6.G.11", "4.A.3 1971"): "as 6.G.8",
    ("6.G.11", "4.A.3 DPTG"): "as 6.G.1",
    ("6.G.19", "4.A.3 1971"): "in every edition a fleet that no chain needs expresses nothing",
    ("6.G.20", "4.A.3 v2.4"): "as 6.G.8",
    ("6.H.12", "4.A.3 fallback"): "as 6.G.8",
    ("6.I.1", "4.D.4.c"): "in every edition the first legal builds count",
    ("6.I.1", "4.D.4.a"): "as above",
    ("6.I.2", "4.C.4.b"): "in every edition the kind of a unit to be built is what was written",
    ("6.J.1", "4.D.6.c"): "in every edition the first legal removals count",
}
"""The alternatives that no switch reaches, and why."""

ALTERNATIVES = [(case, other) for case in CASES for other in case.get("alternatives", [])]


def listed_as(case, other, table):
    """Return the entry of a table for an alternative, listed by the first words of its choice."""
    number, choice = case["number"], other["choice"]
    return next((table[key] for key in table if key[0] == number and choice.startswith(key[1])), None)


def places(dislodged):
    """Return {power: {unit: retreats}}, or only the units if the data says "anywhere"."""
    anywhere = any(there == "anywhere" for units in dislodged.values() for there in units.values())
    return {power: set(units) if anywhere else dict(units) for power, units in dislodged.items()}, anywhere


@pytest.mark.parametrize(
    ("case", "other"),
    [pair for pair in ALTERNATIVES if listed_as(*pair, REACHED)],
    ids=lambda data: data.get("number") or data["choice"][:12],
)
def test_a_switch_leads_to_the_other_choice(case, other):
    found = judged(case, edition("standard", listed_as(case, other, REACHED)))
    wanted = other["expected"]
    assert found["units"] == in_order(wanted["units"])
    assert found["units"] != judged(case)["units"] or found["dislodged"] != judged(case)["dislodged"]
    dislodged, anywhere = places(wanted.get("dislodged", {}))
    assert dislodged == {
        power: set(units) if anywhere else units for power, units in found["dislodged"].items()
    }


def test_every_alternative_is_reached_or_there_is_a_reason_why_not():
    found = [(bool(listed_as(*pair, REACHED)), bool(listed_as(*pair, UNREACHED))) for pair in ALTERNATIVES]
    assert len(found) == len(REACHED) + len(UNREACHED) == 37
    assert all(reached != unreached for reached, unreached in found)


def test_a_foreign_support_that_omits_the_coast_is_rejected():
    """6.B.15, 4.B.4. The data repeats the preferred outcome, but without the support Italy can enter.

    The data of 6.B.7 and 6.B.8 does so too.
    """
    case = next(case for case in CASES if case["number"] == "6.B.15")
    found = judged(case, edition("standard", {"support_coast": "must"}))
    assert found["units"]["ITALY"] == ["F LYO", "F SPA/SC"]
    assert found["contested"] == []
