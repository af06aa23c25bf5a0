"""Refused entries in advance: the reason is given, and nothing typed is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.duels.entering import SeenEntry
from tests.fixtures_duels import DEADLINE, FIRST
from tests.services.autumns import RETREAT, SHEET, autumn
from tests.web.duels.ahead import FORMS, box_of, page, part, store, take_back
from tests.web.duels.test_anything import anything, forms, sheets
from tests.web.reading import chosen, plain, text


@pytest.fixture
def duel(pages):
    return pages(autumn())


@pytest.mark.parametrize(
    ("phase", "typed", "said"),
    [
        ("F1902R", "A Boh - Par", "it may not retreat to Paris"),
        ("F1902R", "A Gal - Boh", "A Galicia is not there"),
        ("F1902R", "A Par - Bur", "A Paris belongs to another power"),
        ("F1902R", "A Boh H", "the order does not belong to this phase"),
        ("F1902R", "A Boh - Vie\nA Boh D", "this unit has an order in line 1 already"),
        ("F1902R", "my <b>plan</b>", "Line 1"),
        ("F1902R", "A Boh - Vie\x00", "Line 1"),
        ("F1902R", "x" * 30_000, "too long"),
        ("W1902A", "Build A Par", "Paris is no home centre of this power"),
        ("W1902A", "Build F Vie", "such a unit cannot stand in Vienna"),
        ("W1902A", "Remove F Boh", "such a unit cannot stand in Bohemia"),
        ("W1902A", "A Vie - Gal", "the order does not belong to this phase"),
        ("W1902A", "\n".join(["waive"] * 35), "no further order of this kind is due"),
    ],
)
def test_orders_that_could_never_be_used_are_refused_and_stay_in_the_box(duel, phase, typed, said):
    answer = store(duel, phase, orders=typed)
    assert answer.status_code == 422
    assert said in plain(part(answer, phase))
    assert answer.text.count("<title>Error") == 1
    if "\x00" not in typed:
        assert box_of(answer, phase) == typed
    others = [box_of(answer, other) for other in ("F1902R", "W1902A") if other != phase]
    assert others == [""]
    assert duel.contest.ahead(FIRST) == {}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"bid_RUSSIA": "-1"}, "A bid is a whole number of credits"),
        ({"bid_RUSSIA": "1.5"}, "A bid is a whole number of credits"),
        ({"bid_RUSSIA": "9" * 40}, "A bid has nine digits at most."),
        ({"bid_RUSSIA": "\x00"}, "A bid is a whole number of credits"),
        ({"bid_FRANCE": "3"}, "France is a home power"),
        ({"bid_ATLANTIS": "3"}, "There is no power ATLANTIS"),
        ({"bid_RUSSIA": ["3", "4"]}, "A bid is a whole number of credits"),
    ],
)
def test_bids_that_could_never_be_made_are_refused_and_stay_in_their_fields(duel, fields, said):
    answer = store(duel, "S1903B", bid_TURKEY="4", **fields)
    assert answer.status_code == 422
    assert said in plain(part(answer, "S1903B"))
    assert chosen(answer)["bid_TURKEY"] == "4"
    assert duel.contest.ahead(FIRST) == {}


def test_a_sheet_over_a_reserve_that_is_certain_is_refused_where_overbids_are_forbidden(pages):
    duel = pages(autumn(), "dueldip")
    answer = store(duel, "S1903B", bid_RUSSIA="13")
    assert answer.status_code == 422
    assert "Your bids add up to 13, but you have 12" in text(answer)
    assert store(duel, "S1903B", bid_RUSSIA="12").status_code == 303


def test_another_window_is_not_overwritten(duel):
    duel.contest.store_ahead(FIRST, "F1902R", RETREAT, seen=SeenEntry(None))
    answer = store(duel, "F1902R", orders="A Boh D", seen="")
    assert answer.status_code == 409
    assert "Another window has saved something" in text(answer)
    assert box_of(answer, "F1902R") == "A Boh D"
    assert duel.contest.ahead(FIRST) == {"F1902R": RETREAT}
    duel.contest.store_ahead(FIRST, "S1903B", SHEET)
    answer = store(duel, "S1903B", bid_RUSSIA="9", seen="")
    assert (answer.status_code, chosen(answer)["bid_RUSSIA"]) == (409, "9")


@pytest.mark.parametrize(
    "phase", ["HOMES", "F1902M", "S1903M", "S1902B", "W1903A", "", "f1902r", "S1903B\x00", "x" * 5000]
)
def test_a_phase_that_does_not_lie_ahead_takes_nothing_and_what_was_sent_stays(duel, phase):
    for answer in (store(duel, phase, orders="my plan"), take_back(duel, phase)):
        assert answer.status_code == 409
        assert "This phase is over" in text(answer)
    assert "my plan" in text(store(duel, phase, orders="my plan"))


def test_an_entry_in_advance_that_comes_too_late_is_a_conflict(duel):
    """The first visitor after the deadline resolves the moves, and no retreat is needed."""
    duel.clock(DEADLINE)
    assert store(duel, "F1902R").status_code == 409
    assert duel.contest.phase == "W1902A"


def test_only_the_two_players_see_the_page_and_store_anything(pages, member):
    duel = pages(autumn(), public=True)
    duel.readers["clara"] = member("clara")
    assert page(duel, "clara").status_code == store(duel, "F1902R", "clara").status_code == 403
    assert take_back(duel, "F1902R", "clara").status_code == 403
    assert store(duel, "F1902R", "visitor").status_code == 401
    assert "A Boh - Vie" in store(duel, "F1902R", "visitor").text
    assert page(duel, "visitor").status_code == 303
    private = pages(autumn(), public=False)
    private.readers["clara"] = duel.readers["clara"]
    assert page(private, "clara").status_code == store(private, "F1902R", "clara").status_code == 404
    private.path = "/duels/nothing"
    assert page(private).status_code == 404


def test_a_form_without_a_token_is_refused_and_keeps_its_text(duel):
    anna = duel.readers["anna"]
    for token in ({}, {"csrf_token": "forged"}):
        fields = {"phase": "F1902R", **FORMS["F1902R"], **token}
        answer = anna.client.post(f"{duel.path}/beforehand", data=fields, headers=anna.headers)
        assert answer.status_code == 400
        assert "A Boh - Vie" in answer.text
    assert duel.contest.ahead(FIRST) == {}


def test_taking_back_needs_a_post_request(duel):
    answer = duel.get("anna", "/beforehand/back")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{duel.path}/beforehand")


@anything
@given(phase=st.sampled_from([*FORMS, "F1902M"]), sheet=sheets, form=forms)
def test_any_form_in_advance_is_stored_refused_or_a_conflict(duel, phase, sheet, form):
    answer = duel.send("anna", "beforehand", {**form, "phase": phase, "orders": sheet})
    assert answer.status_code in ({409} if phase == "F1902M" else {303, 422})
    assert page(duel).status_code == 200
