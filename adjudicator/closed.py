"""Provinces that no unit may enter: those of a power that takes no part (1971 XIV.2)."""

from collections.abc import Collection, Mapping

from adjudicator.orders import Convoy, Given, Move, Order, Retreat, Support, Unreadable
from adjudicator.results import Cause, Ordered, Outcome, Outcomes, Reason
from adjudicator.units import Power, Province, Unit, province_of


def closed_goal(order: Order | Unreadable, closed: Collection[Province]) -> Province | None:
    """Return the closed province into which an order leads a unit, if any.

    Supports and convoys lead another unit there.
    """
    to = order.to if isinstance(order, Move | Retreat | Support | Convoy) else None
    return goal if to is not None and (goal := province_of(to)) in closed else None


def without_entering(given: Given, closed: Collection[Province]) -> Given:
    """Return orders in which moves into closed provinces are unreadable, so that their units hold."""
    return {
        power: [
            Unreadable(str(order), order.unit)
            if isinstance(order, Move) and closed_goal(order, closed)
            else order
            for order in orders
        ]
        for power, orders in given.items()
    }


def mark_closed(outcomes: Outcomes, given: Given, closed: Collection[Province]) -> Outcomes:
    """Return outcomes with the reason CLOSED for barred moves; given: orders before `without_entering`."""
    goals = {
        (power, order.unit.province): goal
        for power, orders in given.items()
        for order in orders
        if isinstance(order, Move) and (goal := closed_goal(order, closed))
    }
    return {
        power: {each: _named(goals, power, each, outcome) for each, outcome in units.items()}
        for power, units in outcomes.items()
    }


def _named(
    goals: Mapping[tuple[Power, Province], Province], power: Power, ordered: Ordered, outcome: Outcome
) -> Outcome:
    unread = outcome.reason is not None and outcome.reason.cause is Cause.UNREADABLE
    goal = goals.get((power, ordered.province)) if unread and isinstance(ordered, Unit) else None
    return outcome._replace(reason=Reason(Cause.CLOSED, place=goal)) if goal else outcome
