"""Sheets: legal ones, with bids that depend on the worth of mercenaries."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from adjudicator import Power
from intimate.auction import hold_auction
from intimate.duel import Service
from intimate.entries import HIGHEST_BID, Sheet, check_sheet
from intimate.players import Player
from intimate.rules import BothOverbid, Overbid, OverbidPrice, Payment, Rules, Unaffordable
from opponent.auction import Bargain, Bidding, Market
from opponent.evaluation import Weights, credit_worth
from opponent.sides import OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import ALIVE, AUCTION, OPENING, duels, lots

HABIT = 0.5


def bargains(count):
    for duel in duels(count, AUCTION):
        yield from (
            Bargain(Market(OpposingSides.of(duel, player), Weights()), Bidding(HABIT, 20, 2), lots(3))
            for player in Player
        )


def test_every_considered_sheet_is_legal():
    """For both sides, with any reserves; none exceeds the reserve by more than `daring` allows."""
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
    """Reserves that began at a million exceed the highest possible bid."""
    duel = replace(OPENING, credits={Player.FIRST: own, Player.SECOND: other})
    bargain = Bargain(
        Market(OpposingSides.of(duel, Player.FIRST), Weights(daring=daring)), Bidding(HABIT, 15, 1), lots(4)
    )
    sheets, _, _ = bargain.run()
    for bids in [*sheets, *bargain.usual[OWN]]:
        assert all(type(bid) is int and 0 <= bid <= min(HIGHEST_BID, own) for bid in bids)


def test_bids_go_to_a_decisive_mercenary_and_not_to_one_without_units():
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
        market = Market(OpposingSides.of(duel, player), Weights())
        sheets, mix, _ = Bargain(market, Bidding(HABIT), lots(5)).run()
        spent = mix @ np.array(sheets)
        assert spent[market.powers.index("ITALY")] > spent[market.powers.index("TURKEY")]


EAGER = Weights(temper=1.0, credit=0.2, thrift=0.03)
"""Weights by which a single credit changes every payoff."""
SETTINGS = {
    "payment": Payment,
    "overbid_price": OverbidPrice,
    "unaffordable": Unaffordable,
    "both_overbid": BothOverbid,
    "loyalty": [0, 2],
    "carry_over": [True, False],
    "overbid": Overbid,
}
EVERY = [dict(zip(SETTINGS, values, strict=True)) for values in product(*SETTINGS.values())]


def market_drawn(settings, random):
    """Draw random reserves, loyal services and a player; every outcome has a worth of its own."""
    service = {
        power: Service(random.choice(list(Player)), random.randint(0, 3)) for power in map(Power, ALIVE[2:])
    }
    credits = {player: random.choice([0, 1, 5, 12, 20]) for player in Player}  # noqa: A001
    duel = replace(OPENING, rules=Rules(**settings), credits=credits, service=service)
    market = Market(OpposingSides.of(duel, random.choice(list(Player))), EAGER)
    worths = np.linspace(-2, 2, len(market.worth))
    random.shuffle(worths)
    market.worth = worths.astype(np.float32)
    return market


def sheets_drawn(market, side, count, random):
    """Draw random sheets, most of them modest; only some exceed the reserve, where that is allowed."""
    reserve = market.reserves[side]
    found = []
    while len(found) < count:
        most = random.choice([reserve // 3, reserve // 2, reserve, 2 * reserve + 5])
        sheet = tuple(random.randint(0, most) * random.choice([0, 1, 1]) for _ in market.powers)
        if sum(sheet) <= reserve or market.duel.rules.overbid is Overbid.ALLOWED:
            found.append(sheet)
    return found


def ruled(market, row, column):
    """Return what the rules make of two sheets: the number of overbids, and the payoff."""
    player, duel = market.sides.player, market.duel
    bids = {player: row, player.opponent: column}
    sheets = {
        who: Sheet({power: bid for power, bid in zip(market.powers, sheet, strict=True) if bid})
        for who, sheet in bids.items()
    }
    for who, sheet in sheets.items():
        check_sheet(duel, who, sheet)
    held = hold_auction(duel, sheets)
    overbid = len(held.overbid)
    if overbid == len(Player) and duel.rules.both_overbid is not BothOverbid.BOTH_RUINED:
        return overbid, 0.5
    numbers = {player: 0, player.opponent: 1, None: 2}
    outcome = int("".join(str(numbers[held.control.get(power)]) for power in market.powers), 3)
    left = [duel.credits[who] - held.paid[who] if duel.rules.carry_over else 0 for who in bids]
    lead = float(credit_worth(EAGER, left[OWN]) - credit_worth(EAGER, left[OTHER]))
    return overbid, 1 / (1 + np.exp(-(market.worth[outcome] + EAGER.temper * lead)))


def test_payoffs_are_those_of_the_auctions_that_the_rules_would_hold():
    """The commands and the remaining reserves, under all settings of an auction together."""
    random = lots(1)
    seen = dict.fromkeys(range(3), 0)
    for settings in EVERY:
        market = market_drawn(settings, random)
        rows, columns = (sheets_drawn(market, side, 5, random) for side in (OWN, OTHER))
        payoffs = market.payoffs(rows, columns)
        for index, (row, column) in enumerate(product(rows, columns)):
            overbid, expected = ruled(market, row, column)
            assert payoffs.flat[index] == pytest.approx(expected, abs=1e-5), (settings, row, column)
            seen[overbid] += 1
    assert sum(seen.values()) == 25 * len(EVERY)
    assert min(seen.values()) > 150


def test_the_worth_of_an_outcome_rises_with_what_the_own_side_commands():
    """And falls with what the other side commands; anarchy is between the two."""
    random = lots(2)
    for duel in [OPENING, *duels(6, AUCTION)]:
        market = Market(OpposingSides.of(duel, random.choice(list(Player))), Weights())
        worth = market.worth.reshape([3] * len(market.powers))
        assert np.isfinite(worth).all()
        for axis, power in enumerate(market.powers):
            if duel.position.units_of(power):
                own, other, nobody = (worth.take(who, axis=axis).mean() for who in range(3))
                assert own > nobody > other
