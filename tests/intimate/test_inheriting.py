"""What a sheet can cost when the opponent is overbid (rules of the duel, section 4.4)."""

from intimate.auction import cost_of_inheriting, discount
from intimate.players import Player
from tests.builders import duel_at, start


def test_uncontested_bids_may_cost_their_full_price_when_only_contested_ones_are_halved():
    """§4 `overbid_price` contested_only: the form must warn of the most that it could cost."""
    duel = duel_at(start("S1902B"), overbid_price="contested_only")
    assert cost_of_inheriting(duel, Player.FIRST, {"ITALY": 7, "RUSSIA": 4}) == 11


def test_nobody_has_a_discount_before_a_year_of_service():
    """§4 `loyalty`: years of command in a row just past."""
    assert discount(duel_at(start("S1902B"), loyalty=4), Player.FIRST, "ITALY") == 0
