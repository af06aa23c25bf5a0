"""Votes to end a game early (source 004, V), by any number of players."""

from dataclasses import replace
from itertools import combinations

import pytest

from adjudicator import Unit
from adjudicator.position import read_position
from games.votes import VoteRefused, ask, check_veto
from intimate.voting import EndRequest, Holding, Moment, holding
from tests.builders import CENTRES, POWERS, UNITS

ALIVE = Holding(centres=3, safe=3, abroad=0, home=3, units=3)
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
def test_a_player_who_would_own_a_centre_if_all_units_stood_still_may_ask(units, centers, may_ask):
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
def test_a_player_with_a_home_centre_or_a_centre_and_a_unit_may_object(units, centers, may_veto, may_vote):
    held = standing(units, {"FRANCE": centers})
    assert (held.may_veto, held.may_vote) == (may_veto, may_vote)
    if not may_veto:
        assert code(check_veto, {**TABLE, "FRANCE": held}, "ITALY", "FRANCE") == "no_veto"


def test_only_another_present_player_objects():
    check_veto(TABLE, "FRANCE", "RUSSIA")
    assert code(check_veto, TABLE, "FRANCE", "FRANCE") == "no_veto"
    there = {power: ALIVE for power in POWERS if power != "RUSSIA"}
    assert code(check_veto, there, "FRANCE", "RUSSIA") == "no_veto"


MOMENTS = [(year, moment) for year in (1902, 1903, 1904) for moment in Moment]


@pytest.mark.parametrize(("first", "then"), list(combinations(MOMENTS, 2)))
def test_a_player_who_asked_after_autumn_or_winter_waits_for_more_than_the_next_spring(first, then):
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
            assert request("FRANCE", *then, before) == EndRequest("FRANCE", *then)


def test_another_one_may_ask_after_that_spring_but_nobody_after_the_winter_of_a_vote():
    before = [EndRequest("FRANCE", 1903, Moment.AUTUMN)]
    assert request("ITALY", 1904, Moment.SPRING, before)
    assert code(request, "ITALY", 1903, Moment.WINTER, before) == "voted_in_autumn"


def test_after_a_veto_in_autumn_there_was_no_vote_and_winter_is_free():
    vetoed = replace(request("FRANCE", 1903, Moment.AUTUMN), voted=False)
    assert request("GERMANY", 1903, Moment.WINTER, [vetoed])


def test_nobody_asks_twice_at_one_moment():
    # Our own choice: after a veto or a vote the game goes on.
    before = [request("FRANCE")]
    assert code(request, "FRANCE", before=before) == "asked_already"
    assert request("ITALY", before=before)


def test_units_count_by_the_place_they_stand_on():
    assert standing({"FRANCE": [str(Unit.parse("F SPA/NC"))]}, {"FRANCE": []}).abroad == 1
