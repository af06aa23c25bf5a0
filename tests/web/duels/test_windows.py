"""Two windows of one player: neither silently overwrites what the other has saved."""

import re
from contextlib import contextmanager

import pytest

from tests.builders import start
from tests.fixtures_duels import FIRST
from tests.web.reading import box, chosen, text
from web.core.session import writing
from web.duels import entering

LISTED = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_a_window_that_is_behind_stores_nothing_and_shows_what_was_entered(pages):
    duel = pages()
    ranks = {f"rank_{rank}": power for rank, power in enumerate(LISTED, 1)}
    swapped = {**ranks, "rank_1": "ITALY", "rank_5": "AUSTRIA"}
    assert duel.post("anna", "entry", seen="", **ranks).status_code == 303
    late = duel.post("anna", "entry", seen="", **swapped)
    assert late.status_code == 409
    assert "Another window has saved something" in text(late)
    assert chosen(late) == swapped
    assert duel.content() == {"homes": LISTED}


@pytest.mark.parametrize(
    ("page", "field", "first", "second"),
    [
        ("entry", "order_VIE", "A VIE - GAL", "A VIE - TYR"),
        ("typed", "orders", "A Vie - Gal", "A Vie - Tyr"),
        ("entry", "bid_ITALY", "5", "7"),
    ],
)
def test_orders_and_bids_of_an_outdated_window_are_kept_and_can_be_sent_again(
    pages, page, field, first, second
):
    duel = pages(start("S1902B" if field == "bid_ITALY" else "S1902M"))
    assert duel.post("anna", page, seen="", **{field: first}).status_code == 303
    stored = duel.content()
    for seen in ("", "2026-11-20T11:00:00+00:00", "nonsense"):
        late = duel.post("anna", page, seen=seen, **{field: second})
        assert late.status_code == 409, seen
        assert "Another window has saved something" in text(late)
        assert (box(late) if page == "typed" else chosen(late)[field]) == second
        assert duel.content() == stored
    shown = re.search(r'name="seen" value="([^"]+)"', late.text)[1]
    assert duel.post("anna", page, seen=shown, **{field: second}).status_code == 303
    assert duel.content() != stored


def test_the_same_again_is_no_conflict(pages):
    duel = pages(start("S1902M"))
    for seen in ("", "", "nonsense"):
        assert duel.post("anna", "entry", seen=seen, order_VIE="A VIE - GAL").status_code == 303
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}


@pytest.mark.parametrize(
    ("begin", "fields"),
    [
        (start("S1902M"), {"order_VIE": "A VIE - GAL"}),
        (start("S1902B"), {"bid_ITALY": "5"}),
        (None, {f"rank_{rank}": power for rank, power in enumerate(LISTED, 1)}),
    ],
    ids=["orders", "bids", "list"],
)
def test_a_window_that_is_behind_does_not_hand_in_what_it_never_showed(pages, begin, fields):
    duel = pages(begin)
    behind = re.search(r'name="seen" value="([^"]*)"', duel.get("anna").text)[1]
    assert duel.post("anna", "store", seen=behind, **fields).status_code == 200
    late = duel.post("anna", "ready", seen=behind)
    assert late.status_code == 409
    assert "so you are not done. Check what is saved below" in text(late)
    assert fields.items() <= chosen(late).items()
    assert not duel.contest.entry(FIRST).ready
    shown = set(re.findall(r'name="seen" value="([^"]*)"', late.text))
    assert len(shown) == 1
    assert duel.post("anna", "ready", seen=shown.pop()).status_code == 303
    assert duel.contest.entry(FIRST).ready


def test_storing_the_same_entry_while_ready_says_so(pages):
    duel = pages(start("S1902M"))
    duel.post("anna", "entry", order_VIE="A VIE - GAL")
    duel.post("anna", "ready")
    duel.post("anna", "entry", order_VIE="A VIE - GAL")
    assert "you are still done" in text(duel.get("anna"))
    assert duel.contest.entry(FIRST).ready


def test_the_page_about_a_conflict_counts_what_another_window_did(pages, monkeypatch):
    """The menu must not show the counts from before the lock."""
    duel = pages(start("S1902M"))
    awaiting = "1 duel awaits you"
    assert awaiting in text(duel.get("anna"))

    @contextmanager
    def late():
        duel.contest.hand_in(FIRST)
        monkeypatch.undo()
        with writing() as session:
            yield session

    monkeypatch.setattr(entering, "writing", late)
    answer = duel.post("anna", "ready", seen="")
    assert answer.status_code == 409
    assert awaiting not in text(answer)
    assert "My next duel to play" not in text(answer)
