"""Saving from the board: what is stored or refused, and what the answer says."""

import re

import pytest

from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.reading import plain, without_tokens

MOVES = start("S1902M", control={"ITALY": "first", "RUSSIA": "second"})
RETREATS = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}})
STALE = "2026-11-20T11:00:00+00:00"


@pytest.fixture
def duel(pages):
    """Return the pages of a duel in which Anna has Austria and the mercenary Italy."""
    return pages(MOVES)


def store(duel, reader="anna", **fields):
    return duel.post(reader, "store", **fields)


def test_storing_the_form_returns_its_arrows_and_text(duel):
    answer = store(duel, seen="", order_VIE="A VIE - GAL", order_BUD="", order_ROM="A ROM S A VEN")
    assert answer.status_code == 200
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"], "ITALY": ["A ROM S A VEN"]}}
    assert answer.json["arrows"].count('class="arrow ') == 2
    assert answer.json["typed"] == "A Vienna - Galicia\nA Rome supports A Venice"
    assert answer.json["stored"] == "Saved"
    assert answer.json["seen"] == duel.contest.entry(FIRST).stored_at.isoformat()
    left_out = plain(answer.json["defaults"])
    assert "Austria : without order, these units hold: A Budapest and F Trieste" in left_out
    assert "A Vienna" not in left_out
    assert plain(answer.json["ready"]) == "4 units will hold. Done"
    assert answer.json["is_ready"] is False


def test_an_order_that_will_do_nothing_is_marked_on_the_board(duel):
    answer = store(duel, seen="", order_VEN="A VEN - TYR", order_ROM="A ROM S A VEN").json
    (marked,) = re.findall(r'class="arrow [^"]* idle" data-unit="([^"]+)"', answer["arrows"])
    assert marked == "A ROM"
    assert answer["arrows"].count('class="doubt"') == 1


def test_the_answer_is_in_the_language_of_the_viewer(duel):
    answer = store(duel, "boris", order_PAR="A PAR - BUR").json
    assert answer["typed"] == "A Paris – Bourgogne"
    assert "<title>A Paris – Bourgogne</title>" in answer["arrows"]
    assert answer["stored"].startswith("Enregistré")
    assert "sans ordre" in plain(answer["defaults"])


def test_an_order_that_is_taken_back_is_stored_no_more(duel):
    seen = store(duel, order_VIE="A VIE - GAL").json["seen"]
    answer = store(duel, seen=seen, order_VIE="")
    assert duel.content() == {"orders": {}}
    assert answer.json["arrows"].strip() == ""


def test_retreats_are_stored_too(pages):
    duel = pages(RETREATS)
    answer = store(duel, order_SER="A SER R GRE")
    assert answer.status_code == 200
    assert duel.content() == {"orders": {"AUSTRIA": ["A SER R GRE"]}}
    assert answer.json["arrows"].count('class="arrow retreat of-austria side-first"') == 1
    assert "Everything has its order." in answer.json["ready"]


def test_builds_and_removals_are_stored_too(pages):
    duel = pages(winter())
    answer = store(duel, winter_AUSTRIA_0="A VIE B", winter_AUSTRIA_1="F TRI B", winter_ITALY_0="F NAP B")
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"], "ITALY": ["F NAP B"]}}
    assert answer.json["arrows"].count('class="arrow build of-austria side-first"') == 2
    assert answer.json["arrows"].count('class="arrow build of-italy side-first"') == 1
    removal = store(duel, "boris", winter_FRANCE_0="A PAR D")
    assert duel.content("boris") == {"orders": {"FRANCE": ["A PAR D"]}}
    assert removal.json["arrows"].count('class="arrow disband of-france side-second"') == 1


def test_a_list_is_stored_as_it_is_made_and_then_it_may_be_handed_in(pages):
    duel = pages()
    assert "/ready" not in duel.get("anna").text.partition('id="ready-section"')[2].partition("</section>")[0]
    ranks = {f"rank_{rank}": power for rank, power in enumerate(LISTS[FIRST]["homes"], 1)}
    answer = store(duel, seen="", **ranks)
    assert answer.status_code == 200
    assert duel.content() == LISTS[FIRST]
    assert plain(answer.json["ready"]) == "Your list is saved. Done"
    assert sorted(answer.json) == ["defaults", "is_ready", "own", "ready", "seen", "stored"]


