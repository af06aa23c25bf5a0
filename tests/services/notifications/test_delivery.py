"""Delivery: each message at least once, and never blocked by others."""

import logging
import time
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import event, select, update

from models import Channel, Message
from services.notifications import delivery as delivering
from services.notifications.channels import choose_times, send_test
from services.notifications.delivery import (
    KEPT,
    LEASE,
    DeliveryResult,
    claim,
    deliver_all,
    deliver_due,
    forget_old,
    note,
)
from services.notifications.senders import Failed
from tests.fixtures_duels import NOON
from tests.fixtures_site import on_postgres
from tests.fixtures_telling import DAY, HOUR, MINUTE, Noting
from tests.services.looking import selects
from tests.services.rivals import at_once


def test_due_messages_are_sent_once(say, channel, delivery, messages):
    channel("anna")
    say("anna")
    say("anna", "later", due_at=NOON + HOUR)
    assert delivery.at(NOON) == [("anna", "resolved")]
    assert delivery.at(NOON) == delivery.at(NOON + LEASE) == []
    assert [(each.told_at, each.due_at, each.tries) for each in messages()] == [
        (NOON, None, 1),
        (None, NOON + HOUR, 0),
    ]
    assert delivery.at(NOON + HOUR) == [("anna", "resolved")]


def test_if_nothing_is_due_one_query_is_made_and_nothing_locked(any_database, say, channel, delivery):
    channel("anna")
    for number in range(5):
        say("anna", str(number), due_at=NOON + HOUR)
    with selects(any_database) as asked:
        assert delivery.at(NOON) == []
    assert len(asked) == 1


@contextmanager
def commits(database):
    """Yield a list that grows with each commit."""
    found = []

    def commit(connection):
        found.append(connection)

    event.listen(database.engine, "commit", commit)
    try:
        yield found
    finally:
        event.remove(database.engine, "commit", commit)


def test_a_round_is_claimed_in_one_transaction_and_noted_in_another(
    any_database, say, channel, delivery, messages, monkeypatch
):
    monkeypatch.setattr(delivering, "NOTED_EVERY", 30)
    number, _ = channel("anna"), channel("boris")
    for subject in "abc":
        say("anna", subject)
        say("boris", subject)
    delivery.sender.problems[number] = Failed("refused")
    with commits(any_database) as committed:
        assert len(delivery.at(NOON)) == 3
    assert len(committed) == 2
    assert sorted((each.told_at, each.due_at) for each in messages() if each.told_at) == [(NOON, None)] * 3
    assert [each.due_at for each in messages() if not each.told_at] == [NOON + MINUTE] * 3


def test_sent_messages_are_noted_while_a_slow_receiver_delays_its_round(
    any_database, say, channel, messages, monkeypatch
):
    monkeypatch.setattr(delivering, "NOTED_EVERY", 0.01)
    slow = channel("anna")
    channel("boris")
    say("anna")
    say("boris")
    seen = []

    class Waiting(Noting):
        def send(self, message):
            until = time.monotonic() + 30
            while message.channel_id == slow and not seen and time.monotonic() < until:
                seen.extend(each.subject for each in messages() if each.told_at)
                time.sleep(0.01)

    assert deliver_due(any_database, lambda: NOON, {"webhook": Waiting()}) == 2
    assert len(seen) == 1


def test_a_result_that_cannot_be_noted_does_not_stop_the_others(
    any_database, say, channel, delivery, messages, monkeypatch, caplog
):
    broken = channel("anna")
    channel("boris")
    for subject in "ab":
        say("anna", subject)
        say("boris", subject)
    usual = delivering.note_on_channel

    def breaking(channel, failed, now):
        if channel.id == broken:
            raise ZeroDivisionError
        usual(channel, failed, now)

    monkeypatch.setattr(delivering, "note_on_channel", breaking)
    with caplog.at_level(logging.ERROR):
        assert len(delivery.at(NOON)) == 4
    assert [(each.told_at, each.due_at) for each in messages() if each.channel_id == broken] == [
        (None, NOON + LEASE)
    ] * 2
    assert [each.told_at for each in messages() if each.channel_id != broken] == [NOON] * 2
    assert caplog.text.count("could not be noted") == 2


@on_postgres
def test_noting_several_results_skips_a_locked_channel(any_database, say, channel, messages):
    locked, _ = channel("anna"), channel("boris")
    say("anna")
    say("boris")
    results = [DeliveryResult(message, None) for message in claim(any_database, NOON, 20)]
    with any_database.writing() as other:
        other.scalars(select(Channel).where(Channel.id == locked).with_for_update()).one()
        with any_database.writing() as session:
            left = note(session, results, NOON, waits=False)
    assert [result.message.channel_id for result in left] == [locked]
    assert [each.told_at for each in messages() if each.channel_id != locked] == [NOON]
    with any_database.writing() as session:
        note(session, left, NOON, waits=True)
    assert [each.told_at for each in messages()] == [NOON] * 2


