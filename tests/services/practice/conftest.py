"""A practice duel on each database, and the job context of the opponent."""

from types import SimpleNamespace

import pytest

from adjudicator import Power
from models import User
from opponent.levels import Level
from services.accounts import accounts
from services.jobs.pool import Claims
from services.jobs.queue import JobContext
from services.practice import beginning
from services.practice.beginning import PracticeWish, begin_practice
from services.practice.guests import open_guest
from tests.fixtures_duels import FIRST, LATER, NOON, Contest
from tests.thinking import think_here

KEY = "a key"
FRANCE = PracticeWish(Level.CAPTAIN, Power("FRANCE"))


@pytest.fixture(autouse=True)
def fixed_draws(monkeypatch):
    """Draw Turkey always, or Russia if it is taken."""
    last = SimpleNamespace(choice=lambda powers: powers[-1])
    monkeypatch.setattr(beginning, "chance", last)


class Practice(Contest):
    """One practice duel: the player is the first player, the opponent the second."""

    def __init__(self, database, user_id, wish=FRANCE):
        self.database = database
        with database.writing() as session:
            stored = begin_practice(session, user_id, wish, NOON)
            self.token, self.id = stored.token, stored.id
            self.users = dict(zip(type(FIRST), (stored.first_id, stored.second_id), strict=True))


@pytest.fixture
def guest(any_database):
    """Return the number of a guest."""
    with any_database.writing() as session:
        return open_guest(session, "fr", NOON).id


@pytest.fixture
def anna(any_database):
    """Return the number of a member."""
    with any_database.writing() as session:
        return accounts.register(session, "anna", "hash", "en", NOON).id


@pytest.fixture
def practice(any_database, guest):
    """Return a duel that a guest has begun."""
    return Practice(any_database, guest)


@pytest.fixture
def context(any_database):
    """Return the opponent's job context, in the thread of the test."""
    return JobContext(any_database, lambda: LATER, think_here, Claims(), KEY)


@pytest.fixture
def kinds(any_database):
    """Return a function that lists the kinds of all accounts."""

    def found():
        with any_database.reading() as session:
            return sorted(user.kind for user in session.query(User))

    return found
