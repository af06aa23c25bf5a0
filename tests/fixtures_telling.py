"""Notifications: servers on loopback that receive them, members with channels, and waiting messages."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Channel, Message, User
from models.notifications import KINDS
from services.notifications.delivery import deliver_due
from services.notifications.outbox import notify
from services.notifications.senders import Sender
from tests.fixtures_site import NOON
from tests.receivers import mailing, receiving

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Noting(Sender):
    """A sender that records what it sends, and fails on demand."""

    def __init__(self):
        self.sent, self.problems = [], {}

    def send(self, message):
        problem = self.problems.get(message.channel_id) or self.problems.get("all")
        if problem:
            raise problem
        self.sent.append(message)


class DeliveryWorker:
    """A worker with its clock."""

    def __init__(self, database, now=NOON):
        self.database, self.now = database, now
        self.sender = Noting()
        self.senders = dict.fromkeys(("mail", "push", "webhook", "discord"), self.sender)

    def at(self, now, most=20):
        """Deliver what is due at an instant; return what was sent, as (account, kind)."""
        self.now, before = now, len(self.sender.sent)
        deliver_due(self.database, lambda: self.now, self.senders, most)
        return [(message.user.name, message.kind) for message in self.sender.sent[before:]]


@pytest.fixture
def receiver():
    """Yield (an HTTP receiver, its address)."""
    with receiving() as served:
        yield served


@pytest.fixture
def mailbox():
    """Yield (a mailbox, the address of its server)."""
    with mailing() as served:
        yield served


@pytest.fixture
def channel(any_database, people):
    """Return a function that gives an account a channel."""

    def add(name, kind="webhook", kinds=KINDS, address=None, **values):
        with any_database.writing() as session:
            user = session.get(User, people[name])
            if kind == "mail":
                user.email, user.verified_at = f"{name}@example.org", NOON
            made = Channel(
                user_id=user.id,
                kind=kind,
                address=address or {},
                kinds=list(kinds),
                created_at=NOON,
                **values,
            )
            session.add(made)
            session.flush()
            return made.id

    return add


@pytest.fixture
def account(any_database, people):
    """Return a function that changes an account's settings."""

    def change(name, **values):
        with any_database.writing() as session:
            user = session.get(User, people[name])
            for field, value in values.items():
                setattr(user, field, value)

    return change


@pytest.fixture
def messages(any_database):
    """Return a function that lists messages, by default all, else those of one account or kind."""

    def listed(user_id=None, kind=None):
        query = select(Message).order_by(Message.id)
        if user_id:
            query = query.where(Message.user_id == user_id)
        if kind:
            query = query.where(Message.kind == kind)
        with any_database.reading() as session:
            return session.scalars(query).all()

    return listed


@pytest.fixture
def notified(messages, people):
    """Return a function that lists (name, kind) of all messages except reminders."""
    names = {number: name for name, number in people.items()}
    return lambda: [(names[each.user_id], each.kind) for each in messages() if each.kind != "reminder"]


@pytest.fixture
def delivery(any_database):
    """Return a worker whose senders record what they send."""
    return DeliveryWorker(any_database)


@pytest.fixture
def say(any_database, people):
    """Return a function that writes a message to an account."""

    def say(name, subject="this", kind="resolved", **more):
        with any_database.writing() as session:
            notify(session, [people[name]], kind, subject, {}, NOON, **more)

    return say


@pytest.fixture
def stored(any_database):
    """Return a function that reads a channel or a message anew."""

    def stored(what, number):
        with any_database.reading() as session:
            return session.get(what, number)

    return stored
