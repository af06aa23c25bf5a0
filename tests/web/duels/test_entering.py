"""Entering by forms: every phase, and every possible fault."""

import re

import pytest

from tests.builders import CENTRES, POWERS, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.reading import chosen, text

RANKS = {f"rank_{rank}": power for rank, power in enumerate(POWERS, 1)}
ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"]}}


def test_a_list_is_stored_shown_again_and_handed_in(pages):
    duel = pages()
    assert duel.post("anna", "entry", **RANKS).headers["Location"] == duel.path
    assert duel.content() == {"homes": POWERS}
    page = duel.get()
    assert "Saved. Press Done when you are ready" in text(page)
    assert chosen(page) == RANKS
    duel.post("anna", "ready")
    assert "You are done. Any change undoes that." in text(duel.get())
    duel.post("anna", "entry", **{**RANKS, "rank_1": "TURKEY", "rank_7": "AUSTRIA"})
    assert "You changed your entry, so you are not done any more" in text(duel.get())


@pytest.mark.parametrize(("sent", "stored"), [("0123456789abcdef", "0123456789abcdef"), ("<b>", None)])
def test_the_browser_s_share_for_the_draws_is_stored_with_the_list(pages, sent, stored):
    """Decision 06."""
    duel = pages()
    duel.post("anna", "entry", share=sent, **RANKS)
    assert duel.content().get("share") == stored
    assert f'name="share" type="hidden" value="{stored or ""}"' in duel.get().text


def test_the_seal_of_what_is_stored_is_shown_to_its_player_alone(pages):
    """With it the player can prove later what they had stored."""
    duel = pages()
    duel.post("anna", "entry", **RANKS)
    seal = duel.contest.entry(FIRST).seal
    assert seal in duel.get().text
    assert seal not in duel.get("boris").text
    duel.post("anna", "ready")
    assert seal in duel.get("boris").text


def test_the_last_player_to_hand_in_sees_the_result(pages):
    duel = pages()
    duel.contest.enter(SECOND, LISTS[SECOND])
    answer = duel.post("anna", "entry", ready="yes", **RANKS)
    assert answer.status_code == 303
    page = text(duel.get())
    assert "Auction of 1901" in page
    assert "Done and sealed" not in page


def test_ready_without_a_list_is_refused_and_says_what_to_do(pages):
    duel = pages()
    answer = duel.post("boris", "ready")
    assert answer.status_code == 422
    assert "Classez d’abord les sept puissances" in text(answer)
    assert duel.content("boris") is None


def test_taking_readiness_back_keeps_the_entry(pages):
    duel = pages()
    duel.post("anna", "entry", ready="yes", **RANKS)
    assert duel.post("anna", "unready").status_code == 303
    assert not duel.contest.entry(FIRST).ready
    assert duel.content() == {"homes": POWERS}


def test_a_list_with_doubles_or_missing_ranks_is_refused_and_shown_again(pages):
    """§2"""
    duel = pages()
    missing = {name: power for name, power in RANKS.items() if name != "rank_3"}
    broken = [
        {**RANKS, "rank_2": "AUSTRIA"},
        {**RANKS, "rank_7": ""},
        {**RANKS, "rank_7": "ATLANTIS"},
        {**RANKS, "rank_7": "x" * 5000},
        {**RANKS, "rank_8": "ITALY"},
        {**RANKS, "rank_7": ["TURKEY", "ITALY"]},
        missing,
        {},
    ]
    for fields in broken:
        answer = duel.post("anna", "entry", **fields)
        assert answer.status_code == 422, fields
        assert "Each of the seven powers must stand in the list exactly once." in text(answer)
        assert duel.content() is None
        kept = {name: power for name, power in fields.items() if name in RANKS and power in POWERS}
        assert kept.items() <= chosen(answer).items()


def test_an_order_that_is_refused_is_marked_at_its_menu(pages):
    duel = pages(start("S1902M"))
    page = duel.post("anna", "entry", order_VIE="A VIE - PAR", order_BUD="A BUD - RUM").text
    wrong = re.findall(r'<select aria-invalid="true" aria-describedby="(\w+)-errors"', page)
    assert wrong == ["order_VIE"]
    assert re.search(r'id="order_VIE-errors"><a [^>]*>[^<]*cannot be ordered here', page)


def test_each_order_that_is_refused_is_marked_at_its_menu(pages):
    duel = pages(start("S1902M"))
    page = duel.post("anna", "entry", order_VIE="A VIE - PAR", order_BUD="A BUD - LON").text
    for name, place in (("order_VIE", "Paris"), ("order_BUD", "London")):
        assert re.search(rf'id="{name}-errors"><a [^>]*>[^<]*{place}” cannot be ordered here', page)


def test_a_doubled_rank_is_marked_at_its_field(pages):
    page = pages().post("anna", "entry", **{**RANKS, "rank_2": "AUSTRIA"}).text
    assert re.search(r'id="rank_2-errors">Austria stands above already.', page)
    assert page.count('aria-invalid="true"') == 1


def test_orders_are_stored_and_what_is_left_out_holds(pages):
    duel = pages(start("S1902M", control={"ITALY": "first"}))
    fields = {"order_VIE": "A VIE - GAL", "order_BUD": "", "order_ROM": "A ROM - APU"}
    assert duel.post("anna", "entry", **fields).status_code == 303
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"], "ITALY": ["A ROM - APU"]}}
    page = duel.get()
    assert chosen(page)["order_VIE"] == "A VIE - GAL"
    assert "without order, these units hold: A Budapest, F Trieste" in text(page).replace(" and ", ", ")


