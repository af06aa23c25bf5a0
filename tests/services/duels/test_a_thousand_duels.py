"""No player loses time unfairly, and every duel ends: under every clock, over months."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from clocks.terms import DAY, HOUR, PRESETS, WEEKEND, Clock
from intimate.duel import Ending
from services.accounts import accounts
from tests.services.duels.simulation import Simulation

BEFORE_SUMMER_TIME = datetime(2027, 3, 1, 9, tzinfo=UTC)
BEFORE_WINTER_TIME = datetime(2026, 10, 1, 9, tzinfo=UTC)
BY_DAYS = {
    **{name: PRESETS[name] for name in ("day", "two_days", "week", "days_bank")},
    "at_eight": Clock(time_off=4 * HOUR, ends_at=20 * 60, zone="Europe/Paris"),
    "workdays": Clock(time_off=4 * HOUR, zone="America/New_York", rest_days=WEEKEND),
    "at_two_on_workdays": Clock(DAY, DAY, DAY // 2, ends_at=150, zone="Europe/Paris", rest_days=WEEKEND),
    "bank_on_workdays": Clock(
        HOUR, HOUR, HOUR, bank=2 * DAY, cap=3 * DAY, zone="Europe/Paris", rest_days=WEEKEND
    ),
}
LIVE = {
    **{name: PRESETS[name] for name in ("blitz", "live", "live_bank")},
    "an_hour": replace(PRESETS["blitz"], limit=HOUR),
}
OUTAGES = (range(30, 39), range(200, 203), range(700, 790))
"""The hours (for live duels: steps of 20 seconds) in which the site is down."""


@pytest.fixture
def people_of_sqlite(sqlite_database):
    """Return the numbers of the two who play all duels."""
    with sqlite_database.writing() as session:
        return [
            accounts.register(session, name, "hash", "en", BEFORE_WINTER_TIME).id
            for name in ("anna", "boris")
        ]


def simulated(database, people, clocks, each, **how):
    """Play a number of duels under each clock; in one of ten the players never come back."""
    start, step = how.pop("start"), how.pop("step")
    simulation = Simulation(database, people, 1, start, step)
    for number in range(each):
        for clock in clocks.values():
            simulation.begin(clock, absent=number % 10 == 9)
    simulation.run(how["steps"], OUTAGES)
    return simulation


def assert_fair(simulation):
    assert simulation.wrong == []
    assert simulation.running == []
    assert set(simulation.recorder.told.values()) <= {1}
    for duel in simulation.duels:
        stored = duel.over
        if stored.reason is Ending.ABSENT:
            losers = [stored.winner.opponent] if stored.winner else list(duel.people)
            assert all(duel.misses[player] >= duel.clock.misses for player in losers)
        else:
            by_clock = {Ending.TIME_UP} if duel.clock.limit else set()
            assert stored.reason in {Ending.YEAR_LIMIT, Ending.LAPSED, *by_clock}
        if stored.reason is Ending.TIME_UP:
            assert stored.ended_at - stored.created_at >= timedelta(seconds=duel.clock.limit)


@pytest.mark.soak
@pytest.mark.parametrize("start", [BEFORE_SUMMER_TIME, BEFORE_WINTER_TIME], ids=["spring", "autumn"])
def test_duels_by_days_end_as_their_terms_say(sqlite_database, people_of_sqlite, start):
    how = {"start": start, "step": timedelta(hours=1), "steps": 24 * 400}
    simulation = simulated(sqlite_database, people_of_sqlite, BY_DAYS, 1, **how)
    assert_fair(simulation)
    told = {kind for _, kind, _ in simulation.recorder.told}
    assert told >= {"turn", "reminder", "offer", "ended"}


@pytest.mark.slow
def test_live_duels_end_as_their_terms_say(sqlite_database, people_of_sqlite):
    how = {"start": BEFORE_SUMMER_TIME, "step": timedelta(seconds=20), "steps": 3 * 60 * 24}
    simulation = simulated(sqlite_database, people_of_sqlite, LIVE, 3, **how)
    assert_fair(simulation)


@pytest.mark.soak
@pytest.mark.parametrize("start", [BEFORE_SUMMER_TIME, BEFORE_WINTER_TIME], ids=["spring", "autumn"])
def test_a_thousand_duels_end_as_their_terms_say(sqlite_database, people_of_sqlite, start):
    how = {"start": start, "step": timedelta(hours=1), "steps": 24 * 400}
    assert_fair(simulated(sqlite_database, people_of_sqlite, BY_DAYS, 500 // len(BY_DAYS) + 1, **how))
