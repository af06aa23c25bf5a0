"""Attacks on ratings by ten to forty puppet accounts, counted as the site counts duels.

The aim: a master gains less than half of their earlier deviation, however the puppets are arranged;
and on a young site the rule changes no honest player's rating.
"""

from collections import Counter
from copy import deepcopy
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest

from competition import clusters
from competition.counting import Why
from competition.glicko import Rating
from intimate.duel import Ending
from intimate.players import Player
from services.ratings import recomputing
from services.ratings.pools import DAY, Pool
from services.ratings.recomputing import PastDuel, Replay, recompute
from tests.fixtures_site import NOON
from tests.season import Season

HOUR = timedelta(hours=1)
PEOPLE, ROUNDS = 100, 8
MASTER, NEW_MASTER, FIRST_PUPPET = 1, 900, 1000


class Site:
    """The duels of one pool as they end; accounts are numbers."""

    def __init__(self):
        self.replay, self.now, self.whys = Replay(Pool("days", "intimate")), NOON, Counter()

    def play(self, one, other, winner=None, *, fought=True):
        """Let two players end a duel by concession or draw; return the effect on both."""
        self.now += HOUR
        won = winner and (Player.FIRST if winner == one else Player.SECOND)
        ending = Ending.CONCEDED if winner else Ending.DRAW
        number = self.replay.ordinal + 1
        duel = PastDuel(number, number, one, other, won, self.now, self.now, ending, fought)
        counted, _ = self.replay.count(duel)
        self.whys.update(each.weight.why for each in counted)
        return counted

    def rating(self, account):
        known = self.replay.standings.get(account)
        return known[0].aged((self.now - known[1]) / DAY).value if known else Rating()


def played(people, rounds, seed=22):
    """Return a site of honest players paired at random."""
    site, random = Site(), Random(seed)  # noqa: S311 -- repeatable randomness
    strengths = {person: random.gauss(0, 200) for person in range(1, people + 1)}
    for _ in range(rounds):
        drawn = random.sample(list(strengths), people)
        for one, other in zip(drawn[::2], drawn[1::2], strict=True):
            expected = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            site.play(one, other, one if random.random() < expected else other)
        site.now += 3 * DAY
    return site


@pytest.fixture(scope="module")
def grown():
    """Return a site of a hundred people."""
    return played(PEOPLE, ROUNDS)


@pytest.fixture
def site(grown):
    """Return a site of a hundred people to play on."""
    return deepcopy(grown)


def star(puppets):
    """No puppet meets another one."""
    return puppets[:0]


def circle(puppets):
    """Each beats the next one."""
    return list(zip(puppets, puppets[1:] + puppets[:1], strict=True))


def everybody(puppets):
    """Each beats all later ones."""
    return list(combinations(puppets, 2))


def rings(puppets):
    """Five rings: each beats the next, and everybody beats everybody within one."""
    within = [pair for each in range(5) for pair in everybody(puppets[each::5])]
    return within + circle(puppets)


def attacked(site, master, how, number, *, fought=True):
    """Let puppets beat each other, then each lose to the master; return the gain in deviations."""
    puppets = list(range(FIRST_PUPPET, FIRST_PUPPET + number))
    for winner, loser in how(puppets):
        site.play(winner, loser, winner, fought=fought)
    before = site.rating(master)
    for puppet in sorted(puppets, key=lambda each: site.rating(each).rating):
        site.play(puppet, master, master, fought=fought)
    return (site.rating(master).rating - before.rating) / before.deviation


@pytest.mark.parametrize("master", [MASTER, NEW_MASTER])
@pytest.mark.parametrize("number", [10, 40])
@pytest.mark.parametrize("how", [star, circle, everybody, rings])
def test_puppets_move_their_master_by_less_than_half_of_the_deviation(site, how, number, master):
    assert 0 < attacked(site, master, how, number) < 0.5


@pytest.mark.parametrize("how", [star, circle, everybody, rings])
def test_without_the_rule_they_would_make_a_champion(site, how, monkeypatch):
    """So the attacks are real: all but the star, which only loses to one account."""
    monkeypatch.setattr(recomputing, "largest_cluster", lambda _: 0)
    moved = attacked(site, NEW_MASTER, how, 20)
    assert moved > (0.5 if how is star else 1)


