"""Draws, stalemates and concessions on the pages."""

import re
from datetime import timedelta

import pytest

from clocks.running import OPEN_FOR
from clocks.terms import DAY, HOUR, PRESETS, Clock
from tests.builders import RANKS, lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, NOON, SECOND
from tests.web.reading import plain, text
from web.duels.finding import duel_of
from web.duels.page import DuelPage
from web.history.chapters import HistoryPart

PLAYED_OUT = lonely("S1902M")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("conceded", "You give up this duel, and boris wins. This cannot be taken back."),
        ("draw_agreed", "The duel ends at once, and nobody wins. This cannot be taken back."),
        ("stalemate_agreed", "Yours owns 3, your opponent’s 3."),
    ],
)
def test_acts_that_end_the_duel_need_a_confirmation(pages, kind, words):
    duel = pages(PLAYED_OUT)
    for offered in ("draw_offered", "stalemate_claimed"):
        duel.post("boris", f"acts/{offered}")
    for fields in ({}, {"sure": "no"}, {"sure": ""}, {"sure": "overbid"}):
        answer = duel.post("anna", f"acts/{kind}", **fields)
        assert answer.status_code == 422
        assert words in text(answer)
        assert not re.search("<title>Error", answer.text)
    assert len(duel.contest.chapters()) == 2
    sent = dict(re.findall(r'<input type="hidden" name="(phase|sure)" value="([^"]*)"', answer.text))
    assert duel.send("anna", f"acts/{kind}", sent).status_code == 303
    assert duel.contest.phase is None


def test_a_concession_that_is_sure_ends_the_duel(pages):
    duel = pages(PLAYED_OUT)
    assert duel.post("anna", "acts/conceded", sure="yes").headers["Location"] == duel.path
    page = text(duel.get("boris"))
    assert "boris a gagné : anna a abandonné." in page
    assert "Abandonner le duel" not in page


def test_a_loss_does_not_look_like_a_win_to_the_loser(pages):
    duel = pages(PLAYED_OUT)
    duel.post("anna", "acts/conceded", sure="yes")
    boxes = {
        reader: re.search(r'<section class="(end\b.*?)"', duel.get(reader).text)[1] for reader in duel.readers
    }
    assert boxes == {
        reader: "end of-second lost" if reader == "anna" else "end of-second" for reader in duel.readers
    }


def test_a_question_loses_nothing_that_is_stored(pages):
    duel = pages(start("S1902B"))
    duel.post("anna", "entry", bid_ITALY="7")
    assert duel.post("anna", "acts/conceded").status_code == 422
    assert duel.content() == {"bids": {"ITALY": 7}}


def test_a_draw_is_offered_and_agreed_to(pages):
    duel = pages(PLAYED_OUT)
    assert "Agree to a draw" not in duel.get("anna").text
    duel.post("boris", "acts/draw_offered")
    assert "Vous avez proposé la nulle" in text(duel.get("boris"))
    assert "Proposer la nulle" not in text(duel.get("boris"))
    page = text(duel.get("anna"))
    assert "offers a draw" in page
    assert "Agree to a draw" in page
    assert "Decline the draw" in page
    assert duel.post("anna", "acts/draw_agreed", sure="yes").status_code == 303
    assert "A draw." in text(duel.get("visitor"))


def test_a_stalemate_is_claimed_and_agreed_to(pages):
    """§8"""
    duel = pages(PLAYED_OUT)
    duel.post("anna", "acts/stalemate_claimed")
    assert "claims a stalemate" in text(duel.get("visitor"))
    assert duel.post("boris", "acts/stalemate_agreed", sure="yes").status_code == 303
    assert "A draw: a stalemate between equals." in text(duel.get("visitor"))


