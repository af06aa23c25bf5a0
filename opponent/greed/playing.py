"""A greedy player in the manner of DumbBot (David Norman), for duels."""

from adjudicator import PhaseKind, standard
from intimate.entries import Entry, HomesList
from intimate.view import View
from opponent.chance import Chance, shuffled
from opponent.greed.hiring import sheet
from opponent.greed.marching import March
from opponent.greed.outlook import Outlook
from opponent.greed.taste import DUMBBOT, Taste
from opponent.greed.wintering import retreats, winter


def greedy(view: View, chance: Chance, taste: Taste = DUMBBOT) -> Entry:
    """Choose an entry for the awaited phase."""
    if view.player is None or view.duel.kind is None:
        raise ValueError("the phase does not await this player")
    if view.duel.kind is PhaseKind.HOMES:
        powers = standard().powers
        return HomesList(tuple(powers[index] for index in shuffled(len(powers), chance)))
    outlook = Outlook(view.duel, view.player, taste)
    match view.duel.kind:
        case PhaseKind.AUCTION:
            return sheet(outlook, chance)
        case PhaseKind.MOVEMENT:
            return March(outlook, chance).made()
        case PhaseKind.RETREATS:
            return retreats(outlook, view.choices)
    return winter(outlook, view.choices, chance)
