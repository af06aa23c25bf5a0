"""How a phase stood, for both sides: said of duels that are over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import NamedTuple

import numpy as np

from adjudicator import PhaseKind
from intimate.duel import Duel
from intimate.entries import NO_ORDERS, Entries, Entry, Orders, Sheet, check
from intimate.options import choices_of
from intimate.players import Player
from opponent.adjusting import Routed, Wintering
from opponent.auction import Bargain, Bidding, Market
from opponent.chance import Chance
from opponent.choosing import orders, orders_of, sheet_of
from opponent.evaluation import Weights, hired_worth, reserves_worth
from opponent.field import Field
from opponent.levels import STRENGTHS, Level
from opponent.movement import Search, Struggle
from opponent.sides import OTHER, OWN, OpposingSides
from opponent.tables import Floats

SHOWN = 2
"""How many of each player's best entries are listed."""
HABIT = 0.2
"""How far each player is taken to expect greed of the other, where it is judged what was best."""
OF_BIDS = 0.2
"""What the odds are raised to that a pair of sheets promises: they tell far less than those of order sets."""
LEAST, DRAWN = 1e-4, 0.5


def _odds(share: float) -> float:
    """The logarithm of the odds."""
    return log(max(share, LEAST) / max(1 - share, LEAST))


class Scale(NamedTuple):
    """Makes what the search expects tell how often duels are won.

    sureness: what the odds are raised to. ahead: what speaks for the first player besides, in log-odds.
    """

    sureness: float
    ahead: float = 0.0

    def worth(self, share: float, player: Player) -> float:
        """The score that a player may expect, made out of what speaks for the first one."""
        sure = 1 / (1 + exp(-self.sureness * _odds(share) - self.ahead))
        return sure if player is Player.FIRST else 1 - sure


STANDING, BID, AS_TOLD = Scale(2.0), Scale(OF_BIDS), Scale(1.0)
"""Of positions as they stand, in retreats, in winter and before bids; of bids; of what is told already."""
UNITS, FARTHEST, HIRED = 1.25, 2.0, 0.2
"""What speaks for a side before a movement beyond what the search sees: how the units stand, its log-odds so
many times, and these from -2 to 2, for units may have to leave the centres that they stand on; so much of
what mercenaries count in an auction; and the reserves whole. All of this tells best who won duels of the
strongest level against itself (docs/analysis.md)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An entry that was worth considering: how often a good player would choose it, and what it promises.

    weight: from 0 to 1. worth: the score that its player may expect with it against good play, 0 to 1.
    """

    entry: Entry
    weight: float
    worth: float