@pytest.mark.parametrize(
    ("kind", "english", "french"),
    [
        (
            "stalemate_claimed",
            "no mercenary has a unit or a supply centre. England still has A Liverpool, F",
            "Angleterre : encore A Liverpool, F",
        ),
        ("draw_agreed", "There is no offer of a draw any more.", "Il n’y a plus"),
        ("draw_declined", "There is no offer of a draw any more.", "Il n’y a plus"),
        ("draw_withdrawn", "There is no offer of a draw any more.", "Il n’y a plus"),
        ("stalemate_agreed", "There is no claim of a stalemate any more.", "Il n’y a plus"),
        ("stalemate_withdrawn", "There is no claim of a stalemate any more.", "Il n’y a plus"),
    ],
)
def test_impossible_events_are_refused_with_the_reason(pages, kind, english, french):
    """§8: before that a claim is refused, with the reason."""
    duel = pages(start("S1902M"))
    for reader, words in (("anna", english), ("boris", french)):
        answer = duel.post(reader, f"acts/{kind}")
        assert answer.status_code == 409
        assert words in text(answer)
    assert duel.contest.chapters() == []


def test_an_offer_is_declined_and_another_one_withdrawn(pages):
    """§8.4"""
    duel = pages(PLAYED_OUT)
    duel.post("anna", "acts/draw_offered")
    assert "Your offer of a draw stands until the next phase is resolved." in text(duel.get("anna"))
    assert duel.post("boris", "acts/draw_declined").status_code == 303
    told = duel.get("anna").text.partition('id="live-news"')[2]
    assert "boris declined the draw." in plain(told.partition("</li>")[0])
    assert "Offer a draw" in text(duel.get("anna"))
    duel.post("anna", "acts/draw_offered")
    assert duel.post("anna", "acts/draw_withdrawn").status_code == 303
    assert "You have withdrawn your offer of a draw." in text(duel.get("anna"))
    assert "offers a draw" not in text(duel.get("visitor"))


def test_a_stalemate_that_cannot_be_claimed_names_the_mercenaries_that_are_left(pages):
    """§8.1"""
    duel = pages(lonely("S1902M", units={"AUSTRIA": ["A VIE"], "TURKEY": ["A CON"], "ITALY": ["A ROM"]}))
    page = duel.get("anna")
    assert "Still with units or centres: Italy and Turkey." in text(page)
    assert "Italy still has A Rome." in text(page)
    assert "Turkey still has A Constantinople." in text(page)
    assert "acts/stalemate_claimed" not in page.text


def test_too_many_offers_and_withdrawals_are_refused_with_a_message(pages):
    duel = pages(PLAYED_OUT)
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        assert duel.post("anna", f"acts/{kind}").status_code == 303
    answer = duel.post("anna", "acts/draw_offered")
    assert answer.status_code == 409
    assert "You have changed your mind often enough" in text(answer)


