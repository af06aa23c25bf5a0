"""Storing from the board: what is stored and refused, and what the answer tells."""

import pytest

from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.intimate.winters import winter

MOVES = start("S1902M", control={"ITALY": "first", "RUSSIA": "second"})
RETREATS = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}})
STALE = "2026-11-20T11:00:00+00:00"


@pytest.fixture
def duel(pages):
    """Return the pages of a duel in which Anna leads Austria and has hired Italy."""
    return pages(MOVES)


def store(duel, reader="anna", **fields):
    return duel.post(reader, "store", **fields)


def test_what_stands_in_the_form_is_stored_and_answered_with_its_arrows_and_text(duel):
    answer = store(duel, seen="", order_VIE="A VIE - GAL", order_BUD="", order_ROM="A ROM S A VEN")
    assert answer.status_code == 200
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"], "ITALY": ["A ROM S A VEN"]}}
    assert answer.json["arrows"].count('class="arrow ') == 2
    assert answer.json["typed"] == "A Vienna - Galicia\nA Rome supports A Venice"
    assert answer.json["stored"].startswith("Stored ")
    assert answer.json["seen"] == duel.contest.entry(FIRST).stored_at.isoformat()
    assert "A Budapest" in answer.json["ready"]
    assert "A Vienna" not in answer.json["ready"]
    assert not answer.json["is_ready"]


def test_the_answer_speaks_the_language_of_the_reader(duel):
    answer = store(duel, "boris", order_PAR="A PAR - BUR").json
    assert answer["typed"] == "A Paris – Bourgogne"
    assert "Bourgogne" in answer["arrows"]
    assert answer["stored"].startswith("Enregistr")


def test_an_order_that_is_taken_back_is_stored_no_more(duel):
    seen = store(duel, order_VIE="A VIE - GAL").json["seen"]
    answer = store(duel, seen=seen, order_VIE="")
    assert duel.content() == {"orders": {}}
    assert answer.json["arrows"].strip() == ""


def test_retreats_and_builds_are_stored_too(pages):
    retreats = pages(RETREATS)
    assert store(retreats, order_SER="A SER R GRE").status_code == 200
    assert retreats.content() == {"orders": {"AUSTRIA": ["A SER R GRE"]}}


def test_builds_are_stored_too(pages):
    duel = pages(winter())
    answer = store(duel, winter_AUSTRIA_0="A VIE B", winter_AUSTRIA_1="F TRI B")
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"]}}
    assert answer.json["arrows"].count('class="arrow build') == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"order_VIE": "A VIE - PAR"},
        {"order_PAR": "A PAR - BUR"},
        {"order_VIE": "nonsense"},
        {"order_VIE": "A BUD - SER"},
        {"order_VIE": ["A VIE - GAL", "A VIE - TYR"]},
    ],
    ids=["out of reach", "another's unit", "no order", "another unit", "two orders"],
)
def test_what_cannot_be_ordered_is_refused_with_a_reason_and_nothing_is_stored(duel, fields):
    answer = store(duel, order_BUD="A BUD - SER" if "order_BUD" not in fields else "", **fields)
    assert answer.status_code == 422
    assert len(answer.json["problem"]) > 10
    assert list(answer.json) == ["problem"]
    assert duel.content() is None


def test_a_build_that_is_given_twice_is_refused(pages):
    duel = pages(winter())
    answer = store(duel, winter_AUSTRIA_0="A VIE B", winter_AUSTRIA_1="A VIE B")
    assert answer.status_code == 422
    assert duel.content() is None


def test_what_comes_after_the_deadline_or_for_another_phase_is_not_stored(duel):
    wrong = store(duel, phase="F1902M", order_VIE="A VIE - GAL")
    duel.clock(DEADLINE)
    late = store(duel, order_VIE="A VIE - GAL")
    assert (wrong.status_code, late.status_code) == (409, 409)
    assert wrong.json["problem"] == late.json["problem"]
    assert "This phase is over: nothing more is stored for it." in late.json["problem"]
    assert duel.content(phase="S1902M") is None


def test_whoever_is_not_awaited_is_told_that_nothing_is_stored(pages):
    duel = pages(RETREATS)
    assert store(duel, "boris", order_PAR="A PAR - BUR").status_code == 409
    assert duel.content("boris") is None


def test_a_tab_that_has_not_seen_what_another_stored_stores_nothing(duel):
    seen = store(duel, seen="", order_VIE="A VIE - GAL").json["seen"]
    for stale in ("", STALE):
        answer = store(duel, seen=stale, order_VIE="A VIE - TYR")
        assert answer.status_code == 409
        assert "Another window has stored something" in answer.json["problem"]
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}
    assert store(duel, seen=seen, order_VIE="A VIE - TYR").status_code == 200


def test_what_is_stored_already_may_be_sent_again_if_its_answer_was_lost(duel):
    first = store(duel, seen="", order_VIE="A VIE - GAL")
    duel.clock(LATER.replace(hour=16))
    again = store(duel, seen="", order_VIE="A VIE - GAL")
    assert again.status_code == 200
    assert again.json["seen"] == first.json["seen"]
    assert again.json["arrows"] == first.json["arrows"]


def test_a_change_takes_readiness_back_and_says_so(duel):
    seen = store(duel, order_VIE="A VIE - GAL").json["seen"]
    duel.post("anna", "ready")
    same = store(duel, seen=seen, order_VIE="A VIE - GAL")
    assert same.json["is_ready"]
    assert duel.contest.entry(FIRST).ready
    answer = store(duel, seen=seen, order_VIE="A VIE - TYR")
    assert answer.json["stored"].startswith("You are not ready any more. Stored")
    assert not answer.json["is_ready"]
    assert not duel.contest.entry(FIRST).ready


def test_other_members_and_visitors_store_nothing(duel, member):
    duel.readers["clara"] = member("clara")
    statuses = [store(duel, reader, order_VIE="A VIE - GAL").status_code for reader in ("clara", "visitor")]
    assert statuses == [403, 401]
    assert (duel.content("anna"), duel.content("boris")) == (None, None)


def test_a_private_duel_is_not_there_for_others(pages, member):
    duel = pages(MOVES, public=False)
    duel.readers["clara"] = member("clara")
    answer = store(duel, "clara", order_VIE="A VIE - GAL")
    assert answer.status_code in {403, 404}
    assert duel.content() is None


def test_a_form_without_its_token_is_refused(duel):
    answer = duel.send("anna", "store", {"csrf_token": "", "phase": "S1902M", "order_VIE": "A VIE - GAL"})
    assert answer.status_code == 400
    assert duel.content() is None


def test_the_answer_holds_nothing_of_the_opponent(duel):
    plain = store(duel, order_VIE="A VIE - GAL").json
    orders = {"FRANCE": ["A PAR - BUR"], "RUSSIA": ["A WAR - GAL"]}
    duel.contest.store(SECOND, {"orders": orders})
    stored = store(duel, order_VIE="A VIE - GAL").json
    duel.contest.hand_in(SECOND)
    handed_in = store(duel, order_VIE="A VIE - GAL").json
    assert plain == stored == handed_in


def test_a_list_of_homes_is_stored_as_whole_or_not_at_all(pages):
    duel = pages()
    ranks = {f"rank_{rank}": power for rank, power in enumerate(LISTS[FIRST]["homes"], 1)}
    assert store(duel, **{**ranks, "rank_7": ""}).status_code == 422
    assert duel.content() is None
    assert store(duel, **ranks).status_code == 200
    assert duel.content() == LISTS[FIRST]
