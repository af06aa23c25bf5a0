"""A retreat phase (1971 XI, DATC 6.H)."""

from collections.abc import Mapping, Sequence

from adjudicator.arguments import check_types
from adjudicator.editions import STANDARD, Edition
from adjudicator.orders import Disband, Given, Order, Retreat, Unreadable
from adjudicator.position import Position
from adjudicator.results import Cause, Flag, Ordered, Outcome, Reason, Result
from adjudicator.units import Kind, Location, Power, Unit, is_location, province_of, same_unit

Answer = Location | None | Reason
"""Where a unit goes, None if it is ordered to disband, or why its order is void."""


def _location(unit: Unit, options: Sequence[Location], to: Location) -> Location | Reason:
    """The option that is meant; a coast may be missing if only one is possible (DATC 4.B.2, 4.B.6)."""
    if not is_location(to):
        return Reason(Cause.NO_PLACE, place=to)
    named = Location(province_of(to)) if unit.kind is Kind.ARMY else to
    meant = [option for option in options if named in {option, province_of(option)}]
    if len(meant) > 1:
        return Reason(Cause.COAST_NEEDED, place=to)
    return meant[0] if meant else Reason(Cause.RETREAT_BARRED, (unit,), to)


def _validate(position: Position, order: Order | Unreadable, unit: Unit) -> Answer:
    """The location that the unit goes to, None if it is ordered to disband, or why the order is void."""
    if isinstance(order, Unreadable):
        return Reason(Cause.UNREADABLE)
    if isinstance(order, Retreat):
        return _location(unit, position.dislodged[unit].retreats, order.to)
    return None if isinstance(order, Disband) else Reason(Cause.WRONG_PHASE)


def _dislodged_unit(position: Position, order: Order | Unreadable) -> Unit | None:
    named = order.unit
    if named is None:
        return None
    return next((unit for unit in position.dislodged if same_unit(unit, named)), None)


def valid_retreats(position: Position, orders: Given, edition: Edition) -> dict[Unit, Answer]:
    """The validated order of each dislodged unit that has one; a legal order comes before void ones."""
    legal: dict[Unit, list[Answer]] = {}
    void: dict[Unit, Answer] = {}
    for power, issued in orders.items():
        for order in issued:
            unit = _dislodged_unit(position, order)
            if unit is None or position.dislodged[unit].power != power:
                continue
            answer = _validate(position, order, unit)
            if isinstance(answer, Reason):
                void[unit] = answer
            else:
                legal.setdefault(unit, []).append(answer)
    return void | {unit: _choose(answers, edition) for unit, answers in legal.items()}


def _choose(answers: list[Answer], edition: Edition) -> Answer:
    """Choose the last of several legal orders; some editions disband the unit instead (`several_orders`)."""
    several = edition.several_orders == "void" and len(set(answers)) > 1
    return Reason(Cause.SEVERAL_ORDERS) if several else answers[-1]


def _outcome(unit: Unit, answer: Answer, destinations: Mapping[Unit, Location]) -> Outcome:
    if isinstance(answer, Reason):
        flags = (Flag.DISBAND,) if answer.cause is Cause.NO_RETREAT_ORDER else (Flag.VOID, Flag.DISBAND)
        return Outcome(flags, answer)
    if answer is None:
        return Outcome()
    others = sorted(
        other
        for other, place in destinations.items()
        if other != unit and province_of(place) == province_of(answer)
    )
    if others:
        return Outcome((Flag.BOUNCE, Flag.DISBAND), Reason(Cause.RETREAT_CLASH, tuple(others)))
    return Outcome()


def adjudicate_retreats(position: Position, orders: Given, edition: Edition = STANDARD) -> Result:
    """Resolve retreats; units that meet, or have no order, are disbanded (1971 XI.2).

    Raises OrderError for anything that is not an order.
    """
    try:
        answers = valid_retreats(position, orders, edition)
    except (AttributeError, TypeError):
        check_types(position, orders, edition)
        raise
    destinations = {unit: answer for unit, answer in answers.items() if isinstance(answer, str)}
    after = dict(position.units)
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    for unit, (power, _) in position.dislodged.items():
        answer = answers.get(unit, Reason(Cause.NO_RETREAT_ORDER))
        outcome = _outcome(unit, answer, destinations)
        outcomes.setdefault(power, {})[unit] = outcome
        if outcome.succeeded and isinstance(answer, str):
            after[unit.at(answer)] = power
    return Result(Position(after, {}, position.owners, board=position.board), outcomes)
