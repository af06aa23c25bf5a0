"""A site that sends to loopback, and members with channels."""

import pytest
from sqlalchemy import select, update

from models import Channel, Message, User
from tests.fixtures_site import NOON

HERE = {"RECEIVER_NETWORKS": "127.0.0.0/8, ::1/128", "RECEIVER_HTTP": True}


@pytest.fixture
def site(sqlite_database, site_with, mailbox):
    """Return an application with a mail server that may send to loopback."""
    address = {"SITE_URL": "https://duels.example.org/", "MAIL_FROM": "duels@example.org"}
    site = site_with(sqlite_database, SMTP_URL=mailbox[1], **address, **HERE)
    site.config["CLOCK"] = lambda: NOON
    return site


@pytest.fixture
def deliver(site):
    """Return a function that delivers once and returns the command's output."""
    return lambda: site.test_cli_runner().invoke(args=("notifications", "deliver")).output


@pytest.fixture
def stored(sqlite_database):
    """Return a function that lists stored channels or messages."""

    def stored(what=Channel):
        with sqlite_database.reading() as session:
            return session.scalars(select(what).order_by(what.id)).all()

    return stored


@pytest.fixture
def give(sqlite_database):
    """Return a function that gives an account a channel."""

    def give(name, kind="mail", kinds=("turn", "reminder", "ended", "offer"), **address):
        with sqlite_database.writing() as session:
            user = session.scalars(select(User).where(User.name == name)).one()
            if kind == "mail":
                user.email, user.verified_at = f"{name}@example.org", NOON
            channel = Channel(user_id=user.id, kind=kind, address=address, kinds=list(kinds), created_at=NOON)
            session.add(channel)
            session.flush()
            return channel.id

    return give


@pytest.fixture
def account(sqlite_database):
    """Return a function that changes an account's settings."""

    def change(name, /, **values):
        with sqlite_database.writing() as session:
            session.execute(update(User).where(User.name == name).values(values))

    return change


@pytest.fixture
def waiting(stored):
    """Return a function that lists the kinds of waiting messages."""
    return lambda: [message.kind for message in stored(Message) if message.due_at]
