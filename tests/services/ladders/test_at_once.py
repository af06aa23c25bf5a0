"""Simultaneous changes of a ladder: one after the other, and no place lost or given twice."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from services.ladders.refusals import LadderRefusal, LadderRefused
from tests.services.ladders.scene import Scene

NAMES = tuple("abcdefghij")


@pytest.fixture
def scene(any_database):
    return Scene(any_database, (*NAMES, *"klmn")).join(*NAMES)


def at_once(*acts):
    """Do several things at the same time; return the refusals."""

    def tried(act):
        try:
            act()
        except LadderRefused as refused:
            return refused.code
        return None

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(tried, acts))


def test_results_joins_and_departures_at_once_leave_every_place_held_once(scene):
    first = scene.accept(scene.challenge("e", "b"), "b")
    second = scene.accept(scene.challenge("g", "d"), "d")
    third = scene.challenge("h", "f")
    refused = at_once(
        lambda: scene.concede(first, "b"),
        lambda: scene.concede(second, "d"),
        lambda: scene.refuse(third, "f"),
        lambda: scene.join("k"),
        lambda: scene.join("l"),
        lambda: scene.quit("c"),
    )
    assert refused == [None] * 6
    assert sorted(scene.order) == list("abdefghijkl")


def test_of_two_who_challenge_the_same_player_at_once_one_does(scene):
    refused = at_once(lambda: scene.challenge("d", "b"), lambda: scene.challenge("e", "b"))
    assert set(refused) == {None, LadderRefusal.CHALLENGED_ALREADY}


def test_an_answer_and_a_withdrawal_at_once_settle_a_challenge_once(scene):
    number = scene.challenge("d", "b")
    refused = at_once(lambda: scene.refuse(number, "b"), lambda: scene.withdraw(number, "d"))
    assert set(refused) == {None, LadderRefusal.SETTLED}
    moved = scene.state(number) == "refused"
    assert scene.order == list("adbcefghij" if moved else "abcdefghij")
