"""No log level reveals anything sealed."""

import logging
import re

import pytest
from sqlalchemy.exc import IntegrityError

from adjudicator import Phase, Power
from intimate.entries import Sheet
from models import StoredEntry
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.fixtures_site import open_database

BID = 1917


@pytest.fixture
def logs(caplog):
    """Keep the whole log, with every database statement."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, logger="sqlalchemy")
    return caplog


def test_nothing_of_an_entry_is_logged_while_it_is_stored_and_handed_in(logs, pages):
    duel = pages(start("S1902B"))
    duel.post("anna", "entry", bid_ITALY=str(BID))
    duel.post("anna", "entry", bid_ITALY=str(BID + 1), ready="yes")
    duel.post("anna", "entry", bid_ITALY=f"{BID}x")
    duel.post("anna", "unready")
    assert duel.content() == {"bids": {"ITALY": BID + 1}}
    assert "UPDATE entries" in logs.text
    assert str(BID) not in logs.text
    assert str(BID + 1) not in logs.text


def test_nothing_of_the_orders_is_logged(logs, pages):
    duel = pages(start("S1902M"))
    duel.post("anna", "typed", orders="A Vie - Gal", ready="yes")
    duel.post("anna", "entry", order_VIE="A VIE - TYR")
    duel.post("anna", "store", order_VIE="A VIE - GAL")
    duel.post("anna", "store", order_VIE="A VIE - GALLIPOLI")
    duel.get("anna")
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}
    assert "UPDATE entries" in logs.text
    assert re.search("GAL|TYR", logs.text, re.IGNORECASE) is None


def test_a_database_with_its_own_log_shows_no_contents(logs, any_database, people, begun):
    """An engine made while everything is logged shows its statements without their values."""
    database = open_database(any_database.url.render_as_string(hide_password=False))
    contest = begun(start("S1902B"))
    contest.database = database
    contest.enter(FIRST, {"bids": {"ITALY": BID}})
    secret = contest.stored().lots_secret
    database.close()
    assert "UPDATE" in logs.text or "INSERT" in logs.text
    assert str(BID) not in logs.text
    assert secret not in logs.text


def test_an_error_of_the_database_tells_nothing_of_what_was_to_be_stored(contest):
    contest.store(FIRST, LISTS[FIRST])
    twice = StoredEntry(
        duel_id=contest.id,
        phase=Phase.parse("HOMES"),
        player=FIRST,
        content=Sheet({Power("ITALY"): BID}),
        stored_at=LATER,
    )

    def store_twice():
        with contest.database.writing() as session:
            session.add(twice)

    with pytest.raises(IntegrityError) as failed:
        store_twice()
    assert str(BID) not in str(failed.value)


def test_a_duel_that_breaks_at_its_deadline_is_logged_without_its_entries(logs, contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.store(SECOND, LISTS[SECOND])
    contest.spoil()
    logs.clear()
    contest.sweep()
    assert f"duel {contest.id} could not be resolved" in logs.text
    assert "AUSTRIA" not in logs.text
