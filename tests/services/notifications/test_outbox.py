"""The outbox: written in the same transaction as the event, once for each subscribed channel."""

from datetime import datetime, timedelta

import pytest

from intimate.events import EventKind
from services.duels.access import lock_duel
from services.duels.events import store_event
from services.notifications.outbox import notify
from tests.fixtures_duels import NOON, SECOND
from tests.services.looking import selects


@pytest.fixture
def say(any_database, people):
    """Return a function that sends accounts a message."""

    def say(*names, kind="turn", subject="this", now=NOON, **more):
        with any_database.writing() as session:
            notify(session, [people[name] for name in names], kind, subject, {"word": 1}, now, **more)

    return say


def test_each_channel_that_is_on_and_wants_the_kind_gets_one_message(say, channel, notified, messages):
    channel("anna", "mail")
    channel("anna", "push", ["turn"])
    channel("anna", "webhook", ["ended"])
    channel("anna", "discord", off_at=NOON)
    channel("boris")
    channel("clara")
    say("anna", "boris")
    assert notified() == [("anna", "turn"), ("anna", "turn"), ("boris", "turn")]
    assert {(each.due_at, each.made_at, each.tries, each.told_at) for each in messages()} == {
        (NOON, NOON, 0, None)
    }


@pytest.mark.parametrize("missing", ["email", "verified_at"])
def test_mail_goes_to_addresses_that_are_verified_only(say, channel, account, notified, missing):
    channel("anna", "mail")
    account("anna", **{missing: None})
    say("anna")
    assert notified() == []


def test_the_same_is_written_once_for_a_channel_however_often_it_happens(say, channel, notified):
    channel("anna")
    say("anna")
    say("anna")
    channel("anna")
    say("anna")
    assert notified() == [("anna", "turn")] * 2


def test_a_rolled_back_event_notifies_nobody(any_database, people, channel, notified):
    channel("anna")

    class Undone(Exception):
        pass

    def happens_and_is_undone():
        with any_database.writing() as session:
            notify(session, [people["anna"]], "turn", "this", {}, NOON)
            raise Undone

    with pytest.raises(Undone):
        happens_and_is_undone()
    assert notified() == []


def test_a_rolled_back_chapter_notifies_nobody(any_database, people, contest, channel, notified):
    channel("anna")
    with any_database.writing() as session:
        locked = lock_duel(session, contest.token, people["boris"])
        store_event(locked, EventKind.CONCEDED, locked.stored.phase, NOON)
        session.rollback()
    assert notified() == []
    contest.happen(SECOND, "conceded")
    assert notified() == [("anna", "ended")]


def test_the_channels_of_all_are_found_by_one_statement(any_database, say, channel):
    for _ in range(3):
        channel("anna")
        channel("boris", "mail")
    with selects(any_database) as asked:
        say("anna", "boris")
    assert len([text for text, _ in asked if "channels" in text]) == 1


PARIS = "Europe/Paris"


def at(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("quiet", "now", "due"),
    [
        ((22, 7), "2026-11-20T20:59+00:00", "2026-11-20T20:59+00:00"),
        ((22, 7), "2026-11-20T21:00+00:00", "2026-11-21T06:00+00:00"),
        ((22, 7), "2026-11-21T03:00+00:00", "2026-11-21T06:00+00:00"),
        ((22, 7), "2026-11-21T06:00+00:00", "2026-11-21T06:00+00:00"),
        ((13, 15), "2026-11-20T12:30+00:00", "2026-11-20T14:00+00:00"),
        ((13, 13), "2026-11-20T12:30+00:00", "2026-11-20T12:30+00:00"),
    ],
)
def test_quiet_hours_in_the_zone_of_the_account_put_it_off(say, channel, account, messages, quiet, now, due):
    channel("anna")
    account("anna", zone=PARIS, quiet_from=quiet[0] * 60, quiet_to=quiet[1] * 60)
    say("anna", now=at(now))
    assert [each.due_at for each in messages()] == [at(due)]


@pytest.mark.parametrize(
    ("quiet", "now", "due"),
    [
        # The clocks go forward at 01:00 UTC on 29 March 2026, and back at 01:00 UTC on 25 October.
        ((22 * 60, 7 * 60), "2026-03-28T22:00+00:00", "2026-03-29T05:00+00:00"),
        ((22 * 60, 7 * 60), "2026-10-24T21:00+00:00", "2026-10-25T06:00+00:00"),
        # 02:30 comes twice: quiet until the second one.
        ((22 * 60, 150), "2026-10-25T00:10+00:00", "2026-10-25T01:30+00:00"),
        ((22 * 60, 150), "2026-10-25T00:45+00:00", "2026-10-25T01:30+00:00"),
        # 02:30 does not exist: quiet until half past three.
        ((22 * 60, 150), "2026-03-29T00:45+00:00", "2026-03-29T01:30+00:00"),
        # A quiet time that comes twice begins with the first one.
        ((150, 7 * 60), "2026-10-25T00:40+00:00", "2026-10-25T06:00+00:00"),
    ],
)
def test_quiet_hours_follow_the_clocks_of_their_zone(say, channel, account, messages, quiet, now, due):
    channel("anna")
    account("anna", zone=PARIS, quiet_from=quiet[0], quiet_to=quiet[1])
    say("anna", now=at(now))
    assert [each.due_at for each in messages()] == [at(due)]


@pytest.mark.parametrize("zone", ["", "Nowhere/Else", "../etc/passwd", "Europe"])
def test_a_zone_that_is_none_is_utc(say, channel, account, messages, zone):
    channel("anna")
    account("anna", zone=zone, quiet_from=0, quiet_to=13 * 60)
    say("anna")
    assert [each.due_at for each in messages()] == [NOON + timedelta(hours=1)]


def test_a_reminder_comes_before_the_quiet_if_the_deadline_is_within_it(say, channel, account, messages):
    channel("anna")
    account("anna", quiet_from=22 * 60, quiet_to=7 * 60)
    in_the_night, in_the_morning = at("2026-11-21T02:00+00:00"), at("2026-11-21T09:00+00:00")
    say("anna", kind="reminder", subject="a", due_at=in_the_night, until=at("2026-11-21T06:00+00:00"))
    say("anna", kind="reminder", subject="b", due_at=in_the_night, until=in_the_morning)
    assert [each.due_at for each in messages()] == [
        at("2026-11-20T21:55+00:00"),
        at("2026-11-21T07:00+00:00"),
    ]


def test_a_reminder_is_not_written_where_the_quiet_has_begun_and_lasts_beyond_the_deadline(
    say, channel, account, messages
):
    channel("anna")
    account("anna", quiet_from=11 * 60, quiet_to=20 * 60)
    later = NOON + timedelta(hours=2)
    say("anna", kind="reminder", due_at=later, until=later + timedelta(hours=1))
    assert messages() == []
