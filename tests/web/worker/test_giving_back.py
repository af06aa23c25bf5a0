"""An outage that an administrator reports is compensated once, after a confirmation, with a summary."""

from datetime import timedelta

import pytest

from services.outages import record_heartbeat
from tests.fixtures_duels import DAILY, DEADLINE, FIRST, LISTS, NOON, SECOND, Contest, Terms

HOUR = timedelta(hours=1)


@pytest.fixture
def evening(any_database, site_with, people):
    """Return (a function that runs the command in the evening, a duel begun at noon)."""
    site = site_with(any_database, CLOCK=lambda: NOON + 8 * HOUR)
    contest = Contest(any_database, people, Terms(clock=DAILY))
    run = site.test_cli_runner()
    return (lambda *words, **more: run.invoke(args=("deadlines", "give-back", *words), **more)), contest


def test_compensating_an_outage_by_hand_works_once_and_reports_what_it_did(evening):
    give_back, contest = evening
    done = give_back("7200", input="y\n")
    assert (done.exit_code, contest.stored().deadline_at) == (0, DEADLINE + 2 * HOUR)
    outage = "2026-11-20 18:00:00 UTC to 2026-11-20 20:00:00 UTC (2:00:00)"
    assert f"Give the time from {outage} back to every running deadline? [y/N]" in done.output
    assert f"The time from {outage} was given back to 1 duels and 0 challenges on ladders." in done.output
    again = give_back("7200", "--yes")
    assert again.exit_code == 1
    assert "was given back already until 2026-11-20 20:00:00 UTC" in again.output
    assert contest.stored().deadline_at == DEADLINE + 2 * HOUR


def test_an_outage_is_named_by_when_it_began_and_what_began_later_gets_less(evening):
    give_back, contest = evening
    assert (
        give_back("--since", "2026-11-20T11:00+01:00", "--until", "2026-11-20 15:00", "--yes").exit_code == 0
    )
    assert contest.stored().deadline_at == DEADLINE + 3 * HOUR
    assert give_back("--since", "2026-11-20T14:59", "--yes").exit_code == 1
    assert give_back("--since", "2026-11-20T15:00", "--until", "2026-11-20T16:00", "--yes").exit_code == 0
    assert contest.stored().deadline_at == DEADLINE + 4 * HOUR


def test_compensating_an_outage_by_hand_needs_a_yes(evening):
    give_back, contest = evening
    for answer in ("n\n", ""):
        assert give_back("60", input=answer).exit_code == 1
    assert contest.stored().deadline_at == DEADLINE


def test_the_heartbeat_and_the_administrator_never_compensate_an_outage_twice(evening):
    give_back, contest = evening
    database = contest.database
    record_heartbeat(database, NOON + HOUR)
    assert record_heartbeat(database, NOON + 3 * HOUR) == 2 * HOUR
    assert "already until 2026-11-20 15:00:00" in give_back("--since", "2026-11-20T13:00", "--yes").output
    assert give_back("3600", "--yes").exit_code == 0  # while the site is down
    assert contest.stored().deadline_at == DEADLINE + 3 * HOUR
    assert record_heartbeat(database, NOON + 9 * HOUR) == HOUR
    assert contest.stored().deadline_at == DEADLINE + 4 * HOUR


def test_duels_whose_phases_ended_meanwhile_are_named(evening):
    give_back, contest = evening
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert f"only an arbiter can undo, in: {contest.token}" in give_back("36000", "--yes").output


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("0",),
        ("60", "--since", "2026-11-20T11:00"),
        ("--since", "tomorrow"),
        ("--since", "2026-11-21T11:00"),
        ("--since", "2026-11-20T11:00", "--until", "2026-11-20T10:00"),
    ],
)
def test_senseless_arguments_are_refused(evening, words):
    give_back, contest = evening
    assert give_back(*words, "--yes").exit_code == 2
    assert contest.stored().deadline_at == DEADLINE


def test_with_again_the_administrator_can_compensate_an_outage_once_more(evening):
    give_back, contest = evening
    give_back("7200", "--yes")
    again = give_back("7200", "--yes", "--again")
    assert (again.exit_code, contest.stored().deadline_at) == (0, DEADLINE + 4 * HOUR)
    assert "--again gives all of it" in give_back("3600", "--yes").output
