"""Retreats, builds and bids are entered in advance on their own page, and used when their phase comes."""

import html

import pytest

from tests.builders import start
from tests.fixtures_duels import FIRST, SECOND
from tests.services.autumns import MUNICH, REMOVAL, autumn
from tests.web.duels.ahead import FORMS, STORED, box_of, page, part, store, take_back
from tests.web.reading import chosen, links, plain, text


@pytest.fixture
def duel(pages):
    return pages(autumn())


def test_the_page_of_the_duel_leads_there_while_something_lies_ahead(pages):
    for begin, leads in (("F1902M", True), ("S1902M", True), ("S1902B", False)):
        duel = pages(start(begin))
        for reader, is_player in (("anna", True), ("boris", True), ("visitor", False)):
            found = f"{duel.path}/beforehand" in links(duel.get(reader))
            assert found == (leads and is_player), (begin, reader)
        duel.post("anna", "ready")
        assert (f"{duel.path}/beforehand" in links(duel.get())) == leads


def test_each_phase_ahead_has_its_form(duel):
    answer = page(duel)
    assert [phase for phase in ("F1902M", *FORMS, "S1903M") if part(answer, phase)] == [*FORMS]
    assert "For example: A Bohemia retreats to Galicia and A Budapest disbands." in plain(
        part(answer, "F1902R")
    )
    assert "For example: Build A Budapest and Remove A Bohemia." in plain(part(answer, "W1902A"))
    assert chosen(answer).keys() == {
        f"bid_{power}" for power in ("ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    }
    assert "your reserve will be 23, your opponent’s 23" in plain(part(answer, "S1903B"))


def test_the_page_says_if_nothing_can_be_prepared(pages):
    assert "Nothing to prepare just now" in text(page(pages()))


@pytest.mark.parametrize("phase", FORMS)
def test_an_entry_in_advance_is_stored_shown_and_taken_back(duel, phase):
    answer = store(duel, phase)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{duel.path}/beforehand")
    assert duel.contest.ahead(FIRST) == {phase: STORED[phase]}
    shown = page(duel)
    assert "The site uses it when the phase begins" in text(shown)
    assert "Prepared" in plain(part(shown, phase))
    if phase == "S1903B":
        assert chosen(shown)["bid_RUSSIA"] == "7"
    else:
        assert box_of(shown, phase)
        assert store(duel, phase, orders=box_of(shown, phase)).status_code == 303
    assert duel.contest.ahead(FIRST) == {phase: STORED[phase]}
    assert take_back(duel, phase).status_code == 303
    assert "discarded" in text(page(duel))
    assert duel.contest.ahead(FIRST) == {}
    take_back(duel, phase)
    assert "There was nothing to discard" in text(page(duel))


def test_both_languages_are_read_and_the_viewer_s_own_is_shown(duel):
    store(duel, "W1902A", "boris", orders="Retirer A Bourgogne")
    assert duel.contest.ahead(SECOND) == {"W1902A": REMOVAL}
    assert box_of(page(duel, "boris"), "W1902A") == "Retirer A Bourgogne"
    store(duel, "W1902A", "boris", orders="remove A Bur")
    assert box_of(page(duel, "boris"), "W1902A") == "Retirer A Bourgogne"


def test_orders_of_several_powers_stand_under_their_names(duel):
    store(duel, "W1902A", orders="Build A Vie\nItaly: remove A Tyr\nBuild F Nap\nAustria\nwaive")
    powers = {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["A TYR D", "F NAP B"]}
    assert duel.contest.ahead(FIRST) == {"W1902A": {"orders": powers}}
    shown = box_of(page(duel), "W1902A")
    assert shown.splitlines()[0] == "Austria:"
    store(duel, "W1902A", orders=shown)
    assert duel.contest.ahead(FIRST) == {"W1902A": {"orders": powers}}


@pytest.mark.parametrize("typed", ["", " \n ", "# nothing"])
def test_an_empty_box_takes_back_what_was_stored(duel, typed):
    store(duel, "F1902R")
    assert store(duel, "F1902R", orders=typed).status_code == 303
    assert duel.contest.ahead(FIRST) == {}


OVER = {"bid_RUSSIA": "40", "bid_TURKEY": "2"}


def test_a_sheet_that_may_be_overbid_is_stored_and_asked_about(duel):
    answer = store(duel, "S1903B", **OVER)
    assert answer.status_code == 422
    assert "more than the reserve of 23 that you can expect" in text(answer)
    assert "they wait until you confirm them" in text(page(duel))
    assert not duel.contest.entry(FIRST, "S1903B").ready
    hidden = dict(chosen_hidden(answer))
    assert hidden["phase"] == "S1903B"
    assert duel.send("anna", "beforehand", hidden).status_code == 303
    assert duel.contest.entry(FIRST, "S1903B").ready
    assert "As you chose, they will be used all the same" in text(page(duel))
    store(duel, "S1903B", bid_RUSSIA="5")
    assert not duel.contest.entry(FIRST, "S1903B").ready


def chosen_hidden(answer):
    """Return the hidden fields of the confirmation on a page."""
    form = answer.text.partition('class="panel question"')[2]
    found = [field.partition('value="') for field in form.split('<input type="hidden" name="')[1:]]
    fields = [(name.partition('"')[0], html.unescape(value.partition('"')[0])) for name, _, value in found]
    return [field for field in fields if field[0] != "csrf_token"]


def test_saying_yes_to_another_question_is_not_saying_yes_to_this_one(duel):
    assert store(duel, "S1903B", sure="yes", **OVER).status_code == 422
    assert store(duel, "S1903B", sure="overbid", bid_RUSSIA="5").status_code == 303
    assert not duel.contest.entry(FIRST, "S1903B").ready


def test_one_request_leads_from_the_moves_of_autumn_to_the_next_spring(duel):
    for phase in FORMS:
        store(duel, phase)
    store(duel, "W1902A", "boris", orders="Retirer A Bourgogne")
    store(duel, "S1903B", "boris", bid_ENGLAND="3")
    duel.contest.store(SECOND, MUNICH)
    duel.post("anna", "ready")
    assert duel.post("boris", "ready").status_code == 303
    assert duel.contest.phase == "S1903M"
    assert "Spring 1903" in text(duel.get())


def test_an_incomplete_entry_becomes_the_draft_and_a_line_says_so(duel):
    store(duel, "W1902A", orders="Build A Bud")
    duel.contest.resolve(None, None)
    shown = duel.get()
    assert "What you prepared was incomplete" in text(shown)
    assert "What you prepared" not in text(duel.get("boris"))
    duel.post("anna", "entry", winter_AUSTRIA_0="A VIE B")
    assert "What you prepared" not in text(duel.get())


def test_a_sheet_that_waits_says_why(duel):
    store(duel, "S1903B", **OVER)
    duel.contest.play_on("S1903B")
    shown = duel.get()
    assert chosen(shown)["bid_RUSSIA"] == "40"
    assert "they may overbid" in text(shown)


def test_an_entry_in_advance_does_not_change_the_duel_s_page(duel):
    page(duel)  # show one-time messages now
    before = duel.get().text
    store(duel, "F1902R")
    page(duel)
    assert without_times(duel.get().text) == without_times(before)


def without_times(page):
    return [line for line in page.splitlines() if "csrf_token" not in line]
