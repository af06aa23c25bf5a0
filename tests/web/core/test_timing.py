"""A machine whose clock is wrong or jumps ends no phase early and moves no deadline."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from intimate.players import Player
from models import StoredDuel
from services.steady_clock import SteadyClock
from tests.fixtures_duels import DAILY, Contest, Terms
from tests.fixtures_site import Visitor, on_postgres
from tests.services.test_steady_clock import HOUR, Machine
from web import worker as commands
from web.core import session as session_module

MINUTE = timedelta(minutes=1)
BEAT = timedelta(seconds=20)


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def site_and_contest(any_database, site_with, people, machine):
    """Return a site on a machine of its own, an hour before the deadline of a duel."""
    clock = SteadyClock(machine.wall, machine.elapsed)
    site = site_with(any_database, HEARTBEAT=True, CLOCK=clock)
    contest = Contest(any_database, people, Terms(clock=DAILY))
    machine.go(timedelta(hours=23))
    live_on(site, machine, MINUTE)
    return site, contest


def live_on(site, machine, length):
    """Let time pass while pages are served."""
    heartbeat = site.extensions["heartbeat"]
    for _ in range(length // BEAT):
        machine.go(BEAT)
        heartbeat.record(heartbeat.time())


def look_at_all(site, contest):
    """Open the page of the duel and run the worker; return how many phases that resolved."""
    Visitor(site).get(f"/duels/{contest.token}")
    with site.app_context():
        return commands.sweep()


def test_a_clock_that_jumps_an_hour_ahead_ends_no_phase_and_moves_no_deadline(site_and_contest, machine):
    site, contest = site_and_contest
    before = contest.stored().deadline_at
    machine.off = HOUR
    for _ in range(3):
        live_on(site, machine, 5 * MINUTE)
        assert look_at_all(site, contest) == 0
    machine.off = timedelta()
    assert look_at_all(site, contest) == 0
    live_on(site, machine, 20 * MINUTE)
    assert (contest.stored().deadline_at, contest.phase) == (before, "HOMES")
    live_on(site, machine, 40 * MINUTE)
    with site.app_context():
        assert commands.sweep() == 1


def test_a_phase_that_ends_while_the_time_is_in_doubt_waits(site_and_contest, machine):
    site, _ = site_and_contest
    live_on(site, machine, 50 * MINUTE)
    machine.off = HOUR
    live_on(site, machine, 10 * MINUTE)
    with site.app_context():
        assert commands.sweep() == 0
        machine.off = timedelta()
        assert commands.sweep() == 1


def test_a_jump_that_lasts_takes_nothing_from_anybody(site_and_contest, machine):
    """By then the site trusts the clock, and the players still have the rest of their time."""
    site, contest = site_and_contest
    machine.off = HOUR
    live_on(site, machine, 25 * MINUTE)
    left = contest.stored().deadline_at - machine.true
    assert look_at_all(site, contest) == 0
    live_on(site, machine, 10 * MINUTE)
    assert look_at_all(site, contest) == 0
    still_left = contest.stored().deadline_at - machine.wall() + 10 * MINUTE
    assert left <= still_left <= left + BEAT


@on_postgres
def test_of_two_machines_on_one_database_the_one_that_is_ahead_moves_nothing(
    any_database, site_with, people, monkeypatch
):
    contest = Contest(any_database, people, Terms(clock=DAILY))
    soon = any_database.time() + MINUTE
    with any_database.writing() as session:
        stored = session.get(StoredDuel, contest.id)
        stored.times = replace(stored.times, began=soon - HOUR, due=dict.fromkeys(Player, soon))
    right = site_with(any_database, HEARTBEAT=True)
    assert look_at_all(right, contest) == 0
    monkeypatch.setattr(session_module, "system_clock", lambda: datetime.now(UTC) + timedelta(days=2))
    ahead = site_with(any_database, HEARTBEAT=True)
    for site in (ahead, right) * 3:
        assert look_at_all(site, contest) == 0
    assert (contest.stored().deadline_at, contest.phase) == (soon, "HOMES")
    assert ahead.config["CLOCK"]() - any_database.time() < MINUTE
