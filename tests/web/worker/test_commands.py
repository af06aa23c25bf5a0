"""The worker: it runs until it is stopped, whatever fails; and its tasks as single commands."""

import logging
from threading import Event

import pytest

from tests.fixtures_duels import DEADLINE
from web import worker as commands


@pytest.fixture
def late(pages):
    """Return a duel past its deadline."""
    late = pages()
    late.clock(DEADLINE)
    return late


def test_a_sweep_by_hand_resolves_due_duels_and_prints_their_number(late):
    run = late.site.test_cli_runner()
    assert run.invoke(args=("deadlines", "sweep")).output == "1\n"
    assert late.contest.phase == "S1901B"
    assert run.invoke(args=("deadlines", "sweep")).output == "0\n"


def test_a_sweep_by_hand_goes_on_past_a_broken_duel(late, pages, caplog):
    sound = pages()
    sound.clock(DEADLINE)
    late.contest.spoil()
    with caplog.at_level(logging.ERROR):
        done = late.site.test_cli_runner().invoke(args=("deadlines", "sweep"))
    assert (done.exit_code, done.output) == (0, "1\n")
    assert sound.contest.phase == "S1901B"


class Once(Event):
    """Stops the worker after a number of pauses, and records the phase at each."""

    def __init__(self, contest, pauses, at=None):
        super().__init__()
        self.contest, self.pauses, self.at, self.seen = contest, pauses, at or {}, []

    def wait(self, timeout=None):
        self.seen.append((self.contest.phase, timeout))
        self.at.get(len(self.seen), bool)()
        if len(self.seen) >= self.pauses and self.contest.phase != "HOMES":
            self.set()
        return self.is_set()


def test_the_worker_goes_on_when_the_database_is_away_and_comes_back(late, monkeypatch, caplog):
    def come_back():
        monkeypatch.setattr(late.site.extensions["database"], "_reading", reading)

    reading = late.site.extensions["database"]._reading
    monkeypatch.setattr(late.site.extensions["database"], "_reading", None)
    stopped = Once(late.contest, 4, {2: come_back})
    with caplog.at_level(logging.ERROR):
        commands.keep_working(late.site, [commands.PeriodicTask("deadlines", commands.sweep, 1.0)], stopped)
    assert stopped.seen == [("HOMES", 1.0), ("HOMES", 1.0), ("S1901B", 1.0), ("S1901B", 1.0)]
    assert caplog.text.count("deadlines failed and will be tried again") == 1


def test_a_duty_that_fails_holds_up_no_other(late, caplog):
    def fail():
        raise RuntimeError

    to_do = [
        commands.PeriodicTask("broken", fail, 1.0),
        commands.PeriodicTask("deadlines", commands.sweep, 1.0),
    ]
    with caplog.at_level(logging.ERROR):
        commands.keep_working(late.site, to_do, Once(late.contest, 2))
    assert late.contest.phase == "S1901B"


def test_a_stuck_duel_is_listed_and_set_going_again_with_its_time(late):
    late.contest.spoil()
    run = late.site.test_cli_runner()
    assert run.invoke(args=("deadlines", "sweep")).output == "0\n"
    listed = run.invoke(args=("deadlines", "stuck")).output
    assert listed.startswith(f"{late.contest.token}  since 2026-11-21 12:00 UTC  ")
    assert run.invoke(args=("deadlines", "sweep")).output == "0\n"
    token = late.contest.token
    assert run.invoke(args=("deadlines", "retry", token)).output == f"Duel {token} goes on.\n"
    assert run.invoke(args=("deadlines", "stuck")).output == ""


@pytest.mark.parametrize(
    ("token", "said"), [("nonesuch", "There is no duel nonesuch."), (None, "is not set aside.")]
)
def test_retrying_a_duel_that_is_not_stuck_is_an_error(late, token, said):
    done = late.site.test_cli_runner().invoke(args=("deadlines", "retry", token or late.contest.token))
    assert done.exit_code == 1
    assert said in done.output
