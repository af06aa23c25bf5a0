"""Retreats, builds and bids are left beforehand on a page of their own, and used when their phase comes."""

import html

import pytest

from services.duels.entering import Seen
from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, SECOND
from tests.services.autumns import MUNICH, REMOVAL, RETREAT, SHEET, WINTER, autumn
from tests.web.reading import box, chosen, links, plain, text

FORMS = {
    "F1902R": {"orders": "A Boh - Vie"},
    "W1902A": {"orders": "Build A Vie\nBuild F Tri"},
    "S1903B": {"bid_RUSSIA": "7", "bid_TURKEY": "5", "bid_ENGLAND": ""},
}
LEFT = {"F1902R": RETREAT, "W1902A": WINTER, "S1903B": SHEET}


@pytest.fixture
def duel(pages):
    return pages(autumn())


def leave(duel, phase, reader="anna", **fields):
    return duel.send(reader, "beforehand", {"phase": phase, **(fields or FORMS[phase])})


def take_back(duel, phase, reader="anna"):
    return duel.send(reader, "beforehand/back", {"phase": phase})


def page(duel, reader="anna"):
    return duel.get(reader, "/beforehand")


def part(answer, phase):
    """Return the section of one phase."""
    return answer.text.partition(f'<section class="panel" id="{phase}"')[2].partition("</section>")[0]


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


def test_where_nothing_lies_ahead_the_page_says_so(pages):
    assert "There is nothing to leave beforehand now" in text(page(pages()))


@pytest.mark.parametrize("phase", FORMS)
def test_what_is_left_is_stored_shown_and_taken_back(duel, phase):
    answer = leave(duel, phase)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{duel.path}/beforehand")
    assert duel.contest.left(FIRST) == {phase: LEFT[phase]}
    shown = page(duel)
    assert "It is used when the phase comes" in text(shown)
    assert "Left" in plain(part(shown, phase))
    if phase == "S1903B":
        assert chosen(shown)["bid_RUSSIA"] == "7"
    else:
        assert box_of(shown, phase)
        assert leave(duel, phase, orders=box_of(shown, phase)).status_code == 303
    assert duel.contest.left(FIRST) == {phase: LEFT[phase]}
    assert take_back(duel, phase).status_code == 303
    assert "taken back" in text(page(duel))
    assert duel.contest.left(FIRST) == {}
    take_back(duel, phase)
    assert "There was nothing to take back" in text(page(duel))


def box_of(answer, phase):
    """Return what stands in the typed box of one phase."""

    class Found:
        text = part(answer, phase)

    return box(Found)


def test_both_languages_are_read_and_the_reader_s_own_is_shown(duel):
    leave(duel, "W1902A", "boris", orders="Retirer A Bourgogne")
    assert duel.contest.left(SECOND) == {"W1902A": REMOVAL}
    assert box_of(page(duel, "boris"), "W1902A") == "Retirer A Bourgogne"
    leave(duel, "W1902A", "boris", orders="remove A Bur")
    assert box_of(page(duel, "boris"), "W1902A") == "Retirer A Bourgogne"


def test_orders_of_several_powers_stand_under_their_names(duel):
    leave(duel, "W1902A", orders="Build A Vie\nItaly: remove A Tyr\nBuild F Nap\nAustria\nwaive")
    powers = {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["A TYR D", "F NAP B"]}
    assert duel.contest.left(FIRST) == {"W1902A": {"orders": powers}}
    shown = box_of(page(duel), "W1902A")
    assert shown.splitlines()[0] == "Austria:"
    leave(duel, "W1902A", orders=shown)
    assert duel.contest.left(FIRST) == {"W1902A": {"orders": powers}}


