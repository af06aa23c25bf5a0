"""Security events of an account: recorded, and reported to its owner."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from models import Channel, Message, SecurityEvent, User
from services.accounts import accounts, security
from services.accounts.security import Browser
from services.moderation.sightings import note_sightings
from services.notifications.channels import add_channel, choose_kinds, mail_channel
from tests.fixtures_site import NOON

FIREFOX = Browser("Firefox, Linux", "d" * 64)


@pytest.fixture
def anna(any_database):
    with any_database.writing() as session:
        return accounts.register(session, "Anna", "hash", "en", NOON)


def events(database, user):
    with database.reading() as session:
        return [(each.kind, each.agent, each.times) for each in security.recent(session, user.id)]


def stored_messages(database):
    with database.reading() as session:
        rows = session.scalars(select(Message).order_by(Message.id)).all()
        return [(row.kind, row.channel and row.channel.kind, row.facts.get("event")) for row in rows]


def logged_in(database, user, browser=FIREFOX):
    with database.writing() as session:
        security.note_login(session, user, browser, NOON)


def test_a_device_is_new_until_it_was_used_for_the_account(any_database, anna):
    logged_in(any_database, anna)
    with any_database.writing() as session:
        note_sightings(session, anna.id, {"device": FIREFOX.device}, NOON.date())
    logged_in(any_database, anna)
    logged_in(any_database, anna, Browser("Firefox, Linux"))
    kinds = [kind for kind, *_ in events(any_database, anna)]
    assert kinds == ["new_device", "login", "new_device"]


def test_a_new_device_is_mailed_once_and_notified_on_other_channels(any_database, anna):
    with any_database.writing() as session:
        session.execute(update(User).values(email="anna@example.org", verified_at=NOON))
        user = session.get_one(User, anna.id)
        mail_channel(session, user, NOON)
        add_channel(session, anna.id, "push", {"endpoint": "https://push.example"}, NOON)
        add_channel(session, anna.id, "discord", {"url": "https://discord.example"}, NOON)
        security.note_login(session, user, FIREFOX, NOON)
    assert stored_messages(any_database) == [
        ("new_device", None, "new_device"),
        ("account", "push", "new_device"),
    ]


def test_a_mail_channel_cannot_choose_kinds_that_account_emails_cover(any_database, anna):
    with any_database.writing() as session:
        channel = mail_channel(session, session.get_one(User, anna.id), NOON)
        assert "account" not in channel.kinds
        with pytest.raises(ValueError, match="account"):
            choose_kinds(channel, ["account"])
        webhook = add_channel(session, anna.id, "webhook", {"url": "https://a.example"}, NOON)
        assert "account" not in webhook.kinds
        choose_kinds(webhook, ["account"])
    with any_database.reading() as session:
        assert session.get_one(Channel, webhook.id).kinds == ["account"]


def test_failed_attempts_within_an_hour_are_counted_in_one_event(any_database, anna):
    firsts = []
    for minutes in (0, 30, 59, 60):
        with any_database.writing() as session:
            now = NOON + timedelta(minutes=minutes)
            firsts.append(security.note_failed(session, anna, "login_failed", now, "Firefox"))
    assert firsts == [True, False, False, True]
    assert events(any_database, anna) == [("login_failed", "Firefox", 1), ("login_failed", "Firefox", 3)]


def test_old_security_events_are_deleted(any_database, anna, monkeypatch):
    monkeypatch.setattr("models.database.PORTION", 2)
    with any_database.writing() as session:
        for days in range(5):
            security.note(session, anna.id, "login", NOON + timedelta(days=days))
    late = NOON + security.KEPT + timedelta(days=2, hours=1)
    assert security.forget_old(any_database, late) == 3
    with any_database.reading() as session:
        assert session.scalar(select(func.min(SecurityEvent.at))) == NOON + timedelta(days=3)
