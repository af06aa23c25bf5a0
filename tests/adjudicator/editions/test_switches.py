"""Every switch alone, from Python and through JSON lines, and invalid settings."""

import json
import tomllib
from pathlib import Path

import pytest

from adjudicator import (
    EDITIONS,
    STANDARD,
    SWITCHES,
    EditionError,
    Phase,
    Position,
    adjudicate,
    edition,
    read_orders,
    read_position,
)
from adjudicator.interchange import answer_line, dislodged_by_power, units_by_power

CASES = tomllib.loads(Path(__file__).with_name("switches.toml").read_text("utf-8"))["case"]
PAIRS = [(case, value) for case in CASES for value in SWITCHES[case["switch"]]]


def named(data):
    return data if isinstance(data, str) else f"{data['switch']} ({data['source']})"


def units(case):
    """Return the units of a case: by default those with orders."""
    if case["phase"].endswith("R"):
        return {}
    ordered = {
        power: [" ".join(order.split()[:2]) for order in given] for power, given in case["orders"].items()
    }
    return case.get("units", ordered)


@pytest.mark.parametrize(("case", "value"), PAIRS, ids=named)
def test_a_switch_decides_alone(case, value):
    """Each case names its source."""
    position = read_position(units(case), case.get("centers"), case.get("dislodged"), lost=case.get("lost"))
    reading = edition("standard", {case["switch"]: value})
    result = adjudicate(Phase.parse(case["phase"]), position, read_orders(case["orders"]), edition=reading)
    found = {"units": units_by_power(result.position), "dislodged": dislodged_by_power(result.position)}
    assert {what: found[what] for what in case[value]} == case[value]


@pytest.mark.parametrize(("case", "value"), PAIRS, ids=named)
def test_a_switch_decides_alone_in_a_request(case, value):
    """Each case names its source; the format of requests."""
    request = {key: case[key] for key in ("phase", "orders", "centers", "dislodged", "lost") if key in case}
    request |= {"id": 1, "units": units(case), "rules": {case["switch"]: value}}
    answered = json.loads(answer_line(json.dumps(request)))
    wanted = {"units_after" if what == "units" else what: told for what, told in case[value].items()}
    assert {what: answered.get(what) for what in wanted} == wanted


def test_every_switch_has_a_case_in_which_each_value_differs_from_another():
    """Except the northern fleet: see the next test."""
    for switch, values in SWITCHES.items() - {("northern_fleet", SWITCHES["northern_fleet"])}:
        outcomes = [[str(case[value]) for value in values] for case in CASES if case["switch"] == switch]
        assert len(set(zip(*outcomes, strict=True))) == len(values), switch


@pytest.mark.parametrize(("value", "fleet"), [("south", "F STP/SC"), ("north", "F STP/NC")])
def test_the_northern_fleet_starts_where_the_switch_says(value, fleet):
    """002 4; 1971 VI.3."""
    start = Position.initial(edition("standard", {"northern_fleet": value}))
    assert [str(unit) for unit in start.units if unit.province == "STP"] == [fleet]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_its_switches_and_no_more(name):
    said = EDITIONS[name]
    switches = {switch: getattr(said, switch) for switch in SWITCHES}
    rebuilt = edition("standard", switches)
    assert switches == {switch: getattr(rebuilt, switch) for switch in SWITCHES}
    assert edition(name) == said


@pytest.mark.parametrize("name", EDITIONS)
def test_a_switch_can_be_set_back_in_any_edition(name):
    standard_values = {switch: values[0] for switch, values in SWITCHES.items()}
    found = edition(name, standard_values)
    assert all(getattr(found, switch) == getattr(STANDARD, switch) for switch in SWITCHES)


WRONG = [
    ({"edition": "1982"}, "edition", "'1982' is not one of"),
    ({"edition": "Standard"}, "edition", "'Standard' is not one of"),
    ({"rules": {"stalemate": "yes"}}, "rules.stalemate", "unknown switch"),
    ({"rules": {"name": "1971"}}, "rules.name", "unknown switch"),
    ({"rules": {"": "any"}}, "rules.", "unknown switch"),
    ({"rules": {"removals": "mine"}}, "rules.removals", "'mine' is not one of owned, home, "),
    ({"rules": {"removals": None}}, "rules.removals", "None is not one of"),
    ({"rules": {"removals": ["home"]}}, "rules.removals", "['home'] is not one of"),
    ({"rules": {"removals": {"home": 1}}}, "rules.removals", "is not one of"),
    ({"rules": {"removals": 1}}, "rules.removals", "1 is not one of"),
    ({"rules": {"removals": True}}, "rules.removals", "True is not one of"),
    ({"rules": ["removals"]}, "rules", "must be an object"),
    ({"rules": "removals"}, "rules", "must be an object"),
    ({"edition": 1971}, "edition", "must be a string"),
]


@pytest.mark.parametrize(("said", "field", "message"), WRONG, ids=str)
def test_unknown_editions_and_switches_are_refused_by_name(said, field, message):
    """The format of requests: one clear error, naming the field."""
    answered = json.loads(answer_line(json.dumps({"id": 7, "phase": "S1901M", "units": {}, **said})))
    assert answered["id"] == 7
    assert answered["error"].startswith(f"{field}: ")
    assert message in answered["error"]


@pytest.mark.parametrize(
    ("name", "switches", "field"),
    [
        ("1982", {}, "edition"),
        ("standard", {"x": "any"}, "rules.x"),
        ("anjou", {"removals": "x"}, "rules.removals"),
    ],
)
def test_from_python_the_error_names_the_field_too(name, switches, field):
    with pytest.raises(EditionError) as refused:
        edition(name, switches)
    assert refused.value.field == field


@pytest.mark.parametrize("nothing", [{}, {"rules": None}, {"rules": {}}, {"edition": None}, {"edition": ""}])
def test_switches_left_out_are_standard(nothing):
    """The format of requests: `edition` and `rules` are optional."""
    request = {"phase": "S1901M", "units": {"FRANCE": ["F GAS"]}, "orders": {"FRANCE": ["F GAS - SPA"]}}
    assert json.loads(answer_line(json.dumps({**request, **nothing})))["units_after"] == {
        "FRANCE": ["F SPA/NC"]
    }


def test_rules_change_the_edition_that_is_named():
    """The format of requests: `rules` on top of `edition`."""
    request = {"phase": "S1901M", "units": {"FRANCE": ["F GAS"]}, "orders": {"FRANCE": ["F GAS - SPA"]}}
    for rules, to in (({}, "F GAS"), ({"missing_coast": "only_one"}, "F SPA/NC")):
        line = json.dumps({**request, "edition": "parker", "rules": rules})
        assert json.loads(answer_line(line))["units_after"] == {"FRANCE": [to]}
