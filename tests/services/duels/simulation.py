"""Many simulated duels over months: players come and go, outages, time off, pauses, summer time.

An observer checks each duel step by step, with a count of its own of each player's time.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from sqlalchemy import event, select, update
from sqlalchemy.orm import joinedload

from adjudicator import Power
from clocks.terms import Clock, zone_of
from intimate.duel import Ending
from intimate.players import Player
from intimate.rules import FIRST_YEAR
from models import Channel, Heartbeat, StoredDuel, StoredEntry, User
from models.notifications import KINDS
from services.duels import deadlines
from services.duels.access import lock_awaited_duel, lock_duel
from services.duels.beginning import store_new_duel
from services.duels.entering import store_readiness
from services.duels.events import ClockAct, store_clock_act
from services.duels.refusals import DuelRefused
from services.notifications.delivery import deliver_due
from services.notifications.senders import Sender
from services.outages import record_heartbeat
from services.terms import Terms

HOMES = {Player.FIRST: Power("AUSTRIA"), Player.SECOND: Power("FRANCE")}
RARE = 0.03
SLACK = 3
"""The steps by which the observer's count may differ: things happen between two steps."""


@dataclass
class Person:
    """A player: the chance to look in at a step, and the steps of their absence."""

    looks_in: float
    gone: range

    def is_there(self, number, random):
        return number not in self.gone and random.random() < self.looks_in


@dataclass
class Watched:
    """One duel, and the observer's counts since its last chapter."""

    token: str
    clock: Clock
    people: dict
    phase: object = None
    ready: frozenset = frozenset()
    awaited: frozenset = frozenset()
    asked: frozenset = frozenset()
    had: Counter = field(default_factory=Counter)
    misses: Counter = field(default_factory=Counter)
    over: StoredDuel | None = None
    chapters: int = 0


class Recorder(Sender):
    """A receiver of notifications that also records which reminders came too late or twice."""

    def __init__(self):
        self.told = Counter()

    def send(self, message):
        self.told[message.user_id, message.kind, message.subject] += 1


def place_of(entry):
    """Return the duel, phase and player of an entry."""
    return entry.duel_id, str(entry.phase), entry.player


