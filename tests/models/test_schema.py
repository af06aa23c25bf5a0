"""Migrations: forth and back on both databases, and never apart from the models."""

from sqlalchemy import inspect

from models import Base
from models.schema import differences, downgrade, upgrade


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


def test_to_upgrade_twice_changes_nothing(any_database):
    upgrade(any_database)
    assert differences(any_database) == []
