"""Seasons: rated duels between many accounts, begun and ended by the real services at given times.

A duel of a season ends as soon as it counts: a player concedes, or both agree to a draw. Many duels are
played in one transaction, so that one costs a few milliseconds:

    season = Season(database, ["anna", "boris"], start)
    with season.playing() as play:
        play("anna", "boris", winner="anna", now=start)
"""

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import select

from intimate.events import EventKind
from intimate.players import Player
from models import StoredDuel, StoredRating, User
from services.accounts import accounts
from services.duels.access import LockedDuel
from services.duels.beginning import store_new_duel
from services.duels.events import store_event
from services.terms import Clock, Terms

DAILY = Clock(misses=9)
LENGTH = timedelta(hours=1)
"""The length of a duel of a season."""
STRENGTH_SPREAD = 200.0
"""The standard deviation of strengths, in Elo."""


@dataclass
class Season:
    """Accounts that play rated duels of one kind."""

    database: object
    names: list
    start: datetime
    terms: Terms = field(default_factory=lambda: Terms(clock=DAILY))

    def __post_init__(self):
        with self.database.writing() as session:
            self.ids = {
                name: accounts.register(session, name, "hash", "en", self.start).id for name in self.names
            }

    @contextmanager
    def playing(self):
        """Yield a function that plays one duel; all duels of the block are stored together."""
        with self.database.writing() as session:
            users = {name: session.get(User, self.ids[name]) for name in self.names}

            def play(first, second, winner, now, terms=None):
                return end_duel(
                    session, users[first], users[second], users.get(winner), now, terms or self.terms
                )

            yield play

    def ratings(self):
        """Return the ratings by name, of those who have one."""
        pool = StoredRating.pace == self.terms.clock.pace, StoredRating.preset == self.terms.preset
        with self.database.reading() as session:
            found = {row.user_id: row for row in session.scalars(select(StoredRating).where(*pool))}
        return {name: found[user_id] for name, user_id in self.ids.items() if user_id in found}


def end_duel(session, first, second, winner, now, terms, *, counts=True):
    """Begin a duel, complete Spring 1901, and end it; without a winner both agree to a draw."""
    stored = store_new_duel(session, first, second, terms, now - LENGTH)
    stored.counts, stored.fought = counts, True  # both have bid in its first auction
    if winner is None:
        act(session, stored, Player.FIRST, EventKind.DRAW_OFFERED, now)
        act(session, stored, Player.SECOND, EventKind.DRAW_AGREED, now)
    else:
        act(session, stored, stored.player(winner.id).opponent, EventKind.CONCEDED, now)
    return stored


def act(session, stored: StoredDuel, player, kind, now):
    """Store an event of a player; nobody else is there, so the duel needs no lock."""
    store_event(LockedDuel(session, stored, {}, player), kind, stored.phase, now)


def strengths(names, random: Random):
    """Draw the strength of each account at random, in Elo."""
    return {name: random.gauss(0, STRENGTH_SPREAD) for name in names}


def draw_winner(known, first, second, random: Random):
    """Draw the winner of a duel at random, by the strengths of both."""
    expected = 1 / (1 + 10 ** ((known[second] - known[first]) / 400))
    return first if random.random() < expected else second


def pairs_of_round(names, random: Random):
    """Draw the pairs of a round at random: everybody plays once."""
    drawn = random.sample(names, len(names))
    return list(zip(drawn[::2], drawn[1::2], strict=True))


def play_season(season, known, rounds, random: Random, apart=timedelta(days=3)):
    """Play a number of rounds, everybody one duel a round; return the time of the last one."""
    now = season.start
    for _ in range(rounds):
        now += apart
        with season.playing() as play:
            for number, (first, second) in enumerate(pairs_of_round(season.names, random)):
                winner = draw_winner(known, first, second, random)
                play(first, second, winner, now + timedelta(seconds=number))
    return now


def spearman(known, ratings):
    """Return how well two orders of the same accounts agree: 1 if they are the same."""
    names = sorted(known)
    places = [ranks({name: values[name] for name in names}) for values in (known, ratings)]
    apart = sum((places[0][name] - places[1][name]) ** 2 for name in names)
    return 1 - 6 * apart / (len(names) * (len(names) ** 2 - 1))


def ranks(values):
    """Return each one's rank by value; no two values are the same."""
    return {name: place for place, name in enumerate(sorted(values, key=values.__getitem__))}
