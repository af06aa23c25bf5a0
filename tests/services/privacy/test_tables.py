"""The description of personal data covers every table and column."""

from models import Base
from services.privacy.tables import HELD, OF_ACCOUNT, exported_columns, table_of, tables

MARKS = ("hash", "secret", "digest", "credential", "key", "salt", "seal")
"""Prefixes of columns that nobody may read."""


def test_each_column_that_names_an_account_is_decided_on():
    named = {
        (table.name, column.name)
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if any(key.column.table.name == "users" for key in column.foreign_keys)
    }
    decided = {
        (table_of(model).name, column) for model, held in HELD.items() for column in (*held.own, *held.others)
    }
    assert decided == named


def test_no_exported_column_has_a_name_that_sounds_secret():
    given = {
        f"{table.name}.{column.name}"
        for table, held in tables()
        if held.own
        for column in exported_columns(table, held)
    }
    words = {name: name.partition(".")[2].split("_") for name in given}
    assert [name for name in given if any(word.startswith(MARKS) for word in words[name])] == []
    assert all(name in table.c for table, held in tables() for name in held.withheld)
    assert {"password_hash", "calendar_token"} <= set(OF_ACCOUNT.withheld)
