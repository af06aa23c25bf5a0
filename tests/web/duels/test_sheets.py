"""Sheets of bids by form: what is stored or refused, the warnings and the confirmations."""

import re

import pytest

from tests.builders import UNITS, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.web.reading import chosen, text

DYING = start(
    "S1902B",
    centers={"AUSTRIA": ["VIE"], "FRANCE": ["PAR"], "ITALY": ["ROM"], "RUSSIA": ["MOS"]},
    units={**{power: UNITS[power] for power in ("AUSTRIA", "FRANCE")}, "TURKEY": ["A CON"]},
)


def test_a_sheet_is_stored_without_what_bids_nothing(pages):
    duel = pages(start("S1902B"))
    fields = {"bid_ITALY": "5", "bid_RUSSIA": "", "bid_TURKEY": "0", "bid_GERMANY": " 7 ", "bid_FRANCE": "0"}
    assert duel.post("anna", "entry", **fields).status_code == 303
    assert duel.content() == {"bids": {"ITALY": 5, "GERMANY": 7}}
    assert chosen(duel.get())["bid_ITALY"] == "5"


@pytest.mark.parametrize(
    ("reader", "no_number", "long", "home", "dead", "unknown"),
    [
        (
            "anna",
            "A bid is a whole number of credits, 0 or more.",
            "A bid has nine digits at most.",
            "France is a home power: it cannot be hired.",
            "Turkey owns no supply centre any more",
            "There is no power ATLANTIS.",
        ),
        (
            "boris",
            "Une offre est un nombre entier de crédits",
            "Une offre a neuf chiffres au plus.",
            "France : c’est une puissance d’origine",
            "Turquie : cette puissance ne possède plus de centre",
            "Il n’y a pas de puissance ATLANTIS.",
        ),
    ],
)
def test_an_invalid_bid_is_refused_in_the_viewer_s_language(
    pages, reader, no_number, long, home, dead, unknown
):
    """§4"""
    duel = pages(DYING)
    for bid in ("-1", "1.5", "1e3", "abc", "10" * 15, "9" * 5000, "٣x", "1_000", "0x10", "+3 4", "NaN"):
        answer = duel.post(reader, "entry", bid_ITALY=bid, bid_RUSSIA="4")
        assert answer.status_code == 422, bid
        assert (long if bid.isdigit() else no_number) in text(answer), bid
        assert chosen(answer) == {"bid_ITALY": bid, "bid_RUSSIA": "4"}
    for power, words in (("FRANCE", home), ("TURKEY", dead), ("ATLANTIS", unknown)):
        answer = duel.post(reader, "entry", bid_RUSSIA="4", **{f"bid_{power}": "3"})
        assert answer.status_code == 422, power
        assert words in text(answer)
        assert chosen(answer)["bid_RUSSIA"] == "4"
    twice = duel.post(reader, "entry", bid_ITALY=["3", "4"])
    assert twice.status_code == 422
    assert duel.content(reader) is None


def test_where_overbids_are_forbidden_total_and_reserve_are_named(pages):
    """§4"""
    duel = pages(start("S1902B"), "beginner")
    answer = duel.post("anna", "entry", bid_ITALY="15", bid_TURKEY="6")
    assert answer.status_code == 422
    assert "Your bids add up to 21, but you have 20" in text(answer)
    assert (chosen(answer)["bid_ITALY"], duel.content()) == ("15", None)


def warned(page, of):
    return re.search(rf'data-warn="{of}"[^>]*>(<p)?', page.text)[1] is not None


@pytest.mark.parametrize(
    ("bids", "total", "inheriting"), [((20, 0), False, False), ((20, 1), True, False), ((30, 12), True, True)]
)
def test_the_form_warns_without_refusing_when_total_or_halves_exceed_the_reserve(
    pages, bids, total, inheriting
):
    """§4: the form warns, without refusing."""
    duel = pages(start("S1902B"))
    assert duel.post("anna", "entry", bid_ITALY=str(bids[0]), bid_TURKEY=str(bids[1])).status_code == 303
    page = duel.get()
    assert (warned(page, "total"), warned(page, "inheriting")) == (total, inheriting)


@pytest.mark.parametrize("page", ["ready", "entry"])
def test_a_sheet_that_may_be_overbid_needs_a_confirmation(pages, page):
    duel = pages(start("S1902B"))
    fields = {"bid_ITALY": "15", "bid_TURKEY": "6"}
    duel.post("anna", "store", **fields)
    sent = {**fields, "ready": "yes"} if page == "entry" else {}
    for sure in ({}, {"sure": "yes"}, {"sure": ""}):
        answer = duel.post("anna", page, **sent, **sure)
        assert answer.status_code == 422
        assert "Your bids add up to more than your reserve of 20." in text(answer)
        assert "If what you win costs more than your reserve, you are overbid" in text(answer)
        assert "Yes, confirm these bids" in text(answer)
    assert not duel.contest.entry(FIRST).ready
    fields = dict(re.findall(r'<input type="hidden" name="(phase|seen|sure)" value="([^"]*)"', answer.text))
    assert fields == {
        "phase": "S1902B",
        "seen": duel.contest.entry(FIRST).stored_at.isoformat(),
        "sure": "overbid",
    }
    assert duel.send("anna", "ready", fields).status_code == 303
    assert duel.contest.entry(FIRST).ready


def test_a_sheet_within_the_reserve_is_handed_in_at_once(pages):
    duel = pages(start("S1902B"))
    assert duel.post("anna", "entry", ready="yes", bid_ITALY="20").status_code == 303
    assert duel.contest.entry(FIRST).ready


def test_if_all_bids_are_paid_a_sheet_above_the_reserve_is_overbid_for_sure(pages):
    """§4.2: the test adds up all bids."""
    duel = pages(start("S1902B"), payment="everyone")
    duel.post("anna", "store", bid_ITALY="15", bid_TURKEY="6")
    assert "You bid more than you have, so you are overbid" in text(duel.post("anna", "ready"))


def test_the_sheet_names_last_year_s_commander_and_price_and_both_reserves(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert "Last year" not in text(duel.get("anna"))
    assert "Your reserve: 24. Your opponent’s: 20." in text(duel.get("anna"))
    duel.contest.resolve({"bids": {"ITALY": 5, "GERMANY": 3}}, {"bids": {"ITALY": 2, "GERMANY": 3}})
    duel.contest.play_on("S1902B")
    page = text(duel.get("anna"))
    assert "Italy 3 units, 3 centres Last year: anna, 5 credits" in page
    assert "Germany 3 units, 3 centres Last year: anarchy" in page
