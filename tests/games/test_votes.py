"""Votes to end a game early (seed 004, V), by any number of players."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Unit
from adjudicator.position import read_position
from games.votes import VoteOutcome, VoteRefused, ask
from intimate.voting import EndRequest, Holding, Moment, holding
from tests.builders import CENTRES, POWERS, UNITS

ALIVE = Holding(centres=3, safe=3, abroad=0, home=3, units=3)
GONE = Holding(centres=0, safe=0, abroad=0, home=0, units=0)
TABLE = dict.fromkeys(POWERS, ALIVE)


def request(asker="FRANCE", year=1903, moment=Moment.SPRING, before=(), holdings=None):
    return ask(holdings or TABLE, before, asker, year, moment)


def code(act, *args, **named):
    with pytest.raises(VoteRefused) as refused:
        act(*args, **named)
    return refused.value.code


def standing(units, centers, power="FRANCE"):
    return holding(read_position(units, centers, {}), [power])


def test_at_the_opening_everybody_may_ask_object_and_vote():
    for power in POWERS:
        held = standing(UNITS, CENTRES, power)
        assert (held.may_ask, held.may_veto, held.may_vote) == (True, True, True)


@pytest.mark.parametrize(
    ("units", "centers", "may_ask"),
    [
        # V: "au moins un centre non occupé (ou occupant un centre qui n'est pas le sien)".
        ({}, ["PAR"], True),
        ({"FRANCE": ["A PAR"]}, ["PAR"], True),
        ({"GERMANY": ["A PAR"]}, ["PAR"], False),
        ({"GERMANY": ["A PAR"]}, ["PAR", "BRE"], True),
        ({"GERMANY": ["A PAR"], "FRANCE": ["A MUN"]}, ["PAR"], True),
        ({"GERMANY": ["A PAR"], "FRANCE": ["A BUR"]}, ["PAR"], False),
        ({"FRANCE": ["A BUR"]}, [], False),
        ({"FRANCE": ["A BEL"]}, [], True),
    ],
)
def test_whoever_would_own_a_centre_if_all_units_stood_still_may_ask(units, centers, may_ask):
    held = standing(units, {"FRANCE": centers, "GERMANY": ["MUN"]})
    assert held.may_ask == may_ask
    if not may_ask:
        assert code(request, holdings={**TABLE, "FRANCE": held}) == "no_centre"


@pytest.mark.parametrize(
    ("units", "centers", "may_veto", "may_vote"),
    [
        # V: "au moins encore un centre national ou, si un centre non national, [...] un centre et une unité".
        ({}, ["PAR"], True, True),
        ({}, ["BEL"], False, True),
        ({"FRANCE": ["A BUR"]}, ["BEL"], True, True),
        ({"FRANCE": ["A BUR"]}, [], False, False),
    ],
)
def test_who_owns_a_home_centre_or_a_centre_and_a_unit_may_object(units, centers, may_veto, may_vote):
    held = standing(units, {"FRANCE": centers})
    assert (held.may_veto, held.may_vote) == (may_veto, may_vote)
    vote = request("ITALY", holdings={**TABLE, "FRANCE": held})
    if not may_veto:
        assert code(vote.veto, "FRANCE") == "no_veto"
    if not may_vote:
        assert code(vote.cast, "FRANCE", in_favour=True) == "no_vote"


def test_a_veto_is_public_and_ends_it():
    vote = request().veto("RUSSIA")
    assert (vote.outcome, vote.vetoed_by) == (VoteOutcome.VETOED, "RUSSIA")
    assert code(vote.cast, "ITALY", in_favour=True) == "decided"


def test_the_asker_counts_as_in_favour_and_does_not_vote():
    vote = request("FRANCE", holdings={**dict.fromkeys(POWERS, GONE), "FRANCE": ALIVE, "ITALY": ALIVE})
    assert code(vote.cast, "FRANCE", in_favour=True) == "no_vote"
    assert code(vote.veto, "FRANCE") == "no_veto"
    assert vote.cast("ITALY", in_favour=True).outcome is VoteOutcome.AGREED


@given(st.lists(st.booleans(), min_size=6, max_size=6), st.permutations(POWERS[1:]))
def test_all_must_agree_and_nothing_is_known_before_the_last_ballot(ballots, order):
    vote = request(POWERS[0])
    for power, in_favour in zip(order, ballots, strict=True):
        assert vote.outcome is None
        vote = vote.cast(power, in_favour=in_favour)
    assert vote.outcome is (VoteOutcome.AGREED if all(ballots) else VoteOutcome.VOTED_DOWN)


def test_who_voted_how_is_not_written_out():
    votes = [request().cast("ITALY", in_favour=in_favour) for in_favour in (True, False)]
    assert repr(votes[0]) == repr(votes[1])


def test_a_second_ballot_replaces_nothing_and_is_refused():
    vote = request().cast("ITALY", in_favour=False)
    assert code(vote.cast, "ITALY", in_favour=True) == "voted_already"
    assert code(vote.veto, "ITALY") == "voted_already"
    assert vote.ballots == {"ITALY": False}


def test_where_nobody_else_owns_a_centre_it_is_agreed():
    alone = {**dict.fromkeys(POWERS, GONE), "FRANCE": ALIVE}
    assert request(holdings=alone).outcome is VoteOutcome.AGREED


MOMENTS = [(year, moment) for year in (1902, 1903, 1904) for moment in Moment]


@pytest.mark.parametrize(("first", "then"), list(combinations(MOMENTS, 2)))
def test_who_asked_after_autumn_or_winter_waits_for_more_than_the_next_spring(first, then):
    # V: "Restrictions à la demande de vote", both of them.
    after_autumn_or_winter = first[1] is not Moment.SPRING
    next_spring = then == (first[0] + 1, Moment.SPRING)
    same_winter = first[1] is Moment.AUTUMN and then == (first[0], Moment.WINTER)
    for voted in (True, False):
        before = [EndRequest("FRANCE", *first, voted)]
        if after_autumn_or_winter and next_spring:
            assert code(request, "FRANCE", *then, before) == "asked_in_winter"
        elif same_winter and voted:
            assert code(request, "FRANCE", *then, before) == "voted_in_autumn"
        else:
            assert request("FRANCE", *then, before).outcome is None


def test_another_one_may_ask_after_that_spring_but_nobody_after_the_winter_of_a_vote():
    before = [EndRequest("FRANCE", 1903, Moment.AUTUMN)]
    assert request("ITALY", 1904, Moment.SPRING, before).outcome is None
    assert code(request, "ITALY", 1903, Moment.WINTER, before) == "voted_in_autumn"


def test_after_a_veto_in_autumn_there_was_no_vote_and_winter_is_free():
    vetoed = request("FRANCE", 1903, Moment.AUTUMN).veto("ITALY").asked
    assert request("GERMANY", 1903, Moment.WINTER, [vetoed]).outcome is None


def test_nobody_asks_twice_at_one_moment():
    # Ours: after a veto or a vote the game goes on.
    before = [request("FRANCE").asked]
    assert code(request, "FRANCE", before=before) == "asked_already"
    assert request("ITALY", before=before).outcome is None


def test_units_count_by_the_place_they_stand_on():
    assert standing({"FRANCE": [str(Unit.parse("F SPA/NC"))]}, {"FRANCE": []}).abroad == 1
