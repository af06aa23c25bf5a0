"""At delivery, outdated messages are dropped, and messages about moved deadlines are postponed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from models import StoredDuel, User
from services.challenges import challenges
from services.notifications import delivery as delivering
from services.notifications.delivery import claim
from services.terms import HOUR as HOUR_OF_CLOCK
from services.terms import Clock, Terms
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND
from tests.fixtures_telling import DAY, HOUR, MINUTE
from tests.services.looking import selects

REMINDED = DEADLINE - 6 * HOUR


@pytest.fixture
def only(channel, account):
    """Return a function that subscribes Anna to one kind only."""
    return lambda kind: channel("anna", kinds=[kind])


@pytest.fixture
def move(any_database):
    """Return a function that moves the deadline of a duel."""

    def move(contest, by):
        with any_database.writing() as session:
            stored = session.get(StoredDuel, contest.id)
            due = {player: at + by for player, at in stored.times.due.items()}
            stored.times = replace(stored.times, due=due)

    return move


def test_a_reminder_is_sent_once(only, begun, delivery):
    only("reminder")
    begun()
    assert delivery.at(REMINDED - MINUTE) == []
    assert delivery.at(REMINDED) == [("anna", "reminder")]
    assert delivery.at(DEADLINE - MINUTE) == delivery.at(DEADLINE) == []


def test_a_player_who_has_handed_in_is_not_reminded(only, begun, delivery):
    only("reminder")
    duel = begun()
    duel.enter(FIRST, LISTS[FIRST])
    assert delivery.at(REMINDED) == []


def test_a_player_who_has_only_stored_an_entry_is_reminded(only, begun, delivery):
    only("reminder")
    begun().store(FIRST, LISTS[FIRST])
    assert delivery.at(REMINDED) == [("anna", "reminder")]


def test_the_opponent_who_has_handed_in_changes_nothing(only, begun, delivery):
    only("reminder")
    begun().enter(SECOND, LISTS[SECOND])
    assert delivery.at(REMINDED) == [("anna", "reminder")]


def test_nobody_is_reminded_of_a_phase_that_is_over_or_of_a_duel(only, begun, delivery):
    only("reminder")
    begun().resolve(LISTS[FIRST], LISTS[SECOND])
    assert delivery.at(REMINDED) == []
    ended = begun()
    ended.happen(SECOND, "conceded")
    assert delivery.at(REMINDED) == []


def test_a_reminder_follows_a_moved_deadline_and_is_sent_once(only, begun, delivery, move, messages):
    only("reminder")
    duel = begun()
    move(duel, DAY)
    assert delivery.at(REMINDED) == []
    assert [(each.due_at, each.until) for each in messages()] == [(REMINDED + DAY, DEADLINE + DAY)]
    assert delivery.at(REMINDED + DAY) == [("anna", "reminder")]
    move(duel, DAY)
    assert delivery.at(REMINDED + 2 * DAY) == []


def test_a_reminder_comes_no_more_when_the_deadline_was_moved_before_it(only, begun, delivery, move):
    only("reminder")
    move(begun(), -7 * HOUR)
    assert delivery.at(REMINDED) == []


def test_the_quiet_hours_of_now_hold_for_a_reminder(only, begun, delivery, account, messages):
    only("reminder")
    begun()
    begins = 5 * 60
    account("anna", quiet_from=begins, quiet_to=8 * 60)
    assert delivery.at(REMINDED) == []
    assert messages()[0].due_at == DEADLINE.replace(hour=8)
    assert delivery.at(DEADLINE.replace(hour=8)) == [("anna", "reminder")]


def test_a_reminder_that_is_late_waits_for_the_end_of_the_quiet(only, begun, delivery, account, messages):
    only("reminder")
    begun()
    account("anna", quiet_from=7 * 60, quiet_to=9 * 60)
    assert delivery.at(REMINDED + 2 * HOUR) == []
    assert messages()[0].due_at == DEADLINE.replace(hour=9)


def test_a_player_who_switched_reminders_off_gets_none(only, begun, delivery, account):
    only("reminder")
    begun()
    account("anna", lead_seconds=0)
    assert delivery.at(REMINDED) == []


def test_a_bank_that_stands_still_reminds_nobody(only, begun, delivery):
    only("reminder")
    hour = HOUR_OF_CLOCK
    duel = begun(clock=Clock(hour, hour, hour, bank=4 * hour, cap=9 * hour))
    duel.enter(FIRST, LISTS[FIRST], NOON + MINUTE)
    assert delivery.at(NOON + 3 * HOUR) == []


def test_a_bank_that_runs_again_reminds_later(only, begun, delivery, messages):
    only("reminder")
    hour = HOUR_OF_CLOCK
    duel = begun(clock=Clock(hour, hour, hour, bank=4 * hour, cap=9 * hour))
    duel.enter(FIRST, LISTS[FIRST], NOON + MINUTE)
    duel.take_back(FIRST, NOON + 2 * HOUR)
    assert delivery.at(NOON + 150 * MINUTE) == []
    due = NOON + 7 * HOUR - MINUTE
    assert messages()[0].due_at == NOON + (due - NOON) / 2
    assert messages()[0].until == due


def test_a_turn_is_notified_while_it_lasts(only, begun, delivery):
    only("turn")
    begun()
    assert delivery.at(LATER) == [("anna", "turn")]


@pytest.mark.parametrize("over", ["handed in", "resolved", "ended"])
def test_a_turn_that_is_over_is_not_notified(only, begun, delivery, over, messages):
    only("turn")
    duel = begun()
    duel.enter(FIRST, LISTS[FIRST])
    if over == "resolved":
        duel.enter(SECOND, LISTS[SECOND])
    if over == "ended":
        duel.happen(FIRST, "conceded")
    delivery.at(LATER)
    assert [each.told_at is None for each in messages()][:1] == [True]


def test_an_offer_is_notified_only_while_it_stands(only, begun, delivery):
    only("offer")
    duel = begun()
    duel.happen(SECOND, "draw_offered")
    duel.happen(SECOND, "draw_withdrawn")
    assert delivery.at(LATER) == []
    duel.happen(SECOND, "draw_offered")
    assert delivery.at(LATER) == [("anna", "offer")]


@pytest.fixture
def challenge(any_database, people):
    """Return a function by which Boris challenges Anna."""

    def make():
        with any_database.writing() as session:
            anna = session.get(User, people["anna"])
            return challenges.create(session, people["boris"], "named", anna, Terms(), NOON).token

    return make


def test_a_challenge_by_name_is_notified_only_while_it_waits(any_database, people, only, challenge, delivery):
    only("challenge")
    challenge()
    assert delivery.at(NOON) == [("anna", "challenge")]
    token = challenge()
    with any_database.writing() as session:
        challenges.withdraw(session, token, people["boris"], NOON)
    assert delivery.at(NOON) == []


def test_the_challenger_is_notified_of_a_refusal(any_database, people, channel, challenge, delivery):
    channel("boris", kinds=["challenge"])
    token = challenge()
    with any_database.writing() as session:
        challenges.decline(session, token, people["anna"], NOON)
    assert delivery.at(NOON) == [("boris", "challenge")]


def test_a_challenge_that_is_accepted_is_the_challengers_turn(
    any_database, people, channel, challenge, notified
):
    for name in ("anna", "boris"):
        channel(name, kinds=["turn"])
    token = challenge()
    with any_database.writing() as session:
        challenges.accept(session, token, people["anna"], NOON)
    assert notified() == [("boris", "turn")]


@pytest.mark.parametrize("kind", ["open", "link"])
def test_an_open_challenge_notifies_nobody(any_database, people, channel, kind, messages):
    for name in people:
        channel(name)
    with any_database.writing() as session:
        challenges.create(session, people["anna"], kind, None, Terms(), NOON)
    assert messages() == []


def test_an_address_that_is_no_longer_verified_gets_nothing(any_database, channel, begun, delivery):
    channel("anna", "mail")
    begun()
    with any_database.writing() as session:
        session.execute(update(User).values(verified_at=None))
    assert delivery.at(NOON + timedelta(seconds=1)) == []


def test_however_many_messages_are_due_their_duels_are_asked_for_at_once(
    any_database, channel, begun, delivery
):
    channel("anna", kinds=["turn"])
    begun()
    with selects(any_database) as one:
        assert len(claim(any_database, NOON, 20)) == 1
    for _ in range(3):
        begun()
    with selects(any_database) as several:
        assert len(claim(any_database, NOON, 20)) == 3
    assert len(several) == len(one)
    assert not any(
        name in statement for statement, _ in several for name in ("entries.content", "entries.salt")
    )


def test_a_message_is_marked_if_many_are_due_at_once(any_database, channel, say, monkeypatch):
    channel("anna")
    monkeypatch.setattr(delivering, "RUSH", 2)
    for subject in "abc":
        say("anna", subject)
    assert [message.in_rush for message in claim(any_database, NOON, 20)] == [True] * 3
    for subject in "de":
        say("anna", subject)
    assert [message.in_rush for message in claim(any_database, NOON, 20)] == [False] * 2
