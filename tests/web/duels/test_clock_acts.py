"""Time that stands still, on the pages: what is said of it, and what a player can do about it."""

from datetime import timedelta

import pytest

from clocks.running import OPEN_FOR
from clocks.terms import DAY, HOUR, PRESETS, Clock
from tests.builders import RANKS
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, NOON, SECOND
from tests.web.reading import text

CLOCK = Clock(leave=4 * HOUR)
BANKS = Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY)
TWO_DAYS_ON = NOON + timedelta(days=2)
HOMES = {f"rank_{number}": power for number, power in enumerate(RANKS["first"], 1)}


@pytest.fixture
def missed(pages):
    """Return a duel in its first auction, to which Boris has not ranked the powers."""
    duel = pages(clock=CLOCK)
    duel.contest.store(FIRST, LISTS[FIRST])
    duel.contest.sweep(DEADLINE)
    duel.clock(DEADLINE + timedelta(hours=1))
    return duel


def test_a_live_duel_begins_when_both_press_that_they_are_here(pages):
    duel = pages(clock=PRESETS["live"])
    duel.clock(NOON)
    page = text(duel.get())
    assert "A live duel begins once both players have said that they are here." in page
    assert "I am here" in page
    assert "I am here" not in text(duel.get("visitor"))
    assert duel.post("boris", "time/come").headers["Location"] == duel.path
    assert "boris is here." in text(duel.get())
    duel.post("anna", "time/come")
    assert "I am here" not in text(duel.get())
    assert duel.contest.stored().deadline_at == NOON + timedelta(minutes=15)


def test_whoever_opens_the_page_of_a_live_duel_too_late_sees_that_it_has_lapsed(pages):
    duel = pages(clock=PRESETS["live"])
    duel.clock(NOON + OPEN_FOR)
    assert "Nobody won: not both came in time." in text(duel.get("visitor"))


def test_on_leave_there_is_no_task_but_the_way_back(missed):
    missed.post("boris", "time/take_leave")
    page = text(missed.get("boris"))
    assert "Vous êtes en congé" in page
    assert "Je suis de retour" in page
    assert 'class="task"' not in missed.get("boris").text
    assert "boris is on leave, until 21 Nov 2026" in text(missed.get())
    missed.post("boris", "time/come_back")
    assert 'class="task"' in missed.get("boris").text


def test_what_is_sent_from_a_page_that_was_open_when_leave_began_is_shown_again(missed):
    missed.contest.store(FIRST, {"bids": {}}, DEADLINE + timedelta(hours=1))
    missed.clock(TWO_DAYS_ON)
    answer = missed.post("boris", "entry", bid_ITALY="7")
    assert answer.status_code == 409
    assert "Vous êtes en congé" in text(answer)
    assert "7" in answer.text
    assert missed.content("boris") is None
    assert missed.post("boris", "store", bid_ITALY="7").status_code == 409


def test_a_pause_is_offered_agreed_to_and_ended(pages):
    duel = pages(clock=CLOCK)
    duel.post("boris", "time/offer_pause")
    page = text(duel.get())
    assert "boris offers a pause." in page
    assert "Agree to the pause" in page
    assert "Decline the pause" in page
    duel.post("anna", "time/offer_pause")
    page = text(duel.get("visitor"))
    assert "The duel is paused, until 20 Dec 2026" in page
    assert "End the pause" in text(duel.get())
    duel.clock(NOON + timedelta(days=5))
    duel.post("anna", "time/resume")
    assert "paused" not in text(duel.get("visitor"))


def test_more_time_is_given_by_who_waits(missed):
    assert "Give them more time" in text(missed.get())
    assert "plus de temps" not in text(missed.get("boris"))
    missed.post("anna", "time/grant")
    assert missed.contest.stored().due_second == DEADLINE + timedelta(days=2)


MISSED = "boris stored nothing in the last phase that awaited them."


def test_everybody_is_told_who_has_stored_nothing_and_what_follows(missed):
    for reader in ("anna", "visitor"):
        page = text(missed.get(reader))
        assert MISSED in page
        assert "If nothing comes in this one, boris loses the duel." in page
    assert "Vous n’avez rien enregistré à la dernière phase" in text(missed.get("boris"))


def test_who_was_given_time_is_told_so_and_everybody_else_too(missed):
    missed.post("anna", "time/grant")
    assert "anna vous a donné du temps" in text(missed.get("boris"))
    assert "You have given boris more time in this phase." in text(missed.get())
    assert "anna has given boris more time in this phase." in text(missed.get("visitor"))


def test_a_player_out_of_their_bank_is_told_so_in_place_of_the_task(pages):
    duel = pages(clock=BANKS)
    duel.contest.enter(SECOND, LISTS[SECOND], NOON)
    duel.contest.take_back(SECOND, NOON + timedelta(hours=9))
    duel.clock(DEADLINE)
    page = duel.get()
    assert "Your time is up. What you had stored counts." in text(page)
    assert 'class="task"' not in page.text
    answer = duel.post("anna", "entry", **HOMES)
    assert answer.status_code == 409
    assert "TURKEY" in answer.text


@pytest.mark.parametrize(("act", "status"), [("resume", 409), ("grant", 409), ("come", 409), ("fly", 404)])
def test_what_cannot_be_done_now_is_refused_in_words(pages, act, status):
    duel = pages(clock=CLOCK)
    answer = duel.post("anna", f"time/{act}")
    assert answer.status_code == status
    if status == 409:
        assert "the clocks have changed since you opened the page" in text(answer)


def test_a_page_of_another_phase_does_nothing(missed):
    answer = missed.post("anna", "time/offer_pause", phase="HOMES")
    assert answer.status_code == 409
    assert missed.contest.stored().times.pause_offer is None
    assert missed.post("anna", "time/offer_pause", phase="never").status_code == 409


def test_others_can_do_nothing_about_the_time(pages):
    duel = pages(clock=CLOCK)
    assert duel.post("visitor", "time/offer_pause").status_code == 401
    assert duel.get("visitor", "/time/offer_pause").headers["Location"] == duel.path
    hidden = pages(clock=CLOCK, public=False)
    hidden.readers["clara"] = duel.readers["visitor"].registered("clara")
    assert hidden.post("clara", "time/offer_pause").status_code == 404
    duel.readers["clara"] = hidden.readers["clara"]
    assert duel.post("clara", "time/offer_pause").status_code == 403
