"""Query plans of lists: no statement scans all duels or all accounts."""

import re

import pytest

from adjudicator import Power
from intimate.duel import Ending
from models import Ladder
from services import players, viewers
from services.accounts import accounts
from services.archive import dump, search, tallies
from services.archive.search import ArchiveSearch
from services.duels import lists
from services.duels.lists import NEWEST
from services.history import replay
from services.ladders.challenging import last_settled
from services.practice import answering
from services.practice.beginning import practice_of
from tests.fixtures_duels import NOON
from tests.services.looking import selects

AUSTRIA, FRANCE = Power("AUSTRIA"), Power("FRANCE")
SCANNED = re.compile(r"SCAN (duels|users|chapters)(_\d+)?\b|.*\((public|level|first_id|second_id)=\?\)$")
LISTS = {
    "running": lists.running,
    "finished": lists.finished,
    "watched": lambda session, anna: lists.public(session, ended=False),
    "over": lambda session, anna: lists.public(session, ended=True),
    "a visitor": lambda session, anna: players.finished(session, anna, None),
    "the player": lambda session, anna: players.finished(session, anna, anna),
    "an opponent": lambda session, anna: players.finished(session, anna + 1, anna),
    "a player's running": lambda session, anna: players._running(session, anna, None),
    "meetings": lambda session, anna: players.met(session, anna + 1, anna),
    "rivals": lambda session, anna: players.rivals(session, anna, is_own=False),
    "own rivals": lambda session, anna: players.rivals(session, anna, is_own=True),
    "near names": lambda session, anna: players.near_names(session, "bori"),
    "names that look alike": lambda session, anna: accounts.check_free(session, "nobody"),
    "own": viewers.read_own,
    "practice": practice_of,
    "the replay": lambda session, anna: replay.find_shown(session),
    "pairings": lambda session, anna: tallies.pairings(session, "intimate"),
    "bids": lambda session, anna: tallies.bids_by_year(session, AUSTRIA, "intimate"),
    "a month": lambda session, anna: dump._some_after(session, (NOON, 0), NOON),
}
SEARCHES = {
    "all": ArchiveSearch(),
    "a player": ArchiveSearch(player=1),
    "two players": ArchiveSearch(player=1, other=2),
    "a power": ArchiveSearch(home=AUSTRIA),
    "a pairing": ArchiveSearch(home=AUSTRIA, against=FRANCE, preset="intimate"),
    "a year": ArchiveSearch(year=1905, drawn=True),
    "a reason": ArchiveSearch(reason=Ending.CONCEDED, won_by=FRANCE),
    "a pace": ArchiveSearch(pace="live"),
}


def plans(database, asked):
    """Return SQLite's plan for each statement that was sent."""
    with database.engine.connect() as connection:
        for statement, values in asked:
            found = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            yield from (row.detail for row in found)


def ask(database, question):
    """Return the steps of the plan for a query."""
    with database.reading() as session, selects(database) as asked:
        question(session)
    assert asked
    return list(plans(database, asked))


@pytest.mark.parametrize("name", LISTS)
def test_no_list_goes_through_all_duels_or_accounts(sqlite_database, name):
    steps = ask(sqlite_database, lambda session: LISTS[name](session, 1))
    assert [step for step in steps if SCANNED.match(step)] == []


@pytest.mark.parametrize("name", SEARCHES)
def test_no_search_goes_through_all_duels(sqlite_database, name):
    steps = ask(sqlite_database, lambda session: search.search_archive(session, SEARCHES[name], NEWEST))
    assert [step for step in steps if SCANNED.match(step)] == []


def test_the_stamp_of_public_lists_is_found_from_the_latest_duel_on(sqlite_database):
    """A scan in index order that ends at the first row sorts nothing."""
    steps = ask(sqlite_database, lambda session: viewers.read_listed(session, viewers.Lists.PUBLIC))
    assert [step for step in steps if "B-TREE" in step or "INDEX" in step or "MATERIALIZE" in step] == []
    assert {
        "SEARCH duels USING INTEGER PRIMARY KEY (rowid>?)",
        "SEARCH chapters USING INTEGER PRIMARY KEY (rowid>?)",
    } <= {*steps}


def test_running_public_duels_are_read_in_the_order_of_their_index(sqlite_database):
    steps = ask(sqlite_database, lambda session: lists.public(session, ended=False))
    assert [step for step in steps if "B-TREE" in step] == []
    assert any("ix_duels_running_public" in step for step in steps)


def test_duels_that_await_the_opponent_are_found_among_running_practice_alone(sqlite_database):
    steps = ask(sqlite_database, answering.count_waiting_duels)
    assert any("ix_duels_running_practice" in step for step in steps)


def test_the_archive_looks_back_in_its_index_alone(sqlite_database):
    """A page with few results then costs no more than one with many."""
    steps = ask(
        sqlite_database, lambda session: search.search_archive(session, SEARCHES["a pairing"], NEWEST)
    )
    assert any("USING COVERING INDEX ix_duels_archive (public=? AND ended_at<?)" in step for step in steps)


def test_challenges_that_were_settled_are_found_by_who_challenged(sqlite_database):
    """A ladder keeps all its challenges; one member has few."""
    ladder = Ladder(id=1)
    steps = ask(sqlite_database, lambda session: last_settled(session, ladder, 1, (2, 3), NOON))
    (found,) = [step for step in steps if "ladder_challenges" in step]
    assert found.endswith("ix_ladder_challenges_challenger_id_state (challenger_id=? AND state=?)")
