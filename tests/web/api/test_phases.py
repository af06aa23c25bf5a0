"""Requests for a phase that takes no entry, or another kind: the answer says what is the case."""

import pytest

from tests.builders import start

OVER, TO_COME = ("HOMES", "S1901B", "W1901A", "S1902B"), ("F1902M", "S1903M", "S1909B")
NONE = ("S1901X", "S0000M", "F1902B", "é", "homes")


def requests(program, path, phase):
    """Make every request about a phase in an address; return the codes."""
    moves = {"orders": {}}
    return {
        program.code("GET", f"{path}/entries/{phase}"),
        program.code("PUT", f"{path}/entries/{phase}", moves),
        program.code("DELETE", f"{path}/entries/{phase}"),
        program.code("GET", f"{path}/options/{phase}"),
        program.code("PUT", f"{path}/entries/{phase}/readiness", {"ready": True}),
    }


def test_past_future_and_unknown_phases_have_different_errors(duel):
    begun = duel(start("S1902M"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}"
    for phases, code in ((OVER, "phase_over"), (TO_COME, "phase_to_come"), (NONE, "not_found")):
        for phase in phases:
            assert requests(anna, path, phase) == {code}, phase
    ahead = anna.code("PUT", f"{path}/entries/S1902R/readiness", {"ready": True})
    assert ahead == "phase_to_come"


@pytest.mark.parametrize(("address", "act"), [("events", {"event": "conceded"}), ("time", {"act": "grant"})])
def test_an_act_names_the_phase_that_is_awaited(duel, address, act):
    begun = duel(start("S1902M"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}/{address}"
    for phases, code in ((OVER, "phase_over"), (TO_COME, "phase_to_come"), (NONE, "invalid")):
        for phase in phases:
            answer = anna.post(path, {**act, "phase": phase}).json
            assert answer["code"] == code, phase
            assert [each["field"] for each in answer["errors"]] == (["phase"] if code == "invalid" else [])


def test_after_the_end_every_phase_is_over(duel):
    begun = duel(start("S1902M"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}"
    assert anna.post(f"{path}/events", {"event": "conceded", "phase": "S1902M"}).status_code == 200
    for phase in (*OVER, "S1902M", *TO_COME):
        assert requests(anna, path, phase) == {"phase_over"}


def test_an_entry_for_the_awaited_phase_can_be_replaced_but_not_deleted(duel):
    begun = duel(start("S1902M"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}/entries/S1902M"
    anna.put(path, {"orders": {}})
    assert anna.code("DELETE", path) == "not_possible"
    assert anna.get_json(path)["entry"] == {"orders": {}}


KINDS = [
    (None, "HOMES", {"bids": {}}, "bids", "homes"),
    ("S1902B", "S1902B", {"orders": {}}, "orders", "bids"),
    ("S1902M", "S1902M", {"bids": {}}, "bids", "orders"),
    ("S1902M", "S1902R", {"bids": {}}, "bids", "orders"),
]


@pytest.mark.parametrize(("awaited", "phase", "body", "given", "taken"), KINDS)
def test_an_entry_of_another_kind_is_named_by_its_field_beside_the_one_that_is_taken(
    duel, awaited, phase, body, given, taken
):
    begun = duel(start(awaited) if awaited else None)
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}/entries/{phase}"
    (fault,) = anna.put(path, body).json["errors"]
    assert (fault["field"], fault["code"]) == (given, "wrong_kind")
    assert fault["message"] == f"In {phase} the body holds “{taken}”, not “{given}”."
