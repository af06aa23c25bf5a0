"""Ratings can be recomputed from the duels alone, to the last digit."""

from datetime import timedelta
from random import Random

from sqlalchemy import delete, select, update

from models import RatingChange, RatingPool, StoredRating
from services.ratings import recomputing
from services.ratings.recomputing import recompute
from services.terms import Terms
from tests.fixtures_site import NOON
from tests.season import DAILY, Season

NAMES = [f"player{number}" for number in range(12)]
KINDS = (Terms(clock=DAILY), Terms("beginner", clock=DAILY))


def play_at_random(database, duels, seed=11):
    """Play duels with random players, results, kinds and pauses between them."""
    season, random, now = Season(database, NAMES, NOON), Random(seed), NOON  # noqa: S311 -- repeatable randomness
    with season.playing() as play:
        for _ in range(duels):
            now += timedelta(seconds=random.choice([0, 1, 5000, 90_000.123, 900_000]))
            first, second = random.sample(NAMES[:4] if random.random() < 0.5 else NAMES, 2)
            play(first, second, random.choice([first, second, None]), now, random.choice(KINDS))
    return season


def stored(database):
    """Return everything stored about ratings, without the numbers of the rows."""
    rows = {}
    with database.reading() as session:
        for table in (RatingPool, StoredRating, RatingChange):
            names = [column.key for column in table.__table__.columns if column.key != "id"]
            found = session.execute(select(*(getattr(table, name) for name in names)))
            rows[table.__name__] = sorted(map(repr, found))
    return rows


def test_recomputing_a_hundred_results_gives_the_same_digits(any_database, differing, monkeypatch):
    monkeypatch.setattr(recomputing, "BATCH", 47)
    play_at_random(any_database, 100)
    before = stored(any_database)
    assert {len(rows) for rows in before.values()} == {2, 23, 200}
    whys = {why for row in before["RatingChange"] for why in ("repeat", "one_opponent") if why in row}
    assert whys == {"repeat", "one_opponent"}
    assert differing(any_database) == []
    with any_database.writing() as session:
        for table in (RatingChange, StoredRating, RatingPool):
            session.execute(delete(table))
        assert recompute(session) == 100
    assert stored(any_database) == before


def test_ratings_that_differ_from_the_duels_are_reported(any_database, differing):
    season = play_at_random(any_database, 20)
    user = season.ids["player0"]
    with any_database.writing() as session:
        pool = session.scalars(select(RatingPool)).first()
        of_pool = RatingChange.pace == pool.pace, RatingChange.preset == pool.preset
        change = session.scalars(select(RatingChange).where(*of_pool)).first()
        change.weight = 1
        missing = session.scalars(select(RatingChange).where(RatingChange.id != change.id)).first()
        subjects = [f"duel {each.duel_id}, account {each.user_id}" for each in (change, missing)]
        session.delete(missing)
        session.execute(
            update(StoredRating).where(StoredRating.user_id == user).values(rating=StoredRating.rating + 1e-9)
        )
        pool.counted += 1
    found = differing(any_database)
    assert {f"{subjects[0]}: weight", subjects[1], f"account {user}: rating", "duels counted"} == set(found)
    with any_database.writing() as session:
        recompute(session)
    assert differing(any_database) == []


def test_a_site_without_a_rated_duel_has_nothing_to_recompute(any_database, differing):
    with any_database.writing() as session:
        assert recompute(session) == 0
    assert differing(any_database) == []
