"""Bots in the league, on each database."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from intimate.events import EventKind
from models import LeagueDuel, LeagueEntrant, LeagueScore, StoredDuel
from services.accounts import accounts
from services.duels import deadlines
from services.duels.access import lock_awaited_duel, lock_duel
from services.duels.entering import store_readiness
from services.duels.events import store_event
from services.jobs.pool import Claims
from services.jobs.queue import JobContext
from services.league import pairing
from services.league.standings import standings
from tests.fixtures_site import NOON
from tests.thinking import think_here

PHASE = timedelta(minutes=16)
"""Longer than a phase of the league's clock."""


class League:
    """A league and the acts of its entrants; names are those of accounts."""

    def __init__(self, database):
        self.database, self.now = database, NOON
        self.context = JobContext(database, lambda: self.now, think_here, Claims(), "key")

    def bot(self, name, at_once=None, cost=""):
        """Create a bot's account, and enter it if a number of duels is given."""
        with self.database.writing() as session:
            user_id = accounts.register_bot(session, name, NOON).id
            if at_once is not None:
                pairing.enter(session, user_id, at_once, cost, NOON)
        return user_id

    def enter(self, user_id, at_once=2, cost=""):
        with self.database.writing() as session:
            pairing.enter(session, user_id, at_once, cost, self.now)

    def leave(self, user_id):
        with self.database.writing() as session:
            pairing.leave(session, user_id, self.now)

    def sweep(self):
        return pairing.sweep(self.database, lambda: self.now)

    def ask(self, user_id, duels, **more):
        with self.database.writing() as session:
            return [stored.token for stored in pairing.begin_duels(session, user_id, duels, self.now, **more)]

    def duels(self):
        """List the duels of the league with their league rows, oldest first."""
        with self.database.reading() as session:
            query = select(StoredDuel, LeagueDuel).join(LeagueDuel, LeagueDuel.duel_id == StoredDuel.id)
            return [
                SimpleNamespace(duel=one, row=two)
                for one, two in session.execute(query.order_by(StoredDuel.id))
            ]

    def homes(self):
        return [(each.duel.home_first, each.duel.home_second) for each in self.duels()]

    def concede(self, token, user_id):
        with self.database.writing() as session:
            locked = lock_duel(session, token, user_id)
            store_event(locked, EventKind.CONCEDED, locked.stored.phase, self.now)

    def enter_nothing(self, token, user_id):
        """Hand in no bids or no orders."""
        with self.database.writing() as session:
            phase = lock_duel(session, token, user_id).stored.phase
            store_readiness(lock_awaited_duel(session, token, user_id, phase, self.now), self.now)

    def miss_phases(self, number, present=None):
        """Let phases time out; a present account hands in each."""
        for _ in range(number):
            for each in self.duels():
                if present and each.duel.phase and present in {each.row.first_id, each.row.second_id}:
                    self.enter_nothing(each.duel.token, present)
            self.now += PHASE
            deadlines.sweep(self.database, lambda: self.now)

    def entrant(self, user_id):
        with self.database.reading() as session:
            return session.get_one(LeagueEntrant, user_id)

    def score(self, user_id, other_id):
        with self.database.reading() as session:
            found = session.get_one(LeagueScore, (user_id, other_id))
            return found.begun, found.won, found.lost, found.drawn

    def standings(self):
        with self.database.reading() as session:
            return {each.level or each.name: each for each in standings(session)}


@pytest.fixture
def league(any_database):
    return League(any_database)
