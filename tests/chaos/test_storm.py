"""In spite of kills and cut connections nothing confirmed is lost, resolved twice or stuck."""

import time
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from threading import Event, Thread
from typing import NamedTuple

import pytest
from sqlalchemy import select

from clocks.terms import Clock
from models import Limits, StoredDuel, User
from models.schema import upgrade
from services.accounts import accounts
from services.accounts.accounts import change_kind
from services.api.keys import Scope, make_token
from services.duels.beginning import store_new_duel
from services.terms import Terms
from tests.chaos.bots import Bot, Notes
from tests.chaos.storm import Processes, Storm
from tests.chaos.verdict import broken, figures, lost, overdue
from tests.fixtures_site import open_database
from tests.proxies import proxy_to, through

SEED = 7
EXPIRE_EVERY = 2.0
"""Seconds between two times at which some duels' deadlines are moved to now: their clocks run by days."""
SETTLED = 90
"""Seconds after the storm within which everything due must be resolved."""
SHOWN_LENGTH = 20_000
"""The number of last characters of the processes' output that a failure shows."""
SOAKED = pytest.mark.soak, pytest.mark.timeout(0)
PATIENT = pytest.mark.timeout(600)
"""Each wait has a limit of its own."""


class Size(NamedTuple):
    """The numbers of players and duels, and the length of the storm in seconds.

    every: the mean seconds between two failures. silence: the longest silence of a connection.
    """

    players: int
    duels: int
    seconds: float
    every: float
    silence: float


class World:
    """A site in a storm, with accounts of bots that play many duels against each other."""

    def __init__(self, folder, url, proxy, silence):
        self.database = open_database(url, Limits(connections=4))
        upgrade(self.database)
        self.processes = Processes(folder, through(proxy, url) if proxy else url)
        self.notes = Notes()
        self.storm = Storm(self.processes, proxy, SEED, silence, lambda: self.notes.confirmed)
        self.over = Event()

    def fill(self, players, duels):
        """Register bots, and begin duels between neighbours."""
        now = datetime.now(UTC)
        keys = {}
        with self.database.writing() as session:
            for number in range(players):
                name = f"Player {number}"
                user = accounts.register(session, name, "none", "en", now)
                change_kind(session, user.id, "program", now)
                keys[name] = make_token(session, user.id, name, tuple(Scope), None, now)[1]
        with self.database.writing() as session:
            users = session.scalars(select(User).order_by(User.id)).all()
            terms = Terms(settings={"year_limit": 1904}, clock=Clock(misses=9), rated=False)
            for number in range(duels):
                first = number % players
                second = (first + 1 + number // players % (players - 1)) % players
                store_new_duel(session, users[first], users[second], terms, now)
        port = self.processes.port
        self.bots = [
            Bot(port, name, key, self.notes, SEED + index) for index, (name, key) in enumerate(keys.items())
        ]

    def expire_some_duels(self):
        """Move the deadlines of some duels to now from time to time, so that the worker has work."""
        while not self.over.wait(EXPIRE_EVERY):
            with self.database.writing() as session:
                now = datetime.now(UTC)
                some = select(StoredDuel).where(StoredDuel.ended_at.is_(None)).order_by(StoredDuel.version)
                for stored in session.scalars(some.limit(10).with_for_update(skip_locked=True)):
                    stored.times = replace(stored.times, due=dict.fromkeys(stored.times.due, now))

    def play(self, seconds, every):
        """Let everybody play through a storm, and then until the site has resolved what is due.

        Return the duels left unresolved.
        """
        for name in ("web", "worker"):
            self.processes.start(name)
        self.processes.wait_until_it_answers()
        hurrying = Thread(target=self.expire_some_duels)
        for thread in (*self.bots, hurrying):
            thread.start()
        self.storm.rage(seconds, every)
        self.over.set()
        hurrying.join()
        self.processes.wait_until_it_answers()
        for bot in self.bots:
            bot.over.set()
        for bot in self.bots:
            bot.join()
        return self.wait_until_resolved()

    def wait_until_resolved(self):
        """Wait until no duel is overdue, or for the time limit; return the overdue ones."""
        until = time.monotonic() + SETTLED
        while (left := overdue(self.database, datetime.now(UTC))) and time.monotonic() < until:
            time.sleep(0.5)
        return left


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(Size(6, 10, 6, every=0.8, silence=2), id="small", marks=PATIENT),
        pytest.param(Size(30, 500, 600, every=4, silence=6), id="soak", marks=SOAKED),
    ],
)
def test_nothing_is_lost_twice_or_stuck(kind, size, tmp_path, request):
    url = request.getfixturevalue(f"{kind}_url")
    with proxy_to(url) if kind == "postgres" else nullcontext() as proxy:
        world = World(tmp_path, url, proxy, size.silence)
        with closing(world.database):
            world.fill(size.players, size.duels)
            try:
                # Found while the processes run: nobody resolves what falls due while they stop.
                left = world.play(size.seconds, size.every)
            finally:
                world.processes.stop()
            print(figures(world.database, world.notes), world.storm.done)  # noqa: T201 -- figures of a soak
            print(world.processes.said.read_text("utf-8")[-SHOWN_LENGTH:])  # noqa: T201 -- shown where something failed
            assert world.notes.faults == []
            assert left == []
            assert broken(world.database) == []
            assert lost(world.database, world.notes) == []
            assert figures(world.database, world.notes)["chapters"] > size.duels
