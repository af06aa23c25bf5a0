"""The steady clock: it follows jumps only after a while, and drifts at once."""

from datetime import timedelta

import pytest

from services.steady_clock import SETTLES, SLOW, TOLERATED, SteadyClock
from tests.fixtures_site import NOON

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


class Machine:
    """A machine's clocks, and those of a database: time passes, and each can be set."""

    def __init__(self):
        self.gone, self.off, self.database_off, self.asked = 0.0, timedelta(), timedelta(), 0
        self.answers_in = 0.0

    def go(self, length):
        self.gone += length.total_seconds()

    def wall(self):
        return NOON + timedelta(seconds=self.gone) + self.off

    def database(self):
        self.asked += 1
        self.gone += self.answers_in
        return NOON + timedelta(seconds=self.gone) + self.database_off

    def elapsed(self):
        return self.gone

    @property
    def true(self):
        return NOON + timedelta(seconds=self.gone)


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def clock(machine):
    """Return the clock of a single machine, after its first reading."""
    clock = SteadyClock(machine.wall, machine.elapsed)
    clock.look()
    return clock


@pytest.fixture
def shared(machine):
    """Return the clock of a machine that shares a database with others, an hour ahead of it."""
    machine.off = HOUR
    clock = SteadyClock(machine.wall, machine.elapsed, machine.database, 60)
    clock.look()
    return clock


@pytest.mark.parametrize("jump", [HOUR, -HOUR, timedelta(days=1000), TOLERATED + SECOND])
def test_a_clock_that_jumps_is_in_doubt_and_time_goes_on_evenly_until_it_is_set_right(clock, machine, jump):
    machine.off = jump
    machine.go(10 * SECOND)
    clock.look()
    assert (clock(), clock.is_sure) == (machine.true, False)
    machine.off = timedelta()
    clock.look()
    assert (clock(), clock.is_sure) == (machine.true, True)


def test_a_jump_that_lasts_is_followed_and_said_once_each(clock, machine, caplog):
    machine.off = HOUR
    clock.look()
    for _ in range(30):
        assert not clock.is_sure
        machine.go(SETTLES / 30)
        clock.look()
    assert (clock(), clock.is_sure) == (machine.true + HOUR, True)
    assert [record.getMessage().partition(" by ")[0] for record in caplog.records] == [
        "the clock has jumped",
        "the clock that has jumped",
    ]


def test_a_clock_that_jumps_again_and_again_is_never_followed(clock, machine):
    for number in range(1, 100):
        machine.off = HOUR * number
        machine.go(SETTLES / 2)
        clock.look()
        assert (clock(), clock.is_sure) == (machine.true, False)


def test_a_clock_that_is_set_in_small_steps_is_followed(clock, machine):
    for _ in range(100):
        machine.off += TOLERATED
        machine.go(SECOND)
        clock.look()
        assert (clock(), clock.is_sure) == (machine.wall(), True)


def test_the_database_s_time_overrides_the_machine_s(shared, machine):
    assert (shared(), shared.is_sure) == (machine.true, True)
    machine.off = -HOUR
    machine.go(HOUR)
    assert shared() == machine.true
    machine.database_off = HOUR
    shared.look()
    assert (shared(), shared.is_sure) == (machine.true, False)


def test_the_database_is_asked_now_and_then_and_a_slow_answer_says_nothing(shared, machine):
    for _ in range(59):
        machine.go(SECOND)
        shared.look()
    assert machine.asked == 1
    machine.go(SECOND)
    machine.answers_in = SLOW.total_seconds() * 10
    shared.look()
    assert machine.asked == 2
    assert (shared(), shared.is_sure) == (machine.true, True)


def test_before_the_first_look_the_machine_s_time_is_all_there_is_and_nothing_is_sure(machine):
    machine.off = HOUR

    def away():
        raise ConnectionError

    clock = SteadyClock(machine.wall, machine.elapsed, away)
    with pytest.raises(ConnectionError):
        clock.look()
    assert (clock(), clock.is_sure) == (machine.wall(), False)
