"""A player who hands in random legal entries."""

from random import Random

from adjudicator import Disband, Order, PhaseKind, Power, standard
from intimate.entries import HomesList, Orders, Sheet
from intimate.options import WinterChoice
from intimate.view import View
from lab.players.contestant import Past, Reply


class ByLot:
    """Chooses lists, sheets and orders at random."""

    def answer(self, view: View, chance: Random, _past: Past = ()) -> Reply:
        """Answer at random."""
        if view.duel.kind is PhaseKind.HOMES:
            powers = list(standard().powers)
            chance.shuffle(powers)
            return Reply(HomesList(tuple(powers)))
        at_auction = view.duel.kind is PhaseKind.AUCTION
        return Reply(_sheet(view, chance) if at_auction else _orders(view, chance))


def _sheet(view: View, chance: Random) -> Sheet:
    """Divide a part of the reserve at random."""
    assert view.player is not None  # noqa: S101  # spectators are not awaited
    left = view.duel.credits[view.player]
    bids: dict[Power, int] = {}
    powers = list(view.duel.for_hire)
    chance.shuffle(powers)
    for power in powers:
        bid = chance.randint(0, left // 2)
        if bid:
            bids[power] = bid
            left -= bid
    return Sheet(bids)


def _orders(view: View, chance: Random) -> Orders:
    orders: dict[Power, list[Order]] = {}
    for choice in view.choices.units:
        orders.setdefault(choice.power, []).append(chance.choice(choice.orders))
    for winter in view.choices.winters:
        orders[winter.power] = _winter(winter, chance)
    return Orders(orders)


def _winter(winter: WinterChoice, chance: Random) -> list[Order]:
    """Draw as many builds or removals as are due, in different places."""
    drawn: list[Order] = []
    taken = set()
    for order in chance.sample(winter.orders, len(winter.orders)):
        place = order.unit.province if order.unit else None
        if len(drawn) < winter.number and (place is None or place not in taken):
            drawn.append(order)
            taken.add(place)
    return [order for order in drawn if not winter.removes or isinstance(order, Disband)]
