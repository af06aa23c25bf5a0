"""Back-ups from each kind of database, restored into each: nothing is lost or changed."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import insert, select, update

from models import Job, User
from models.copying import CannotBeCopied, NotEmpty, tables
from models.schema import differences, downgrade
from services.accounts import accounts
from services.backups import NoBackup, back_up, restore
from services.duels.access import find_duel
from services.history.chapters import load_record
from services.outages import record_heartbeat
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.fixtures_site import NOON, on_sqlite, open_database


@pytest.fixture
def empty_file(tmp_path):
    """Yield an SQLite database without tables."""
    database = open_database(f"sqlite:///{tmp_path / 'new' / 'duels.sqlite3'}")
    yield database
    database.close()


def stored(database):
    """Return all rows of a database, by table."""
    with database.reading() as session:
        found = {
            table.name: session.execute(select(table).order_by(*table.primary_key)) for table in tables()
        }
        return {name: list(map(tuple, rows)) for name, rows in found.items()}


def record(database, token, user_id):
    with database.reading() as session:
        return json.dumps(load_record(session, find_duel(session, token, user_id, whole=True).stored))


def played(contest):
    """Play a little, and store JSON of all kinds: a value, `null`, and nothing."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.store(FIRST, {"bids": {}})
    with contest.database.writing() as session:
        about = {"duel_id": contest.id, "asked_at": NOON, "purpose": "hint"}
        session.add(Job(**about, ordinal=1, content=None))
        session.add(Job(**about, ordinal=2, content={"é": [None, 1.5]}))
        session.execute(insert(Job).values(**about, ordinal=3))


def test_a_restored_database_equals_the_backed_up_one(contest, empty_file, tmp_path):
    played(contest)
    back_up(contest.database, tmp_path / "backup.sqlite3")
    copied = restore(empty_file, tmp_path / "backup.sqlite3")
    assert stored(empty_file) == stored(contest.database)
    assert copied["chapters"] == 1
    assert copied["entries"] == 1
    user_id = contest.users[FIRST]
    assert record(empty_file, contest.token, user_id) == record(contest.database, contest.token, user_id)


@on_sqlite
@pytest.mark.postgres
def test_a_site_moves_from_sqlite_to_postgresql_and_goes_on(contest, postgres_database, tmp_path):
    """New rows are numbered after the restored ones."""
    played(contest)
    back_up(contest.database, tmp_path / "backup")
    restore(postgres_database, tmp_path / "backup")
    assert stored(postgres_database) == stored(contest.database)
    contest.database = postgres_database
    contest.resolve(None, {"bids": {}})
    assert contest.stored().ordinal == 2
    with postgres_database.writing() as session:
        accounts.register(session, "Carl", "hash", "en", NOON)


@on_sqlite
@pytest.mark.postgres
def test_a_restore_that_postgresql_refuses_names_the_table_and_stores_nothing(
    contest, postgres_database, tmp_path
):
    with contest.database.writing() as session:
        session.execute(update(User).values(closed_why="a\0b"))
    back_up(contest.database, tmp_path / "backup")
    with pytest.raises(CannotBeCopied) as refused:
        restore(postgres_database, tmp_path / "backup")
    assert refused.value.table == "users"
    assert not any(stored(postgres_database).values())


@on_sqlite
def test_a_back_up_of_an_earlier_version_is_brought_up_to_date(contest, empty_file, tmp_path):
    played(contest)
    back_up(contest.database, tmp_path / "backup")
    earlier = open_database(f"sqlite:///{tmp_path / 'backup'}")
    downgrade(earlier, "0016")
    earlier.close()
    restore(empty_file, tmp_path / "backup")
    assert differences(empty_file) == []
    user_id = contest.users[FIRST]
    assert record(empty_file, contest.token, user_id) == record(contest.database, contest.token, user_id)


def test_a_back_up_overwrites_no_file(any_database, tmp_path):
    (tmp_path / "backup").touch()
    with pytest.raises(FileExistsError):
        back_up(any_database, tmp_path / "backup")


def test_nothing_is_restored_into_a_database_that_holds_something(contest, tmp_path):
    back_up(contest.database, tmp_path / "backup")
    before = stored(contest.database)
    with pytest.raises(NotEmpty):
        restore(contest.database, tmp_path / "backup")
    assert stored(contest.database) == before


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0"])
def test_a_file_that_is_no_back_up_is_refused(empty_file, tmp_path, content):
    (tmp_path / "backup").write_bytes(content)
    with pytest.raises(NoBackup):
        restore(empty_file, tmp_path / "backup")


def test_after_a_restore_the_time_since_the_back_up_is_compensated_first(contest, empty_file, tmp_path):
    """Yesterday's deadline has not passed for the worker, if it starts first, nor for the first page."""
    record_heartbeat(contest.database, LATER)
    back_up(contest.database, tmp_path / "backup")
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    restore(empty_file, tmp_path / "backup")
    contest.database, back = empty_file, DEADLINE + timedelta(hours=4)
    assert contest.sweep(back) == 0
    assert record_heartbeat(empty_file, back) == back - LATER
    assert contest.sweep(back) == 0
    assert (contest.phase, contest.stored().deadline_at) == ("HOMES", DEADLINE + (back - LATER))
