"""Seasons through the real services: ratings agree with strengths, and farming gains nothing measurable.

"Nothing measurable": the farm moves the farmer's rating by less than half of its own deviation,
which is its uncertainty anyway.
"""

from datetime import timedelta
from functools import partial
from random import Random

import pytest

from services.ratings.win_trading import list_win_traders
from tests.fixtures_site import NOON
from tests.season import Season, play_season, spearman, strengths

HOUR = timedelta(hours=1)
SEED = 22


def chance():
    return Random(SEED)  # noqa: S311 -- repeatable randomness


def numbered_names(number, kind="player"):
    return [f"{kind}{each}" for each in range(number)]


def played(database, players, rounds, others=()):
    """Play a season; return it, the strengths, and the time of its end."""
    random, names = chance(), numbered_names(players)
    season, known = Season(database, names, NOON), strengths(names, random)
    end = play_season(season, known, rounds, random)
    more = Season(database, list(others), NOON) if others else None
    if more:
        season.ids |= more.ids
        season.names = [*names, *others]
    return season, known, end


def agreement(season, known):
    ratings = season.ratings()
    return spearman(known, {name: ratings[name].rating for name in known})


def best_of(season):
    """Return the names of the two highest-rated players."""
    ratings = season.ratings()
    return sorted(ratings, key=lambda name: ratings[name].rating)[:-3:-1]


def farmed(season, farmer, farm):
    """Farm; return the farmer's gain in deviations."""
    before = season.ratings()[farmer]
    farm()
    after = season.ratings()[farmer]
    return (after.rating - before.rating) / after.deviation


def feed(season, farmer, puppets, now):
    """Let each puppet lose four duels to the farmer and to nobody else."""
    with season.playing() as play:
        for puppet in puppets:
            for _ in range(4):
                now += HOUR
                play(puppet, farmer, farmer, now)


def exchange(season, one, other, now, *, alternating):
    """Let two established players play forty duels with each other within a month."""
    with season.playing() as play:
        for number in range(40):
            now += 12 * HOUR
            play(one, other, other if alternating and number % 2 else one, now)


@pytest.mark.soak
def test_the_order_of_ratings_agrees_with_strengths_after_a_small_season(sqlite_database):
    season, known, _ = played(sqlite_database, 30, 20)
    assert agreement(season, known) >= 0.8


def test_farming_gains_nothing_measurable(sqlite_database):
    puppets = numbered_names(12, "puppet")
    season, _, end = played(sqlite_database, 10, 20, puppets)
    best, second = best_of(season)
    fed = [
        farmed(season, best, partial(feed, season, best, some, end)) for some in (puppets[:4], puppets[4:])
    ]
    assert 0 < fed[0] < 0.5
    assert fed[1] == pytest.approx(0, abs=0.01)  # more of them add nothing
    assert abs(farmed(season, second, partial(exchange, season, second, best, end, alternating=True))) < 0.5
    with sqlite_database.reading() as session:
        (noted,) = [each for each in list_win_traders(session) if each.name == best]
    assert {win.name for win in noted.wins if win.still_only_loses} <= set(puppets)
    assert len({win.name for win in noted.wins}) > 2


@pytest.mark.soak
def test_a_whole_season_orders_two_hundred_players_by_strength_and_farms_gain_nothing(
    any_database, differing
):
    """200 players, 40 duels each, strengths with a standard deviation of 200 Elo."""
    puppets = numbered_names(60, "puppet")
    season, known, end = played(any_database, 200, 40, puppets)
    assert agreement(season, known) >= 0.9
    farmer, partner = best_of(season)
    assert abs(farmed(season, farmer, partial(feed, season, farmer, puppets, end))) < 0.5
    later = end + timedelta(days=60)
    for alternating in (True, False):
        trade = partial(exchange, season, partner, farmer, later, alternating=alternating)
        assert abs(farmed(season, partner, trade)) < 0.5
        later += timedelta(days=60)
    assert differing(any_database) == []
