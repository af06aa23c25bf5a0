import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.tournament.matching import cheapest_pairs


def least(costs, left):
    """Try every pairing."""
    if not left:
        return 0
    one, *others = left
    return min(
        costs[one][other] + least(costs, [rest for rest in others if rest != other]) for other in others
    )


@st.composite
def tables(draw):
    size = 2 * draw(st.integers(0, 4))
    highest = draw(st.sampled_from([1, 2, 5, 10**12]))
    costs = [[0] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            costs[one][other] = costs[other][one] = draw(st.integers(-highest, highest))
    return costs


@settings(max_examples=150)
@given(tables())
def test_pairs_cost_as_little_as_the_best_of_all_ways_to_pair(costs):
    pairs = cheapest_pairs(costs)
    assert sorted(one for pair in pairs for one in pair) == list(range(len(costs)))
    assert sum(costs[one][other] for one, other in pairs) == least(costs, list(range(len(costs))))


def test_a_field_of_two_hundred_in_which_everybody_has_one_partner_finds_them():
    partner = [(7 * one + 3) % 200 for one in range(200)]
    order = sorted(range(200), key=partner.__getitem__)
    wanted = {frozenset(order[place : place + 2]) for place in range(0, 200, 2)}
    costs = [
        [0 if frozenset((one, other)) in wanted else 1 + (one * other) % 50 for other in range(200)]
        for one in range(200)
    ]
    assert {frozenset(pair) for pair in cheapest_pairs(costs)} == wanted


def test_an_odd_number_is_refused():
    with pytest.raises(ValueError, match="odd"):
        cheapest_pairs([[0] * 3] * 3)
