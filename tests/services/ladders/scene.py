"""A ladder in a database, and its players' acts, each in a transaction of its own."""

from datetime import timedelta

from sqlalchemy import insert, select

from adjudicator import Power
from intimate.entries import HomesList
from intimate.events import EventKind
from models import LadderChallenge, LadderMove, LadderPlace, StoredDuel, User
from services.duels import deadlines
from services.duels.access import lock_awaited_duel, lock_duel
from services.duels.entering import CheckedEntry, store_entry, store_readiness
from services.duels.events import store_event
from services.ladders import challenging, ladders, membership
from services.terms import Terms
from tests.builders import POWERS
from tests.fixtures_site import NOON

RANKING = HomesList(tuple(map(Power, POWERS)))


def open_accounts(database, names):
    """Create accounts in the simplest way; return their numbers by name."""
    if not names:
        return {}
    common = {"password_hash": "hash", "language": "en", "created_at": NOON, "is_moderator": False}
    with database.writing() as session:
        session.execute(insert(User), [{"name": name, "name_key": name, **common} for name in names])
        rows = session.execute(select(User.name, User.id).where(User.name.in_(names)))
        return dict(rows.all())


class Scene:
    """A ladder and its players, by name; the clock is `now`."""

    def __init__(self, database, names, terms=None, season_days=None):
        self.database, self.now = database, NOON
        self.people = open_accounts(database, names)
        with database.writing() as session:
            made = ladders.make(session, "Test", terms or Terms(), season_days, NOON)
            self.token, self.id = made.token, made.id

    def do(self, act, *arguments):
        with self.database.writing() as session:
            return act(session, self.token, *arguments, self.now)

    def join(self, *names):
        for name in names:
            self.do(membership.join, self.people[name])
        return self

    def quit(self, name):
        self.do(membership.leave, self.people[name])

    def away(self, name, days):
        self.do(membership.take_time_off, self.people[name], days)

    def back(self, name):
        self.do(membership.come_back, self.people[name])

    def challenge(self, challenger, challenged):
        return self.do(challenging.challenge, self.people[challenger], self.people[challenged]).id

    def accept(self, number, name):
        return self.do(challenging.accept, number, self.people[name]).token

    def refuse(self, number, name):
        self.do(challenging.refuse, number, self.people[name])

    def withdraw(self, number, name):
        self.do(challenging.withdraw, number, self.people[name])

    def concede(self, duel, name):
        self.happen(duel, name, EventKind.CONCEDED)

    def happen(self, duel, name, kind):
        with self.database.writing() as session:
            locked = lock_duel(session, duel, self.people[name])
            store_event(locked, EventKind(kind), locked.stored.phase, self.now)

    def rank(self, duel, name):
        """Hand in a list of powers, so that the other player is the absent one."""
        with self.database.writing() as session:
            stored = session.scalars(select(StoredDuel).where(StoredDuel.token == duel)).one()
            locked = lock_awaited_duel(session, duel, self.people[name], stored.phase, self.now)
            store_entry(locked, CheckedEntry(stored.id, stored.phase, locked.player, RANKING), self.now)
            store_readiness(locked, self.now)

    def pass_deadline(self):
        """Let a day pass, with its consequences."""
        self.now += timedelta(days=1)
        deadlines.sweep(self.database, lambda: self.now)

    def beaten(self, challenger, challenged):
        """Let a challenge be accepted and won at once."""
        self.concede(self.accept(self.challenge(challenger, challenged), challenged), challenged)

    def sweep(self):
        return challenging.sweep(self.database, lambda: self.now)

    @property
    def order(self):
        """Return the names from the top; check that they have places 1 to n."""
        with self.database.reading() as session:
            on_it = (LadderPlace.ladder_id == self.id, LadderPlace.place.is_not(None))
            query = select(LadderPlace.place, User.name).join(User).where(*on_it).order_by(LadderPlace.place)
            rows = session.execute(query).all()
            assert [place for place, _ in rows] == list(range(1, len(rows) + 1))
            assert ladders.find_ladder(session, self.token).length == len(rows)
            return [name for _, name in rows]

    def state(self, number):
        with self.database.reading() as session:
            return session.get_one(LadderChallenge, number).state

    def all_of(self, viewed):
        with self.database.reading() as session:
            return session.scalars(select(viewed).order_by(viewed.id)).all()

    def moves(self):
        """Return the logged moves except joining: name, before, after, why."""
        names = {number: name for name, number in self.people.items()}
        return [
            (names[each.user_id], each.before, each.after, each.why)
            for each in self.all_of(LadderMove)
            if each.why != "joined"
        ]

    def duel(self, token):
        with self.database.reading() as session:
            return session.scalars(select(StoredDuel).where(StoredDuel.token == token)).one()
