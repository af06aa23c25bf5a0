"""Failed messages: tried again at longer and longer intervals, until the channel is switched off."""

import logging
from itertools import pairwise
from threading import Event

from models import Channel
from services.notifications.delivery import BACK_OFF, deliver_due
from services.notifications.senders import Failed
from tests.fixtures_duels import NOON
from tests.fixtures_telling import DAY, HOUR, MINUTE, Noting


def test_a_failure_is_tried_again_at_longer_and_longer_intervals(say, channel, delivery, messages, stored):
    number = channel("anna")
    say("anna")
    delivery.sender.problems[number] = Failed("unreachable")
    at, tried = NOON, []
    while (message := messages()[0]).due_at is not None and len(tried) < 99:
        at = message.due_at
        tried.append(at)
        delivery.at(at)
    assert [second - first for first, second in pairwise(tried)][:5] == [
        MINUTE,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        6 * HOUR,
    ]
    assert tried[-1] - NOON <= 3 * DAY
    assert message.told_at is None
    assert len(tried) == len(BACK_OFF) + 1


def test_a_channel_that_failed_for_three_days_is_switched_off(say, channel, delivery, stored):
    number = channel("anna")
    delivery.sender.problems[number] = Failed("unreachable")
    for day in range(4):
        say("anna", str(day), due_at=NOON + day * DAY)
        delivery.at(NOON + day * DAY)
        failing = stored(Channel, number)
        assert (failing.failing_since, failing.problem) == (NOON, "unreachable")
        assert failing.off_at == (NOON + 3 * DAY if day == 3 else None)
    delivery.sender.problems.clear()
    assert delivery.at(NOON + 4 * DAY) == []


def test_a_success_clears_what_failed_before(say, channel, delivery, stored):
    number = channel("anna")
    say("anna")
    delivery.sender.problems[number] = Failed("refused")
    delivery.at(NOON)
    delivery.sender.problems.clear()
    assert delivery.at(NOON + MINUTE) == [("anna", "resolved")]
    assert (stored(Channel, number).failing_since, stored(Channel, number).problem) == (None, None)


def test_a_receiver_that_is_gone_is_switched_off_at_once(say, channel, delivery, stored, messages):
    gone, other = channel("anna"), channel("anna")
    delivery.sender.problems[gone] = Failed("gone", temporary=False)
    say("anna")
    assert delivery.at(NOON) == [("anna", "resolved")]
    assert (stored(Channel, gone).off_at, stored(Channel, gone).problem) == (NOON, "gone")
    assert stored(Channel, other).off_at is None
    assert [each.due_at for each in messages()] == [None, None]
    say("anna", "next")
    assert len(messages()) == 3


def test_a_day_without_mail_server_switches_no_channel_off_and_mail_is_sent_later(
    say, channel, delivery, stored
):
    number = channel("anna", "mail")
    for subject in "ab":
        say("anna", subject)
    say("anna", "c", until=NOON + HOUR)
    delivery.sender.problems["all"] = Failed("unreachable", is_ours=True)
    for hour in range(24):
        assert delivery.at(NOON + hour * HOUR) == []
    assert stored(Channel, number).failing_since is None
    delivery.sender.problems.clear()
    assert delivery.at(NOON + 2 * DAY) == [("anna", "resolved")] * 2


def test_messages_of_a_channel_without_sender_wait(any_database, say, channel, delivery, stored):
    number = channel("anna", "mail")
    say("anna")
    assert deliver_due(any_database, lambda: NOON, {}) == 0
    assert stored(Channel, number).off_at is None
    assert delivery.at(NOON + MINUTE) == [("anna", "resolved")]


def test_a_slow_receiver_holds_up_no_other(any_database, say, channel):
    slow = channel("anna")
    channel("boris")
    say("anna")
    say("boris")
    others_are_told = Event()

    class Waiting(Noting):
        def send(self, message):
            if message.channel_id == slow:
                assert others_are_told.wait(30)
            super().send(message)
            others_are_told.set()

    sender = Waiting()
    assert deliver_due(any_database, lambda: NOON, {"webhook": sender}) == 2
    assert [message.channel_id == slow for message in sender.sent] == [False, True]


def test_a_sender_that_breaks_stops_no_other_and_is_tried_again(say, channel, delivery, stored, caplog):
    broken = channel("anna")
    channel("boris")
    say("anna")
    say("boris")
    delivery.sender.problems[broken] = ZeroDivisionError()
    with caplog.at_level(logging.ERROR):
        assert delivery.at(NOON) == [("boris", "resolved")]
    assert "could not be sent" in caplog.text
    assert stored(Channel, broken).off_at is None
    delivery.sender.problems.clear()
    assert delivery.at(NOON + MINUTE) == [("anna", "resolved")]


def test_a_broken_message_is_given_up_and_stops_no_other(any_database, say, channel, delivery, caplog):
    channel("anna")
    say("anna", "broken", "turn")
    say("anna")
    with caplog.at_level(logging.ERROR):
        assert delivery.at(NOON) == [("anna", "resolved")]
    assert "is broken and was given up" in caplog.text
