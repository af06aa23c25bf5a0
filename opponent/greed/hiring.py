"""A greedy sheet of bids: a share of the reserve, divided by how useful each mercenary is."""

from collections.abc import Mapping

from adjudicator import Power, standard
from intimate.entries import HIGHEST_BID, Sheet
from opponent.chance import Chance
from opponent.greed.ground import ground
from opponent.greed.outlook import Outlook

FAR_AWAY = 4


def usefulness(outlook: Outlook, power: Power) -> float:
    """How useful a mercenary is: each unit by how near it is to the goals, and to one's own home."""
    tables, board = ground(), standard()
    total = 0.0
    goals = [board.index[place] for place in outlook.goals]
    own = [board.index[place] for place in outlook.at_home]
    for unit in outlook.position.units_of(power):
        away = tables.distance[tables.node[unit]]
        total += 1.0 / (1 + min(FAR_AWAY, away[goals].min())) + outlook.taste.guarding / (
            1 + min(FAR_AWAY, away[own].min())
        )
    return float(total)


def sheet(outlook: Outlook, chance: Chance) -> Sheet:
    """Bid for all mercenaries that are of use; the reserve is never exceeded."""
    return sheets(outlook, chance, 1)[0]


def sheets(outlook: Outlook, chance: Chance, count: int) -> list[Sheet]:
    """Return so many sheets, drawn one by one."""
    useful = {power: usefulness(outlook, power) ** outlook.taste.steepness for power in outlook.duel.for_hire}
    return [_drawn(outlook, useful, chance) for _ in range(count)]


def _drawn(outlook: Outlook, useful: Mapping[Power, float], chance: Chance) -> Sheet:
    taste = outlook.taste
    reserve = outlook.duel.credits[outlook.player]
    weights = {
        power: value * (1 + taste.noise * (2 * chance.random() - 1)) for power, value in useful.items()
    }
    total = sum(weights.values())
    if not total:
        return Sheet()
    spent = reserve * (taste.lowest_share + (taste.highest_share - taste.lowest_share) * chance.random())
    bids = {power: min(HIGHEST_BID, int(spent * weight / total)) for power, weight in weights.items()}
    return Sheet({power: bid for power, bid in bids.items() if bid})
