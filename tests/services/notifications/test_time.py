"""Notifications about time: offered pauses, granted time, stuck duels."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from clocks.terms import DAY, HOUR, Clock
from models import User
from services.duels import deadlines, resolving
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, NOON, SECOND
from tests.services.duels.test_events import act

SOON = NOON + timedelta(hours=1)


@pytest.fixture
def duel(begun, channel):
    """Return a duel between two players who are notified of offers."""
    for name in ("anna", "boris"):
        channel(name, kinds=["offer", "reminder"])
    return begun(clock=Clock(time_off=4 * HOUR))


def test_a_pause_offer_is_sent_only_while_it_stands(duel, delivery):
    act(duel, FIRST, "offer_pause", SOON)
    assert delivery.at(SOON) == [("boris", "offer")]
    act(duel, FIRST, "refuse_pause", SOON)
    act(duel, FIRST, "offer_pause", SOON + timedelta(minutes=1))
    act(duel, SECOND, "refuse_pause", SOON + timedelta(minutes=1))
    assert delivery.at(SOON + timedelta(minutes=1)) == []


def test_agreeing_to_and_ending_a_pause_notify_the_other_player(duel, delivery):
    act(duel, FIRST, "offer_pause", SOON)
    act(duel, SECOND, "offer_pause", SOON)
    assert delivery.at(SOON) == [("anna", "offer")]
    act(duel, SECOND, "resume", SOON + timedelta(hours=1))
    assert delivery.at(SOON + timedelta(hours=1)) == [("anna", "offer")]


def test_a_player_is_notified_of_granted_time(duel, delivery):
    duel.store(FIRST, LISTS[FIRST], SOON)
    duel.sweep(DEADLINE)
    act(duel, FIRST, "grant", DEADLINE)
    assert ("boris", "offer") in delivery.at(DEADLINE)


def test_nobody_is_reminded_in_a_pause_and_everybody_after_it(duel, delivery):
    act(duel, FIRST, "offer_pause", SOON)
    act(duel, SECOND, "offer_pause", SOON)
    delivery.at(SOON)
    assert delivery.at(DEADLINE) == []
    act(duel, FIRST, "resume", NOON + 10 * timedelta(seconds=DAY))
    delivery.at(NOON + 10 * timedelta(seconds=DAY))
    late = NOON + timedelta(days=10, hours=23) - timedelta(hours=5)
    assert sorted(delivery.at(late)) == [("anna", "reminder"), ("boris", "reminder")]


def test_after_time_off_the_reminder_follows_the_new_deadline(duel, delivery):
    duel.store(FIRST, LISTS[FIRST], SOON)
    duel.sweep(DEADLINE)
    act(duel, SECOND, "take_leave", DEADLINE)
    back = DEADLINE + timedelta(hours=2)
    act(duel, SECOND, "come_back", back)
    assert duel.stored().due_second == DEADLINE + timedelta(hours=26)
    assert ("boris", "reminder") not in delivery.at(DEADLINE + timedelta(hours=18))
    assert ("boris", "reminder") in delivery.at(DEADLINE + timedelta(hours=20))


def test_players_and_moderators_are_notified_once_of_a_stuck_duel(
    begun, channel, delivery, any_database, people, monkeypatch
):
    for name in people:
        channel(name, kinds=["ended"])
    with any_database.writing() as session:
        session.execute(update(User).where(User.id == people["clara"]).values(is_moderator=True))
    duel = begun()
    monkeypatch.setattr(resolving, "play", lambda *_: 1 / 0)
    assert duel.sweep(DEADLINE) == 0
    assert duel.stored().stuck_by == "ZeroDivisionError"
    assert sorted(delivery.at(DEADLINE)) == [(name, "ended") for name in sorted(people)]
    duel.sweep(DEADLINE + timedelta(hours=1))
    assert delivery.at(DEADLINE + timedelta(hours=1)) == []


def test_a_duel_that_was_stuck_goes_on_with_the_time_that_it_had(begun, any_database, monkeypatch):
    duel = begun()
    with monkeypatch.context() as broken:
        broken.setattr(resolving, "play", lambda *_: 1 / 0)
        duel.sweep(DEADLINE)
    later = DEADLINE + timedelta(days=2)
    with any_database.writing() as session:
        deadlines.set_going(session, duel.token, later)
    assert (duel.stored().stuck_at, duel.stored().deadline_at) == (None, later)
    assert duel.sweep(later) == 1


def test_the_last_player_to_hand_in_stays_ready_when_the_duel_breaks(begun, monkeypatch):
    duel = begun()
    duel.enter(FIRST, LISTS[FIRST], SOON)
    monkeypatch.setattr(resolving, "play", lambda *_: 1 / 0)
    assert duel.enter(SECOND, LISTS[SECOND], SOON) is not True
    assert (duel.stored().stuck_at, duel.stored().stuck_by) == (SOON, "ZeroDivisionError")
    assert [duel.entry(player).ready for player in (FIRST, SECOND)] == [True, True]
    assert duel.chapters() == []


def test_repeated_pause_offers_notify_once_a_phase(duel, delivery):
    for minute in range(20):
        now = SOON + timedelta(minutes=minute)
        act(duel, FIRST, "offer_pause", now)
        assert delivery.at(now) == ([("boris", "offer")] if minute == 0 else [])
        act(duel, FIRST, "refuse_pause", now)


def test_a_player_who_takes_an_entry_back_is_reminded(duel, delivery):
    duel.enter(FIRST, LISTS[FIRST], SOON)
    assert delivery.at(DEADLINE - timedelta(hours=6)) == [("boris", "reminder")]
    duel.take_back(FIRST, DEADLINE - timedelta(hours=5))
    assert delivery.at(DEADLINE - timedelta(hours=5)) == [("anna", "reminder")]
    duel.hand_in(FIRST, DEADLINE - timedelta(hours=4))
    duel.take_back(FIRST, DEADLINE - timedelta(hours=3))
    assert delivery.at(DEADLINE - timedelta(hours=3)) == []