def test_a_sheet_is_stored_as_it_is_filled_in(pages):
    duel = pages(start("S1902B"))
    answer = store(duel, seen="", bid_ITALY="7", bid_TURKEY="", bid_RUSSIA="0")
    assert duel.content() == {"bids": {"ITALY": 7}}
    assert plain(answer.json["ready"]) == "7 bid of 20. Done"
    assert "data-asks" not in answer.json["ready"]
    over = store(duel, seen=answer.json["seen"], bid_ITALY="21")
    assert "21 credits bid with a reserve of 20: more than you have." in plain(over.json["ready"])
    assert 'data-asks="ask-overbid"' in over.json["ready"]


@pytest.mark.parametrize(
    ("begin", "fields", "faults"),
    [
        (
            None,
            {"rank_1": "ITALY", "rank_2": "ITALY", "rank_3": "ATLANTIS"},
            {
                "rank_2": "Italy stands above already.",
                "rank_3": "Choose a power.",
                "rank_7": "Choose a power.",
            },
        ),
        (
            start("S1902B"),
            {"bid_ITALY": "-3", "bid_TURKEY": "4"},
            {"bid_ITALY": "A bid is a whole number of credits, 0 or more."},
        ),
        (
            start("S1902B"),
            {"bid_ITALY": "1000001"},
            {"bid_ITALY": "A bid is a whole number of credits, 0 or more."},
        ),
    ],
    ids=["a doubled rank", "no number", "more than anybody has"],
)
def test_faults_name_their_field_and_nothing_is_stored(pages, begin, fields, faults):
    duel = pages(begin)
    answer = store(duel, **fields)
    assert answer.status_code == 422
    assert faults.items() <= answer.json["faults"].items()
    assert answer.json["problem"]
    assert "bid_TURKEY" not in answer.json["faults"]
    assert duel.content() is None


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"order_VIE": "A VIE - PAR"}, "“A Vienna - Paris” cannot be ordered here: it cannot reach Paris."),
        (
            {"order_PAR": "A PAR - BUR"},
            "“A Paris - Burgundy” cannot be ordered here: A Paris belongs to another power.",
        ),
        ({"order_VIE": "nonsense"}, "“nonsense” cannot be ordered here: the order cannot be read."),
        ({"order_VIE": "A BUD - SER"}, "Austria: the same space is ordered twice. Keep one order."),
        (
            {"order_VIE": ["A VIE - GAL", "A VIE - TYR"]},
            "Austria: the same space is ordered twice. Keep one order.",
        ),
    ],
    ids=["out of reach", "another's unit", "no order", "another unit", "two orders"],
)
def test_impossible_orders_are_refused_with_a_reason_and_nothing_is_stored(duel, fields, problem):
    answer = store(duel, order_BUD="A BUD - SER", **fields)
    assert (answer.status_code, answer.json["problem"]) == (422, problem)
    assert set(answer.json["faults"].values()) <= {problem}
    assert (
        "order_VIE" in answer.json["faults"] or "order_PAR" in fields or isinstance(fields["order_VIE"], list)
    )
    assert duel.content() is None


def test_a_build_that_is_given_twice_is_refused(pages):
    duel = pages(winter())
    answer = store(duel, winter_AUSTRIA_0="A VIE B", winter_AUSTRIA_1="A VIE B")
    assert answer.status_code == 422
    words = "Austria: the same space is ordered twice. Keep one order."
    assert answer.json == {
        "problem": words,
        "faults": {"winter_AUSTRIA_0": words, "winter_AUSTRIA_1": words},
        "rules": dict.fromkeys(("winter_AUSTRIA_0", "winter_AUSTRIA_1"), "/learn/rules/moves#secret"),
    }
    assert duel.content() is None


def test_entries_after_the_deadline_or_for_another_phase_are_not_stored(duel):
    wrong = store(duel, phase="F1902M", order_VIE="A VIE - GAL")
    duel.clock(DEADLINE)
    late = store(duel, order_VIE="A VIE - GAL")
    assert (wrong.status_code, late.status_code) == (409, 409)
    assert wrong.json["problem"] == late.json["problem"]
    assert "The duel has moved on, so nothing was saved." in late.json["problem"]
    assert duel.content(phase="S1902M") is None


