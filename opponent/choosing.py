"""The opponent's answer to the phase that awaits it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from adjudicator import (
    Convoy,
    Move,
    Order,
    PhaseKind,
    Power,
    Province,
    Retreat,
    Support,
    Unreadable,
    province_of,
    standard,
)
from intimate.entries import Entry, HomesList, Orders, Sheet
from intimate.view import View
from opponent.acquaintance import UNKNOWN, Habits
from opponent.adjusting import Routed, Wintering
from opponent.auction import Bargain, Bidding, Bids, Market
from opponent.chance import Chance, drawn, shuffled
from opponent.evaluation import Weights
from opponent.field import Field, Row
from opponent.greed.playing import greedy
from opponent.levels import STRENGTHS, Level
from opponent.movement import Search, Struggle
from opponent.sides import OWN, OpposingSides
from opponent.tables import Floats

LIKED = tuple(map(Power, ("TURKEY", "FRANCE", "ENGLAND", "RUSSIA", "GERMANY", "ITALY", "AUSTRIA")))
SELDOM, SELDOM_BID = 0.03, 0.005
"""Order sets and sheets that would be chosen less often than this are not chosen at all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An entry for the awaited phase, and what it rests on.

    worth: the score that the player may expect, from 0 for a loss to 1 for a win. looked_at: positions that
    were looked at.
    """

    entry: Entry
    worth: float
    looked_at: int


@dataclass(frozen=True, slots=True)
class Mixture:
    """Entries for the awaited phase among which the lot is to decide.

    odds: how likely each is, in any measure. worth, looked_at: as in `Answer`. is_settled: the only entry
    stands without a lot.
    """

    entries: Sequence[Entry]
    odds: Sequence[float]
    worth: float
    looked_at: int = 0
    is_settled: bool = False


def choose(
    view: View,
    level: Level,
    chance: Chance,
    work: int | None = None,
    weights: Weights | None = None,
    habits: Habits = UNKNOWN,
) -> Answer:
    """Choose an entry for the phase that awaits the player whose view this is.

    work: the most positions to look at, the level's own measure when left out. habits: what is known of the
    enemy. The same arguments and random numbers give the same answer.

    Raises ValueError where the phase does not await the player.
    """
    mixture = consider(view, level, chance, work, weights, habits)
    entry = mixture.entries[0] if mixture.is_settled else mixture.entries[drawn(mixture.odds, chance)]
    # Sums of many parts miss the bounds by a rounding.
    return Answer(entry, min(1.0, max(0.0, mixture.worth)), mixture.looked_at)


def consider(
    view: View,
    level: Level,
    chance: Chance,
    work: int | None = None,
    weights: Weights | None = None,
    habits: Habits = UNKNOWN,
) -> Mixture:
    """Weigh the entries among which `choose` draws; of greed, and of winters, one is left.

    Arguments and errors are those of `choose`.
    """
    player, kind = view.player, view.duel.kind
    if player is None or not view.is_awaited or kind is None:
        raise ValueError("the phase does not await this player")
    if kind is PhaseKind.HOMES:
        return _settled(_homes(chance))
    strength = STRENGTHS[level]
    if not strength.searches or (kind is PhaseKind.AUCTION and not strength.bargains):
        entry = forgetting(greedy(view, chance), strength.forgets, chance)
        return _settled(sparing(view, entry) if strength.spares else entry)
    sides, weights = OpposingSides.of(view.duel, player), weights or Weights.load()
    if kind is PhaseKind.AUCTION:
        return _bid(sides, weights, Bidding(weights.habit * habits.bids), chance)
    if kind is PhaseKind.MOVEMENT:
        search = Search(strength.work if work is None else work, weights.habit * habits.moves)
        return _move(sides, weights, search, chance)
    if kind is PhaseKind.RETREATS:
        return _retreat(sides, weights)
    return _winter(sides, weights)


def forgetting(entry: Entry, often: float, chance: Chance) -> Entry:
    """Forget some of the orders that serve another unit; the units that would have given them hold."""
    if not isinstance(entry, Orders) or not often:
        return entry
    return Orders(
        {
            power: [
                order
                for order in orders
                if not isinstance(order, Support | Convoy) or chance.random() >= often
            ]
            for power, orders in entry.by_power.items()
        }
    )


def sparing(view: View, entry: Entry) -> Entry:
    """Let units of the home power stay where they would enter a home centre of the enemy's in the first year.

    Whether its unit leaves in the same season is not known before. A retreat into one becomes a disbandment.
    """
    duel, player = view.duel, view.player
    if not isinstance(entry, Orders) or player is None or view.home is None or duel.phase is None:
        return entry
    if duel.phase.year > duel.rules.first_year:
        return entry
    goals = standard().homes[duel.homes[player.opponent]]
    kept = [order for order in entry.by_power.get(view.home, ()) if _goal(order) not in goals]
    return Orders({**entry.by_power, view.home: kept})


def _goal(order: Order | Unreadable) -> Province | None:
    return province_of(order.to) if isinstance(order, Move | Retreat) else None


def _homes(chance: Chance) -> HomesList:
    order = shuffled(len(LIKED), chance)
    return HomesList(tuple(LIKED[index] for index in order))


def _settled(entry: Entry, worth: float = 0.5, looked_at: int = 0) -> Mixture:
    return Mixture([entry], [1.0], worth, looked_at, is_settled=True)


def _likely(mix: Floats, seldom: float = SELDOM) -> tuple[list[int], list[float]]:
    """Return the places of a mix that are chosen often enough to be chosen at all, and how often each is."""
    likely = np.flatnonzero(mix >= min(seldom, float(mix.max())))
    return likely.tolist(), mix[likely].tolist()


def _bid(sides: OpposingSides, weights: Weights, bidding: Bidding, chance: Chance) -> Mixture:
    market = Market(sides, weights)
    sheets, mix, promised = Bargain(market, bidding, chance).run()
    likely, odds = _likely(mix, SELDOM_BID)
    return Mixture([sheet_of(market, sheets[index]) for index in likely], odds, float(mix @ promised))


def _move(sides: OpposingSides, weights: Weights, search: Search, chance: Chance) -> Mixture:
    field = Field(sides, weights)
    found = Struggle(field, search, chance).run()
    likely, odds = _likely(found.row_mix)
    entries = [orders_of(field, found.rows[index]) for index in likely]
    return Mixture(entries, odds, found.share, field.looked_at)


def _retreat(sides: OpposingSides, weights: Weights) -> Mixture:
    routed = Routed(sides, weights)
    row_mix, column_mix = routed.solved()
    likely, odds = _likely(row_mix)
    entries = [orders(routed.ways[OWN][index]) for index in likely]
    return Mixture(entries, odds, float(row_mix @ routed.payoffs @ column_mix), routed.looked_at)


def _winter(sides: OpposingSides, weights: Weights) -> Mixture:
    wintering = Wintering(sides, weights)
    given = wintering.best()
    return _settled(orders(given), wintering.standing, wintering.looked_at)


def sheet_of(market: Market, bids: Bids) -> Sheet:
    """Return the sheet of bids for the mercenaries of an auction."""
    return Sheet({power: bid for power, bid in zip(market.powers, bids, strict=True) if bid})


def orders_of(field: Field, row: Row) -> Orders:
    """Return the orders of an order set."""
    slate = field.slate
    return orders((slate.powers[slate.unit_of[number]], slate.orders[number]) for number in row)


def orders(given: Iterable[tuple[Power, Order]]) -> Orders:
    """Return orders by their powers."""
    by_power: dict[Power, list[Order]] = {}
    for power, order in given:
        by_power.setdefault(power, []).append(order)
    return Orders(by_power)
