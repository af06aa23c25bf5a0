"""First attempts and ratings of members and puzzles, on both databases."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from competition.glicko import START
from learning.puzzle import lines, themes
from models import PuzzleAttempt, PuzzleRating
from services.privacy import deletion
from services.privacy.export import account_of
from services.puzzles.standing import (
    attempted,
    count_attempt,
    daily,
    like,
    next_for,
    rating_of,
    rating_of_puzzle,
    stream,
)
from tests.fixtures_site import NOON

KEYS = themes()["take"]


@pytest.fixture
def attempt(any_database, people):
    """Return a function that counts an attempt."""

    def counted(name, key, score, at=NOON):
        with any_database.writing() as session:
            return count_attempt(session, people[name], key, score, at)

    return counted


def test_a_right_answer_raises_the_member_and_lowers_the_puzzle(attempt, any_database):
    counted = attempt("anna", KEYS[0], 1.0)
    assert counted.before.rating == START < counted.after.rating
    with any_database.reading() as session:
        assert rating_of_puzzle(session, KEYS[0]) < START == rating_of_puzzle(session, KEYS[1])


def test_only_the_first_attempt_counts(attempt, any_database, people):
    attempt("anna", KEYS[0], 0.0)
    assert attempt("anna", KEYS[0], 1.0) is None
    with any_database.reading() as session:
        assert attempted(session, people["anna"]) == {KEYS[0]: 0.0}
        assert rating_of(session, people["anna"], NOON).rating < START
        assert rating_of(session, people["boris"], NOON) is None


def test_a_member_who_answers_at_random_falls_but_stays_positive(attempt, any_database, people):
    ratings = [attempt("anna", key, 0.0).after.rating for key in sorted(lines())[:40]]
    assert ratings == sorted(ratings, reverse=True)
    with any_database.reading() as session:
        assert 0 < rating_of(session, people["anna"], NOON).rating < 1200


def test_part_of_a_score_counts_in_part(attempt):
    assert attempt("anna", KEYS[0], 0.5).after.rating == pytest.approx(START)


def test_idle_time_makes_a_rating_less_certain(attempt, any_database, people):
    attempt("anna", KEYS[0], 1.0)
    with any_database.reading() as session:
        now, later = (rating_of(session, people["anna"], NOON + timedelta(days=d)) for d in (0, 400))
    assert later.deviation > now.deviation


def test_a_member_is_given_what_they_have_not_tried_and_is_near_in_rating(attempt, any_database, people):
    attempt("boris", KEYS[3], 1.0)
    for key in KEYS[:3]:
        attempt("anna", key, 0.0)
    with any_database.reading() as session:
        assert next_for(session, people["anna"], KEYS, KEYS[0], NOON) == KEYS[3]


def test_after_all_puzzles_the_first_comes_again(attempt, any_database, people):
    for key in KEYS[:2]:
        attempt("anna", key, 1.0)
    with any_database.reading() as session:
        assert next_for(session, people["anna"], KEYS[:2], KEYS[1], NOON) == KEYS[0]


def test_liking_needs_an_attempt(attempt, any_database, people):
    with any_database.writing() as session:
        like(session, people["anna"], KEYS[0], liked=True)
    attempt("anna", KEYS[0], 1.0)
    with any_database.writing() as session:
        like(session, people["anna"], KEYS[0], liked=False)
    with any_database.reading() as session:
        assert [each.liked for each in session.scalars(select(PuzzleAttempt))] == [False]


def test_each_day_has_another_puzzle_until_all_had_theirs():
    days = [daily(NOON + timedelta(days=number)) for number in range(len(lines()))]
    assert sorted(days) == sorted(lines())
    assert daily(NOON) == daily(NOON + timedelta(hours=11)) != daily(NOON + timedelta(hours=12))


def test_all_themes_mixed_hold_every_puzzle():
    assert sorted(stream("")) == sorted(lines())


def test_attempts_are_exported_and_deleted_with_the_account(attempt, any_database, people):
    attempt("boris", KEYS[0], 1.0)
    attempt("anna", KEYS[0], 0.0)
    with any_database.reading() as session:
        assert KEYS[0] in str(account_of(session, people["boris"], NOON))
    with any_database.writing() as session:
        deletion.delete_account(session, people["boris"], NOON)
    with any_database.reading() as session:
        assert [each.user_id for each in session.scalars(select(PuzzleAttempt))] == [people["anna"]]
        rows = session.scalars(select(PuzzleRating)).all()
        assert {row.user_id for row in rows} == {people["anna"], None}
        assert [row.attempts for row in rows if row.puzzle] == [2]
