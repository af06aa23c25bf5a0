"""The auction (rules of the duel, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import Power
from intimate.duel import Duel
from intimate.entries import Bids
from intimate.players import Player
from intimate.rules import OverbidPrice, Payment, Unaffordable

Sheets = Mapping[Player, Bids]
Amounts = dict[Player, int]


@dataclass(frozen=True, slots=True)
class Auction:
    """What became of two sheets: winning totals, who was overbid, what each paid, who commands whom."""

    winning_totals: Mapping[Player, int]
    overbid: tuple[Player, ...]
    paid: Mapping[Player, int]
    control: Mapping[Power, Player]


def _won(sheets: Sheets, player: Player) -> Bids:
    """The bids that are higher than the opponent's; equal bids win nothing."""
    others = sheets[player.opponent]
    return {power: bid for power, bid in sheets[player].items() if bid > others.get(power, 0)}


def discount(duel: Duel, player: Player, power: Power) -> int:
    """What loyal service takes off the price of a mercenary (setting `loyalty`)."""
    service = duel.service.get(power)
    years = service.years if service and service.player is player else 0
    return min(duel.rules.loyalty, years)


def _price(duel: Duel, player: Player, power: Power, bid: int) -> int:
    return max(0, bid - discount(duel, player, power))


def _half(price: int) -> int:
    return (price + 1) // 2


def halves_all(duel: Duel) -> bool:
    """Whether all bids are halved when the opponent is overbid, not only those that he contested."""
    return duel.rules.overbid_price is OverbidPrice.OWN_BIDS


def _price_after_overbid(duel: Duel, sheets: Sheets, player: Player, power: Power) -> int:
    """What the opponent of an overbidder pays for a power that he bid for."""
    price = _price(duel, player, power, sheets[player][power])
    contested = sheets[player.opponent].get(power, 0) > 0
    return _half(price) if contested or halves_all(duel) else price


def cost_of_inheriting(duel: Duel, player: Player, bids: Bids) -> int:
    """The most that a sheet can cost when the opponent is overbid."""
    prices = (_price(duel, player, power, bid) for power, bid in bids.items())
    return sum(_half(price) if halves_all(duel) else price for price in prices)


def _regular(duel: Duel, sheets: Sheets, totals: Amounts) -> Auction:
    control: dict[Power, Player] = {}
    paid: Amounts = {}
    for player in Player:
        won = _won(sheets, player)
        control.update(dict.fromkeys(won, player))
        paying = sheets[player] if duel.rules.payment is Payment.EVERYONE else won
        paid[player] = sum(_price(duel, player, power, bid) for power, bid in paying.items())
    return Auction(totals, (), paid, control)


def _one_overbid(duel: Duel, sheets: Sheets, totals: Amounts, overbidder: Player) -> Auction:
    heir = overbidder.opponent
    cost = sum(_price_after_overbid(duel, sheets, heir, power) for power in sheets[heir])
    if cost > duel.credits[heir]:
        if duel.rules.unaffordable is Unaffordable.OVERBID_TOO:
            return _both_overbid(duel, totals)
        cost = duel.credits[heir]
    paid = {overbidder: duel.credits[overbidder], heir: cost}
    return Auction(totals, (overbidder,), paid, dict.fromkeys(sheets[heir], heir))


def _both_overbid(duel: Duel, totals: Amounts) -> Auction:
    return Auction(totals, tuple(Player), dict(duel.credits), {})


def hold_auction(duel: Duel, sheets: Sheets) -> Auction:
    """Settle two sheets of positive bids against the reserves."""
    everyone = duel.rules.payment is Payment.EVERYONE
    totals = {
        player: sum((sheets[player] if everyone else _won(sheets, player)).values()) for player in Player
    }
    overbid = [player for player in Player if totals[player] > duel.credits[player]]
    if not overbid:
        return _regular(duel, sheets, totals)
    if len(overbid) == 1:
        return _one_overbid(duel, sheets, totals, overbid[0])
    return _both_overbid(duel, totals)
