"""Who may challenge whom how often, who may accept, and until when; the page Fair play states it."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from clocks.terms import PRESETS as CLOCKS
from models import Challenge, StoredRating, User
from services.challenges import challenges, lists
from services.challenges.lists import Filters
from services.challenges.refusals import ChallengeRefusal
from services.terms import Terms
from services.viewers import read_own
from tests.fixtures_duels import NOON
from tests.refusing import refuses

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
LIVE = Terms(clock=CLOCKS["live"])


@pytest.fixture
def challenge(any_database, people):
    """Return a function by which Anna makes a challenge."""

    def make(kind="open", opponent=None, terms=None, now=NOON, **options):
        with any_database.writing() as session:
            opponent = opponent and session.get_one(User, people[opponent])
            anna = people["anna"]
            return challenges.create(session, anna, kind, opponent, terms or Terms(), now, **options).token

    return make


@pytest.fixture
def act(any_database, people):
    """Return a function by which an account acts on a challenge."""

    def do(what, token, name, now=NOON):
        with any_database.writing() as session:
            return what(session, token, people[name], now)

    return do


def rate(database, user_id, rating, pace="days", preset="intimate"):
    row = StoredRating(
        user_id=user_id, pace=pace, preset=preset, rating=rating, deviation=80, volatility=0.06
    )
    row.duels, row.rated_at = 9, NOON
    with database.writing() as session:
        session.add(row)


@pytest.mark.parametrize(
    ("kind", "terms", "waits"),
    [
        ("open", LIVE, timedelta(minutes=30)),
        ("open", Terms(), 14 * DAY),
        ("named", LIVE, 14 * DAY),
        ("named", Terms(), 14 * DAY),
        ("link", LIVE, 30 * DAY),
        ("link", Terms(), 30 * DAY),
    ],
)
def test_a_challenge_waits_as_long_as_its_kind_and_pace_say(kind, terms, waits):
    assert challenges.expires_at(kind, terms.clock, NOON) - NOON == waits


def test_an_expired_challenge_leaves_the_lists_and_its_challenger_is_notified(
    any_database, people, challenge, act
):
    token, late = challenge(terms=LIVE), NOON + timedelta(minutes=30)
    assert challenges.expire_due(any_database, late - MINUTE) == 0
    with refuses(ChallengeRefusal.EXPIRED):
        act(challenges.accept, token, "boris", late)
    assert challenges.expire_due(any_database, late) == 1
    assert challenges.expire_due(any_database, late) == 0
    with refuses(ChallengeRefusal.SETTLED):
        act(challenges.accept, token, "boris", late)
    with any_database.reading() as session:
        assert lists.open_to(session, people["boris"]) == []
        assert [(each.token, each.state) for each in challenges.unseen_endings(session, people["anna"])] == [
            (token, "expired")
        ]
        assert read_own(session, people["anna"]).awaiting.answers == 1


def test_an_accepted_challenge_does_not_expire(any_database, challenge, act):
    token = challenge(terms=LIVE)
    act(challenges.accept, token, "boris", NOON + MINUTE)
    assert challenges.expire_due(any_database, NOON + DAY) == 0


def test_challenges_made_again_and_again_are_counted_for_a_day(any_database, challenge, act):
    for _ in range(challenges.MOST_MADE):
        act(challenges.withdraw, challenge(), "anna")
    with refuses(ChallengeRefusal.TOO_MANY_MADE):
        challenge(now=NOON + DAY - MINUTE)
    assert challenge(now=NOON + DAY)


def test_a_challenge_that_was_declined_is_not_repeated_to_the_same_player_within_a_day(challenge, act):
    later = NOON + timedelta(hours=3)
    act(challenges.decline, challenge("named", "boris"), "boris", later)
    with refuses(ChallengeRefusal.DECLINED_LATELY) as refused:
        challenge("named", "boris", now=later + DAY - MINUTE)
    assert refused.value.values["again_at"] == later + DAY
    assert challenge("named", "clara", now=later)
    assert challenge("named", "boris", now=later + DAY)


def test_after_many_withdrawn_challenges_to_one_player_a_day_must_pass(challenge, act):
    for _ in range(challenges.MOST_WITHDRAWN):
        act(challenges.withdraw, challenge("named", "boris"), "anna")
    with refuses(ChallengeRefusal.WITHDRAWN_TOO_OFTEN):
        challenge("named", "boris", now=NOON + DAY - MINUTE)
    assert challenge("named", "clara")
    assert challenge("named", "boris", now=NOON + DAY)


def test_only_ratings_near_enough_to_the_challenger_s_may_accept(any_database, people, challenge, act):
    rate(any_database, people["anna"], 1612.4)
    rate(any_database, people["boris"], 1711.9)
    rate(any_database, people["clara"], 1712.7)
    token = challenge(within=100)
    with any_database.reading() as session:
        found = challenges.visible(session, token, None)
        assert (found.rating_low, found.rating_high) == (1512, 1712)
        for name, listed in (("boris", [token]), ("clara", [])):
            shown = lists.open_to(session, people[name], Filters(acceptable=True))
            assert [each.token for each in shown] == listed
            assert [each.token for each in lists.open_to(session, people[name])] == [token]
    with refuses(ChallengeRefusal.OUT_OF_RANGE) as refused:
        act(challenges.accept, token, "clara")
    assert refused.value.values["rating"] == 1713
    assert act(challenges.accept, token, "boris")


def test_a_newcomer_has_the_rating_of_newcomers_in_every_pool(any_database, people, challenge, act):
    rate(any_database, people["boris"], 2000, pace="live")
    token = challenge(within=100)
    assert act(challenges.accept, token, "boris")


def test_a_challenge_to_a_named_player_ignores_rating_limits(any_database, people, challenge):
    token = challenge("named", "boris", within=100)
    with any_database.reading() as session:
        assert challenges.visible(session, token, people["boris"]).rating_low is None


def test_open_challenges_are_filtered_by_pace_preset_clock_and_rating(any_database, people, challenge):
    made = {
        "live": challenge(terms=LIVE),
        "beginner": challenge(terms=Terms("beginner", clock=CLOCKS["week"])),
        "friendly": challenge(terms=Terms(clock=CLOCKS["day"], rated=False)),
    }

    def listed(**filters):
        with any_database.reading() as session:
            found = lists.open_to(session, people["boris"], Filters(**filters))
            return {name for each in found for name, token in made.items() if token == each.token}

    assert listed() == set(made)
    assert listed(pace="live") == {"live"}
    assert listed(pace="days") == {"beginner", "friendly"}
    assert listed(preset="beginner") == {"beginner"}
    assert listed(clock_name="week") == {"beginner"}
    assert listed(rated=False) == {"friendly"}
    assert listed(pace="days", rated=True) == {"beginner"}


def test_the_rating_of_a_challenger_stands_in_the_list(any_database, people, challenge):
    challenge()
    rate(any_database, people["anna"], 1600)
    with any_database.reading() as session:
        (found,) = lists.open_to(session, None)
        assert round(found.rating_at(NOON).value.rating) == 1600
        assert not found.rating_at(NOON).value.is_provisional
        assert found.rating_at(NOON + 900 * DAY).value.is_provisional


def test_the_last_challenge_of_a_player_is_found(any_database, people, challenge):
    challenge(terms=LIVE)
    last = challenge(terms=Terms("beginner"), now=NOON + MINUTE)
    with any_database.reading() as session:
        assert challenges.last_made(session, people["anna"]).token == last
        assert challenges.last_made(session, people["boris"]) is None


def test_the_clock_of_a_challenge_is_known_by_its_name_where_it_has_one(any_database, people, challenge):
    challenge(terms=LIVE)
    with any_database.reading() as session:
        rows = [(row.pace, row.clock_name) for row in session.scalars(select(Challenge))]
    assert rows == [("live", "live")]