@pytest.mark.parametrize("typed", ["", " \n ", "# nothing"])
def test_an_empty_box_takes_back_what_was_left(duel, typed):
    leave(duel, "F1902R")
    assert leave(duel, "F1902R", orders=typed).status_code == 303
    assert duel.contest.left(FIRST) == {}


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
    answer = leave(duel, phase, orders=typed)
    assert answer.status_code == 422
    assert said in plain(part(answer, phase))
    assert answer.text.count("<title>Error") == 1
    if "\x00" not in typed:
        assert box_of(answer, phase) == typed
    others = [box_of(answer, other) for other in ("F1902R", "W1902A") if other != phase]
    assert others == [""]
    assert duel.contest.left(FIRST) == {}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"bid_RUSSIA": "-1"}, "A bid is a whole number of credits"),
        ({"bid_RUSSIA": "1.5"}, "A bid is a whole number of credits"),
        ({"bid_RUSSIA": "9" * 40}, "A bid is a whole number of credits"),
        ({"bid_RUSSIA": "\x00"}, "A bid is a whole number of credits"),
        ({"bid_FRANCE": "3"}, "France is a home power"),
        ({"bid_ATLANTIS": "3"}, "There is no power ATLANTIS"),
        ({"bid_RUSSIA": ["3", "4"]}, "A bid is a whole number of credits"),
    ],
)
def test_bids_that_could_never_be_made_are_refused_and_stay_in_their_fields(duel, fields, said):
    answer = leave(duel, "S1903B", bid_TURKEY="4", **fields)
    assert answer.status_code == 422
    assert said in plain(part(answer, "S1903B"))
    assert chosen(answer)["bid_TURKEY"] == "4"
    assert duel.contest.left(FIRST) == {}


def test_a_sheet_over_a_reserve_that_is_certain_is_refused_where_overbids_are_forbidden(pages):
    duel = pages(autumn(), "dueldip")
    answer = leave(duel, "S1903B", bid_RUSSIA="13")
    assert answer.status_code == 422
    assert "Your bids add up to 13, but you have 12" in text(answer)
    assert leave(duel, "S1903B", bid_RUSSIA="12").status_code == 303


OVER = {"bid_RUSSIA": "40", "bid_TURKEY": "2"}


def test_a_sheet_that_may_be_overbid_is_left_and_asked_about(duel):
    answer = leave(duel, "S1903B", **OVER)
    assert answer.status_code == 422
    assert "more than the reserve of 23 that you can expect" in text(answer)
    assert "it waits until you hand it in yourself" in text(page(duel))
    assert not duel.contest.entry(FIRST, "S1903B").ready
    hidden = dict(chosen_hidden(answer))
    assert hidden["phase"] == "S1903B"
    assert duel.send("anna", "beforehand", hidden).status_code == 303
    assert duel.contest.entry(FIRST, "S1903B").ready
    assert "As you said, it will be handed in all the same" in text(page(duel))
    leave(duel, "S1903B", bid_RUSSIA="5")
    assert not duel.contest.entry(FIRST, "S1903B").ready


def chosen_hidden(answer):
    """Return the hidden fields of the question on a page."""
    form = answer.text.partition('class="panel question"')[2]
    found = [field.partition('value="') for field in form.split('<input type="hidden" name="')[1:]]
    fields = [(name.partition('"')[0], html.unescape(value.partition('"')[0])) for name, _, value in found]
    return [field for field in fields if field[0] != "csrf_token"]


def test_saying_yes_to_another_question_is_not_saying_yes_to_this_one(duel):
    assert leave(duel, "S1903B", sure="yes", **OVER).status_code == 422
    assert leave(duel, "S1903B", sure="overbid", bid_RUSSIA="5").status_code == 303
    assert not duel.contest.entry(FIRST, "S1903B").ready


def test_another_window_is_not_overwritten(duel):
    duel.contest.leave(FIRST, "F1902R", RETREAT, seen=Seen(None))
    answer = leave(duel, "F1902R", orders="A Boh D", seen="")
    assert answer.status_code == 409
    assert "Another window has stored something" in text(answer)
    assert box_of(answer, "F1902R") == "A Boh D"
    assert duel.contest.left(FIRST) == {"F1902R": RETREAT}
    duel.contest.leave(FIRST, "S1903B", SHEET)
    answer = leave(duel, "S1903B", bid_RUSSIA="9", seen="")
    assert (answer.status_code, chosen(answer)["bid_RUSSIA"]) == (409, "9")


