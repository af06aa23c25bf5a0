"""Greedy retreats, builds and removals, by the same values as moves."""

from adjudicator import Build, Order, Power, Province, Retreat, Unit
from intimate.entries import Orders
from intimate.options import Choices, WinterChoice
from opponent.chance import Chance
from opponent.greed.ground import ground
from opponent.greed.outlook import Outlook


def retreats(outlook: Outlook, choices: Choices) -> Orders:
    """Retreat each unit to the best place that no other takes, or disband it."""
    given: dict[Power, list[Order]] = {}
    taken: set[Province] = set()
    for choice in choices.units:
        values = outlook.values_for(choice.power)
        places = [
            order for order in choice.orders if isinstance(order, Retreat) and order.to[:3] not in taken
        ]
        best = max(places, key=lambda order: values[ground().node[order.unit.at(order.to)]], default=None)
        given.setdefault(choice.power, []).append(best or choice.orders[0])
        if best:
            taken.add(Unit(best.unit.kind, best.to).province)
    return Orders(given)


def winter(outlook: Outlook, choices: Choices, chance: Chance) -> Orders:
    """Build where units are worth most, and remove those that are worth least."""
    return Orders({choice.power: _of_power(outlook, choice, chance) for choice in choices.winters})


def _of_power(outlook: Outlook, choice: WinterChoice, chance: Chance) -> list[Order]:
    values = outlook.values_for(choice.power)

    def worth(order: Order) -> float:
        if order.unit is None:
            return 0.0
        return values[ground().node[order.unit]] * (1 + outlook.taste.winter_noise * chance.random())

    ranked = sorted(choice.orders, key=worth, reverse=not choice.removes)
    if choice.removes:
        return ranked[: choice.number]
    chosen: list[Order] = []
    taken: set[Province] = set()
    for order in ranked:
        if isinstance(order, Build) and order.unit.province not in taken and len(chosen) < choice.number:
            chosen.append(order)
            taken.add(order.unit.province)
    return chosen
