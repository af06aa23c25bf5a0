"""Orders beside their outcomes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator import Order, Ordered, Outcome, Outcomes, Power, Unit, Unreadable, Waive, same_unit
from intimate.chapter import Chapter
from intimate.command import orders_that_count
from intimate.duel import Duel
from intimate.entries import Orders

Issued = Mapping[Power, Sequence[Order | Unreadable]]


class Fate(NamedTuple):
    """A unit, or a waived build, with its order, if one was given, and the outcome."""

    power: Power
    ordered: Ordered
    order: Order | Unreadable | None
    outcome: Outcome


def fates_in(outcomes: Outcomes, issued: Issued) -> list[Fate]:
    """Find the order of each outcome; of several for one unit the last one counted."""
    return [
        Fate(power, ordered, _last_order(issued.get(power, ()), ordered), outcome)
        for power, units in outcomes.items()
        for ordered, outcome in units.items()
    ]


def fates_of(chapter: Chapter, before: Duel) -> list[Fate]:
    """Find the order of each outcome of a chapter; before: the duel before it, which tells who commanded."""
    orders = {player: entry for player, entry in chapter.entries.items() if isinstance(entry, Orders)}
    return fates_in(chapter.outcomes, orders_that_count(before, orders))


def _last_order(issued: Sequence[Order | Unreadable], ordered: Ordered) -> Order | Unreadable | None:
    return next((order for order in reversed(issued) if _is_about(order, ordered)), None)


def _is_about(order: Order | Unreadable, ordered: Ordered) -> bool:
    if isinstance(order, Waive) or not isinstance(ordered, Unit):
        return isinstance(order, Waive) and not isinstance(ordered, Unit)
    return order.unit is not None and same_unit(order.unit, ordered)
