"""Following players: their public duels, the limit, and deleted accounts."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Follow
from services import following
from services.following import (
    RECENTLY,
    FollowRefusal,
    follow,
    followed_duels,
    followed_players,
    follows,
    recently_finished,
    unfollow,
)
from services.privacy.deletion import delete_account
from services.terms import Terms
from tests.fixtures_duels import FIRST, NOON, Contest
from tests.refusing import refuses


@pytest.fixture
def act(any_database):
    """Return a function that does something in a transaction."""

    def act(step, *arguments):
        with any_database.writing() as session:
            return step(session, *arguments)

    return act


def listed(database, user_id):
    with database.reading() as session:
        return [duel.token for duel in followed_duels(session, user_id)]


def test_running_public_duels_of_followed_players_are_listed_once(any_database, people, act):
    act(follow, people["clara"], people["anna"], NOON)
    act(follow, people["clara"], people["boris"], NOON)
    shown = Contest(any_database, people)
    Contest(any_database, people, Terms(public=False))
    over = Contest(any_database, people)
    over.happen(FIRST, "conceded")
    assert listed(any_database, people["clara"]) == [shown.token]
    assert listed(any_database, people["anna"]) == []


def test_public_duels_that_followed_players_finished_lately_are_listed(any_database, people, act):
    act(follow, people["clara"], people["anna"], NOON)
    act(follow, people["clara"], people["boris"], NOON)
    Contest(any_database, people)
    first, second = Contest(any_database, people), Contest(any_database, people)
    private = Contest(any_database, people, Terms(public=False))
    for at, contest in enumerate((first, second, private)):
        contest.happen(FIRST, "conceded", NOON + timedelta(hours=at))

    def found(now):
        with any_database.reading() as session:
            return [duel.token for duel in recently_finished(session, people["clara"], now)]

    assert found(NOON + RECENTLY) == [second.token, first.token]
    assert found(NOON + RECENTLY + timedelta(minutes=1)) == [second.token]
    assert found(NOON + RECENTLY + timedelta(hours=3)) == []


def test_unfollowing_removes_a_player_s_duels_from_the_list(any_database, people, act):
    Contest(any_database, people)
    act(follow, people["clara"], people["anna"], NOON)
    act(follow, people["clara"], people["anna"], NOON)
    assert act(follows, people["clara"], people["anna"])
    assert [player.name for player in act(followed_players, people["clara"])] == ["anna"]
    act(unfollow, people["clara"], people["anna"])
    act(unfollow, people["clara"], people["anna"])
    assert listed(any_database, people["clara"]) == []


def test_nobody_follows_themselves_or_too_many(people, act, monkeypatch):
    with refuses(FollowRefusal.THEMSELVES):
        act(follow, people["anna"], people["anna"], NOON)
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    act(follow, people["anna"], people["boris"], NOON)
    with refuses(FollowRefusal.TOO_MANY):
        act(follow, people["anna"], people["clara"], NOON)


def test_a_deleted_account_follows_nobody_and_is_followed_by_nobody(people, act):
    act(follow, people["anna"], people["boris"], NOON)
    act(follow, people["boris"], people["clara"], NOON)
    act(delete_account, people["boris"], NOON)
    assert act(lambda session: session.scalars(select(Follow)).all()) == []
