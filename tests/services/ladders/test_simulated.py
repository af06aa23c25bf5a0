"""Two hundred players for months: places are always 1 to n, with one challenge at a time each way."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest

from models import LadderChallenge, StoredDuel
from services.duels import deadlines
from services.ladders.refusals import LadderRefused
from services.terms import DAY, Clock, Terms
from tests.services.ladders.scene import Scene

PLAYERS = 200
STEP = timedelta(hours=7)
OPEN = {"waiting", "playing"}
PRESENT = 0.9
"""The chance that an awaited player is there to end a duel at a step."""


class Life:
    """Players who act at random, with strengths; `done` counts what happened."""

    def __init__(self, database, seed):
        self.random = Random(seed)  # noqa: S311  # repeatable randomness
        self.names = [f"p{number:03}" for number in range(PLAYERS)]
        terms = Terms(clock=Clock(DAY, DAY, DAY, misses=1))
        self.scene = Scene(database, self.names, terms, season_days=60)
        self.scene.join(*self.names[: PLAYERS - 20])
        self.done = Counter()

    def step(self):
        act = self.random.choice(
            [self.challenge] * 8 + [self.answer] * 6 + [self.end] * 4 + [self.come_or_go, self.rest]
        )
        before = self.scene.order
        try:
            act()
            self.done[act.__name__] += 1
        except LadderRefused as refused:
            self.done[refused.code.name] += 1
            assert self.scene.order == before
        self.scene.now += STEP / 10
        if self.random.random() < 0.1:
            deadlines.sweep(self.scene.database, lambda: self.scene.now)
            self.done["swept"] += self.scene.sweep()

    def challenge(self):
        order = self.scene.order
        place = self.random.randrange(1, len(order))
        above = max(0, place - self.random.randint(1, 25))
        self.scene.challenge(order[place], order[above])

    def open(self, state):
        return [each for each in self.scene.all_of(LadderChallenge) if each.state == state]

    def name(self, user_id):
        return next(name for name, number in self.scene.people.items() if number == user_id)

    def answer(self):
        waiting = self.open("waiting")
        if not waiting:
            return
        chosen = self.random.choice(waiting)
        challenger, challenged = self.name(chosen.challenger_id), self.name(chosen.challenged_id)
        match self.random.random():
            case chance if chance < 0.1:
                self.scene.withdraw(chosen.id, challenger)
            case chance if chance < 0.25:
                self.scene.refuse(chosen.id, challenged)
            case chance if chance < PRESENT:
                self.scene.accept(chosen.id, challenged)

    def end(self):
        playing = self.open("playing")
        if not playing or self.random.random() > PRESENT:
            return
        chosen = self.random.choice(playing)
        both = [self.name(chosen.challenger_id), self.name(chosen.challenged_id)]
        stored = next(each for each in self.duels() if each.id == chosen.duel_id)
        if stored.deadline_at <= self.scene.now:
            deadlines.sweep(self.scene.database, lambda: self.scene.now)
        elif self.random.random() < PRESENT:
            self.scene.concede(stored.token, self.random.choice(both))
        else:
            self.scene.rank(stored.token, self.random.choice(both))

    def duels(self):
        return [each for each in self.scene.all_of(StoredDuel) if each.phase]

    def come_or_go(self):
        order = self.scene.order
        outside = sorted(set(self.names) - set(order))
        if outside and self.random.random() < 0.5:
            self.scene.join(self.random.choice(outside))
        else:
            self.scene.quit(self.random.choice(order))

    def rest(self):
        name = self.random.choice(self.scene.order)
        if self.random.random() < 0.7:
            self.scene.away(name, self.random.randint(1, 20))
        else:
            self.scene.back(name)

    def check(self):
        """Check that nobody has two open challenges one way, and that everybody in one is on the ladder."""
        order = set(self.scene.order)
        running = [each for each in self.scene.all_of(LadderChallenge) if each.state in OPEN]
        for column in ("challenger_id", "challenged_id"):
            users = [getattr(each, column) for each in running]
            assert len(users) == len(set(users))
            assert {self.name(user) for user in users} <= order


def live(database, seed, steps):
    life = Life(database, seed)
    for _ in range(steps):
        life.step()
        life.check()
    return life


@pytest.mark.soak
def test_a_ladder_of_two_hundred_keeps_its_order(sqlite_database):
    life = live(sqlite_database, 7, 300)
    assert life.done["challenge"] > 50
    states = {each.state for each in life.scene.all_of(LadderChallenge)}
    assert states >= {"won", "lost", "refused", "unanswered", "withdrawn"}
    assert {why for *_, why in life.scene.moves()} >= {"won", "refused", "unanswered", "timeout", "left"}


@pytest.mark.soak
def test_a_ladder_keeps_its_order_for_years(any_database):
    life = live(any_database, 11, 5000)
    assert life.done["swept"] >= 5
