"""Pairing the players who wait: the rules of *play now*, as on the page Fair play."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.seeking import HOUR, WIDENING, Paired, Seeker, again_in, pair


def seeker(user_id, rating=1500.0, waited=0.0, clocks=("live",), *, rated=True):
    return Seeker(user_id, rating, waited, clocks, rated)


@pytest.mark.parametrize(
    ("pace", "waited", "width"),
    [
        ("live", 0, 100),
        ("live", 19.9, 100),
        ("live", 20, 200),
        ("live", 179, 900),
        ("live", 180, inf),
        ("days", 0, 150),
        ("days", HOUR, 250),
        ("days", 11.5 * HOUR, 1250),
        ("days", 12 * HOUR, inf),
    ],
)
def test_the_rating_range_widens_while_a_player_waits(pace, waited, width):
    assert WIDENING[pace].width(waited) == width


@pytest.mark.parametrize(
    ("pace", "waited", "at"),
    [
        ("live", 0, 20),
        ("live", 20, 40),
        ("live", 170, 180),
        ("live", 180, None),
        ("days", 11.5 * HOUR, 12 * HOUR),
    ],
)
def test_the_next_change_of_the_width_is_known(pace, waited, at):
    assert WIDENING[pace].next_change(waited) == at


def test_the_distance_must_be_within_the_range_of_both():
    patient, new = seeker(1, 1500, 100), seeker(2, 1650, 0)
    assert pair([patient, new], "live") == []
    assert pair([patient, seeker(2, 1650, 20)], "live") == [Paired(1, 2, "live")]


def test_the_longest_waiting_chooses_first_and_takes_the_nearest_rating():
    waiting = [seeker(1, 1500, 10), seeker(2, 1520, 50), seeker(3, 1580, 60), seeker(4, 1590, 5)]
    assert pair(waiting, "live") == [Paired(3, 4, "live"), Paired(2, 1, "live")]


def test_of_equal_ratings_the_longest_waiting_is_taken_and_then_the_older_account():
    waiting = [seeker(1, waited=9), seeker(2, waited=5), seeker(3, waited=5)]
    assert pair(waiting, "live") == [Paired(1, 2, "live")]


def test_the_clock_suits_both_and_the_longer_waiting_player_s_preference_decides():
    assert pair([seeker(1, clocks=("live",)), seeker(2, clocks=("blitz",))], "live") == []
    waiting = [seeker(1, waited=9, clocks=("blitz", "live")), seeker(2, clocks=("live", "blitz"))]
    assert pair(waiting, "live") == [Paired(1, 2, "blitz")]


def test_rated_and_unrated_duels_are_not_mixed():
    assert pair([seeker(1), seeker(2, rated=False)], "live") == []


def test_blocked_players_are_never_paired():
    assert pair([seeker(1, waited=1e9), seeker(2, waited=1e9)], "live", apart={frozenset((1, 2))}) == []


def test_two_players_who_just_met_are_paired_again_after_20_seconds_if_alone():
    """At any ratings; players who never met wait until these are near enough."""
    met = {frozenset((1, 2))}
    assert pair([seeker(1, waited=200), seeker(2, 1900, waited=19.9)], "live", met=met) == []
    assert pair([seeker(1, waited=20), seeker(2, 1900, waited=20)], "live", met=met) == [Paired(1, 2, "live")]
    assert pair([seeker(1, waited=20), seeker(2, 1900, waited=20)], "live") == []


def test_two_players_who_just_met_are_kept_apart_while_another_may_suit():
    met, both = {frozenset((1, 2))}, [seeker(1, waited=100), seeker(2, waited=90)]
    assert pair([*both, seeker(3, waited=50)], "live", met=met) == [Paired(1, 3, "live")]
    assert pair([*both, seeker(3, 2400, waited=5)], "live", met=met) == []  # who suits both later on
    assert pair([*both, seeker(3, clocks=("blitz",))], "live", met=met) == [Paired(1, 2, "live")]
    assert pair([*both, seeker(3, rated=False)], "live", met=met) == [Paired(1, 2, "live")]
    everybody = [seeker(1, waited=200), seeker(2, waited=190), seeker(3, 2400, waited=185)]
    assert pair(everybody, "live", met=met) == [Paired(1, 3, "live")]


def test_a_player_who_just_met_the_only_other_one_sees_how_long_to_wait():
    met, both = {frozenset((1, 2))}, [seeker(1, waited=15), seeker(2, waited=4)]
    assert again_in(both[0], both, met=met) == again_in(both[1], both, met=met) == 16
    assert again_in(both[0], both) is None
    assert again_in(both[0], both[:1], met=met) is None
    assert again_in(both[0], both, met=met, apart=met) is None
    assert again_in(both[0], [*both, seeker(3, 2400)], met=met) is None


seekers = st.lists(
    st.builds(
        Seeker,
        st.integers(1, 40),
        st.floats(800, 2400),
        st.floats(0, 300),
        st.sampled_from([("live",), ("blitz", "live"), ("live_bank",), ("live_bank", "blitz")]),
        st.booleans(),
    ),
    max_size=16,
    unique_by=lambda each: each.user_id,
)
couples = st.sets(st.frozensets(st.integers(1, 40), min_size=2, max_size=2), max_size=10)


@given(seekers, couples, couples, st.randoms())
def test_pairings_keep_the_rules_and_do_not_depend_on_the_order_of_the_list(waiting, apart, met, chance):
    found = pair(waiting, "live", apart=apart, met=met)
    shuffled = list(waiting)
    chance.shuffle(shuffled)
    assert pair(shuffled, "live", apart=apart, met=met) == found
    named = [user for each in found for user in each[:2]]
    assert len(named) == len(set(named))
    known = {each.user_id: each for each in waiting}
    for longer, shorter, clock in found:
        both = known[longer], known[shorter]
        width = min(WIDENING["live"].width(each.waited) for each in both)
        assert both[0].waited >= both[1].waited
        assert all(clock in each.clocks for each in both)
        assert both[0].rated == both[1].rated
        assert frozenset((longer, shorter)) not in apart
        assert abs(both[0].rating - both[1].rating) <= width or frozenset((longer, shorter)) in met


@given(seekers)
def test_no_two_players_who_could_play_each_other_are_left_over(waiting):
    paired = {user for each in pair(waiting, "live") for user in each[:2]}
    assert pair([each for each in waiting if each.user_id not in paired], "live") == []
