"""The cost of a sheet if the opponent is overbid (rules of the duel, section 4.4)."""

import pytest

from intimate.auction import cost_of_inheriting, discount
from intimate.players import Player
from intimate.view import View
from tests.builders import duel_after, duel_at, moves, record, start


def test_uncontested_bids_may_cost_their_full_price_when_only_contested_ones_are_halved():
    """§4 `overbid_price` contested_only: the form must warn of the highest possible cost."""
    duel = duel_at(start("S1902B"), overbid_price="contested_only")
    assert cost_of_inheriting(duel, Player.FIRST, {"ITALY": 7, "RUSSIA": 4}) == 11


@pytest.mark.parametrize(("italy", "overbid"), [(13, False), (14, True)])
def test_a_sheet_may_be_overbid_when_all_its_bids_are_more_than_the_reserve_without_discount(italy, overbid):
    """§4.2, §4.8"""
    chapters = [moves("F1902M")]
    begin = start("F1902M", control={"ITALY": "first"}, credits={"first": 14, "second": 20})
    duel = duel_after(record(*chapters, begin=begin, loyalty=4))
    assert duel.credits[Player.FIRST] == 17
    view = View(duel, Player.FIRST)
    assert view.may_be_overbid({"ITALY": italy, "RUSSIA": 4}) is overbid
    assert not View(duel, None).may_be_overbid({"ITALY": 99})


def test_nobody_has_a_discount_before_a_year_of_service():
    """§4 `loyalty`: years of command in a row just past."""
    assert discount(duel_at(start("S1902B"), loyalty=4), Player.FIRST, "ITALY") == 0


def test_service_of_the_year_before_is_taken_off_what_a_sheet_may_cost():
    """§4 `loyalty`: 7 less 1 for Italy is halved to 3; Russia served the other player, and costs 4."""
    control = {"ITALY": "first", "RUSSIA": "second"}
    duel = duel_after(record(moves("F1902M"), begin=start("F1902M", control=control), loyalty=1))
    assert cost_of_inheriting(duel, Player.FIRST, {"ITALY": 7, "RUSSIA": 7}) == 3 + 4
    assert cost_of_inheriting(duel, Player.SECOND, {"ITALY": 7, "RUSSIA": 7}) == 4 + 3
