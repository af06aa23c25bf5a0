"""Duels in a database: begun, set up at any position, played and inspected."""

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import undefer, undefer_group

from adjudicator import Phase
from intimate.codec import read_event, read_stored_entry, write_entry
from intimate.players import Player
from models import StoredChapter, StoredDuel, StoredEntry, User
from models.duel import SEALED
from services.accounts.names import name_key, skeleton
from services.duels import deadlines
from services.duels.access import find_duel, lock_awaited_duel, lock_duel, with_players
from services.duels.beginning import store_new_duel
from services.duels.entering import (
    check_entry,
    check_entry_ahead,
    entries_ahead,
    store_entry,
    store_entry_ahead,
    store_readiness,
    store_unreadiness,
    take_back_entry_ahead,
)
from services.duels.events import store_event
from services.history.chapters import load_record
from services.terms import DAY, HOUR, Clock, Terms
from tests.builders import RANKS, duel_at
from tests.fixtures_site import NOON

FIRST, SECOND = Player
DAILY, HOURLY = Clock(misses=9), Clock(HOUR, HOUR, HOUR)
"""A day for each phase, with many misses allowed; and an hour."""
LATER = NOON.replace(hour=15)
"""Before the deadline of a duel that began at noon."""
DEADLINE = NOON.replace(day=NOON.day + 1)
LISTS = {player: {"homes": RANKS[player.value]} for player in Player}
"""Lists that give Austria to the first and France to the second player."""
NAMES = ("anna", "boris", "clara")

__all__ = [
    "DAILY",
    "DAY",
    "DEADLINE",
    "FIRST",
    "HOUR",
    "HOURLY",
    "LATER",
    "LISTS",
    "NOON",
    "SECOND",
    "Contest",
    "Terms",
]


@pytest.fixture
def people(any_database):
    """Return the numbers of three accounts by name, stored as `register` stores them, in one statement."""
    users = [
        User(
            name=name,
            name_key=name_key(name),
            skeleton=skeleton(name),
            password_hash="hash",
            language="en",
            created_at=NOON,
        )
        for name in NAMES
    ]
    with any_database.writing() as session:
        session.add_all(users)
        session.flush()
        return {user.name: user.id for user in users}


@pytest.fixture
def begun(any_database, people):
    """Return a function that begins a duel between Anna, the first player, and Boris; Clara watches."""

    def begin(start=None, preset="intimate", *, public=True, clock=DAILY, **settings):
        terms = Terms(preset, settings, public=public, clock=clock)
        return Contest(any_database, people, terms).at(start)

    return begin


@pytest.fixture
def contest(begun):
    """Return a new duel."""
    return begun()


def checked_entry(database, token, user, phase, plain):
    """Check an entry in the format of records; None if it is not for this viewer and phase."""
    with database.reading() as session:
        viewed = find_duel(session, token, user)
        if viewed.player is None or viewed.stored.phase != phase:
            return None
        return check_entry(viewed, read_stored_entry(plain))


