"""The sweep of deadlines as a command: once, or until it is stopped, whatever fails meanwhile."""

import logging

import pytest

from tests.fixtures_duels import DEADLINE
from web.duels import commands


@pytest.fixture
def late(pages, monkeypatch):
    """Return a duel whose deadline has passed."""
    monkeypatch.setattr(commands, "system_clock", lambda: DEADLINE)
    return pages()


def test_a_sweep_by_hand_resolves_what_is_due_and_says_how_much(late):
    run = late.site.test_cli_runner()
    assert run.invoke(args=("deadlines", "sweep")).output == "1\n"
    assert late.contest.phase == "S1901B"
    assert run.invoke(args=("deadlines", "sweep")).output == "0\n"


def test_a_sweep_by_hand_goes_on_past_a_broken_duel(late, pages, caplog):
    sound = pages()
    late.contest.spoil()
    with caplog.at_level(logging.ERROR):
        done = late.site.test_cli_runner().invoke(args=("deadlines", "sweep"))
    assert (done.exit_code, done.output) == (0, "1\n")
    assert sound.contest.phase == "S1901B"


class Stopped(Exception):
    """The loop was stopped."""


def test_the_watch_goes_on_when_the_database_is_away_and_comes_back(late, monkeypatch, caplog):
    pauses = []

    def pause():
        pauses.append(late.contest.phase)
        if len(pauses) == 2:
            monkeypatch.setattr(late.site.extensions["database"], "_reading", reading)
        if len(pauses) == 4:
            raise Stopped

    reading = late.site.extensions["database"]._reading
    monkeypatch.setattr(late.site.extensions["database"], "_reading", None)
    with late.site.app_context(), caplog.at_level(logging.ERROR), pytest.raises(Stopped):
        commands.keep_sweeping(pause)
    assert pauses == ["HOMES", "HOMES", "S1901B", "S1901B"]
    assert caplog.text.count("the sweep failed and will be tried again") == 2


def test_the_watch_pauses_between_two_sweeps(late, monkeypatch):
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        raise Stopped

    monkeypatch.setattr(commands.time, "sleep", sleep)
    done = late.site.test_cli_runner().invoke(args=("deadlines", "watch", "--every", "3"))
    assert isinstance(done.exception, Stopped)
    assert slept == [3.0]
    assert late.contest.phase == "S1901B"
