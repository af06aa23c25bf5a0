"""The auction (rules of the duel, section 4), and the least bid that would have won."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator import Power
from intimate.duel import Duel
from intimate.entries import Bids, Sheet, check
from intimate.errors import EntryError
from intimate.players import Player
from intimate.rules import Payment, Unaffordable

Sheets = Mapping[Player, Sheet]
Amounts = Mapping[Player, int]
Prices = Mapping[Player, Mapping[Power, int]]


@dataclass(frozen=True, slots=True)
class Auction:
    """The result of two sheets: winning totals, who was overbid, what each paid, who commands whom.

    `prices` are of the bids that had to be paid; an overbid player loses the reserve instead.
    """

    winning_totals: Amounts
    overbid: tuple[Player, ...]
    paid: Amounts
    control: Mapping[Power, Player]
    prices: Prices


def _won(sheets: Sheets, player: Player) -> Bids:
    """Select the bids that are higher than the opponent's; equal bids win nothing."""
    others = sheets[player.opponent].bids
    return {power: bid for power, bid in sheets[player].bids.items() if bid > others.get(power, 0)}


def discount(duel: Duel, player: Player, power: Power) -> int:
    """Return the discount in credits for loyal service of a mercenary (setting `loyalty`)."""
    service = duel.service.get(power)
    years = service.years if service and service.player is player else 0
    return min(duel.rules.loyalty, years)


def _price(duel: Duel, player: Player, power: Power, bid: int) -> int:
    return max(0, bid - discount(duel, player, power))


def _half(price: int) -> int:
    return (price + 1) // 2


def _price_for_heir(duel: Duel, player: Player, power: Power, bid: int, *, contested: bool) -> int:
    """Price a bid of an overbidder's opponent: half; by one setting in full if not contested."""
    price = _price(duel, player, power, bid)
    return _half(price) if contested or duel.rules.halves_all else price


def may_be_overbid(duel: Duel, player: Player, bids: Bids) -> bool:
    """Tell whether a sheet would be overbid if all its bids won (4.2)."""
    return sum(bids.values()) > duel.credits[player]


def cost_of_inheriting(duel: Duel, player: Player, bids: Bids) -> int:
    """Add up the most that a sheet can cost when the opponent is overbid."""
    return sum(_price_for_heir(duel, player, power, bid, contested=False) for power, bid in bids.items())


def _paying(duel: Duel, sheets: Sheets, player: Player) -> Bids:
    everyone = duel.rules.payment is Payment.EVERYONE
    return sheets[player].bids if everyone else _won(sheets, player)


def itemised_prices(duel: Duel, sheets: Sheets, overbid: tuple[Player, ...]) -> Prices:
    """Price every bid that had to be paid, given the overbid players."""
    if len(overbid) == len(Player):
        return {player: {} for player in Player}
    if not overbid:
        return {
            player: {
                power: _price(duel, player, power, bid)
                for power, bid in _paying(duel, sheets, player).items()
            }
            for player in Player
        }
    overbidder, heir = overbid[0], overbid[0].opponent
    halves = {
        power: _price_for_heir(duel, heir, power, bid, contested=sheets[overbidder].bids.get(power, 0) > 0)
        for power, bid in sheets[heir].bids.items()
    }
    return {overbidder: {}, heir: halves}


def commanders_by(sheets: Sheets, overbid: tuple[Player, ...]) -> Mapping[Power, Player]:
    """Assign the mercenaries, given the overbid players; the others are in anarchy."""
    if not overbid:
        return {power: player for player in Player for power in _won(sheets, player)}
    heir = overbid[0].opponent
    return dict.fromkeys(sheets[heir].bids, heir) if len(overbid) == 1 else {}


def _totals(duel: Duel, sheets: Sheets) -> Amounts:
    """Add up the bids that can overbid a player: the winning ones, or all if everyone pays."""
    return {player: sum(_paying(duel, sheets, player).values()) for player in Player}


def _is_affordable(duel: Duel, heir: Player, cost: int) -> bool:
    return cost <= duel.credits[heir] or duel.rules.unaffordable is Unaffordable.CAPPED


def hold_auction(duel: Duel, sheets: Sheets) -> Auction:
    """Decide two sheets of positive bids against the reserves (4.1 to 4.5)."""
    totals = _totals(duel, sheets)
    overbid = tuple(player for player in Player if totals[player] > duel.credits[player])
    prices = itemised_prices(duel, sheets, overbid)
    if len(overbid) == 1:
        heir = overbid[0].opponent
        if not _is_affordable(duel, heir, sum(prices[heir].values())):
            overbid = tuple(Player)
            prices = itemised_prices(duel, sheets, overbid)
    paid = {
        player: duel.credits[player]
        if player in overbid
        else min(sum(prices[player].values()), duel.credits[player])
        for player in Player
    }
    return Auction(totals, overbid, paid, commanders_by(sheets, overbid), prices)


@dataclass(frozen=True, slots=True)
class LeastBid:
    """The least bid that would have won a mercenary, and the reserve that would have been left."""

    bid: int
    rest: int


def least_bid(before: Duel, sheets: Sheets, player: Player, power: Power) -> LeastBid | None:
    """Find the least bid that would have won a player a mercenary, all else being equal.

    The other bids of both stay as handed in (section 4). None if no bid would have won, since each one high
    enough exceeds the reserve.
    """
    against = sheets[player.opponent].bids.get(power, 0)
    # A bid below the opponent's wins only if the opponent is overbid, and then 1 does as well as more. A tie
    # wins nothing, and may save the opponent from being overbid.
    for bid in sorted({1, against + 1}):
        changed = {**sheets[player].bids, power: bid}
        try:
            check(before, player, Sheet(changed))
        except EntryError:
            continue
        auction = hold_auction(before, {**sheets, player: replace(sheets[player], bids=changed)})
        if auction.control.get(power) is player:
            return LeastBid(bid, before.credits[player] - auction.paid[player])
    return None
