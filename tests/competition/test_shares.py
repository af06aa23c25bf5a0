"""Shares and their confidence intervals, compared with the literature."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.shares import Share


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_that_of_wilson(part, whole, low, high):
    """The examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = Share(part, whole).bounds
    assert [round(bound, 4) for bound in found] == [low, high]


def test_a_share_of_nothing_is_unknown():
    assert (Share(0, 0).value, Share(0, 0).bounds) == (0.5, (0.0, 1.0))


@given(st.integers(1, 10**6).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_interval_contains_the_share_and_mirrors_that_of_the_other_side(drawn):
    part, whole = drawn
    low, high = Share(part, whole).bounds
    assert 0 <= low <= part / whole <= high <= 1
    others = Share(whole - part, whole).bounds
    assert (1 - others[1], 1 - others[0]) == pytest.approx((low, high))
