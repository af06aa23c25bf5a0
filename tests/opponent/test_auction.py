"""Sheets: what is searched for may be handed in, and follows what mercenaries are worth."""

from dataclasses import replace

import numpy as np
import pytest

from intimate.entries import HIGHEST_BID, Sheet, check_sheet
from intimate.players import Player
from opponent.auction import Bargain, Bidding
from opponent.market import Market
from opponent.sides import OTHER, OWN, Sides
from opponent.weights import Weights
from tests.builders import duel_at, start
from tests.opponent.drawn import AUCTION, OPENING, duels, lots

HABIT = 0.5


def bargains(count):
    for duel in duels(count, AUCTION):
        yield from (
            Bargain(Market(Sides.of(duel, player), Weights()), Bidding(HABIT, 20, 2), lots(3))
            for player in Player
        )


def test_every_sheet_that_is_thought_of_may_be_handed_in():
    """Of both sides, with any reserves; none exceeds the reserve by more than is dared."""
    for bargain in bargains(8):
        bargain.run()
        sides, powers = bargain.market.sides, bargain.market.powers
        for side, player in ((OWN, sides.player), (OTHER, sides.player.opponent)):
            for bids in [*bargain.sheets[side], *bargain.usual[side]]:
                check_sheet(sides.duel, player, Sheet(dict(zip(powers, bids, strict=True))))
        reserve = sides.credits[OWN]
        assert max(map(sum, bargain.sheets[OWN])) <= reserve * (1 + bargain.market.weights.daring)


def test_mixes_are_of_the_sheets_and_nobody_bids_more_than_the_other_can_pay():
    for bargain in bargains(4):
        sheets, mix, promised = bargain.run()
        assert len(sheets) == len(mix) == len(promised)
        assert mix.sum() == pytest.approx(1, abs=1e-4)
        assert len(set(sheets)) == len(sheets)
        assert max(map(max, sheets)) <= bargain.market.reserves[OTHER] + 1


@pytest.mark.parametrize("own", [0, 1, 3 * 10**6])
@pytest.mark.parametrize("other", [0, 2 * 10**6])
@pytest.mark.parametrize("daring", [0.0, 0.5])
def test_bids_are_whole_and_never_higher_than_can_be_entered(own, other, daring):
    """Reserves that began with a million grow beyond the highest bid."""
    duel = replace(OPENING, credits={Player.FIRST: own, Player.SECOND: other})
    bargain = Bargain(
        Market(Sides.of(duel, Player.FIRST), Weights(daring=daring)), Bidding(HABIT, 15, 1), lots(4)
    )
    sheets, _, _ = bargain.run()
    for bids in [*sheets, *bargain.usual[OWN]]:
        assert all(type(bid) is int and 0 <= bid <= min(HIGHEST_BID, own) for bid in bids)


def test_a_mercenary_that_decides_is_bid_for_and_one_that_is_nowhere_is_not():
    """Italy stands before Austria's home; Turkey has no unit at all."""
    units = {"AUSTRIA": ["F GRE"], "FRANCE": ["A TYR"], "ITALY": ["A VEN", "A APU"], "TURKEY": []}
    duel = duel_at(
        start(
            "S1903B",
            units=units,
            centers={"AUSTRIA": ["VIE"], "FRANCE": ["MAR"], "ITALY": ["ROM"], "TURKEY": ["SMY"]},
        )
    )
    for player in Player:
        market = Market(Sides.of(duel, player), Weights())
        sheets, mix, _ = Bargain(market, Bidding(HABIT), lots(5)).run()
        spent = mix @ np.array(sheets)
        assert spent[market.powers.index("ITALY")] > spent[market.powers.index("TURKEY")]
