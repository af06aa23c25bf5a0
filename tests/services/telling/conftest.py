"""People with channels, and what waits to be told to them."""

import pytest
from sqlalchemy import select

from models import Channel, Message, User
from models.telling import KINDS
from services.telling.outbox import tell
from tests.fixtures_duels import NOON
from tests.services.telling.telling import Told


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
    """Return a function that sets what an account has chosen."""

    def change(name, **values):
        with any_database.writing() as session:
            user = session.get(User, people[name])
            for field, value in values.items():
                setattr(user, field, value)

    return change


@pytest.fixture
def messages(any_database):
    """Return a function that lists all messages, those of one account or of one kind."""

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
def told(messages, people):
    """Return a function that lists (name, kind) of all messages but reminders."""
    names = {number: name for name, number in people.items()}
    return lambda: [(names[each.user_id], each.kind) for each in messages() if each.kind != "reminder"]


@pytest.fixture
def delivery(any_database):
    """Return a worker whose senders note what they are given."""
    return Told(any_database)


@pytest.fixture
def say(any_database, people):
    """Return a function that writes a message to an account."""

    def say(name, subject="this", kind="resolved", **more):
        with any_database.writing() as session:
            tell(session, [people[name]], kind, subject, {}, NOON, **more)

    return say


@pytest.fixture
def stored(any_database):
    """Return a function that reads a channel or a message anew."""

    def stored(what, number):
        with any_database.reading() as session:
            return session.get(what, number)

    return stored
