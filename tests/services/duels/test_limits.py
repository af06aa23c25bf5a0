"""The limits on running duels of an account: the site's, and its own."""

import pytest

from clocks.terms import PRESETS as CLOCKS
from models import User
from services.challenges import challenges
from services.duels import beginning
from services.duels.refusals import DuelRefusal
from services.terms import Terms
from tests.fixtures_duels import DAILY, FIRST, HOURLY, NOON
from tests.refusing import refuses


def limit(database, user_id, most):
    with database.writing() as session:
        beginning.change_limit(session, user_id, most)


def challenge(database, user_id, opponent=None, terms=None, **options):
    with database.writing() as session:
        kind = "named" if opponent else "open"
        opponent = opponent and session.get_one(User, opponent)
        return challenges.create(session, user_id, kind, opponent, terms or Terms(), NOON, **options).token


def refused(act, *arguments, **options):
    with refuses(DuelRefusal.TOO_MANY_DUELS) as error:
        act(*arguments, **options)
    return error.value.values["user_id"]


def test_running_duels_are_counted_on_both_sides_and_finished_ones_not(any_database, begun, people):
    anna, boris, clara = people.values()
    begun()
    over = begun()
    over.happen(FIRST, "conceded")
    with any_database.reading() as session:
        assert beginning.running_counts(session, [anna, boris, clara]) == {anna: 1, boris: 1}


def test_a_player_at_their_own_limit_neither_challenges_nor_is_challenged(any_database, begun, people):
    anna, boris, clara = people.values()
    begun()
    limit(any_database, anna, 1)
    assert refused(challenge, any_database, anna) == anna
    assert refused(challenge, any_database, clara, anna) == anna
    assert challenge(any_database, clara, boris)
    limit(any_database, anna, None)
    assert challenge(any_database, anna)


def test_the_site_s_limit_holds_for_all_and_no_account_raises_its_own_above_it(any_database, begun, people):
    begun()
    assert refused(challenge, any_database, people["boris"], most_duels=1) == people["boris"]
    with any_database.writing() as session, pytest.raises(ValueError, match="at once"):
        beginning.change_limit(session, people["boris"], beginning.MOST_DUELS + 1)


@pytest.mark.parametrize("full", ["anna", "boris"])
def test_nobody_accepts_where_either_of_the_two_has_no_room(any_database, people, full):
    token = challenge(any_database, people["anna"])
    limit(any_database, people[full], 0)
    with any_database.writing() as session:
        assert refused(challenges.accept, session, token, people["boris"], NOON) == people[full]


def test_a_match_by_days_takes_room_for_its_two_duels_and_a_live_one_for_one(any_database, people):
    live = Terms(match=True, clock=CLOCKS["live"])
    limit(any_database, people["anna"], 1)
    assert Terms(match=True, clock=DAILY).duels_at_once == Terms(match=True, clock=HOURLY).duels_at_once == 2
    assert refused(challenge, any_database, people["anna"], terms=Terms(match=True)) == people["anna"]
    assert challenge(any_database, people["anna"], terms=live)


def test_with_a_closed_account_no_duel_begins(any_database, people):
    token = challenge(any_database, people["anna"])
    with any_database.writing() as session:
        session.get_one(User, people["anna"]).closed_at = NOON
    with any_database.writing() as session:
        assert refused(challenges.accept, session, token, people["boris"], NOON) == people["anna"]