def ranked(plans: Sequence[Plan], played: Entry | None = None, worth: float | None = None) -> list[Plan]:
    """Rank plans by what they promise; what was played is one of them where it promises more than each.

    The search does not look at everything, so somebody may have found what it did not.
    """
    if played is not None and worth is not None and all(worth > plan.worth for plan in plans):
        plans = [Plan(played, 0.0, worth), *plans]
    return sorted(plans, key=lambda plan: -plan.worth)[:SHOWN]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A phase as it stood before its entries were known.

    share: the score that the first player may expect, from 0 to 1. plans: the best entries of each awaited
    player, the best first: the first promises as much as what was played at least. played: what each player's
    own entry promised against good play: without orders units hold or are disbanded; sheets are judged where
    they were given.
    """

    share: float
    plans: Mapping[Player, Sequence[Plan]]
    played: Mapping[Player, float]
    looked_at: int


def judge(
    duel: Duel, entries: Entries, chance: Chance, work: int | None = None, weights: Weights | None = None
) -> Judgement:
    """Judge the awaited phase of a duel, and what was entered for it, as the strongest level sees it.

    entries: what both entered, which is known by now: nobody may be shown a judgement of a duel that goes on.
    Raises ValueError where no phase is awaited, or that in which home powers are chosen, and for entries that
    the phase does not take (EntryError).
    """
    if duel.kind is None or not duel.own(Player.FIRST):
        raise ValueError("there is no position to judge")
    for player, entry in entries.items():
        check(duel, player, entry)
    sides, weights = OpposingSides.of(duel, Player.FIRST), weights or Weights.load()
    match duel.kind:
        case PhaseKind.AUCTION:
            judged = _auction(sides, weights, entries, chance)
        case PhaseKind.MOVEMENT:
            search = Search(STRENGTHS[Level.MARSHAL].work if work is None else work, habit=HABIT)
            judged = _movement(sides, weights, search, entries, chance)
        case PhaseKind.RETREATS:
            judged = _retreats(sides, weights, entries)
        case _:
            judged = _winter(sides, weights, entries)
    return judged


@dataclass(frozen=True, slots=True)
class Weighed:
    """Entries of one player, how often each would be chosen, and what it promises to the first one."""

    entries: Sequence[Entry]
    mix: Floats
    promised: Floats

    def plans(self, player: Player, scale: Scale) -> list[Plan]:
        """The entries that are chosen most often."""
        best = sorted(range(len(self.entries)), key=lambda index: -float(self.mix[index]))[:SHOWN]
        return [
            Plan(
                self.entries[index], float(self.mix[index]), scale.worth(float(self.promised[index]), player)
            )
            for index in best
        ]


def _judged(
    scale: Scale,
    share: float,
    weighed: Mapping[Player, Weighed],
    played: Mapping[Player, float],
    looked_at: int,
    entries: Entries,
) -> Judgement:
    """Tell on one scale what was expected of the phase, of the best entries and of those that were given."""
    promised = {player: scale.worth(share, player) for player, share in played.items()}
    plans = {
        player: ranked(one.plans(player, scale), entries.get(player, NO_ORDERS), promised.get(player))
        for player, one in weighed.items()
    }
    return Judgement(scale.worth(share, Player.FIRST), plans, promised, looked_at)


def compared(
    duel: Duel, player: Player, entries: Sequence[Entry], against: Sequence[tuple[Entry, float]]
) -> list[float]:
    """Say what each of some entries of a player promises, from 0 to 1, on one scale and without a search.

    against: what the other player may enter in the same phase, and how often. Retreats and winters are
    compared with what that one would do best. Raises EntryError for what the phase does not take.
    """
    for entry in entries:
        check(duel, player, entry)
    sides, weights = OpposingSides.of(duel, Player.FIRST), Weights.load()
    total = sum(weight for _, weight in against)
    mix = np.array([weight / total if total else 1 / len(against) for _, weight in against], np.float32)
    others = [entry for entry, _ in against]
    match duel.kind:
        case PhaseKind.AUCTION:
            market = Market(sides, weights)
            own, theirs = ([_bids(market, entry) for entry in some] for some in (entries, others))
            rows, columns = (own, theirs) if player is Player.FIRST else (theirs, own)
            shares = _weighed(_tempered(market.payoffs(rows, columns)), mix, player)
        case PhaseKind.MOVEMENT:
            field = Field(sides, replace(weights, credit=0.0))
            pair = (entries, others) if player is Player.FIRST else (others, entries)
            rows, columns = (
                [field.row_of(side, field.numbers(each.all)) for each in some if isinstance(each, Orders)]
                for side, some in enumerate(pair)
            )
            payoffs = _foretold(field.payoffs(rows, columns), _ahead(field, weights))
            shares = _weighed(payoffs, mix, player)
        case PhaseKind.RETREATS:
            routed = Routed(sides, replace(weights, credit=0.0))
            side = OWN if player is Player.FIRST else OTHER
            theirs_best = routed.solved()[1 - side]
            shares = [
                routed.share(side, _orders_of({player: each}, player).all, theirs_best) for each in entries
            ]
        case _:
            wintering = Wintering(sides, weights)
            best = {each: orders(wintering.chosen(side)) for side, each in enumerate(Player)}
            shares = [
                wintering.share(best | {player: _orders_of({player: each}, player)}) for each in entries
            ]
    return [share if player is Player.FIRST else 1 - share for share in shares]


def _weighed(payoffs: Floats, mix: Floats, player: Player) -> list[float]:
    return [float(share) for share in (payoffs @ mix if player is Player.FIRST else mix @ payoffs)]


def _auction(sides: OpposingSides, weights: Weights, entries: Entries, chance: Chance) -> Judgement:
    market = Market(sides, weights)
    bargain = Bargain(market, Bidding(HABIT), chance)
    bargain.run()
    given = {player: _bids(market, entries[player]) for player in entries}
    rows, columns = bargain.sheets
    row_mix, column_mix = bargain.mixes
    payoffs = _tempered(bargain.payoffs)
    weighed = {
        Player.FIRST: Weighed([sheet_of(market, row) for row in rows], row_mix, payoffs @ column_mix),
        Player.SECOND: Weighed([sheet_of(market, row) for row in columns], column_mix, row_mix @ payoffs),
    }
    played = {}
    if Player.FIRST in given:
        promised = _tempered(market.payoffs([given[Player.FIRST]], columns)) @ column_mix
        played[Player.FIRST] = float(promised[0])
    if Player.SECOND in given:
        promised = row_mix @ _tempered(market.payoffs(rows, [given[Player.SECOND]]))
        played[Player.SECOND] = float(promised[0])
    share = float(row_mix @ payoffs @ column_mix)
    return _judged(_scale_of_bids(sides, weights, share), share, weighed, played, 0, entries)


def _scale_of_bids(sides: OpposingSides, weights: Weights, share: float) -> Scale:
    """An auction stands as the winter before it; sheets differ from that by what they promise."""
    standing = Wintering(sides, weights).standing
    return BID._replace(ahead=STANDING.sureness * _odds(standing) - BID.sureness * _odds(share))


def _tempered(shares: Floats) -> Floats:
    """What sheets promise, less sure of it."""
    surely = np.clip(shares, LEAST, 1 - LEAST)
    tempered = surely**OF_BIDS / (surely**OF_BIDS + (1 - surely) ** OF_BIDS)
    return tempered.astype(np.float32)


def _ahead(field: Field, weights: Weights) -> float:
    """What speaks for the first player before a movement beyond what the search sees, in log-odds."""
    sides = field.sides
    units = UNITS * min(max(_odds(field.standing), -FARTHEST), FARTHEST)
    hired = sum(
        hired_worth(sides, weights, power, side)
        for power, side in sides.commander.items()
        if sides.owner(power) is None
    )
    return units + HIRED * hired + _reserves(sides, weights)


def _reserves(sides: OpposingSides, weights: Weights) -> float:
    """What reserves speak for the first player between two auctions, in log-odds."""
    return weights.temper * reserves_worth(sides, weights) if sides.duel.rules.carry_over else 0.0


def _foretold(shares: Floats, ahead: float) -> Floats:
    """What pairs of order sets come to: what ends the duel as it is, all else by what spoke for whom too."""
    open_ = np.clip(shares, LEAST, 1 - LEAST)
    told = 1 / (1 + (1 - open_) / open_ * exp(-ahead))
    settled = (open_ != shares) | (shares == DRAWN)
    return np.where(settled, shares, told).astype(np.float32)


def _bids(market: Market, entry: Entry) -> tuple[int, ...]:
    return tuple(entry.bids.get(power, 0) for power in market.powers) if isinstance(entry, Sheet) else ()


def _orders_of(entries: Entries, player: Player) -> Orders:
    """What a player ordered; none where they entered nothing."""
    entry = entries.get(player)
    return entry if isinstance(entry, Orders) else NO_ORDERS


def _movement(
    sides: OpposingSides, weights: Weights, search: Search, entries: Entries, chance: Chance
) -> Judgement:
    # The reserves are the same whatever is ordered: they count once, in what spoke for whom before.
    field = Field(sides, replace(weights, credit=0.0))
    found = Struggle(field, search, chance).run()
    weighed, played = {}, {}
    ahead = _ahead(field, weights)
    payoffs = _foretold(found.payoffs, ahead)
    promised = payoffs @ found.column_mix, found.row_mix @ payoffs
    for side, player in enumerate(Player):
        if not field.units[side]:
            continue
        sets, mix = ((found.rows, found.row_mix), (found.columns, found.column_mix))[side]
        weighed[player] = Weighed([orders_of(field, row) for row in sets], mix, promised[side])
        row = field.row_of(side, field.numbers(_orders_of(entries, player).all))
        if side == OWN:
            share = _foretold(field.payoffs([row], found.columns), ahead)[0] @ found.column_mix
        else:
            share = found.row_mix @ _foretold(field.payoffs(found.rows, [row]), ahead)[:, 0]
        played[player] = float(share)
    share = float(found.row_mix @ payoffs @ found.column_mix)
    return _judged(AS_TOLD, share, weighed, played, field.looked_at, entries)


def _retreats(sides: OpposingSides, weights: Weights, entries: Entries) -> Judgement:
    routed = Routed(sides, replace(weights, credit=0.0))
    scale = STANDING._replace(ahead=_reserves(sides, weights))
    mixes = routed.solved()
    promised = routed.payoffs @ mixes[OTHER], mixes[OWN] @ routed.payoffs
    weighed, played = {}, {}
    for side, player in enumerate(Player):
        ways = routed.ways[side]
        if ways == [()]:
            continue
        weighed[player] = Weighed([orders(way) for way in ways], mixes[side], promised[side])
        given = _orders_of(entries, player).all
        played[player] = routed.share(side, given, mixes[1 - side])
    share = float(mixes[OWN] @ routed.payoffs @ mixes[OTHER])
    return _judged(scale, share, weighed, played, routed.looked_at, entries)


def _winter(sides: OpposingSides, weights: Weights, entries: Entries) -> Judgement:
    wintering = Wintering(sides, weights)
    weighed, played = {}, {}
    best = {player: orders(wintering.chosen(side)) for side, player in enumerate(Player)}
    share = wintering.share(best)
    for player in Player:
        if not choices_of(sides.duel, player).winters:
            continue
        weighed[player] = Weighed([best[player]], np.ones(1, np.float32), np.full(1, share, np.float32))
        given = best | {player: _orders_of(entries, player)}
        played[player] = wintering.share(given)
    return _judged(STANDING, share, weighed, played, wintering.looked_at, entries)
