"""Outcomes of auctions: payoffs agree with the rules (section 4)."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from adjudicator import Power
from intimate.auction import hold_auction
from intimate.duel import Service
from intimate.entries import Sheet, check_sheet
from intimate.players import Player
from intimate.rules import BothOverbid, Overbid, OverbidPrice, Payment, Rules, Unaffordable
from opponent.evaluation import credit_worth
from opponent.market import Market
from opponent.sides import OTHER, OWN, Sides
from opponent.weights import Weights
from tests.opponent.drawn import ALIVE, AUCTION, OPENING, duels, lots

EAGER = Weights(temper=1.0, credit=0.2, thrift=0.03)
"""Weights by which a credit more or less shows in every payoff."""
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
    """Draw reserves, loyal services and a player; every outcome has a worth of its own."""
    service = {
        power: Service(random.choice(list(Player)), random.randint(0, 3)) for power in map(Power, ALIVE[2:])
    }
    credits = {player: random.choice([0, 1, 5, 12, 20]) for player in Player}  # noqa: A001
    duel = replace(OPENING, rules=Rules(**settings), credits=credits, service=service)
    market = Market(Sides.of(duel, random.choice(list(Player))), EAGER)
    worths = np.linspace(-2, 2, len(market.worth))
    random.shuffle(worths)
    market.worth = worths.astype(np.float32)
    return market


def sheets_drawn(market, side, count, random):
    """Draw sheets, most of them modest; those that exceed the reserve only where they are allowed."""
    reserve = market.reserves[side]
    found = []
    while len(found) < count:
        most = random.choice([reserve // 3, reserve // 2, reserve, 2 * reserve + 5])
        sheet = tuple(random.randint(0, most) * random.choice([0, 1, 1]) for _ in market.powers)
        if sum(sheet) <= reserve or market.duel.rules.overbid is Overbid.ALLOWED:
            found.append(sheet)
    return found


def ruled(market, row, column):
    """What the rules make of a pair of sheets: how many were overbid, and the payoff that follows from it."""
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
    """Who commands whom and what is left of each reserve, under all settings of an auction together."""
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
    """And falls with what the other one commands; anarchy is between the two."""
    random = lots(2)
    for duel in [OPENING, *duels(6, AUCTION)]:
        market = Market(Sides.of(duel, random.choice(list(Player))), Weights())
        worth = market.worth.reshape([3] * len(market.powers))
        assert np.isfinite(worth).all()
        for axis, power in enumerate(market.powers):
            if duel.position.units_of(power):
                own, other, nobody = (worth.take(who, axis=axis).mean() for who in range(3))
                assert own > nobody > other