class Contest:
    """One duel: its players' acts, and what is stored of it.

    Players may be given as accounts, entries in the format of records, phases by name.
    """

    def __init__(self, database, people, terms=None):
        self.database, self.people = database, people
        self.users = {FIRST: people["anna"], SECOND: people["boris"]}
        with database.writing() as session:
            first, second = (session.get(User, self.users[player]) for player in Player)
            stored = store_new_duel(session, first, second, terms or Terms(), NOON)
            self.token, self.id = stored.token, stored.id

    def at(self, start):
        """Set up a position, given as a record's `start`."""
        if start is not None:
            with self.database.writing() as session:
                stored = session.get(StoredDuel, self.id)
                stored.write(duel_at(start, stored.preset, **stored.settings), NOON)
                stored.fought = True  # in the auctions before it
        return self

    def _user(self, player):
        return self.users.get(player, player)

    def _phase(self, phase):
        return Phase.parse(phase) if isinstance(phase, str) else phase or self._current_phase()

    def _current_phase(self):
        """Return the current phase without the rest of the duel, which takes several times as long."""
        with self.database.reading() as session:
            return session.scalar(select(StoredDuel.phase).where(StoredDuel.id == self.id))

    def store(self, player, content, now=LATER, phase=None, seen=None, arrived=None):
        """Check and store an entry; return whether that took readiness back."""
        user, phase = self._user(player), self._phase(phase)
        checked = checked_entry(self.database, self.token, user, phase, content)
        with self.database.writing() as session:
            locked = lock_awaited_duel(session, self.token, user, phase, now)
            return store_entry(locked, checked, now, seen, arrived)

    def hand_in(self, player, now=LATER, phase=None):
        """Hand in; return whether that resolved the phase."""
        phase = self._phase(phase)
        with self.database.writing() as session:
            locked = lock_awaited_duel(session, self.token, self._user(player), phase, now)
            return store_readiness(locked, now)

    def take_back(self, player, now=LATER, phase=None):
        """Take readiness back."""
        phase = self._phase(phase)
        with self.database.writing() as session:
            store_unreadiness(lock_awaited_duel(session, self.token, self._user(player), phase, now), now)

    def store_ahead(self, player, phase, content, now=LATER, seen=None, *, overbid_accepted=False):
        """Check and store an entry in advance for a later phase."""
        user, phase = self._user(player), self._phase(phase)
        with self.database.reading() as session:
            viewed = find_duel(session, self.token, user, whole=True)
            checked = check_entry_ahead(viewed, phase, read_stored_entry(content))
        with self.database.writing() as session:
            locked = lock_duel(session, self.token, user)
            store_entry_ahead(locked, checked, now, seen, overbid_accepted=overbid_accepted)

    def take_back_entry_ahead(self, player, phase):
        """Take back an entry in advance; return whether there was one."""
        with self.database.writing() as session:
            locked = lock_duel(session, self.token, self._user(player))
            return take_back_entry_ahead(locked, self._phase(phase))

    def ahead(self, player):
        """Return a player's entries in advance, in the format of records."""
        with self.database.reading() as session:
            viewed = find_duel(session, self.token, self._user(player), whole=True)
            found = entries_ahead(session, viewed)
            return {str(phase): write_entry(entry.content) for phase, entry in found.items()}

    def happen(self, player, kind, now=LATER, phase=None):
        """Store an event of a player."""
        kind, phase = read_event(kind, None).kind, self._phase(phase)
        with self.database.writing() as session:
            store_event(lock_duel(session, self.token, self._user(player)), kind, phase, now)

    def enter(self, player, content, now=LATER):
        """Save an entry and hand it in."""
        phase = self.phase
        self.store(player, content, now, phase)
        return self.hand_in(player, now, phase)

    def resolve(self, first, second, now=LATER):
        """Let both hand in; None leaves a player without an entry."""
        awaited = [player for player in Player if self.awaits(player)]
        for player in awaited:
            content = (first, second)[player is SECOND]
            if content is None:
                self.hand_in(player, now)
            else:
                self.enter(player, content, now)
        return self

    def play_on(self, until):
        """Let both hand in nothing until a given phase."""
        while self.phase != until:
            self.resolve(None, None)

    def sweep(self, now=DEADLINE):
        return deadlines.sweep(self.database, lambda: now)

    def awaits(self, player):
        return player in self.stored().awaited

    @property
    def phase(self):
        """The name of the current phase, None after the end."""
        phase = self._current_phase()
        return phase and str(phase)

    def stored(self):
        """Return the stored duel."""
        with self.database.reading() as session:
            query = with_players().where(StoredDuel.id == self.id)
            return session.scalars(
                query.options(undefer(StoredDuel.state), undefer(StoredDuel.lots_secret))
            ).one()

    def entry(self, player, phase=None):
        """Return a player's stored entry, None if there is none."""
        query = select(StoredEntry).where(
            StoredEntry.duel_id == self.id,
            StoredEntry.phase == self._phase(phase),
            StoredEntry.player == player,
        )
        with self.database.reading() as session:
            return session.scalar(query.options(undefer_group(SEALED)))

    def content(self, player, phase=None):
        """Return a stored entry in the format of records, None if there is none."""
        entry = self.entry(player, phase)
        return entry and write_entry(entry.content)

    def chapters(self):
        """Return all chapters, fully loaded."""
        heavy = (StoredChapter.entries, StoredChapter.line, StoredChapter.state)
        query = select(StoredChapter).where(StoredChapter.duel_id == self.id).order_by(StoredChapter.ordinal)
        with self.database.reading() as session:
            return session.scalars(query.options(*map(undefer, heavy))).all()

    def record(self, reader=None):
        """Return the public record."""
        with self.database.reading() as session:
            user = self.users[FIRST] if reader is None else reader
            return load_record(session, find_duel(session, self.token, user).stored)

    def spoil(self):
        """Corrupt the stored state of the duel."""
        with self.database.writing() as session:
            session.execute(update(StoredDuel).where(StoredDuel.id == self.id).values(state={}))
