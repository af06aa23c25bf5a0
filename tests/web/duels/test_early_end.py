"""Requests for an early end and their answers, on the pages (8.6 to 8.8)."""

import pytest

from tests.builders import lonely
from tests.web.reading import text

AUTUMN = lonely("F1903M", units={"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR", "A MUN"]})
ASKS = {"anna": "Ask to end the duel early", "boris": "Demander la fin du duel"}


def test_without_the_setting_the_page_does_not_mention_early_ends(pages):
    duel = pages(AUTUMN)
    for reader, words in ASKS.items():
        page = text(duel.get(reader))
        assert words not in page
        assert "after the adjustments" not in page
    answer = duel.post("anna", "acts/end_asked")
    assert answer.status_code == 409
    assert "its settings know no early end" in text(answer)


def test_it_is_asked_for_agreed_to_and_ends_the_duel_after_an_autumn_of_holds(pages):
    duel = pages(AUTUMN, early_end="vote")
    assert ASKS["anna"] in text(duel.get("anna"))
    assert duel.post("anna", "acts/end_asked").status_code == 303
    assert "You have asked to end the duel early." in text(duel.get("anna"))
    assert "Your request to end the duel stands" in text(duel.get("anna"))
    page = text(duel.get("boris"))
    for words in (
        "Votre adversaire demande la fin du duel.",
        "Accepter la fin",
        "Voter contre",
        "Mettre son veto",
    ):
        assert words in page
    question = duel.post("boris", "acts/end_agreed")
    assert question.status_code == 422
    assert "toutes les unités tiennent" in text(question)
    assert "La vôtre en possède alors 4, celle de votre adversaire 3." in text(question)
    assert duel.post("boris", "acts/end_agreed", sure="yes").status_code == 303
    assert "boris won: both agreed to end it early, with more centres." in text(duel.get("visitor"))
    assert "You lost. You both agreed to end it early, and your opponent had more centres." in text(
        duel.get("anna")
    )
    assert "Centres of the home powers: anna you 3 · boris 4" in text(duel.get("anna"))


@pytest.mark.parametrize(
    ("kind", "says", "name"),
    [
        ("end_vetoed", "Vous avez mis votre veto", "boris vetoed the early end."),
        ("end_voted_down", "Vous avez voté contre", "Early end voted down"),
    ],
)
def test_it_is_vetoed_by_name_or_voted_down_by_nobody(pages, kind, says, name):
    duel = pages(AUTUMN, early_end="vote")
    duel.post("anna", "acts/end_asked")
    duel.post("boris", f"acts/{kind}")
    assert says in text(duel.get("boris"))
    page = text(duel.get("anna"))
    assert name in page.replace(" :", ":")
    assert ("boris vetoed" in page) == (kind == "end_vetoed")
    assert "The end has been asked for already. Ask again after the next retreats." in page
    again = duel.post("boris", f"acts/{kind}")
    assert again.status_code == 409
    assert "Plus personne ne demande la fin du duel." in text(again)


def test_at_another_time_the_page_says_when(pages):
    duel = pages(lonely("S1901M"), early_end="vote")
    page = text(duel.get("anna"))
    assert ASKS["anna"] not in page
    assert "after the retreats of spring and of autumn, and after the adjustments." in page


def test_a_spectator_sees_a_request_for_an_early_end_but_no_buttons(pages):
    duel = pages(AUTUMN, early_end="vote")
    duel.post("anna", "acts/end_asked")
    page = text(duel.get("visitor"))
    assert "anna asks to end the duel early." in page
    assert "Agree to end it" not in page


def test_a_request_that_ends_the_duel_is_asked_about_once_more(pages):
    """8.6: the opponent owns no centre, so has no vote."""
    units = {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}
    duel = pages(lonely("W1903A", units=units, centers={"AUSTRIA": ["VIE"]}), early_end="vote")
    question = duel.post("anna", "acts/end_asked")
    assert question.status_code == 422
    assert "Yours owns 1, your opponent’s 0." in text(question)
    assert duel.post("anna", "acts/end_asked", sure="yes").status_code == 303
    assert "anna won: both agreed to end it early" in text(duel.get("visitor"))
