"""The opponent in the worker: it answers, survives a kill, and stops on demand."""

import shutil
import signal
import time
from datetime import UTC, datetime
from threading import Event

import pytest

from services.practice.guests import open_guest
from tests.e2e.serving import PATIENCE, Served
from tests.fixtures_duels import FIRST, SECOND
from tests.fixtures_site import open_database
from tests.services.practice.conftest import Practice
from web import worker as commands
from web.worker import worker_pool_of


@pytest.fixture
def served(tmp_path, migrated_file):
    shutil.copy(migrated_file, tmp_path / "duels.sqlite3")
    return Served(tmp_path)


@pytest.fixture
def practice(served):
    database = open_database(served.database_url)
    with database.writing() as session:
        # Of today: the worker uses the real time, and deletes idle guests.
        guest = open_guest(session, "en", datetime.now(UTC)).id
    yield Practice(database, guest)
    database.close()


def answered(practice, process):
    """Wait until the opponent has handed in."""
    until = time.monotonic() + PATIENCE
    while practice.entry(SECOND) is None or not practice.entry(SECOND).ready:
        assert process.poll() is None
        assert time.monotonic() < until, "the opponent did not answer"
        time.sleep(0.1)


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_a_move_to_the_next_one_which_ends_cleanly(served, practice):
    with served.running("flask", "--app", "app", "worker") as killed:
        time.sleep(1)
        killed.kill()
        killed.wait(timeout=PATIENCE)
    with served.running("flask", "--app", "app", "worker") as process:
        answered(practice, process)
        practice.hand_in(FIRST)
        answered(practice, process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    assert not served.faults()
    assert practice.stored().ordinal == 1


def test_there_is_a_duty_for_each_process_that_thinks(site):
    site.config["THINKING_PROCESSES"] = 3
    names = [duty.name for duty in commands.periodic_tasks(site, worker_pool_of(site), Event())]
    assert [name for name in names if name.startswith("opponent")] == [
        "opponent 1",
        "opponent 2",
        "opponent 3",
    ]
    assert "idle guests" in names


def test_a_command_shows_the_state_of_practice(site):
    said = site.test_cli_runner().invoke(args=("practice", "state")).output
    assert dict(line.split() for line in said.splitlines()) == dict.fromkeys(
        ("guests", "duels", "waiting", "hints", "judgements", "failed"), "0"
    )
