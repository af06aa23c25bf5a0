"""The administrator's commands for the database."""

import stat

import pytest

from models.schema import downgrade
from services.accounts import accounts
from services.outages import record_heartbeat
from tests.fixtures_site import NOON


@pytest.fixture
def run(any_site):
    """Return a function that runs a command on each kind of database."""
    return lambda *arguments: any_site.test_cli_runner().invoke(args=("database", *arguments))


def test_an_administrator_backs_a_site_up_loses_it_and_restores_it(run, any_database, tmp_path):
    with any_database.writing() as session:
        accounts.register(session, "Anna", "hash", "en", NOON)
    file = tmp_path / "backup.sqlite3"
    saved = run("backup", str(file))
    assert saved.exit_code == 0
    assert "Keep them too, in another place" in saved.output
    assert "ENTRY_KEYS" in saved.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    downgrade(any_database)
    restored = run("restore", str(file))
    assert (restored.exit_code, restored.output.startswith("1 rows of 1 tables")) == (0, True)
    assert "has no last heartbeat" in restored.output
    with any_database.reading() as session:
        assert accounts.named(session, "anna").created_at == NOON


def test_a_failed_restore_says_what_to_do(run, any_database, tmp_path):
    (tmp_path / "none").write_bytes(b"no database")
    assert "no back-up of a site" in run("restore", str(tmp_path / "none")).output
    run("backup", str(tmp_path / "backup"))
    with any_database.writing() as session:
        accounts.register(session, "Anna", "hash", "en", NOON)
    assert "Name an empty one" in run("restore", str(tmp_path / "backup")).output
    assert run("restore", str(tmp_path / "missing")).exit_code == 2


def test_after_a_restoration_the_administrator_sees_from_when_time_is_compensated(
    run, any_database, tmp_path
):
    record_heartbeat(any_database, NOON)
    run("backup", str(tmp_path / "backup"))
    downgrade(any_database)
    said = run("restore", str(tmp_path / "backup")).output
    assert "get the time since 2026-11-20 12:00 UTC back" in said


def test_a_database_that_is_away_is_said_in_a_line(site_with, sqlite_database):
    away = site_with(sqlite_database, DATABASE_URL="postgresql://postgres@127.0.0.1:1/none")
    done = away.test_cli_runner().invoke(args=("database", "upgrade"))
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert done.output.startswith("Error: The database did not do this: connection failed")


def test_a_back_up_to_no_place_is_refused_with_what_to_do(run, tmp_path):
    nowhere = run("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))
    assert nowhere.exit_code == 1
    assert "nowhere is no folder that you may write to." in nowhere.output