@pytest.mark.parametrize(
    "phase", ["HOMES", "F1902M", "S1903M", "S1902B", "W1903A", "", "f1902r", "S1903B\x00", "x" * 5000]
)
def test_a_phase_that_does_not_lie_ahead_takes_nothing_and_what_was_sent_stays(duel, phase):
    for answer in (leave(duel, phase, orders="my plan"), take_back(duel, phase)):
        assert answer.status_code == 409
        assert "This phase is over" in text(answer)
    assert "my plan" in text(leave(duel, phase, orders="my plan"))


def test_what_is_left_too_late_is_a_conflict(duel):
    """The moves are resolved at their deadline by whoever comes first, and no retreat is needed."""
    duel.clock(DEADLINE)
    assert leave(duel, "F1902R").status_code == 409
    assert duel.contest.phase == "W1902A"


def test_only_the_two_players_see_the_page_and_leave_anything(pages, member):
    duel = pages(autumn(), public=True)
    duel.readers["clara"] = member("clara")
    assert page(duel, "clara").status_code == leave(duel, "F1902R", "clara").status_code == 403
    assert take_back(duel, "F1902R", "clara").status_code == 403
    assert leave(duel, "F1902R", "visitor").status_code == 401
    assert "A Boh - Vie" in leave(duel, "F1902R", "visitor").text
    assert page(duel, "visitor").status_code == 303
    private = pages(autumn(), public=False)
    private.readers["clara"] = duel.readers["clara"]
    assert page(private, "clara").status_code == leave(private, "F1902R", "clara").status_code == 404
    private.path = "/duels/nothing"
    assert page(private).status_code == 404


def test_a_form_without_a_token_is_refused_and_given_back(duel):
    anna = duel.readers["anna"]
    for token in ({}, {"csrf_token": "forged"}):
        fields = {"phase": "F1902R", **FORMS["F1902R"], **token}
        answer = anna.client.post(f"{duel.path}/beforehand", data=fields, headers=anna.headers)
        assert answer.status_code == 400
        assert "A Boh - Vie" in answer.text
    assert duel.contest.left(FIRST) == {}


def test_what_is_taken_back_is_only_posted(duel):
    answer = duel.get("anna", "/beforehand/back")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{duel.path}/beforehand")


def test_one_request_leads_from_the_moves_of_autumn_to_the_next_spring(duel):
    for phase in FORMS:
        leave(duel, phase)
    leave(duel, "W1902A", "boris", orders="Retirer A Bourgogne")
    leave(duel, "S1903B", "boris", bid_ENGLAND="3")
    duel.contest.store(SECOND, MUNICH)
    duel.post("anna", "ready")
    assert duel.post("boris", "ready").status_code == 303
    assert duel.contest.phase == "S1903M"
    assert "Spring 1903" in text(duel.get())


def test_what_was_incomplete_is_the_task_s_draft_and_one_line_says_so(duel):
    leave(duel, "W1902A", orders="Build A Bud")
    duel.contest.resolve(None, None)
    shown = duel.get()
    assert "What you left beforehand was incomplete" in text(shown)
    assert "What you left beforehand" not in text(duel.get("boris"))
    duel.post("anna", "entry", winter_AUSTRIA_0="A VIE B")
    assert "What you left beforehand" not in text(duel.get())


def test_a_sheet_that_waits_says_why(duel):
    leave(duel, "S1903B", **OVER)
    duel.contest.play_on("S1903B")
    shown = duel.get()
    assert chosen(shown)["bid_RUSSIA"] == "40"
    assert "was not handed in, because it may be overbid" in text(shown)


def test_what_is_left_changes_no_line_of_the_page_of_the_duel(duel):
    page(duel)  # what is said once is said by now
    before = duel.get().text
    leave(duel, "F1902R")
    page(duel)
    assert without_times(duel.get().text) == without_times(before)


def without_times(page):
    return [line for line in page.splitlines() if "csrf_token" not in line]
