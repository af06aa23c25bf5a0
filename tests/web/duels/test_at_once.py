"""Forms, visits and sweeps at the same moment: every phase becomes one chapter."""

from datetime import timedelta
from functools import partial
from threading import local

import pytest

from intimate.players import Player
from tests.fixtures_duels import DAILY, NOON, Contest, Terms
from tests.fixtures_site import PASSWORD, Visitor
from tests.services.rivals import at_once, checked_chapters, contents, entries_in
from tests.web.conftest import members_of

MOMENT = timedelta(microseconds=1)
ROUNDS = 6
NAMES = {Player.FIRST: "anna", Player.SECOND: "boris"}


@pytest.fixture
def clock():
    """Return a clock that each thread sets for itself."""
    return local()


@pytest.fixture
def crowded(any_database, clock, site_with):
    """Return a duel on each kind of database, and a function that adds a visitor to its site."""
    site = site_with(any_database, CLOCK=lambda: getattr(clock, "now", NOON))
    for name in NAMES.values():
        Visitor(site).registered(name)
    return Contest(any_database, members_of(any_database), Terms(clock=DAILY)), lambda: Visitor(site)


def fields(content):
    """Return the form fields of an entry."""
    if "homes" in content:
        return {f"rank_{rank}": power for rank, power in enumerate(content["homes"], 1)}
    if "bids" in content:
        return {f"bid_{power}": str(bid) for power, bid in content["bids"].items()}
    return {f"order_{text.split()[1]}": text for texts in content["orders"].values() for text in texts}


def at(clock, now, act):
    """Act at a given time."""

    def acted():
        clock.now = now
        return act()

    return acted


def test_everybody_at_once_and_every_phase_becomes_one_chapter(crowded, clock):
    contest, visit = crowded
    path = f"/duels/{contest.token}"
    members = {player: [visit(), visit()] for player in Player}
    for player, visitors in members.items():
        for visitor in visitors:
            assert visitor.post("/login", name=NAMES[player], password=PASSWORD).status_code == 303
    watchers = [visit(), visit()]
    for _ in range(ROUNDS):
        stored = contest.stored()
        tries = [(player, number) for player in Player for number in (0, 1)]
        sending = [
            partial(
                members[player][number].post,
                f"{path}/entry",
                phase=str(stored.phase),
                ready="yes",
                **fields(contents(stored.state, player)[number]),
            )
            for player, number in tries
        ]
        before = [at(clock, stored.deadline_at - MOMENT, act) for act in sending]
        looks = [at(clock, stored.deadline_at, partial(watcher.get, path)) for watcher in watchers]
        sweeps = [partial(contest.sweep, stored.deadline_at)] * 2
        answers = at_once(*before, *looks, *sweeps)
        assert {answer.status_code for answer in answers[:4]} <= {303, 409}
        assert [answer.status_code for answer in answers[4:6]] == [200, 200]
        contest.sweep(stored.deadline_at)  # resolves what the others found locked
        chapter = checked_chapters(contest)[-1]
        assert (chapter.phase, contest.stored().ordinal) == (stored.phase, stored.ordinal + 1)
        stored_by = {
            player for (player, _), answer in zip(tries, answers, strict=False) if answer.status_code == 303
        }
        entered = entries_in(chapter)
        assert stored_by <= set(entered)
        assert all(entry in contents(stored.state, player) for player, entry in entered.items())