def test_offers_after_it_do_not_hide_the_last_phase(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.happen(SECOND, "draw_declined")
    with duel.site.test_request_context():
        last = DuelPage(duel_of(duel.contest.token)).part_of(HistoryPart).last
        assert str(last.phase) == "S1901B"


def test_a_click_repeated_makes_one_offer(pages):
    duel = pages(PLAYED_OUT)
    for _ in range(3):
        assert duel.post("anna", "acts/draw_offered").status_code == 303
    assert [chapter.event for chapter in duel.contest.chapters()] == ["draw_offered"]


@pytest.mark.parametrize("kind", ["conceded", "draw_offered", "draw_agreed", "stalemate_claimed"])
def test_an_event_from_a_stale_page_is_refused(pages, kind):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    for phase in ("HOMES", "", "nonsense"):
        answer = duel.send("anna", f"acts/{kind}", {"phase": phase, "sure": "yes"})
        assert answer.status_code == 409
        assert "The duel has moved on" in text(answer)
    assert duel.send("anna", f"acts/{kind}", {"sure": "yes"}).status_code == 409
    assert len(duel.contest.chapters()) == 1


def test_when_time_is_up_the_phase_comes_first(pages):
    duel = pages()
    duel.clock(DEADLINE)
    assert duel.post("anna", "acts/conceded", sure="yes").status_code == 409
    assert "Auction of 1901" in text(duel.get())


@pytest.mark.parametrize("kind", ["stalemate_granted", "nonsense", "conceded%00"])
def test_unknown_events_are_not_found(pages, kind):
    duel = pages(PLAYED_OUT)
    assert duel.post("anna", f"acts/{kind}", sure="yes").status_code == 404
    assert duel.contest.chapters() == []


def test_after_the_end_nothing_can_be_done(pages):
    duel = pages(PLAYED_OUT)
    duel.contest.happen(FIRST, "conceded")
    for kind in ("conceded", "draw_offered", "stalemate_claimed"):
        answer = duel.send("boris", f"acts/{kind}", {"phase": "S1902M", "sure": "yes"})
        assert answer.status_code == 409
        assert "Le duel est terminé" in text(answer)


CLOCK = Clock(time_off=4 * HOUR)
BANKS = Clock(HOUR, HOUR, HOUR, bank=DAY, cap=DAY)
TWO_DAYS_ON = NOON + timedelta(days=2)
HOMES = {f"rank_{number}": power for number, power in enumerate(RANKS["first"], 1)}


@pytest.fixture
def missed(pages):
    """Return a duel at its first auction; Boris handed in no list of powers before it."""
    duel = pages(clock=CLOCK)
    duel.contest.store(FIRST, LISTS[FIRST])
    duel.contest.sweep(DEADLINE)
    duel.clock(DEADLINE + timedelta(hours=1))
    return duel


def test_a_live_duel_begins_when_both_press_that_they_are_here(pages):
    duel = pages(clock=PRESETS["live"])
    duel.clock(NOON)
    page = text(duel.get())
    assert "A live duel begins once both players are here." in page
    assert "I am here" in page
    assert "I am here" not in text(duel.get("visitor"))
    assert duel.post("boris", "time/come").headers["Location"] == duel.path
    assert "boris is here." in text(duel.get())
    duel.post("anna", "time/come")
    assert "I am here" not in text(duel.get())
    assert duel.contest.stored().deadline_at == NOON + timedelta(minutes=15)


def test_opening_a_live_duel_too_late_shows_that_it_lapsed(pages):
    duel = pages(clock=PRESETS["live"])
    duel.clock(NOON + OPEN_FOR)
    assert "Nobody won: not both came in time." in text(duel.get("visitor"))


def test_during_time_off_there_is_no_task_but_the_way_back(missed):
    missed.post("boris", "time/take_leave")
    page = text(missed.get("boris"))
    assert "Vous êtes en congé" in page
    assert "Je suis de retour" in page
    assert 'class="task"' not in missed.get("boris").text
    assert "boris has time off, until 21 Nov 2026" in text(missed.get())
    missed.post("boris", "time/come_back")
    assert 'class="task"' in missed.get("boris").text


def test_a_form_sent_during_time_off_is_refused_and_shown_again(missed):
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


def test_the_waiting_player_can_grant_more_time(missed):
    assert "Give them more time" in text(missed.get())
    assert "time/grant" not in missed.get("boris").text
    missed.post("anna", "time/grant")
    assert missed.contest.stored().due_second == DEADLINE + timedelta(days=2)


MISSED = "boris saved nothing in their last phase."


def test_everybody_sees_who_missed_a_phase_and_what_follows(missed):
    for reader in ("anna", "visitor"):
        page = text(missed.get(reader))
        assert MISSED in page
        assert "If nothing comes in this one, boris loses the duel." in page
    assert "Vous n’avez rien enregistré à votre dernière phase" in text(missed.get("boris"))


def test_everybody_sees_that_more_time_was_granted(missed):
    missed.post("anna", "time/grant")
    assert "anna vous a donné du temps" in text(missed.get("boris"))
    assert "You have given boris more time in this phase." in text(missed.get())
    assert "anna has given boris more time in this phase." in text(missed.get("visitor"))


def test_a_player_whose_bank_is_empty_sees_that_instead_of_the_task(pages):
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
def test_impossible_acts_about_time_are_refused_with_a_message(pages, act, status):
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


def test_only_players_can_act_on_the_clocks(pages):
    duel = pages(clock=CLOCK)
    assert duel.post("visitor", "time/offer_pause").status_code == 401
    assert duel.get("visitor", "/time/offer_pause").headers["Location"] == duel.path
    hidden = pages(clock=CLOCK, public=False)
    hidden.readers["clara"] = duel.readers["visitor"].registered("clara")
    assert hidden.post("clara", "time/offer_pause").status_code == 404
    duel.readers["clara"] = hidden.readers["clara"]
    assert duel.post("clara", "time/offer_pause").status_code == 403