def test_a_player_who_is_not_awaited_sees_that_nothing_was_stored(pages):
    duel = pages(RETREATS)
    answer = store(duel, "boris", order_PAR="A PAR - BUR")
    assert answer.status_code == 409
    assert "Rien" in answer.json["problem"]
    assert duel.content("boris") is None


def test_a_tab_behind_another_one_stores_nothing(duel):
    seen = store(duel, seen="", order_VIE="A VIE - GAL").json["seen"]
    for stale in ("", STALE):
        answer = store(duel, seen=stale, order_VIE="A VIE - TYR")
        assert answer.status_code == 409
        assert "Another window has saved something" in answer.json["problem"]
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}
    assert store(duel, seen=seen, order_VIE="A VIE - TYR").status_code == 200
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - TYR"]}}


def test_a_tab_is_behind_even_by_what_another_stored_at_the_same_moment(duel):
    seen = [store(duel, order_VIE=order).json["seen"] for order in ("A VIE - GAL", "A VIE - TYR")]
    assert seen[0] < seen[1] == duel.contest.entry(FIRST).stored_at.isoformat()
    assert store(duel, seen=seen[0], order_VIE="A VIE - BOH").status_code == 409
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - TYR"]}}


def test_the_same_entry_can_be_sent_again_if_the_answer_was_lost(duel):
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
    assert answer.json["stored"].startswith("You are no longer done. Saved")
    assert not answer.json["is_ready"]
    assert not duel.contest.entry(FIRST).ready


def test_other_members_and_visitors_store_nothing(duel, member):
    duel.readers["clara"] = member("clara")
    statuses = [store(duel, reader, order_VIE="A VIE - GAL").status_code for reader in ("clara", "visitor")]
    assert statuses == [403, 401]
    assert (duel.content("anna"), duel.content("boris")) == (None, None)


def test_a_private_duel_is_not_there_for_others(pages, member):
    """The answer is the same as for a duel that does not exist."""
    duel = pages(MOVES, public=False)
    duel.readers["clara"] = member("clara")
    for reader in ("clara", "visitor"):
        duel.get(reader), store(duel, reader)  # show one-time messages now
    hidden = [store(duel, reader, order_VIE="A VIE - GAL") for reader in ("clara", "visitor")]
    assert [answer.status_code for answer in hidden] == [404, 401]
    assert (duel.content("anna"), duel.content("boris")) == (None, None)
    path, duel.path = duel.path, "/duels/nothing"
    nowhere = [store(duel, reader, order_VIE="A VIE - GAL") for reader in ("clara", "visitor")]
    assert [without_tokens(answer).replace(path, duel.path) for answer in hidden] == list(
        map(without_tokens, nowhere)
    )
    assert store(duel, "anna", order_VIE="A VIE - GAL").status_code == 404


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_only_post_requests_store(duel, method):
    anna = duel.readers["anna"]
    fields = {"phase": "S1902M", "order_VIE": "A VIE - GAL"}
    answer = getattr(anna.client, method)(f"{duel.path}/store", headers=anna.headers, query_string=fields)
    assert answer.status_code == 405
    assert duel.content() is None


def test_a_form_without_its_token_is_refused(duel):
    answer = duel.send("anna", "store", {"csrf_token": "", "phase": "S1902M", "order_VIE": "A VIE - GAL"})
    assert answer.status_code == 400
    assert duel.content() is None


def test_the_answer_holds_nothing_of_the_opponent(duel):
    alone = without_tokens(store(duel, order_VIE="A VIE - GAL"))
    orders = {"FRANCE": ["A PAR - BUR"], "RUSSIA": ["A WAR - GAL"]}
    duel.contest.store(SECOND, {"orders": orders})
    stored = without_tokens(store(duel, order_VIE="A VIE - GAL"))
    duel.contest.hand_in(SECOND)
    handed_in = without_tokens(store(duel, order_VIE="A VIE - GAL"))
    assert alone == stored == handed_in
