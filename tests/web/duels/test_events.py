"""Draws, stalemates and concessions on the pages."""

import pytest

from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, SECOND
from tests.web.reading import text

PLAYED_OUT = lonely("S1902M")


def test_a_concession_needs_the_ticked_box(pages):
    duel = pages(PLAYED_OUT)
    for fields in ({}, {"sure": "no"}, {"sure": ""}):
        answer = duel.post("anna", "acts/conceded", **fields)
        assert answer.status_code == 422
        assert "Tick the box first" in text(answer)
    assert "Cochez d’abord la case" in text(duel.post("boris", "acts/conceded"))
    assert duel.contest.chapters() == []
    assert duel.post("anna", "acts/conceded", sure="yes").headers["Location"] == duel.path
    page = text(duel.get("boris"))
    assert "boris a gagné : anna a abandonné." in page
    assert "Abandonner le duel" not in page


def test_a_concession_without_the_box_loses_nothing_that_is_stored(pages):
    duel = pages(start("S1902B"))
    duel.post("anna", "entry", bid_ITALY="7")
    answer = duel.post("anna", "acts/conceded")
    assert 'name="bid_ITALY" ' in answer.text
    assert 'value="7"' in answer.text


def test_a_draw_is_offered_and_agreed_to(pages):
    duel = pages(PLAYED_OUT)
    assert "Agree to a draw" not in duel.get("anna").text
    duel.post("boris", "acts/draw_offered")
    assert "Vous avez proposé le nul" in text(duel.get("boris"))
    assert "Proposer le nul" not in text(duel.get("boris"))
    page = text(duel.get("anna"))
    assert "offers a draw" in page
    assert "Agree to a draw" in page
    assert duel.post("anna", "acts/draw_agreed").status_code == 303
    assert "A draw." in text(duel.get("visitor"))


def test_a_stalemate_is_claimed_and_agreed_to(pages):
    """§8"""
    duel = pages(PLAYED_OUT)
    duel.post("anna", "acts/stalemate_claimed")
    assert "claims a stalemate" in text(duel.get("visitor"))
    assert duel.post("boris", "acts/stalemate_agreed").status_code == 303
    assert "A draw: a stalemate between equals." in text(duel.get("visitor"))


@pytest.mark.parametrize(
    ("kind", "english", "french"),
    [
        (
            "stalemate_claimed",
            "A stalemate can be claimed once no mercenary has a unit or a supply centre. Some still do.",
            "dès qu’aucun mercenaire",
        ),
        ("draw_agreed", "There is no offer of a draw any more.", "Il n’y a plus"),
        ("stalemate_agreed", "There is no claim of a stalemate any more.", "Il n’y a plus"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(pages, kind, english, french):
    """§8: before that a claim is refused, with the reason."""
    duel = pages(start("S1902M"))
    for reader, words in (("anna", english), ("boris", french)):
        answer = duel.post(reader, f"acts/{kind}")
        assert answer.status_code == 409
        assert words in text(answer)
    assert duel.contest.chapters() == []


def test_a_click_repeated_makes_one_offer(pages):
    duel = pages(PLAYED_OUT)
    for _ in range(3):
        assert duel.post("anna", "acts/draw_offered").status_code == 303
    assert [chapter.event for chapter in duel.contest.chapters()] == ["draw_offered"]


@pytest.mark.parametrize("kind", ["conceded", "draw_offered", "draw_agreed", "stalemate_claimed"])
def test_who_decides_on_a_stale_page_is_asked_to_look_again(pages, kind):
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
def test_what_no_player_can_do_is_not_found(pages, kind):
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
