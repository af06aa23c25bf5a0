"""Transactions: simultaneous writers lose nothing; failures leave nothing behind."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from sqlalchemy import make_url, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from models import Away, Busy, Database, Limits, User
from models.connections import connect_arguments, with_driver
from models.database import WroteWhileReading
from tests.fixtures_site import NOON

THREADS, TIMES = 8, 25
FULL = 2
PRAGMAS = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": FULL}
TIMEOUTS = ("lock_timeout", "idle_in_transaction_session_timeout")


def user(name="anna", **values):
    usual = {"name": name, "name_key": name, "password_hash": "x", "language": "en"}
    return User(**{**usual, "created_at": NOON, **values})


def test_many_who_read_modify_and_write_at_once_lose_nothing(sqlite_database):
    with sqlite_database.writing() as session:
        session.add(user("0"))

    def count(_):
        for _ in range(TIMES):
            with sqlite_database.writing() as session:
                counted = session.scalars(select(User)).one()
                counted.name = str(int(counted.name) + 1)

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(count, range(THREADS)))
    with sqlite_database.reading() as session:
        assert session.scalars(select(User.name)).one() == str(THREADS * TIMES)


def test_a_failed_transaction_leaves_nothing_behind(any_database):
    def write_and_fail():
        with any_database.writing() as session:
            session.add(user())
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with any_database.reading() as session:
        assert session.scalars(select(User)).all() == []


def test_a_reading_transaction_does_not_wait_for_a_writer_and_sees_only_committed_rows(any_database):
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


@pytest.mark.parametrize("statement", ["UPDATE users SET name = 'boris'", "DELETE FROM users"])
def test_the_database_itself_refuses_a_change_while_reading(any_database, statement):
    with any_database.writing() as session:
        session.add(user())
    with pytest.raises(DBAPIError, match=r"(?i)read.?only"), any_database.reading() as session:
        session.execute(text(statement))
    with any_database.writing() as session:
        assert session.scalars(select(User.name)).one() == "anna"
        session.execute(text("DELETE FROM users"))


def test_a_reading_transaction_sees_one_state_in_spite_of_writes(any_database):
    with any_database.reading() as reader:
        assert reader.scalars(select(User)).all() == []
        with any_database.writing() as session:
            session.add(user())
        assert reader.scalars(select(User)).all() == []


def test_a_lock_that_is_not_to_be_had_is_an_error_of_its_own_and_ends_with_the_lock(any_database):
    url = any_database.url.render_as_string(hide_password=False)
    hasty = Database(url, Limits(wait_seconds=0.1))

    def lock(database):
        with database.writing() as session:
            session.scalars(select(User).with_for_update()).one()

    with any_database.writing() as session:
        session.add(user())
    with any_database.writing() as session:
        session.scalars(select(User).with_for_update()).one()
        with pytest.raises(Busy):
            lock(hasty)
    lock(hasty)
    hasty.close()


def test_a_silent_transaction_on_postgresql_is_ended_with_its_locks(postgres_database):
    url = postgres_database.url.render_as_string(hide_password=False)
    silent = Database(url, Limits(idle_seconds=0.1))

    def lock_in_silence():
        with silent.writing() as session:
            session.scalars(select(User).with_for_update()).one()
            with postgres_database.writing() as other:  # waits for the lock until the silent one is ended
                other.scalars(select(User).with_for_update()).one()
            session.scalars(select(User)).one()

    with postgres_database.writing() as session:
        session.add(user())
    with pytest.raises(Away, match="idle-in-transaction"):
        lock_in_silence()
    silent.close()


def test_options_in_the_database_address_override_the_settings(postgres_database):
    url = postgres_database.url.update_query_dict({"options": "-c lock_timeout=77", "connect_timeout": "7"})
    database = Database(url.render_as_string(hide_password=False), Limits(idle_seconds=5))
    with database.reading() as session:
        said = [session.scalar(text(f"SHOW {name}")) for name in TIMEOUTS]
    assert said == ["77ms", "5s"]
    database.close()


def test_timeouts_for_a_dead_server_are_passed_to_the_connection():
    given = connect_arguments(make_url("postgresql://host/name"), Limits(answer_seconds=7, connect_seconds=3))
    assert (given["connect_timeout"], given["keepalives"], given["tcp_user_timeout"]) == (3, 1, 7000)


def test_times_come_back_in_utc(any_database):
    with any_database.writing() as session:
        session.add(user())
    with any_database.reading() as session:
        assert session.scalars(select(User.created_at)).one() == NOON


def test_a_time_without_zone_is_refused(sqlite_database):
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 -- that is the point
    with pytest.raises(Exception, match="without its zone"), sqlite_database.writing() as session:
        session.add(user(created_at=naive))


@pytest.mark.parametrize(
    "values", [{"language": "de"}, {"codes": "german"}, {"board": "glass"}, {"name_key": "boris"}]
)
def test_database_constraints_refuse_invalid_rows(any_database, values):
    with any_database.writing() as session:
        session.add(user("boris"))
    with pytest.raises(IntegrityError), any_database.writing() as session:
        session.add(user(**values))


def test_sqlite_lets_many_read_checks_references_and_has_on_disk_what_it_acknowledged(sqlite_url):
    database = Database(sqlite_url)
    with database.writing() as session:
        said = [session.scalar(text(f"PRAGMA {name}")) for name in PRAGMAS]
    database.close()
    assert dict(zip(PRAGMAS, said, strict=True)) == PRAGMAS


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_uses_the_same_driver(scheme):
    assert with_driver(f"{scheme}://somebody@host/name").drivername == "postgresql+psycopg"


def test_the_folder_of_a_new_database_is_made(tmp_path):
    Database(f"sqlite:///{tmp_path / 'new' / 'duels.sqlite3'}").close()
    assert (tmp_path / "new").is_dir()