def test_noting_a_result_does_not_read_the_channel_s_address(any_database, say, channel):
    channel("anna")
    say("anna")
    results = [DeliveryResult(message, None) for message in claim(any_database, NOON, 20)]
    with selects(any_database) as asked, any_database.writing() as session:
        note(session, results, NOON, waits=False)
    assert "channels.problem" in asked[-1][0]
    assert "channels.address" not in asked[-1][0]


def test_senders_keep_connections_until_no_more_messages_are_due(
    any_database, say, channel, delivery, messages, monkeypatch
):
    monkeypatch.setattr(delivering, "BATCH", 2)
    channel("anna")
    for subject in "abc":
        say("anna", subject)
    happened = []

    class Resting(Noting):
        def send(self, message):
            happened.append("sent")

        def rest(self):
            happened.append("at rest")

    senders = {"webhook": Resting()}
    assert deliver_all(any_database, lambda: NOON, senders, lambda: True) == 3
    assert happened == ["sent", "sent", "sent", "at rest"]
    say("anna", "d")
    assert deliver_due(any_database, lambda: NOON, senders) == 1
    assert happened[4:] == ["sent", "at rest"]


def test_a_message_that_was_given_up_does_not_delay_others(any_database, say, channel, monkeypatch):
    monkeypatch.setattr(delivering, "BATCH", 2)
    real = delivering.due_time
    monkeypatch.setattr(delivering, "due_time", lambda *of: None if of[1].subject == "a" else real(*of))
    channel("anna")
    for subject in "abc":
        say("anna", subject)
    assert deliver_all(any_database, lambda: NOON, {"webhook": Noting()}, lambda: True) == 2


def test_a_round_takes_a_limited_number_oldest_first(say, channel, delivery):
    channel("anna")
    for number in range(5):
        say("anna", str(number), due_at=NOON + (5 - number) * MINUTE)
    assert len(delivery.at(NOON + HOUR, most=3)) == 3
    assert {message.subject for message in delivery.sender.sent} == {"4", "3", "2"}
    assert len(delivery.at(NOON + HOUR, most=3)) == 2


def test_of_many_that_are_due_only_the_oldest_are_numbered(any_database, say, channel, delivery, monkeypatch):
    """Otherwise each claim would number all due messages: with thousands at noon, that takes too long."""
    monkeypatch.setattr(delivering, "LOOKED_AT", 4)
    for name in ("anna", "boris"):
        channel(name)
        for number in range(6):
            say(name, f"{name} {number}", due_at=NOON + number * MINUTE)
    with selects(any_database) as asked:
        assert len(delivery.at(NOON + HOUR, most=2)) == 2
    numbering = [text for text, _ in asked if "ORDER BY messages.due_at, messages.id" in text]
    assert "LIMIT" in numbering[0]
    assert sum("LIMIT" in text for text in numbering) == 1, "it stopped after the first ones"
    assert len(delivery.at(NOON + HOUR, most=9)) == 6, "it looks at further ones if needed"


def test_two_workers_at_once_send_each_message_once(any_database, say, channel, delivery):
    channel("anna")
    for number in range(12):
        say("anna", str(number))
    rounds = at_once(*[lambda: deliver_due(any_database, lambda: NOON, delivery.senders, 6)] * 4)
    rest = [deliver_due(any_database, lambda: NOON, delivery.senders) for _ in range(4)]
    assert sum(rounds) + sum(rest) == 12
    assert len({message.id for message in delivery.sender.sent}) == len(delivery.sender.sent) == 12


@on_postgres
def test_a_worker_passes_over_what_another_one_has_locked(any_database, say, channel, delivery, messages):
    channel("anna")
    say("anna", "a")
    say("anna", "b")
    first, _ = messages()
    with any_database.writing() as session:
        session.get(Message, first.id, with_for_update=True)
        assert len(delivery.at(NOON)) == 1
    assert len(delivery.at(NOON)) == 1


def test_messages_that_a_worker_left_unsent_are_free_after_the_lease(any_database, say, channel, delivery):
    channel("anna")
    say("anna")
    assert len(claim(any_database, NOON, 20)) == 1
    assert delivery.at(NOON + LEASE - MINUTE) == []
    assert delivery.at(NOON + LEASE) == [("anna", "resolved")]


def test_a_worker_that_comes_back_too_late_changes_nothing_of_what_the_other_one_noted(
    any_database, say, channel, delivery, messages
):
    channel("anna")
    say("anna")

    class Slow(Noting):
        def send(self, message):
            assert len(delivery.at(NOON + LEASE)) == 1
            raise Failed("refused")

    deliver_due(any_database, lambda: NOON, {"webhook": Slow()})
    assert [(each.told_at, each.due_at) for each in messages()] == [(NOON + LEASE, None)]


def test_nothing_is_sent_within_a_transaction(any_database, say, channel):
    channel("anna")
    say("anna")

    class Writing(Noting):
        def send(self, message):
            with any_database.writing() as session:
                session.execute(update(Channel).values(problem=None))
            super().send(message)

    sender = Writing()
    assert deliver_due(any_database, lambda: NOON, {"webhook": sender}) == 1