def test_orders_that_cannot_be_given_are_refused_with_the_order_in_words(pages):
    duel = pages(start("S1902M"))
    for fields in (
        {"order_VIE": "A VIE - PAR"},
        {"order_VIE": "A PAR - BUR"},
        {"order_PAR": "A PAR - BUR"},
        {"order_ROM": "A ROM H"},
        {"order_VIE": "x" * 5000},
        {"order_VIE": "A VIE - GAL\x00"},
        {"order_": "A VIE - GAL"},
        {"order_NOWHERE": "A VIE - GAL"},
    ):
        answer = duel.post("anna", "entry", order_BUD="A BUD - RUM", **fields)
        assert answer.status_code == 422, fields
        assert "cannot be ordered here" in text(answer)
        assert chosen(answer)["order_BUD"] == "A BUD - RUM"
    assert "“A Paris - Burgundy” cannot be ordered" in text(
        duel.post("anna", "entry", order_PAR="A PAR - BUR")
    )
    assert duel.content() is None


@pytest.mark.parametrize("orders", [["A VIE - GAL", "A VIE - BOH"], ["A VIE - GAL", "A VIE - GAL"]])
def test_two_orders_for_one_unit_are_refused(pages, orders):
    duel = pages(start("S1902M"))
    answer = duel.post("boris", "entry", order_PAR=["A PAR - BUR", "A PAR - PIC"])
    assert answer.status_code == 422
    assert "France : la même case reçoit deux ordres" in text(answer)
    assert duel.post("anna", "entry", order_VIE=orders).status_code == 422
    assert duel.content() is duel.content("boris") is None


def test_a_support_that_names_a_coast_stays_when_the_form_is_stored_again(pages):
    """Formats §1"""
    units = {"AUSTRIA": ["A GAS", "F MAO"], "FRANCE": ["A PAR"]}
    duel = pages(start("S1902M", units=units))
    duel.post("anna", "typed", orders="A Gas S F Mao - Spa/nc")
    stored = {"orders": {"AUSTRIA": ["A GAS S F MAO - SPA/NC"]}}
    assert duel.content() == stored
    fields = chosen(duel.get())
    assert duel.post("anna", "entry", **fields).status_code == 303
    assert duel.content() == stored


def test_a_retreat_is_chosen_among_the_places_to_go(pages):
    duel = pages(start("S1902R", dislodged=ROUTED))
    assert duel.post("anna", "entry", order_SER="A SER R BUL").status_code == 422
    assert duel.post("anna", "entry", order_SER="A SER R GRE").status_code == 303
    assert duel.content() == {"orders": {"AUSTRIA": ["A SER R GRE"]}}


def test_a_player_who_is_not_awaited_is_refused_with_a_message(pages):
    duel = pages(start("S1902R", dislodged=ROUTED))
    for page in ("entry", "ready", "unready", "typed"):
        answer = duel.post("boris", page)
        assert answer.status_code == 409, page
        assert "Cette phase n’attend que votre adversaire" in text(answer)


def test_builds_are_stored_in_sequence(pages):
    """§6"""
    duel = pages(winter())
    fields = {"winter_AUSTRIA_0": "A VIE B", "winter_AUSTRIA_1": "WAIVE", "winter_ITALY_0": "F NAP B"}
    assert duel.post("anna", "entry", **fields).status_code == 303
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["F NAP B"]}}
    assert fields.items() <= chosen(duel.get()).items()
    assert "built by default: A Venice" in text(duel.get())


def test_too_many_or_impossible_builds_are_refused(pages):
    duel = pages(winter())
    for fields in (
        {"winter_AUSTRIA_0": "A VIE B", "winter_AUSTRIA_1": "WAIVE", "winter_AUSTRIA_2": "F TRI B"},
        {"winter_AUSTRIA_0": "A TRI B", "winter_AUSTRIA_1": "F TRI B"},
        {"winter_AUSTRIA_0": "A BUD B"},
        {"winter_AUSTRIA_0": ["A VIE B", "A TRI B"], "winter_AUSTRIA_1": "WAIVE"},
        {"winter_ITALY_0": "WAIVE"},
        {"winter_FRANCE_0": "A PAR D"},
        {"winter_ATLANTIS_0": "A PAR D"},
    ):
        answer = duel.post("anna", "entry", **fields)
        assert answer.status_code == 422, fields
        assert duel.content() is None
    assert duel.post("boris", "entry", winter_FRANCE_0="A PAR D").status_code == 303


def test_unknown_fields_are_ignored(pages):
    duel = pages(lonely("S1902M", centers=CENTRES))
    fields = {"<script>": "1", "orders": "x", "é" * 500: "y" * 5000, "phase ": "HOMES", "next": "//evil"}
    assert duel.post("anna", "entry", order_VIE="A VIE - GAL", **fields).status_code == 303
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}


def test_a_form_that_is_too_large_is_refused(pages):
    duel = pages(start("S1902M"))
    answer = duel.post("anna", "entry", order_VIE="x" * 300_000)
    assert answer.status_code == 413
    assert duel.content() is None
