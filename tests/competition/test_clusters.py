"""Clusters: accounts that, apart from flow already used, only meet each other and one player."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.clusters import MOST, YOUNG, MeetingGraph, cluster_of, largest_cluster

SITE = 60


def graph_of(*pairs):
    graph = MeetingGraph()
    for one, other in pairs:
        graph.join(one, other)
    return graph


def site(size=SITE):
    """Return the links of a site on which everybody, from 1 on, has met six others."""
    return [(one, (one + apart) % size + 1) for one in range(1, size + 1) for apart in (1, 6, 16)]


def clique(accounts):
    return [(one, other) for one in accounts for other in accounts if one < other]


def cluster(pairs, player, opponent, most=30):
    return cluster_of(player, opponent, graph_of(*pairs).joins, most)


RING = range(100, 110)


@pytest.mark.parametrize(
    "ring",
    [
        clique(RING),
        [(each, each + 1) for each in RING[:-1]],
        [*clique(RING[:5]), *clique(RING[5:]), (104, 105)],
    ],
    ids=["everybody", "one after the other", "two rings"],
)
def test_players_who_only_meet_each_other_are_a_cluster(ring):
    assert cluster([*site(), *ring, (1, 100)], 1, 103) == set(RING)


def test_an_opponent_with_other_opponents_is_in_no_cluster():
    for opponent in range(2, SITE + 1):
        assert cluster([*site(), (1, opponent)], 1, opponent) == frozenset()


def test_one_result_outside_supports_one_duel_and_not_all_of_them():
    pairs = [*site(), *clique(RING), (103, 40)]
    assert cluster(pairs, 1, 103) == frozenset()
    assert cluster(pairs, 1, 107) == frozenset()  # what 103 has proved reaches them
    assert cluster([*pairs, (1, 107)], 1, 103) == set(RING)  # and is used up by now


def test_a_second_master_with_few_outside_opponents_does_not_open_the_ring():
    ring = [*clique(RING), *((500, each) for each in RING)]
    assert cluster([*site(), *ring], 1, 103) == {*RING, 500}
    assert cluster([*site(), *ring, (500, 40), (1, 100), (1, 101)], 1, 103) == {*RING, 500}


def test_an_opponent_without_other_opponents_is_a_cluster_of_one():
    assert cluster([*site()], 1, 999) == {999}
    assert cluster([*site(), (1, 999)], 1, 999) == {999}


def test_a_young_site_has_no_clusters_and_the_largest_is_half_of_the_largest_group():
    assert [largest_cluster(size) for size in (0, YOUNG - 1, YOUNG, 100, 10_000)] == [
        0,
        0,
        YOUNG // 2,
        50,
        MOST,
    ]
    assert cluster([(1, 2)], 1, 2, most=0) == frozenset()


def test_a_cluster_above_the_size_limit_does_not_count():
    pairs = [*site(), *clique(RING), (1, 100)]
    assert cluster(pairs, 1, 103, most=10) == set(RING)
    assert cluster(pairs, 1, 103, most=9) == frozenset()


@settings(max_examples=150)
@given(st.sets(st.tuples(st.integers(0, 14), st.integers(0, 14)), min_size=1), st.integers(1, 8))
def test_a_cluster_is_found_exactly_if_the_opponent_adds_no_flow(pairs, most):
    """Compare with another computation of the maximum flow, with and without the opponent."""
    graph = graph_of(*((one, other) for one, other in pairs if one != other))
    player, opponent = 0, 1
    explored = nearest(graph, player, opponent, most)
    met = set(graph.joins([player])[player]) & explored - {opponent}
    without, with_it = (flow(graph, player, explored, met | more) for more in (set(), {opponent}))
    found = cluster_of(player, opponent, graph.joins, most)
    assert bool(found) == (with_it == without)
    assert not found or opponent in found <= explored


def nearest(graph, player, opponent, most):
    found, level = [], [opponent]
    while level and len(found) < most:
        found += level
        beyond = {other for each in level for other in graph.joins([each])[each]} - set(found) - {player}
        level = sorted(beyond)[: most - len(found)]
    return set(found)


def flow(graph, player, explored, sources):
    """Return the capacity of the minimum cut: sources left outside, and links that cross it."""

    def width(inside):
        ways = (other for one in inside for other in set(graph.joins([one])[one]) - {player})
        return len(sources - set(inside)) + sum(other not in inside for other in ways)

    sizes = range(len(explored) + 1)
    return min(width(inside) for size in sizes for inside in combinations(sorted(explored), size))


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=30))
def test_groups_are_connected_players_named_by_the_lowest_number(pairs):
    pairs = [(one, other) for one, other in pairs if one != other]
    groups = []
    for pair in pairs:
        touched = [group for group in groups if group & {*pair}]
        groups = [group for group in groups if group not in touched] + [set(pair).union(*touched)]
    graph = graph_of(*pairs)
    assert all(graph.group(each) == min(group) for group in groups for each in group)
    assert graph.largest == max(map(len, groups), default=0)
