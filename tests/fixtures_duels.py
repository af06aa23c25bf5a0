"""Duels in a database: begun, set up at any position, played, and looked at from behind."""

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import undefer

from intimate.players import Player
from models import StoredChapter, StoredDuel, StoredEntry, User
from services import accounts, deadlines, duels, entries, happenings, history, readiness
from services.terms import DAY, HOUR, Terms
from tests.builders import RANKS, duel_at
from tests.fixtures_site import NOON

FIRST, SECOND = Player
LATER = NOON.replace(hour=15)
"""Before the deadline of a duel that was begun at noon."""
DEADLINE = NOON.replace(day=NOON.day + 1)
LISTS = {player: {"homes": RANKS[player.value]} for player in Player}
"""Lists that give Austria to the first and France to the second player."""
NAMES = ("anna", "boris", "clara")

__all__ = ["DAY", "DEADLINE", "FIRST", "HOUR", "LATER", "LISTS", "NOON", "SECOND", "Contest", "Terms"]


@pytest.fixture
def people(any_database):
    """Return the numbers of three accounts by name."""
    with any_database.writing() as session:
        return {name: accounts.register(session, name, "hash", "en", NOON).id for name in NAMES}


@pytest.fixture
def begun(any_database, people):
    """Return a function that begins a duel of Anna, the first player, and Boris; Clara watches."""

    def begin(start=None, preset="intimate", *, public=True, phase_seconds=DAY, **settings):
        terms = Terms(preset, settings, public=public, phase_seconds=phase_seconds)
        return Contest(any_database, people, terms).at(start)

    return begin


@pytest.fixture
def contest(begun):
    """Return a duel that has just begun."""
    return begun()


class Contest:
    """One duel: what its players do, and what is stored of it."""

    def __init__(self, database, people, terms=None):
        self.database, self.people = database, people
        self.users = {FIRST: people["anna"], SECOND: people["boris"]}
        with database.writing() as session:
            first, second = (session.get(User, self.users[player]) for player in Player)
            stored = duels.begin(session, first, second, terms or Terms(), NOON)
            self.token, self.id = stored.token, stored.id

    def at(self, start):
        """Set a position up, as a record's `start` does."""
        if start is not None:
            with self.database.writing() as session:
                stored = session.get(StoredDuel, self.id)
                duels.keep(stored, duel_at(start, stored.preset, **stored.settings), NOON)
        return self

    def _act(self, act, player, *arguments):
        user = self.users.get(player, player)
        with self.database.writing() as session:
            return act(session, self.token, user, *arguments)

    def store(self, player, content, now=LATER, phase=None):
        return self._act(entries.store, player, phase or self.phase, content, now)

    def hand_in(self, player, now=LATER, phase=None):
        return self._act(readiness.hand_in, player, phase or self.phase, now)

    def take_back(self, player, now=LATER, phase=None):
        return self._act(readiness.take_back, player, phase or self.phase, now)

    def happen(self, player, kind, now=LATER, phase=None):
        return self._act(happenings.act, player, kind, phase or self.phase, now)

    def enter(self, player, content, now=LATER):
        """Store an entry and hand it in."""
        phase = self.phase
        self.store(player, content, now, phase)
        return self.hand_in(player, now, phase)

    def resolve(self, first, second, now=LATER):
        """Let both hand in; an entry that is None is left to what happens without."""
        awaited = [player for player in Player if self.awaits(player)]
        for player in awaited:
            content = (first, second)[player is SECOND]
            if content is None:
                self.hand_in(player, now)
            else:
                self.enter(player, content, now)
        return self

    def sweep(self, now=DEADLINE):
        return deadlines.sweep(self.database, now)

    def awaits(self, player):
        stored = self.stored()
        return stored.awaits_first if player is FIRST else stored.awaits_second

    @property
    def phase(self):
        return self.stored().phase

    def stored(self):
        """Return what is stored of the duel."""
        with self.database.reading() as session:
            query = duels.with_players().where(StoredDuel.id == self.id)
            return session.scalars(query.options(undefer(StoredDuel.state))).one()

    def entry(self, player, phase=None):
        """Return what a player has stored, None if nothing."""
        query = select(StoredEntry).where(
            StoredEntry.duel_id == self.id,
            StoredEntry.phase == (phase or self.phase),
            StoredEntry.player == player.value,
        )
        with self.database.reading() as session:
            return session.scalar(query)

    def chapters(self):
        """Return all chapters with all that they hold."""
        heavy = (StoredChapter.entries, StoredChapter.line, StoredChapter.state)
        query = select(StoredChapter).where(StoredChapter.duel_id == self.id).order_by(StoredChapter.ordinal)
        with self.database.reading() as session:
            return session.scalars(query.options(*map(undefer, heavy))).all()

    def record(self, reader=None):
        """Return the public record."""
        with self.database.reading() as session:
            user = self.users[FIRST] if reader is None else reader
            return history.record(session, duels.find(session, self.token, user))

    def spoil(self):
        """Let what is stored of the duel be no duel."""
        with self.database.writing() as session:
            session.execute(update(StoredDuel).where(StoredDuel.id == self.id).values(state={}))
