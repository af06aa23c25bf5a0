"""The worst moments of one's own duel, tried again."""

import re

import pytest

from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.judged import played, store_judgements
from tests.web.reading import plain


@pytest.fixture
def duel(pages):
    """Return a finished duel in which Anna gave up much in Spring 1901, and less in the auction."""
    duel = pages()
    played(duel.contest)
    store_judgements(duel.contest, 0.5, 0.62, 0.4, given_up={1: 0.1, 2: 0.2})
    return duel


def at(duel, number=1):
    return f"/learn/mistakes/{duel.contest.token}/{number}"


def answer(duel, number=1, reader="anna", **fields):
    who = duel.readers[reader]
    page = who.get(at(duel, number)).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    return who.client.post(at(duel, number), data={"csrf_token": token, **fields}, headers=who.headers)


def test_the_worst_moment_comes_first_and_is_asked_of_its_player_alone(duel):
    assert f'href="{at(duel)}"' in duel.get("anna").text
    for reader in ("visitor", "boris"):
        assert at(duel) not in duel.get(reader).text
        assert duel.readers[reader].get(at(duel)).status_code == 404
    first, second = (plain(duel.readers["anna"].get(at(duel, number)).text) for number in (1, 2))
    assert "1 of 2 Spring 1901, movement Here you gave away 20 points. Find something better." in first
    assert "2 of 2 Auction of 1901 Here you gave away 10 points." in second
    assert duel.readers["anna"].get(at(duel, 3)).status_code == 404
    assert duel.readers["anna"].get(at(duel, 0)).status_code == 404


def test_the_best_plan_solves_it_and_what_was_played_does_not(duel):
    best = {"order_VIE": "A VIE - GAL", "order_BUD": "A BUD - SER", "order_TRI": "F TRI H"}
    solved = answer(duel, **best)
    assert "Solved!" in solved.text
    assert "<title>A Vienna - Galicia</title>" in solved.text
    again = answer(duel, order_VIE="A VIE - TYR")
    assert "Not yet." in again.text
    assert "A Vienna - Galicia · A Budapest - Serbia · F Trieste holds" in plain(again.text)
    assert "Serbia" in plain(re.search(r'<ul class="against">(.*?)</ul>', again.text, re.DOTALL)[1])
    assert at(duel, 2) in again.text
    assert "Try again" in again.text


def test_a_sheet_is_judged_and_one_that_cannot_be_is_refused(duel):
    assert answer(duel, 2, bid_ITALY="5").status_code == 200
    assert answer(duel, 2, bid_ITALY="x").status_code == 422


def test_arrows_are_drawn_for_orders_in_advance(duel):
    who = duel.readers["anna"]
    token = re.search(r'name="csrf_token" value="([^"]+)"', who.get(at(duel)).text)[1]
    drawn = who.client.post(
        f"{at(duel)}/arrows", data={"csrf_token": token, "order_VIE": "A VIE - TYR"}, headers=who.headers
    )
    assert "A Vienna - Tyrolia" in drawn.json["arrows"]


def test_a_running_duel_has_no_moments_to_try_again(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert duel.readers["anna"].get(at(duel)).status_code == 404
