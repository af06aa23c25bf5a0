"""The lists of ratings: their players, their order, and the cost of a page."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import StoredRating
from services.accounts import accounts
from services.ratings import shown
from services.ratings.pools import LISTED_FOR, Pool
from services.ratings.shown import LAST_RANK, PAGE, RatedMark, list_ratings, rank, unlist_idle
from tests.fixtures_site import NOON

POOL = Pool("days", "intimate")
LATER = NOON + timedelta(days=1)


def rate(session, user_id, rating, **columns):
    usual = {"deviation": 60, "volatility": 0.06, "duels": 30, "rated_at": NOON, "fed": 0}
    known = {"listed_until": NOON + LISTED_FOR, **usual, **columns}
    session.add(StoredRating(user_id=user_id, pace=POOL.pace, preset=POOL.preset, rating=rating, **known))


@pytest.fixture
def rated(any_database):
    """Return a function that rates a number of new accounts and returns their numbers."""

    def rated(*ratings, **columns):
        with any_database.writing() as session:
            number = session.query(StoredRating).count()
            names = [f"player{number + each}" for each in range(len(ratings))]
            ids = [accounts.register(session, name, "hash", "en", NOON).id for name in names]
            for user_id, rating in zip(ids, ratings, strict=True):
                rate(session, user_id, rating, **columns)
        return ids

    return rated


def listed(database, now=LATER, after=None):
    with database.reading() as session:
        return list_ratings(session, POOL, now, after)


def test_the_best_stand_first_and_of_equals_the_younger_account(any_database, rated):
    ids = rated(1500.0, 1700.5, 1500.0, 1600.0)
    assert [each.place.user_id for each in listed(any_database)] == [ids[1], ids[3], ids[2], ids[0]]


def test_provisional_and_idle_players_are_not_listed(any_database, rated):
    rated(1900.0, deviation=150, listed_until=None)
    rated(1800.0, listed_until=LATER)
    assert listed(any_database) == []
    (shown,) = listed(any_database, NOON)
    assert not shown.rating.value.is_provisional
    assert unlist_idle(any_database, NOON) == 0
    assert [unlist_idle(any_database, LATER) for _ in range(2)] == [1, 0]
    with any_database.reading() as session:
        assert session.scalars(select(StoredRating.listed_until)).all() == [None, None]


def test_pages_follow_each_other_without_a_gap_and_ranks_run_on(any_database, rated):
    ids = rated(*(1500.0 + number // 3 for number in range(2 * PAGE + 7)))
    found, after = [], None
    while True:
        page = listed(any_database, after=after)
        found += [each.place for each in page[:PAGE]]
        if len(page) <= PAGE:
            break
        after = found[-1]
    assert [place.user_id for place in found] == ids[::-1]
    with any_database.reading() as session:
        assert [rank(session, POOL, LATER, place) for place in found] == list(range(1, len(ids) + 1))


def test_ranks_are_counted_only_as_far_as_is_said(any_database, rated, monkeypatch):
    rated(*(1500.0 + number for number in range(6)))
    monkeypatch.setattr("services.ratings.shown.LAST_RANK", 4)
    shown._ahead_query.cache_clear()
    with any_database.reading() as session:
        ranks = [rank(session, POOL, LATER, RatedMark(1505.0 - number, 1_000_000)) for number in range(6)]
    shown._ahead_query.cache_clear()
    assert ranks == [1, 2, 3, 4, None, None]
    assert LAST_RANK >= 2 * PAGE


def plan(database, query, values):
    """Return SQLite's plan for a query."""
    with database.reading() as session:
        compiled = query.compile(session.get_bind(), compile_kwargs={"render_postcompile": True})
        ordered = [{**compiled.params, **values}[name] for name in compiled.positiontup]
        rows = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", tuple(ordered))
        return " ".join(row[3] for row in rows)


@pytest.mark.parametrize("first", [True, False])
def test_a_page_is_read_off_its_index_without_sorting(sqlite_database, first):
    values = {**POOL.bound, "now": str(NOON), "rating": 1500.0, "user_id": 1}
    found = plan(sqlite_database, shown._page_query(first=first), values)
    assert "ix_ratings_listed" in found
    assert "TEMP B-TREE" not in found
