"""Tables in both kinds of database: made, locked, played again, deleted with the account."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from adjudicator import standard
from games import OrderSheet, ReadSheet, Variant, usual_terms
from games.record import faults, load
from models import GameTable, TableChapter, TableSheet
from services.accounts import accounts
from services.privacy.deletion import delete_account
from services.privacy.export import account_of, tables_of
from services.tables import running, tables
from services.tables.refusals import TableRefusal, TableRefused
from services.tables.running import Typed

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
USUAL = {power: power.title() for power in standard().powers}


@pytest.fixture
def made(any_database):
    """Return a database, an account and the token of its table."""
    with any_database.writing() as session:
        olga = accounts.register(session, "Olga", "hash", "en", NOON).id
        proposal = tables.Proposal("Evening", usual_terms(Variant.CLASSIC), 7, 0, tables.SeasonClock())
        token = tables.make(session, olga, proposal, USUAL, NOON).token
    return any_database, olga, token


def play(made, **texts):
    database, olga, token = made
    with database.writing() as session:
        table = tables.lock(session, token, olga)
        typed = {
            power: Typed(texts.get(power, ""), handed_in=True, torn=False) for power in table.game.awaited
        }
        running.store_typed(session, table, typed, "en", NOON)
        return running.reveal(session, table, NOON)


def test_a_name_with_a_null_is_stored_without_it(any_database):
    """PostgreSQL stores no NUL in a text."""
    with any_database.writing() as session:
        olga = accounts.register(session, "Olga", "hash", "en", NOON).id
        terms = usual_terms(Variant.CLASSIC)
        proposal = tables.Proposal("Eve\0ning", terms, 7, 0, tables.SeasonClock())
        assert tables.make(session, olga, proposal, USUAL, NOON).name == "Evening"


def rows(database, model):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(model))


def test_a_phase_is_stored_and_its_sheets_are_gone(made):
    database, _, token = made
    chapter = play(made, FRANCE="A Par - Bur")
    with database.reading() as session:
        assert tables.find(session, token).game == chapter.after
    assert (rows(database, TableChapter), rows(database, TableSheet)) == (1, 0)


def test_only_the_organiser_can_lock_a_phase(made):
    database, olga, token = made
    with database.writing() as session, pytest.raises(TableRefused) as refused:
        tables.lock(session, token, olga + 1)
    assert refused.value.code is TableRefusal.NOT_ORGANISER


def test_a_phase_is_taken_back_and_its_sheets_are_there_again(made):
    database, olga, token = made
    play(made, FRANCE="A Par - Bur")
    with database.writing() as session:
        table = tables.lock(session, token, olga)
        running.undo(session, table, "fr", NOON)
        assert running.typed(session, table.stored)["FRANCE"] == "A Paris – Bourgogne"
    assert rows(database, TableChapter) == 0


def test_a_sheet_that_came_by_a_link_is_sealed_as_before_when_its_phase_is_taken_back(made):
    database, olga, token = made
    with database.writing() as session:
        table = tables.lock(session, token, None)
        seal = running.hand_in(session, table, "FRANCE", "A Par - Bur", "en", NOON)
    play(made, FRANCE="A Par - Pic")
    with database.writing() as session:
        table = tables.lock(session, token, olga)
        running.undo(session, table, "en", NOON)
    with database.writing() as session:
        table = tables.lock(session, token, olga)
        assert running.own_sheet(session, table.stored, "FRANCE").seal == seal
        assert "FRANCE" not in running.typed(session, table.stored)
        with pytest.raises(TableRefused) as refused:
            running.hand_in(session, table, "FRANCE", "A Par - Gas", "en", NOON)
        assert refused.value.code is TableRefusal.REVEALED
    assert "A BUR" in map(str, play(made, FRANCE="A Par - Pic").after.position.units_of("FRANCE"))
    with database.reading() as session:
        record = tables.record_of(session, tables.find(session, token))
    assert record["chapters"][0]["sheets"]["FRANCE"]["seal"] == seal
    assert list(faults(load(record))) == []


def test_a_sheet_is_judged_as_it_was_read_when_it_was_handed_in(made, monkeypatch):
    """Its seal still holds if the site reads orders differently after an update."""
    database, _, token = made
    with database.writing() as session:
        table = tables.lock(session, token, None)
        running.hand_in(session, table, "FRANCE", "A Par - Bur", "en", NOON)
    monkeypatch.setattr("services.tables.running.read_sheet", lambda *_, **__: ReadSheet(OrderSheet(), ()))
    assert "A BUR" in map(str, play(made).after.position.units_of("FRANCE"))
    with database.reading() as session:
        assert list(faults(load(tables.record_of(session, tables.find(session, token))))) == []


def test_the_account_s_file_has_its_tables(made):
    database, olga, token = made
    play(made, FRANCE="A Par - Bur")
    with database.reading() as session:
        (told,) = account_of(session, olga, NOON)["game_tables"]
        (record,) = tables_of(session, olga)
    assert (told["name"], "links" in told) == ("Evening", False)
    assert (record["game"], record["chapters"][0]["phase"]) == (token, "S1901M")


def test_tables_go_with_the_account(made):
    database, olga, token = made
    play(made)
    with database.writing() as session:
        table = tables.lock(session, token, None)
        running.hand_in(session, table, "FRANCE", "A Par - Bur", "en", NOON)
    with database.writing() as session:
        delete_account(session, olga, NOON)
    assert [rows(database, model) for model in (GameTable, TableChapter, TableSheet)] == [0, 0, 0]