class Simulation:
    """Duels that are played step by step, and all errors found in their timing."""

    def __init__(self, database, users, seed, start, step):
        self.database, self.users, self.random = database, users, Random(seed)  # noqa: S311  # repeatable randomness
        self.now, self.step, self.number = start, step, 0
        self.duels, self.wrong, self.was_up = [], [], True
        self.handed_in = set()
        record_heartbeat(database, start)
        self.recorder = Recorder()
        with database.writing() as session:
            for user in users:
                session.add(
                    Channel(user_id=user, kind="webhook", address={}, kinds=list(KINDS), created_at=start)
                )

    def begin(self, clock, *, absent=False):
        """Begin a duel; absent: the step from which both players stay away."""
        with self.database.writing() as session:
            players = [session.get(User, number) for number in self.users]
            terms = Terms(clock=clock, settings={"year_limit": 1902}, homes=HOMES)
            token = store_new_duel(session, *players, terms, self.now).token
        people = {player: self._person(absent=absent) for player in Player}
        self.duels.append(Watched(token, clock, people))

    def _person(self, *, absent):
        gone = self.random.randrange(60)
        length = 10**9 if absent else self.random.choice((0, 20, 100, 300))
        return Person(self.random.choice((0.03, 0.1, 0.4)), range(gone, gone + length))

    @property
    def running(self):
        return [duel for duel in self.duels if duel.over is None]

    def run(self, steps, outages=()):
        """Run a number of steps, or until all duels are over; in outages nobody can reach the site."""
        for change in ("after_insert", "after_update"):
            event.listen(StoredEntry, change, self._note)
        try:
            self._run(steps, outages)
        finally:
            for change in ("after_insert", "after_update"):
                event.remove(StoredEntry, change, self._note)

    def _run(self, steps, outages):
        for _ in range(steps):
            self.number += 1
            self.now += self.step
            if not any(self.number in outage for outage in outages):
                self._beat()
                self._count()
                deadlines.sweep(self.database, lambda: self.now)
                self._look()
                self._deliver()
                for duel in self.running:
                    self._play(duel)
                self._look()
            else:
                self.was_up = False
                deadlines.sweep(self.database, lambda: self.now)  # the worker is running
            if not self.running:
                return

    def _deliver(self):
        """Send what is due; a reminder is wrong if the entry is handed in or there was nothing to do."""
        before = self.recorder.told.copy()
        while deliver_due(self.database, lambda: self.now, {"webhook": self.recorder}, 1000):
            pass
        for told in self.recorder.told - before:
            user, kind, subject = told
            if kind == "reminder" and not self._awaits(user, subject):
                self.wrong.append(told)

    def _awaits(self, user, subject):
        _, token, _, phase, _ = subject.split(":")
        player = list(Player)[self.users.index(user)]
        return any(
            duel.token == token and str(duel.phase) == phase and player in duel.asked - duel.ready
            for duel in self.running
        )

    def _beat(self):
        """Record a heartbeat, for the time since the last step unless that was an outage."""
        if self.was_up:
            with self.database.writing() as session:
                session.execute(update(Heartbeat).values(beat_at=self.now))
        record_heartbeat(self.database, self.now)
        self.was_up = True

    def _count(self):
        """Count the last step for everybody who could have played in it."""
        for duel in self.running:
            wall = self.now.astimezone(zone_of(duel.clock.zone))
            if wall.weekday() not in duel.clock.rest_days:
                duel.had.update(duel.awaited - duel.ready)

    def _look(self):
        """Read the state of all duels, and check that nobody's time ended too soon."""
        tokens = [duel.token for duel in self.running]
        query = select(StoredDuel).where(StoredDuel.token.in_(tokens)).options(joinedload(StoredDuel.first))
        with self.database.reading() as session:
            found = {stored.token: stored for stored in session.scalars(query)}
        for duel in self.running:
            self._compare(duel, found[duel.token], self.handed_in)

    def _note(self, _mapper, _connection, entry):
        """Record an entry that is handed in, or taken back; forget it once a chapter holds it."""
        (self.handed_in.add if entry.ready else self.handed_in.discard)(place_of(entry))

    def _compare(self, duel, stored, ready):
        if stored.ordinal > duel.chapters:
            self._ended(duel, stored, ready)
            duel.chapters, duel.had = stored.ordinal, Counter()
        if stored.stuck_at:
            self.wrong.append((duel.token, "stuck", stored.stuck_by))
        runs = stored.phase and not (stored.times.pause or stored.times.opens_until)
        duel.phase = stored.phase
        duel.asked = stored.awaited
        duel.awaited = stored.awaited - set(stored.times.away) if runs else frozenset()
        duel.ready = frozenset(player for player in Player if (stored.id, str(stored.phase), player) in ready)
        duel.over = stored if stored.phase is None else None

    def _ended(self, duel, stored, ready):
        """After a phase, check that awaited players who did not hand in had their whole time."""
        if duel.phase is None or stored.reason in {Ending.LAPSED, Ending.TIME_UP}:
            return
        handed_in = {player for player in Player if (stored.id, str(duel.phase), player) in ready}
        least = duel.clock.length(duel.phase, FIRST_YEAR)
        if duel.clock.ends_at is not None:
            least = least / 2 - timedelta(hours=1)
        for player in duel.asked - handed_in:
            duel.misses[player] += 1
            if self.step * (duel.had[player] + SLACK) < least:
                self.wrong.append((duel.token, str(duel.phase), player, duel.had[player]))
        for player in handed_in:
            duel.misses[player] = 0

    def _play(self, duel):
        for player, person in duel.people.items():
            if person.is_there(self.number, self.random):
                self._act(duel, player)

    def _act(self, duel, player):
        """Act as the player would: come, return, sometimes do something else, then hand in."""
        user = self.users[list(Player).index(player)]
        for act in (ClockAct.COME, ClockAct.COME_BACK, *self._whims()):
            self._try(
                lambda locked, act=act: store_clock_act(locked, act, locked.stored.phase, self.now),
                duel,
                user,
            )
        with self.database.reading() as session:
            phase = session.scalar(select(StoredDuel.phase).where(StoredDuel.token == duel.token))
        if phase is not None:
            try:
                with self.database.writing() as session:
                    store_readiness(lock_awaited_duel(session, duel.token, user, phase, self.now), self.now)
            except DuelRefused:
                pass

    def _whims(self):
        whims = (ClockAct.RESUME, ClockAct.TAKE_TIME_OFF, ClockAct.OFFER_PAUSE, ClockAct.GRANT)
        return [act for act in whims if self.random.random() < RARE]

    def _try(self, step, duel, user):
        try:
            with self.database.writing() as session:
                locked = lock_duel(session, duel.token, user)
                if locked.stored.phase is not None:
                    step(locked)
        except DuelRefused:
            pass
