"""What would have won a past auction: the least bid, by the rules of section 4, all else as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Power
from intimate.auction import hold_auction
from intimate.entries import Sheet, check
from intimate.errors import EntryError
from intimate.hindsight import LeastBid, least_bid
from intimate.players import Player
from tests.builders import duel_at, start

FIRST, SECOND = Player
ITALY, RUSSIA, TURKEY = map(Power, ("ITALY", "RUSSIA", "TURKEY"))
BIDS = st.dictionaries(st.sampled_from((ITALY, RUSSIA, TURKEY)), st.integers(1, 14))
RULES = st.fixed_dictionaries(
    {},
    optional={
        "payment": st.just("everyone"),
        "overbid": st.just("forbidden"),
        "overbid_price": st.just("contested_only"),
        "unaffordable": st.just("capped"),
        "loyalty": st.just(3),
    },
)


def before(first=20, second=20, **settings):
    return duel_at(start("S1902B", credits={"first": first, "second": second}), **settings)


def both(first, second):
    return {FIRST: Sheet(first), SECOND: Sheet(second)}


def test_one_more_than_the_other_bid_wins_and_is_paid_with_what_else_was_won():
    """§4.1, §4.3: 8 for Italy beside the 5 for Russia leaves 7 of 20."""
    sheets = both({ITALY: 3, RUSSIA: 5}, {ITALY: 7})
    assert least_bid(before(), sheets, FIRST, ITALY) == LeastBid(8, 7)
    assert least_bid(before(), sheets, FIRST, RUSSIA) == LeastBid(1, 19)
    assert least_bid(before(), sheets, FIRST, TURKEY) == LeastBid(1, 14)


def test_what_exceeds_the_reserve_would_not_have_won():
    """§4.4"""
    sheets = both({RUSSIA: 15}, {ITALY: 7})
    assert least_bid(before(), sheets, FIRST, ITALY) is None


def test_against_an_overbid_player_the_least_bid_is_one_and_costs_half():
    """§4.4: the heir takes what they bid for at half, rounded up."""
    sheets = both({}, {ITALY: 7, RUSSIA: 14})
    assert least_bid(before(), sheets, FIRST, TURKEY) == LeastBid(1, 19)
    assert least_bid(before(), sheets, FIRST, ITALY) == LeastBid(1, 19)


@pytest.mark.parametrize("player", Player)
@given(first=BIDS, second=BIDS, reserve=st.integers(0, 25), settings=RULES)
def test_it_is_what_trying_every_bid_finds(player, first, second, reserve, settings):
    duel, sheets = before(reserve, 20, **settings), both(first, second)
    for power in (ITALY, RUSSIA, TURKEY):
        found = None
        for bid in range(1, 17):
            changed = Sheet({**sheets[player].bids, power: bid})
            try:
                check(duel, player, changed)
            except EntryError:
                continue
            held = hold_auction(duel, {**sheets, player: changed})
            if held.control.get(power) is player:
                found = LeastBid(bid, duel.credits[player] - held.paid[player])
                break
        assert least_bid(duel, sheets, player, power) == found
