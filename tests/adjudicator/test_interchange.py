"""Every line gets an answer in the interchange format, whatever it holds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.interchange import MAPPINGS, answer, answer_line

UNREAD = {"id": None, "error": "request: the line is not JSON that can be read"}
WRONG_TYPES = [None, True, 3, 1.5, "A PAR", [], ["A PAR"], {}, {"FRANCE": {}}]


def strictly(text):
    """Read JSON by the standard: no NaN, no Infinity."""

    def refuse(constant):
        raise AssertionError(constant)

    return json.loads(text, parse_constant=refuse)


def answered(request):
    line = request if isinstance(request, str) else json.dumps(request)
    text = answer_line(line)
    text.encode("ascii")
    assert "\n" not in text
    return strictly(text)


def test_the_example_of_the_format_is_answered_as_it_says():
    request = {
        "id": "1",
        "phase": "S1901M",
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    }
    assert answered(request) == {
        "id": "1",
        "units_after": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        "dislodged": {},
        "contested": ["BUR"],
        "outcomes": {"FRANCE": {"A PAR": ["bounce"]}, "GERMANY": {"A MUN": ["bounce"]}},
        "reasons": {
            "FRANCE": {"A PAR": "bounced with A MUN"},
            "GERMANY": {"A MUN": "bounced with A PAR"},
        },
    }


def test_a_dislodged_unit_is_listed_with_where_it_may_go_in_order():
    request = {
        "phase": "S1901M",
        "units": {"AUSTRIA": ["A TRI", "A TYR"], "ITALY": ["A VEN"]},
        "orders": {"AUSTRIA": ["A TRI - VEN", "A TYR S A TRI - VEN"]},
    }
    response = answered(request)
    assert response["dislodged"] == {"ITALY": {"A VEN": ["APU", "PIE", "ROM", "TUS"]}}
    assert response["outcomes"]["ITALY"] == {"A VEN": ["dislodged"]}
    assert response["reasons"] == {"ITALY": {"A VEN": "dislodged by A TRI"}}


def test_only_movement_lists_dislodged_units_and_contested_provinces(subtests):
    for phase in ["S1901R", "F1901R", "W1901A"]:
        with subtests.test(phase=phase):
            response = answered({"phase": phase, "centers": {}})
            assert set(response) == {"id", "units_after", "outcomes", "reasons", "centers_after"}


ROUTED = {
    "phase": "F1901M",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A PIC", "A BUR", "A BRE", "A GAS"]},
    "orders": {"GERMANY": ["A PIC - PAR", "A BUR S A PIC - PAR"]},
    "centers": {"FRANCE": ["PAR"]},
}


def test_centres_change_hands_after_autumn_when_the_dislodged_have_nowhere_to_go():
    """As in `Game.play`: retreats that await nobody are no phase."""
    response = answered(ROUTED)
    assert response["dislodged"] == {"FRANCE": {"A PAR": []}}
    assert response["centers_after"] == {"GERMANY": ["BRE", "PAR"]}
    spring = answered(ROUTED | {"phase": "S1901M"})
    assert spring["centers_after"] == {"FRANCE": ["PAR"]}


def test_centres_wait_while_one_of_the_dislodged_can_still_retreat():
    free = ROUTED["units"] | {"GERMANY": ["A PIC", "A BUR", "A BRE"]}
    response = answered(ROUTED | {"units": free})
    assert response["dislodged"] == {"FRANCE": {"A PAR": ["GAS"]}}
    assert response["centers_after"] == {"FRANCE": ["PAR"]}


def test_a_phase_of_retreats_that_asks_nobody_changes_nothing_more():
    first = answered(ROUTED)
    after = {
        "units": first["units_after"],
        "dislodged": first["dislodged"],
        "centers": first["centers_after"],
    }
    assert answered(after | {"phase": "F1901R"})["centers_after"] == first["centers_after"]


def test_centres_change_hands_after_autumn_and_not_before():
    units, centres = {"FRANCE": ["A BEL"]}, {"ENGLAND": ["BEL", "LON"]}
    request = {"units": units, "centers": centres}
    assert answered({"phase": "S1901M", **request})["centers_after"] == {"ENGLAND": ["BEL", "LON"]}
    after = {"ENGLAND": ["LON"], "FRANCE": ["BEL"]}
    assert answered({"phase": "F1901M", **request})["centers_after"] == after
    assert answered({"phase": "F1901R", **request})["centers_after"] == after
    assert answered({"phase": "W1901A", **request})["centers_after"] == {"ENGLAND": ["BEL", "LON"]}


def test_centres_wait_while_a_unit_has_still_to_retreat():
    """The year ends after the retreats of autumn (1971 XIII.1)."""
    request = {
        "phase": "F1901M",
        "units": {"FRANCE": ["A BEL"], "GERMANY": ["A HOL", "A RUH"]},
        "orders": {"GERMANY": ["A HOL - BEL", "A RUH S A HOL - BEL"]},
        "centers": {"FRANCE": ["BEL"]},
    }
    assert answered(request)["centers_after"] == {"FRANCE": ["BEL"]}


RETREAT = {
    "phase": "F1901R",
    "units": {"GERMANY": ["A BUR"]},
    "dislodged": {"FRANCE": {"A BUR": ["GAS", "PAR"]}},
    "orders": {"FRANCE": ["A BUR R PAR"]},
}


def test_a_dislodged_unit_retreats():
    """1971 XI."""
    response = answered(RETREAT)
    assert response["units_after"] == {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}
    assert (response["outcomes"], response["reasons"]) == ({"FRANCE": {"A BUR": []}}, {})


def test_dislodged_units_are_read_for_retreats_only(subtests):
    for phase in ["S1901M", "W1901A"]:
        with subtests.test(phase=phase):
            request = {**RETREAT, "phase": phase, "orders": {}, "centers": {"GERMANY": ["MUN"]}}
            request["dislodged"] = {"FRANCE": {"A BUR": ["NTH"]}}
            assert answered(request)["units_after"] == {"GERMANY": ["A BUR"]}
            assert answered({**request, "phase": "S1901R"})["error"].startswith("dislodged.FRANCE.A BUR: ")


def test_dislodged_units_of_a_wrong_type_are_refused_by_name(subtests):
    for wrong, error in [
        ({"FRANCE": ["A BUR"]}, "dislodged.FRANCE: must be an object"),
        ({"FRANCE": {"A BUR": "PAR"}}, "dislodged.FRANCE.A BUR: must be a list of strings"),
        ({"FRANCE": {"A BUR": [5]}}, "dislodged.FRANCE.A BUR: must be a list of strings"),
    ]:
        with subtests.test(wrong=wrong, error=error):
            assert answered({**RETREAT, "dislodged": wrong}) == {"id": None, "error": error}


def test_a_retreat_phase_without_dislodged_units_is_answered(subtests):
    for nothing in [{}, {"dislodged": None}, {"dislodged": {}}]:
        with subtests.test(nothing=nothing):
            request = {key: value for key, value in RETREAT.items() if key != "dislodged"}
            assert answered({**request, **nothing})["units_after"] == {"GERMANY": ["A BUR"]}


def test_a_request_without_centres_gets_none_back():
    assert "centers_after" not in answered({"phase": "F1901M"})


def test_the_key_of_a_build_given_up_is_waive():
    request = {"phase": "W1901A", "centers": {"FRANCE": ["PAR"]}, "orders": {"FRANCE": ["WAIVE"]}}
    assert answered(request)["outcomes"] == {"FRANCE": {"WAIVE": []}}


def test_outcomes_are_in_order_builds_given_up_first():
    request = {"phase": "W1901A", "centers": {"FRANCE": ["PAR", "BRE", "MAR"]}}
    request["orders"] = {"FRANCE": ["F BRE B", "WAIVE", "A MAR B"]}
    assert list(answered(request)["outcomes"]["FRANCE"]) == ["WAIVE", "A MAR", "F BRE"]


def test_adjustments_need_centres(subtests):
    for centres in [{}, {"centers": None}]:
        with subtests.test(centres=centres):
            request = {"id": 1, "phase": "W1901A", "units": {"FRANCE": ["A PAR"]}, **centres}
            assert answered(request) == {"id": 1, "error": "centers: is needed for adjustments"}


def test_an_id_of_any_type_comes_back(subtests):
    for identity in [None, True, 0, -1.5, "ü\u2028\ud800", [1, [2]], {"a": None}, 10**4000]:
        with subtests.test(identity=identity):
            assert answered({"id": identity, "phase": "S1901M"})["id"] == identity
            assert answered({"id": identity, "phase": "X"})["id"] == identity


def test_a_number_that_json_does_not_have_or_nobody_can_hold_is_refused(subtests):
    for number in ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000]:
        with subtests.test(number=number):
            assert answered(f'{{"id": {number}, "phase": "S1901M"}}') == UNREAD


def test_a_line_that_is_no_json_is_answered_with_an_error(subtests):
    for line in ["", "  ", "{", "\x00", "\ufeff{}", "[" * 100_000, '{"a":' * 100_000, "x" * 10**6]:
        with subtests.test(line=line):
            assert answered(line) == UNREAD


def test_a_name_that_stands_twice_in_an_object_is_refused_by_itself(subtests):
    for line, field in [
        ('{"phase": "S1901M", "units": {"ITALY": ["A ROM"], "ITALY": ["A VEN"]}}', "ITALY"),
        ('{"phase": "S1901M", "phase": "F1901M", "units": {}}', "phase"),
    ]:
        with subtests.test(line=line, field=field):
            assert json.loads(answer_line(line))["error"] == f"{field}: stands there twice"


def test_an_id_as_deep_as_can_be_read_can_be_written(subtests):
    for depth in range(900, 1010, 3):
        with subtests.test(depth=depth):
            response = answered(f'{{"id": {"[" * depth}{"]" * depth}, "phase": "S1901M"}}')
            assert response == UNREAD or nested(response["id"]) == depth


def nested(lists):
    """Return the depth of nested lists."""
    depth = 1
    while lists:
        (lists,) = lists
        depth += 1
    return depth


def test_a_request_is_an_object(subtests):
    for request_ in [None, 3, [], [{}], True, '"x"']:
        with subtests.test(request_=request_):
            assert answered(request_) == {"id": None, "error": "request: must be a JSON object"}


def test_tables_are_objects_and_names_are_strings(subtests):
    for value in [True, 3, 1.5, "A PAR", [], ["A PAR"]]:
        with subtests.test(value=value):
            for field in MAPPINGS:
                response = answered({"id": 7, "phase": "S1901M", field: value})
                assert response == {"id": 7, "error": f"{field}: must be an object"}
            if not isinstance(value, str):
                for field in ("phase", "edition"):
                    response = answered({"id": 7, "phase": "S1901M", field: value})
                    assert response == {"id": 7, "error": f"{field}: must be a string"}


def test_a_wrong_type_anywhere_is_answered_with_the_field_or_does_not_matter(subtests):
    for kind in ["S1901M", "S1901R", "W1901A"]:
        for field in ["phase", "edition", *MAPPINGS]:
            for value in WRONG_TYPES:
                with subtests.test(kind=kind, field=field, value=value):
                    response = answered({"id": 7, "phase": kind, "centers": {}, field: value})
                    assert response["id"] == 7
                    if "error" in response:
                        assert response["error"].startswith(field)


def test_an_error_names_the_field_at_fault(subtests):
    for wrong, error in [
        ({"phase": None}, "phase: is missing"),
        ({"phase": "S1901"}, "phase: 'S1901' is not a phase such as S1901M, F1901R or W1901A"),
        ({"phase": "S١٩٠١M"}, "phase: 'S١٩٠١M' is not a phase such as S1901M, F1901R or W1901A"),
        ({"phase": "S1901B"}, "phase: S1901B is not a phase of the base game"),
        ({"phase": "HOMES"}, "phase: HOMES is not a phase of the base game"),
        ({"edition": "1900"}, "edition: '1900' is not one of "),
        ({"rules": {"weather": "bad"}}, "rules.weather: "),
        ({"units": {"FRANCE": "A PAR"}}, "units.FRANCE: must be a list of strings"),
        ({"units": {"SPAIN": ["A SPA"]}}, "units: 'SPAIN' is not a power"),
        ({"orders": {"SPAIN": ["A SPA H"]}}, "orders: 'SPAIN' is not a power"),
        ({"orders": {"FRANCE": [3]}}, "orders.FRANCE: must be a list of strings"),
        ({"centers": {"FRANCE": ["BUR"]}}, "centers.FRANCE: 'BUR' is not a supply centre"),
    ]:
        with subtests.test(wrong=wrong, error=error):
            assert answered({"phase": "S1901M", **wrong})["error"].startswith(error)


def test_unknown_keys_are_ignored():
    assert "error" not in answered({"phase": "S1901M", "weather": "bad"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
WORDS = st.sampled_from(
    ["FRANCE", "A PAR", "F BRE", "A PAR - BUR", "A PAR D", "PAR", "BUR", "WAIVE", "A PAR B"]
)
TABLES = st.dictionaries(
    WORDS, st.lists(WORDS, max_size=3) | st.dictionaries(WORDS, st.lists(WORDS), max_size=2)
)
REQUESTS = st.fixed_dictionaries(
    {"phase": st.sampled_from(["S1901M", "F1901R", "W1901A"]) | JSON},
    optional=dict.fromkeys([*MAPPINGS, "edition", "id"], TABLES | JSON),
)


@given(REQUESTS | JSON)
def test_any_json_gets_an_answer(request):
    response = answered(request)
    assert response["id"] == (request.get("id") if isinstance(request, dict) else None)
    assert ("error" in response) != ("units_after" in response)


@given(st.text())
def test_any_text_is_answered(line):
    """None of it is a request, because a request names a phase."""
    assert set(answered(line)) == {"id", "error"}


def test_answer_raises_what_the_line_reports():
    with pytest.raises(ValueError, match="phase: is missing"):
        answer({})
