"""Ratings: which duels count, when, and what is stored of them."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from competition.glicko import START, START_DEVIATION
from intimate.chapter import Chapter
from models import RatingChange, RatingPool, StoredDuel, StoredRating, User
from services.duels import deadlines
from services.duels.access import find_duel, lock_for_clock, note_arrival
from services.duels.beginning import store_new_duel
from services.hooks import run_consequences
from services.ratings.shown import prospects
from services.terms import Clock, Terms
from tests.builders import lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.fixtures_site import NOON
from tests.season import DAILY, end_duel
from tests.services.rivals import at_once

DAY = timedelta(days=1)


def changes(database):
    """Return all changes in the order of counting, first players first."""
    with database.reading() as session:
        query = select(RatingChange).order_by(RatingChange.ordinal, RatingChange.player)
        return session.scalars(query).all()


def weights(database):
    """Return the weights of all duels for both players, in eighths."""
    found = changes(database)
    return [(first.weight, second.weight) for first, second in zip(found[::2], found[1::2], strict=True)]


def ordinal(contest):
    return contest.stored().rated_ordinal


def test_a_concession_counts_once_spring_1901_is_complete(begun):
    duel = begun(start("F1901M"))
    duel.happen(FIRST, "conceded")
    lost, won = changes(duel.database)
    assert (lost.player, lost.score, won.score, ordinal(duel)) == (FIRST, 0, 2, 1)
    assert lost.rating < START < won.rating
    assert lost.rating_before == won.rating_before == START
    assert max(lost.deviation, won.deviation) < START_DEVIATION


@pytest.mark.parametrize(
    ("sheets", "weight"),
    [
        (({"bids": {}}, {"bids": {}}), 1),
        (({"bids": {"ITALY": 5}}, {"bids": {}}), 1),
        (({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}}), 8),
    ],
)
def test_a_concession_before_both_have_bid_in_an_auction_counts_an_eighth_for_the_winner(
    begun, sheets, weight
):
    """Three empty phases are no duel."""
    duel = begun()
    duel.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.resolve(*sheets)
    duel.resolve({"orders": {}}, {"orders": {}})
    duel.happen(SECOND, "conceded")
    won, lost = changes(duel.database)
    assert (won.weight, won.why) == (weight, "unfought" if weight < 8 else None)
    assert (lost.weight, lost.why) == (8, None)


def test_the_forecast_of_ratings_gives_an_early_concession_little_weight(begun):
    duel = begun()
    duel.resolve(LISTS[FIRST], LISTS[SECOND])
    with duel.database.reading() as session:
        won, drawn, lost = prospects(session, duel.stored(), NOON)
    assert [each.changes[FIRST].weight.eighths for each in (won, drawn, lost)] == [1, 8, 8]
    assert [each.changes[SECOND].weight.eighths for each in (won, drawn, lost)] == [8, 8, 1]


@pytest.mark.parametrize("phase", ["S1901B", "S1901M"])
def test_a_concession_before_spring_1901_is_complete_does_not_count(begun, phase):
    duel = begun(start(phase))
    duel.happen(FIRST, "conceded")
    assert (changes(duel.database), ordinal(duel)) == ([], None)


def test_a_draw_counts_half_for_both(begun):
    duel = begun(start("S1902M"))
    duel.happen(FIRST, "draw_offered")
    duel.happen(SECOND, "draw_agreed")
    assert [change.score for change in changes(duel.database)] == [1, 1]


def test_a_victory_on_the_board_counts(begun):
    duel = begun(lonely("S1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["F LON"]}))
    duel.resolve({"orders": {"AUSTRIA": ["A BUR - PAR"]}}, None)
    assert duel.phase is None
    assert [change.score for change in changes(duel.database)] == [2, 0]


def test_a_loss_by_absence_counts_like_any_loss(begun):
    duel = begun(start("S1902M"), clock=Clock(misses=1))
    duel.enter(FIRST, {"orders": {}})
    duel.sweep(NOON + 2 * DAY)
    assert duel.stored().reason == "absent"
    assert [change.score for change in changes(duel.database)] == [2, 0]


def test_a_duel_whose_agreed_hours_are_over_counts(begun):
    """Source 002, 1."""
    owned = {"AUSTRIA": ["VIE", "BUD", "TRI"], "FRANCE": ["PAR"]}
    units = {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}
    duel = begun(lonely("F1902M", centers=owned, units=units), clock=Clock(3000, 3000, 3000, limit=3600))
    with duel.database.writing() as session:
        for player in (FIRST, SECOND):
            note_arrival(session.get(StoredDuel, duel.id), player, NOON)
    duel.sweep(NOON + timedelta(hours=1))
    assert duel.stored().reason == "time_up"
    assert [change.score for change in changes(duel.database)] == [2, 0]


def test_a_duel_that_lapses_counts_for_nobody(any_database, people):
    live = Terms(clock=Clock(900, 900, 300))
    with any_database.writing() as session:
        anna, boris = (session.get(User, people[name]) for name in ("anna", "boris"))
        stored = store_new_duel(session, anna, boris, live, NOON)
        stored.counts = True
        token = stored.token
    deadlines.sweep(any_database, lambda: NOON + DAY)
    with any_database.reading() as session:
        assert find_duel(session, token, people["anna"]).stored.reason == "lapsed"
    assert changes(any_database) == []


@pytest.mark.parametrize(
    ("settings", "counted"),
    [({}, 2), ({"year_limit": 1910, "limit_counts": "units"}, 2), ({"loyalty": 2}, 0)],
)
def test_a_duel_with_altered_settings_counts_for_nobody_but_its_last_year_may_be_set(
    begun, settings, counted
):
    duel = begun(start("S1902M"), **settings)
    duel.happen(FIRST, "conceded")
    assert len(changes(duel.database)) == counted


def test_a_duel_that_was_agreed_not_to_count_does_not(season):
    with season.playing() as play:
        play("anna", "boris", "anna", NOON, Terms(clock=DAILY, rated=False))
    assert season.ratings() == {}


def test_live_duels_and_each_preset_have_ratings_of_their_own(season):
    live = Terms(clock=Clock(900, 900, 300))
    with season.playing() as play:
        for terms in (season.terms, live, Terms("beginner", clock=DAILY), Terms("even", clock=DAILY)):
            play("anna", "boris", "anna", NOON, terms)
    with season.database.reading() as session:
        pools = {(pool.pace, pool.preset): pool.counted for pool in session.scalars(select(RatingPool))}
        by_days = dict.fromkeys([("days", preset) for preset in ("intimate", "beginner", "even")], 1)
        assert pools == {**by_days, ("live", "intimate"): 1}
        assert session.scalars(select(StoredRating.duels)).all() == [1] * 8
    assert {change.rating_before for change in changes(season.database)} == {START}


def test_the_weight_of_the_same_two_falls_and_is_whole_again_after_thirty_days(season):
    """Within 30 days: 1, ½, ¼, 0; the reason is given."""
    with season.playing() as play:
        for day in (0, 1, 2, 3, 30, 31, 100):
            play("anna", "boris", ("anna", "boris")[day % 2], NOON + day * DAY)
    assert weights(season.database) == [(8, 8), (4, 4), (2, 2), (0, 0), (0, 0), (0, 0), (8, 8)]
    whys = [change.why for change in changes(season.database)][::2]
    assert whys == [None, *["repeat"] * 5, None]
    rows = season.ratings()
    nothing = [each for each in changes(season.database) if each.weight == 0]
    assert all(each.rating == each.rating_before for each in nothing)
    assert (rows["anna"].duels, rows["boris"].duels) == (7, 7)


def test_accounts_that_only_lose_to_one_player_feed_them_no_more_than_one_opponent(season):
    with season.playing() as play:
        for number, puppet in enumerate(("boris", "clara", "dora")):
            play("anna", puppet, "anna", NOON + number * DAY)
    assert weights(season.database) == [(8, 8), (4, 8), (2, 8)]
    rows = season.ratings()
    anna = season.ids["anna"]
    assert (rows["anna"].fed, rows["anna"].one_opponent_id) == (3, None)
    assert {rows[name].one_opponent_id for name in ("boris", "clara", "dora")} == {anna}


def test_idle_time_makes_a_rating_less_certain_and_is_counted_from_the_last_duel(season):
    with season.playing() as play:
        for number, opponent in enumerate(("boris", "clara", "dora")):
            play("anna", opponent, "anna", NOON + number * DAY)
        play("anna", "boris", None, NOON + 400 * DAY)
    *_, before, after = (
        change for change in changes(season.database) if change.user_id == season.ids["anna"]
    )
    assert before.deviation < after.deviation_before < START_DEVIATION
    assert after.rating_before == before.rating


def test_a_duel_that_ended_before_the_last_one_was_counted_counts_at_that_instant(season):
    """Duels may get the lock in another order than that of their ends; the order of counting holds."""
    with season.playing() as play:
        play("anna", "boris", "anna", NOON + DAY)
        play("clara", "dora", "clara", NOON)
    assert {change.rated_at for change in changes(season.database)} == {NOON + DAY}


def test_an_ending_that_is_stored_is_counted_once(season):
    with season.playing() as play:
        stored = play("anna", "boris", "anna", NOON)
    with season.database.writing() as session:
        locked = lock_for_clock(session, stored.id)
        run_consequences(session, locked.stored, Chapter(locked.duel), NOON)
    assert len(changes(season.database)) == 2


def test_duels_that_end_at_once_are_counted_one_by_one(season, differing):
    """Even the first duels of a pool, which does not exist yet."""
    pairs = [("anna", "boris"), ("clara", "dora"), ("anna", "dora"), ("boris", "clara")] * 2

    def end(first, second, number):
        with season.database.writing() as session:
            users = [session.get(User, season.ids[name]) for name in (first, second)]
            end_duel(session, *users, users[0], NOON + number * DAY, season.terms)

    at_once(*(lambda pair=pair, number=number: end(*pair, number) for number, pair in enumerate(pairs)))
    with season.database.reading() as session:
        counted = session.scalars(select(StoredDuel.rated_ordinal).order_by(StoredDuel.rated_ordinal)).all()
    assert counted == list(range(1, len(pairs) + 1))
    assert differing(season.database) == []
