"""Challenges for places: who may challenge whom, and the effects of the answers (docs/ladders.md)."""

from datetime import timedelta

import pytest

from intimate.players import Player
from models import LadderChallenge
from services.ladders.challenging import AGAIN_AFTER, ANSWER_WITHIN
from services.ladders.ladders import CLOCKS
from services.ladders.refusals import LadderRefusal
from services.outages import record_heartbeat
from services.refused import NotFound
from services.terms import Clock, Terms
from tests.refusing import refuses
from tests.services.ladders.conftest import NAMES
from tests.services.ladders.scene import Scene

DAY = timedelta(days=1)


def test_an_accepted_challenge_is_a_rated_public_duel_whose_first_player_is_the_challenger(scene):
    token = scene.accept(scene.challenge("f", "c"), "c")
    stored = scene.duel(token)
    assert (stored.first_id, stored.second_id) == (scene.people["f"], scene.people["c"])
    assert (stored.rated, stored.public, stored.preset) == (True, True, "intimate")
    assert scene.order == list("abcdefghij")


def test_a_challenger_who_wins_takes_the_place_and_the_others_move_down(scene):
    scene.beaten("f", "c")
    assert scene.order == list("abfcdeghij")
    assert scene.moves() == [("f", 6, 3, "won"), ("c", 3, 4, "shifted")]


def test_a_challenger_who_loses_or_draws_moves_nothing(scene):
    scene.concede(scene.accept(scene.challenge("f", "c"), "c"), "f")
    token = scene.accept(scene.challenge("g", "d"), "d")
    scene.happen(token, "g", "draw_offered")
    scene.happen(token, "d", "draw_agreed")
    assert scene.order == list("abcdefghij")
    assert {each.state for each in scene.all_of(LadderChallenge)} == {"lost", "drawn"}


def test_to_refuse_gives_the_place_up(scene):
    scene.refuse(scene.challenge("f", "c"), "c")
    assert scene.order == list("abfcdeghij")


def test_a_player_who_does_not_answer_in_time_loses_the_place_and_falls_a_fifth(scene):
    number = scene.challenge("f", "c")
    scene.now += ANSWER_WITHIN - timedelta(seconds=1)
    assert scene.sweep() == 0
    scene.now += timedelta(seconds=1)
    assert (scene.sweep(), scene.sweep()) == (1, 0)
    assert scene.order == list("abfdceghij")
    assert scene.state(number) == "unanswered"
    assert scene.moves() == [("f", 6, 3, "unanswered"), ("c", 3, 5, "timeout")]


def test_an_outage_extends_the_time_to_answer_a_challenge(scene):
    number = scene.challenge("f", "c")
    scene.now += 2 * DAY
    record_heartbeat(scene.database, scene.now)
    scene.now += 2 * DAY
    assert scene.sweep() == 0
    record_heartbeat(scene.database, scene.now)
    assert (scene.sweep(), scene.state(number)) == (0, "waiting")
    for challenge in scene.all_of(LadderChallenge):
        assert challenge.answer_by == scene.now + DAY


@pytest.mark.parametrize(
    ("there", "order", "state"),
    [
        ("f", "abfdceghij", "won"),
        ("c", "abcdeghfij", "lost"),
        ("", "abcdefghij", "void"),
    ],
)
def test_losing_by_absence_costs_a_fifth_unless_both_were_absent(sqlite_database, there, order, state):
    scene = Scene(sqlite_database, NAMES, Terms(clock=Clock(misses=1))).join(*NAMES)
    number = scene.challenge("f", "c")
    token = scene.accept(number, "c")
    for name in there:
        scene.rank(token, name)
    scene.pass_deadline()
    assert scene.order == list(order)
    assert scene.state(number) == state


def test_places_that_have_changed_meanwhile_count_as_they_stand_at_the_end(scene):
    number = scene.challenge("f", "c")
    token = scene.accept(number, "c")
    scene.beaten("c", "a")
    assert scene.order == list("cabdefghij")
    scene.concede(token, "c")
    assert scene.order == list("fcabdeghij")


@pytest.mark.parametrize(
    ("challenger", "challenged", "refused"),
    [
        ("f", "a", LadderRefusal.OUT_OF_REACH),
        ("c", "f", LadderRefusal.OUT_OF_REACH),
        ("c", "c", LadderRefusal.OUT_OF_REACH),
        ("k", "j", LadderRefusal.NOT_ON_LADDER),
        ("j", "k", LadderRefusal.THEY_LEFT),
    ],
)
def test_only_those_up_to_four_places_above_can_be_challenged(scene, challenger, challenged, refused):
    with refuses(refused):
        scene.challenge(challenger, challenged)


def test_one_challenge_made_and_one_received_at_once_the_duel_of_it_included(scene):
    number = scene.challenge("f", "c")
    for _ in range(2):
        with refuses(LadderRefusal.CHALLENGING_ALREADY):
            scene.challenge("f", "d")
        with refuses(LadderRefusal.CHALLENGED_ALREADY):
            scene.challenge("g", "c")
        if scene.state(number) == "waiting":
            scene.accept(number, "c")
    scene.challenge("c", "a")
    scene.challenge("h", "f")


def test_withdrawing_and_repeating_gains_nothing(scene):
    scene.withdraw(scene.challenge("f", "c"), "f")
    for wait in (timedelta(), AGAIN_AFTER - timedelta(seconds=1)):
        scene.now += wait
        with refuses(LadderRefusal.TOO_SOON) as refused:
            scene.challenge("f", "c")
    assert refused.value.values["after"] == scene.now + timedelta(seconds=1)
    scene.challenge("f", "d")
    scene.now += timedelta(seconds=1)
    scene.withdraw(max(each.id for each in scene.all_of(LadderChallenge)), "f")
    scene.challenge("f", "c")


def test_the_seven_days_hold_one_way_only(scene):
    scene.beaten("f", "c")
    scene.challenge("c", "f")


@pytest.mark.parametrize("act", ["accept", "refuse", "withdraw"])
def test_a_settled_challenge_cannot_be_answered(scene, act):
    number = scene.challenge("f", "c")
    scene.refuse(number, "c")
    with refuses(LadderRefusal.SETTLED):
        getattr(scene, act)(number, "f" if act == "withdraw" else "c")


@pytest.mark.parametrize(("act", "name"), [("accept", "f"), ("refuse", "b"), ("withdraw", "c")])
def test_nobody_answers_or_withdraws_for_others(scene, act, name):
    number = scene.challenge("f", "c")
    with pytest.raises(NotFound):
        getattr(scene, act)(number, name)
    assert scene.state(number) == "waiting"


def test_a_challenge_of_another_ladder_is_unknown(scene, sqlite_database):
    other = Scene(sqlite_database, ("x", "y")).join("x", "y")
    number = other.challenge("y", "x")
    scene.people |= other.people
    with pytest.raises(NotFound):
        scene.refuse(number, "x")


def test_a_live_duel_that_lapses_moves_nothing_and_takes_the_usual_wait(sqlite_database):
    """Otherwise an absent friend could keep a place from everybody else."""
    scene = Scene(sqlite_database, ("a", "b"), Terms(clock=CLOCKS["live"])).join("a", "b")
    number = scene.challenge("b", "a")
    token = scene.accept(number, "a")
    assert scene.duel(token).times.here == {Player.SECOND}
    scene.pass_deadline()
    assert (scene.state(number), scene.order) == ("void", ["a", "b"])
    with refuses(LadderRefusal.TOO_SOON):
        scene.challenge("b", "a")
    scene.now += AGAIN_AFTER
    scene.challenge("b", "a")
