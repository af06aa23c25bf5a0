"""Migrations: forth and back on both databases, and never apart from the models."""

import sqlalchemy as sa
from sqlalchemy import inspect, select, text

from models import Base, User
from models.schema import differences, downgrade, upgrade
from services.accounts import sessions
from tests.fixtures_site import NOON


def tables(database):
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_the_migrations_make_what_the_models_say(any_database):
    assert differences(any_database) == []


def test_the_migrations_make_the_same_checks_and_unique_rules_as_the_models(any_database):
    inspector = inspect(any_database.engine)
    for name, table in Base.metadata.tables.items():
        rules = [*inspector.get_check_constraints(name), *inspector.get_unique_constraints(name)]
        wanted = {str(rule.name) for rule in table.constraints if str(rule.name)[:3] in {"ck_", "uq_"}}
        assert {rule["name"] for rule in rules} == wanted


def test_the_migrations_go_back_to_nothing_and_forth_again(any_database):
    downgrade(any_database)
    assert tables(any_database) == set()
    upgrade(any_database)
    assert tables(any_database) == set(Base.metadata.tables)


def test_accounts_outlive_the_way_to_sessions_and_back(any_database):
    with any_database.writing() as session:
        session.add(User(name="anna", name_key="anna", password_hash="x", language="en", created_at=NOON))
        session.flush()
        sessions.begin(session, session.scalars(select(User)).one(), NOON)
    downgrade(any_database, "0001")
    with any_database.reading() as session:
        assert session.execute(text("SELECT name, session_stamp FROM users")).all() == [("anna", "")]
    upgrade(any_database)
    assert differences(any_database) == []
    with any_database.reading() as session:
        assert session.scalars(select(User.name)).all() == ["anna"]


def test_accounts_that_were_there_before_have_the_codes_of_their_language(any_database):
    downgrade(any_database, "0003")
    row = {"name": "anna", "name_key": "anna", "password_hash": "x", "language": "fr", "is_keeper": False}
    former = sa.table("users", *map(sa.column, row), sa.column("created_at", sa.DateTime(timezone=True)))
    with any_database.writing() as session:
        session.execute(former.insert().values(**row, created_at=NOON))
    upgrade(any_database)
    with any_database.reading() as session:
        assert session.scalars(select(User.codes)).all() == ["language"]


def test_to_upgrade_twice_changes_nothing(any_database):
    upgrade(any_database)
    assert differences(any_database) == []