def test_more_puppets_add_nothing(site):
    attacked(site, MASTER, rings, 10)
    before = site.rating(MASTER).rating
    for puppet in range(FIRST_PUPPET + 100, FIRST_PUPPET + 130):
        site.play(puppet, puppet - 50, puppet)
        site.play(puppet, MASTER, MASTER)
    assert site.rating(MASTER).rating == pytest.approx(before, abs=0.01)


def test_draws_with_puppets_lift_nobody_either(site):
    lowest = min(range(1, PEOPLE + 1), key=lambda each: site.rating(each).rating)
    before = site.rating(lowest)
    for puppet in range(FIRST_PUPPET, FIRST_PUPPET + 40):
        site.play(puppet, lowest)
    assert abs(site.rating(lowest).rating - before.rating) < before.deviation / 2


def test_the_master_may_sit_in_the_ring_from_its_beginning(site):
    puppets = [NEW_MASTER, *range(FIRST_PUPPET, FIRST_PUPPET + 20)]
    before = site.rating(NEW_MASTER)
    for winner, loser in everybody(puppets):
        site.play(winner, loser, winner)
    assert abs(site.rating(NEW_MASTER).rating - before.rating) < before.deviation / 2


@pytest.mark.parametrize("people", [4, 12, 30])
@pytest.mark.parametrize("how", [circle, everybody, rings])
def test_conceding_after_three_empty_phases_gains_little_on_a_young_site_too(how, people):
    """Twenty such wins over puppets, where clusters cannot be judged."""
    young = played(people, 6)
    before = young.rating(MASTER)
    moved = attacked(young, MASTER, how, 20, fought=False) * before.deviation
    again = played(people, 6)
    fought = attacked(again, MASTER, how, 20) * before.deviation
    assert 0 < moved < fought / 3


@pytest.mark.parametrize("people", [4, 8, 30])
def test_friends_on_a_young_site_are_rated_as_without_the_rule(people, monkeypatch):
    with_rule = played(people, 20)
    monkeypatch.setattr(recomputing, "largest_cluster", lambda _: 0)
    without = played(people, 20)
    assert with_rule.replay.ratings() == without.replay.ratings()
    assert with_rule.whys[Why.CLUSTER] == 0


def test_the_cluster_rule_hardly_ever_affects_people_paired_by_the_site(site):
    """While groups form, some are outside the largest one for their first duels; later nobody is."""
    assert site.whys[Why.CLUSTER] <= 0.03 * site.whys.total()
    early = site.whys[Why.CLUSTER]
    random = Random(5)  # noqa: S311 -- repeatable randomness
    for _ in range(100):
        one, other = random.sample(range(1, PEOPLE + 1), 2)
        site.play(one, other, one)
    assert site.whys[Why.CLUSTER] == early


def test_duels_counted_as_they_end_and_counted_again_are_the_same_with_clusters(
    any_database, differing, monkeypatch
):
    """By each duel in the database, by all duels in memory: the same clusters, the same weights."""
    monkeypatch.setattr(clusters, "YOUNG", 6)
    people, puppets = [f"player{each}" for each in range(12)], [f"puppet{each}" for each in range(5)]
    season, now = Season(any_database, [*people, *puppets], NOON), NOON
    random = Random(7)  # noqa: S311 -- repeatable randomness
    pairs = [random.sample(people, 2) for _ in range(36)]
    pairs += list(combinations(puppets, 2)) + [(people[0], puppet) for puppet in puppets]
    with season.playing() as play:
        for one, other in pairs:
            now += HOUR
            play(one, other, one, now)
    sheltered = [rating.sheltered for rating in season.ratings().values()]
    assert season.ratings()["player0"].sheltered >= len(puppets) - 1
    assert differing(any_database) == []
    with any_database.writing() as session:
        assert recompute(session) == len(pairs)
    assert [rating.sheltered for rating in season.ratings().values()] == sheltered
    assert differing(any_database) == []
