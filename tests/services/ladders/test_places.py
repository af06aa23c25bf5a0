"""Joining, leaving, time off and seasons of a ladder (docs/ladders.md)."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from intimate.errors import SettingError
from models import Block, LadderChampion, LadderPlace, StoredRating
from services.ladders import challenging, ladders, membership
from services.ladders.ladders import CLOCKS
from services.ladders.refusals import LadderRefusal
from services.moderation.acts import close_account
from services.terms import Terms
from tests.fixtures_site import NOON
from tests.refusing import refuses
from tests.services.ladders.scene import Scene

DAY = timedelta(days=1)


def rate(scene, **ratings):
    """Give players ratings; negative ones are provisional."""
    with scene.database.writing() as session:
        for name, rating in ratings.items():
            settled = {"rating": abs(rating), "deviation": 60.0 if rating > 0 else 200.0, "volatility": 0.06}
            key = {"user_id": scene.people[name], "pace": "days", "preset": "intimate"}
            session.add(StoredRating(**key, **settled, duels=20, rated_at=NOON))


def test_a_joiner_stands_at_the_bottom_and_joins_once(scene):
    scene.join("k", "k", "a")
    assert scene.order == list("abcdefghijk")


@pytest.mark.parametrize(
    ("ratings", "order"),
    [
        ({"k": 1700, "b": 1800, "d": 1700, "f": 1600}, "abcdkefghij"),
        ({"k": 1900, "c": 1800, "f": 1600}, "abkcdefghij"),
        ({"k": 1500, "j": 1600}, "abcdefghijk"),
        ({"k": -1900, "b": 1800}, "abcdefghijk"),
        ({"k": 1900, "b": -1800}, "abcdefghijk"),
    ],
    ids=["below the lowest of those no lower", "above all", "bottom", "provisional", "nobody settled"],
)
def test_a_settled_rating_gives_a_joiner_their_place(scene, ratings, order):
    rate(scene, **ratings)
    scene.join("k")
    assert scene.order == list(order)


def test_a_rating_that_is_old_is_settled_no_more(scene):
    rate(scene, k=1900, b=1800)
    scene.now += 1000 * DAY
    scene.join("k")
    assert scene.order[-1] == "k"


def test_rejoining_within_ninety_days_starts_at_the_bottom(scene):
    rate(scene, a=1900, b=1800)
    scene.quit("a")
    scene.now += membership.BACK_AT_BOTTOM - DAY
    scene.join("a")
    assert scene.order == list("bcdefghija")
    scene.quit("a")
    scene.now += membership.BACK_AT_BOTTOM
    scene.join("a")
    assert scene.order == list("abcdefghij")


@pytest.mark.parametrize("playing", [False, True])
def test_leaving_a_challenged_place_counts_as_a_refusal_even_during_the_duel(scene, playing):
    number = scene.challenge("f", "c")
    duel = scene.accept(number, "c") if playing else None
    scene.quit("c")
    assert scene.order == list("abfdeghij")
    assert scene.state(number) == "refused"
    if duel:
        scene.concede(duel, "f")
        assert scene.order == list("abfdeghij")


def test_leaving_withdraws_the_own_challenge(scene):
    number = scene.challenge("f", "c")
    scene.quit("f")
    assert (scene.order, scene.state(number)) == (list("abcdeghij"), "withdrawn")
    with refuses(LadderRefusal.NOT_ON_LADDER):
        scene.quit("f")


def test_an_account_that_is_closed_leaves_every_ladder(scene):
    scene.challenge("f", "c")
    with scene.database.writing() as session:
        close_account(session, None, scene.people["c"], "Two accounts of one person.", scene.now)
    assert scene.order == list("abfdeghij")


def test_during_time_off_a_player_neither_challenges_nor_is_challenged(scene):
    scene.away("c", 5)
    with refuses(LadderRefusal.THEY_ARE_AWAY):
        scene.challenge("f", "c")
    with refuses(LadderRefusal.YOU_ARE_AWAY):
        scene.challenge("c", "a")
    scene.now += 5 * DAY
    scene.challenge("f", "c")
    assert scene.order == list("abcdefghij")


@pytest.mark.parametrize("name", ["c", "f"])
def test_time_off_is_no_escape_from_a_challenge(scene, name):
    number = scene.challenge("f", "c")
    with refuses(LadderRefusal.CHALLENGE_WAITS):
        scene.away(name, 5)
    scene.accept(number, "c")
    scene.away(name, 5)


def test_time_off_has_thirty_days_in_a_year_and_whole_days_that_are_left_come_back(scene):
    scene.away("c", 20)
    scene.now += 4.5 * DAY
    scene.back("c")
    with refuses(LadderRefusal.TOO_MANY_DAYS) as refused:
        scene.away("c", 26)
    assert refused.value.values["left"] == 25
    scene.away("c", 25)
    scene.now += 25 * DAY
    with refuses(LadderRefusal.TOO_MANY_DAYS):
        scene.away("c", 1)
    scene.now = NOON + membership.YEAR
    scene.away("c", 30)


def test_time_off_is_not_renewed_by_leaving_the_ladder(scene):
    scene.away("c", 30)
    scene.quit("c")
    scene.join("c")
    with refuses(LadderRefusal.TOO_MANY_DAYS):
        scene.away("c", 1)


def test_a_block_protects_no_place(scene):
    with scene.database.writing() as session:
        session.add(Block(user_id=scene.people["c"], blocked_id=scene.people["f"], made_at=NOON))
    scene.refuse(scene.challenge("f", "c"), "c")
    assert scene.order[2] == "f"


@pytest.fixture
def season(sqlite_database):
    """Return a ladder of five with seasons of thirty days."""
    return Scene(sqlite_database, tuple("abcde"), Terms(clock=CLOCKS["week"]), season_days=30).join(*"abcde")


def test_a_season_keeps_its_first_three_voids_challenges_and_the_next_begins_in_the_same_order(season):
    season.now += 28 * DAY
    waiting, playing = season.challenge("c", "b"), season.challenge("e", "d")
    duel = season.accept(playing, "d")
    season.now += 2 * DAY
    assert (season.sweep(), season.sweep()) == (1, 0)
    names = {number: name for name, number in season.people.items()}
    kept = [(each.season, each.place, names[each.user_id]) for each in season.all_of(LadderChampion)]
    assert kept == [(1, 1, "a"), (1, 2, "b"), (1, 3, "c")]
    assert {season.state(waiting), season.state(playing)} == {"void"}
    season.concede(duel, "d")
    assert season.order == list("abcde")
    season.challenge("c", "b")
    with season.database.reading() as session:
        ladder = ladders.find_ladder(session, season.token)
        assert (ladder.season, ladder.ends_at) == (2, NOON + 60 * DAY)


def test_a_season_that_nobody_ended_for_long_leaves_the_next_one_time(season):
    season.now += 300 * DAY
    assert (season.sweep(), season.sweep()) == (1, 0)


def test_a_closed_ladder_keeps_its_champions_and_lets_nothing_move(season):
    number = season.challenge("c", "b")
    season.do(ladders.close)
    assert season.state(number) == "void"
    assert len(season.all_of(LadderChampion)) == 3
    for act in (lambda: season.join("a"), lambda: season.challenge("c", "b"), lambda: season.quit("a")):
        with refuses(LadderRefusal.CLOSED):
            act()
    season.now += 100 * DAY
    assert season.sweep() == 0


@pytest.mark.parametrize("days", [0, 6, 731])
def test_a_season_is_neither_a_day_nor_for_ever(sqlite_database, days):
    with sqlite_database.writing() as session, pytest.raises(SettingError):
        ladders.make(session, "Short", Terms(), days, NOON)


def test_a_new_site_gets_a_ladder_for_people_and_one_for_bots_and_no_others_even_after_these_close(
    any_database,
):
    for expected in ([(False, ladders.STANDING), (True, ladders.PROGRAMS)], []):
        with any_database.writing() as session:
            made = ladders.make_standing(session, NOON)
            assert [(each.for_programs, each.token) for each in made] == expected
    with any_database.writing() as session:
        ladders.close(session, ladders.STANDING, NOON)
        assert ladders.make_standing(session, NOON) == []


def test_an_older_site_gets_the_ladder_of_bots_beside_its_own(sqlite_database):
    with sqlite_database.writing() as session:
        ladders.make(session, "Old", Terms(), None, NOON)
        assert [each.token for each in ladders.make_standing(session, NOON)] == [ladders.PROGRAMS]


def test_one_challenge_that_cannot_be_settled_stops_no_other(scene, caplog):
    broken, sound = scene.challenge("f", "c"), scene.challenge("j", "h")
    with scene.database.writing() as session:
        is_theirs = LadderPlace.user_id == scene.people["g"]
        session.execute(update(LadderPlace).where(is_theirs).values(place=6))
    scene.now += challenging.ANSWER_WITHIN
    assert scene.sweep() == 1
    assert (scene.state(broken), scene.state(sound)) == ("waiting", "unanswered")
    assert "the next sweep tries again" in caplog.text