def test_a_message_that_failed_before_quiet_hours_waits_for_their_end(
    say, channel, account, delivery, messages
):
    number = channel("anna")
    account("anna", quiet_from=12 * 60 + 1, quiet_to=15 * 60)
    say("anna")
    delivery.sender.problems[number] = Failed("unreachable")
    delivery.at(NOON)
    delivery.sender.problems.clear()
    assert delivery.at(NOON + MINUTE) == []
    assert delivery.at(NOON + 3 * HOUR) == [("anna", "resolved")]
    assert messages()[0].tries == 2


def test_a_test_message_ignores_quiet_hours_and_chosen_kinds(any_database, channel, account, delivery):
    number = channel("anna", kinds=[])
    account("anna", quiet_from=0, quiet_to=23 * 60)
    with any_database.writing() as session:
        send_test(session, session.get(Channel, number), NOON)
    assert delivery.at(NOON) == [("anna", "test")]


def test_a_kind_switched_off_before_delivery_is_not_sent(any_database, say, channel, delivery):
    number = channel("anna")
    say("anna")
    with any_database.writing() as session:
        session.get(Channel, number).kinds = ["turn"]
    assert delivery.at(NOON) == []


def test_a_channel_that_is_removed_takes_its_messages_along(any_database, say, channel, delivery, messages):
    number = channel("anna")
    say("anna")
    with any_database.writing() as session:
        session.delete(session.get(Channel, number))
    assert delivery.at(NOON) == []
    assert messages() == []


def test_a_channel_that_is_removed_while_it_is_sent_to_is_no_error(any_database, say, channel, messages):
    number = channel("anna")
    say("anna")

    class Removing(Noting):
        def send(self, message):
            with any_database.writing() as session:
                session.delete(session.get(Channel, number))

    assert deliver_due(any_database, lambda: NOON, {"webhook": Removing()}) == 1
    assert messages() == []


def test_account_emails_ignore_quiet_hours(any_database, people, account, delivery):
    account("anna", quiet_from=0, quiet_to=23 * 60)
    with any_database.writing() as session:
        session.add(
            Message(
                user_id=people["anna"],
                address="new@example.org",
                kind="verify",
                subject="verify:1",
                facts={},
                made_at=NOON,
                due_at=NOON,
            )
        )
    assert delivery.at(NOON) == [("anna", "verify")]


def test_account_emails_are_not_sent_after_they_expire(any_database, people, delivery):
    values = {"kind": "reset", "subject": "reset:1", "facts": {}, "made_at": NOON, "due_at": NOON}
    with any_database.writing() as session:
        session.add(Message(user_id=people["anna"], address="a@example.org", until=NOON + HOUR, **values))
    assert delivery.at(NOON + HOUR) == []


def test_sent_and_abandoned_messages_are_deleted_after_a_month(
    any_database, say, channel, delivery, messages
):
    number = channel("anna")
    say("anna", "told")
    say("anna", "waits", due_at=NOON + 99 * DAY)
    delivery.at(NOON)
    delivery.sender.problems[number] = Failed("gone", temporary=False)
    say("anna", "given up")
    delivery.at(NOON)
    assert forget_old(any_database, NOON + KEPT) == 0
    assert forget_old(any_database, NOON + KEPT + timedelta(seconds=1)) == 2
    assert [each.subject for each in messages()] == ["waits"]


def test_many_that_are_old_are_forgotten_some_at_a_time(any_database, say, channel, delivery, monkeypatch):
    """One transaction for a month of messages kept all writers waiting."""
    monkeypatch.setattr("models.database.PORTION", 2)
    channel("anna")
    for number in range(5):
        say("anna", str(number))
    while delivery.at(NOON):
        pass
    with commits(any_database) as committed:
        assert forget_old(any_database, NOON + KEPT + timedelta(seconds=1)) == 5
    assert len(committed) == 3


def test_waiting_reminders_follow_a_changed_lead_time(
    any_database, people, begun, channel, delivery, messages
):
    channel("anna", kinds=["reminder"])
    begun()
    with any_database.writing() as session:
        choose_times(session, people["anna"], 12 * 3600, None, NOON)
    assert delivery.at(NOON) == []
    assert messages()[0].due_at == NOON + 12 * HOUR


def test_of_two_reminders_that_would_come_at_once_in_a_short_phase_one_comes(
    people, account, begun, channel, delivery, messages
):
    """Neither comes before half of the time is over, which is later than both lead times here."""
    account("anna", lead_seconds=24 * 3600, again_seconds=12 * 3600)
    channel("anna", kinds=["reminder"])
    begun()
    assert len(messages()) == 2
    delivery.at(NOON + 12 * HOUR)
    assert [each.told_at is not None for each in messages()] == [True, False]
    assert [each.due_at for each in messages()] == [None, None]


def test_of_one_account_a_few_messages_are_sent_at_once_so_that_others_have_their_turn(
    any_database, channel, say
):
    channel("anna")
    channel("boris")
    for number in range(9):
        say("anna", f"anna {number}")
    say("boris", "boris")
    claimed = claim(any_database, NOON, 20)
    assert sorted(message.subject for message in claimed) == ["anna 0", "anna 1", "anna 2", "boris"]
