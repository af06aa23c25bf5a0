"""Plans in the language of the page: bids or orders that somebody might enter."""

from collections.abc import Sequence

from adjudicator import PhaseKind, Power
from intimate.entries import Entry, HomesList, Sheet
from web.core.translation import gettext, ngettext
from web.words.names import by_name
from web.words.orders import order_words


def plan_lines(entry: Entry, *, winter: bool) -> Sequence[tuple[Power, Sequence[str]]]:
    """Say bids or orders in words, by power."""
    if isinstance(entry, HomesList):
        return []
    if isinstance(entry, Sheet):
        return [(power, [_bid(entry.bids[power])]) for power in by_name(entry.bids)]
    given = {power: orders for power, orders in entry.by_power.items() if orders}
    return [
        (power, [order_words(order, winter=winter) for order in given[power]]) for power in by_name(given)
    ]


def _bid(bid: int) -> str:
    return ngettext("%(num)d credit", "%(num)d credits", bid)


def empty_plan(kind: PhaseKind) -> str:
    """Say that a plan is to enter nothing."""
    if kind is PhaseKind.AUCTION:
        return gettext("Make no bids this year.")
    return gettext("Order nothing: what happens by default will do.")
