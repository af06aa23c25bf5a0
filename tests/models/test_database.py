"""Transactions: many who write at once lose nothing; what fails leaves nothing behind."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from models import Database, User
from models.database import WroteWhileReading, driven
from tests.fixtures_site import NOON

THREADS, TIMES = 8, 25


def user(name="anna", **values):
    usual = {"name": name, "name_key": name, "password_hash": "x", "language": "en", "session_stamp": "s"}
    return User(**{**usual, "created_at": NOON, **values})


def test_many_who_read_modify_and_write_at_once_lose_nothing(sqlite_database):
    with sqlite_database.writing() as session:
        session.add(user(session_stamp="0"))

    def count(_):
        for _ in range(TIMES):
            with sqlite_database.writing() as session:
                counted = session.scalars(select(User)).one()
                counted.session_stamp = str(int(counted.session_stamp) + 1)

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(count, range(THREADS)))
    with sqlite_database.reading() as session:
        assert session.scalars(select(User.session_stamp)).one() == str(THREADS * TIMES)


def test_what_fails_leaves_nothing_behind(any_database):
    def write_and_fail():
        with any_database.writing() as session:
            session.add(user())
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with any_database.reading() as session:
        assert session.scalars(select(User)).all() == []


def test_a_reader_is_not_held_up_by_a_writer_and_sees_only_what_is_committed(any_database):
    with any_database.writing() as writer:
        writer.add(user())
        writer.flush()
        with any_database.reading() as reader:
            assert reader.scalars(select(User)).all() == []


def test_a_change_while_reading_is_an_error_and_not_lost_in_silence(any_database):
    with any_database.reading() as session:
        session.add(user())
        with pytest.raises(WroteWhileReading):
            session.flush()


def test_times_come_back_in_utc(any_database):
    with any_database.writing() as session:
        session.add(user())
    with any_database.reading() as session:
        assert session.scalars(select(User.created_at)).one() == NOON


def test_a_time_without_zone_is_refused(sqlite_database):
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 -- that is the point
    with pytest.raises(Exception, match="without its zone"), sqlite_database.writing() as session:
        session.add(user(created_at=naive))


@pytest.mark.parametrize("values", [{"language": "de"}, {"name_key": "boris"}])
def test_the_database_itself_refuses_what_makes_no_sense(any_database, values):
    with any_database.writing() as session:
        session.add(user("boris"))
    with pytest.raises(IntegrityError), any_database.writing() as session:
        session.add(user(**values))


def test_sqlite_is_set_up_for_many_readers_and_checks_references(sqlite_database):
    with sqlite_database.reading() as session:
        said = [session.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys")]
    assert said == ["wal", 1]


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_uses_the_same_driver(scheme):
    assert driven(f"{scheme}://somebody@host/name").drivername == "postgresql+psycopg"


def test_the_folder_of_a_new_database_is_made(tmp_path):
    Database(f"sqlite:///{tmp_path / 'new' / 'duels.sqlite3'}").close()
    assert (tmp_path / "new").is_dir()
