"""A winter phase: builds and removals (1971 XIII.2, DATC 6.I and 6.J)."""

from collections.abc import Iterable, Sequence

from adjudicator.arguments import check_types, checked_units
from adjudicator.editions import STANDARD, Edition
from adjudicator.orders import Build, Disband, Given, Order, Unreadable, Waive
from adjudicator.position import Position, power_on
from adjudicator.results import Cause, Flag, Ordered, Outcome, Reason, Result
from adjudicator.units import Kind, Location, Power, Province, Unit, is_location, same_unit

LISTED_AS = {Province("STP"): "saintpetersburg", Province("TRI"): "tuscany, trieste"}
"""Spaces out of alphabetical order in the numbered list of Anjou (source 004, annex).

There, Saint Petersburg comes before Serbia, and Trieste after Tuscany.
"""


def due(position: Position, power: Power) -> int:
    """Return builds due (positive) or removals (negative); raises PositionError for an unknown power."""
    power_on(position.board, power, "power")
    centres = sum(owner == power for owner in position.owners.values())
    return centres - sum(owner == power for owner in position.units.values())


def vacant_homes(position: Position, power: Power) -> tuple[Province, ...]:
    """The home centres where a power may build, owned and vacant, in alphabetical order.

    Raises PositionError for an unknown power.
    """
    power_on(position.board, power, "power")
    occupied = position.occupants()
    return tuple(
        home
        for home in position.board.homes[power]
        if position.owners.get(home) == power and home not in occupied
    )


def builds_possible(position: Position, power: Power) -> int:
    """The number of units that a power may build now: those due, limited by vacant home centres."""
    return max(0, min(due(position, power), len(vacant_homes(position, power))))


def legal_builds(position: Position, power: Power) -> Sequence[Build]:
    """Every build that a power could order."""
    board = position.board
    return [
        Build(Unit(kind, location))
        for home in vacant_homes(position, power)
        for kind in Kind
        if board.spaces[home].admits(kind)
        for location in ((Location(home),) if kind is Kind.ARMY else board.spaces[home].locations)
    ]


def default_removals(
    position: Position,
    power: Power,
    count: int,
    edition: Edition = STANDARD,
    *,
    among: Iterable[Unit] | None = None,
) -> list[Unit]:
    """The units that are removed by default (DATC 4.D.8, 1971 XIV.4).

    The edition decides what goes first: the units farthest from the owned centres, from the home centres, or
    nearest to a lost centre (Parker, 5), over land and sea alike. Then fleets go before armies; then, in
    `anjou`, units on no centre; then the name of the province decides, or its place in that edition's list.
    among: the units left after the ordered removals. Empty for a count below 1; raises PositionError for an
    unknown power, OrderError for anything that is not a unit.
    """
    power_on(position.board, power, "power")
    board, units = position.board, position.units_of(power) if among is None else checked_units(among)
    lost = position.lost.get(power, ()) if edition.removals == "lost_centre" else ()
    sources = position.centres_of(power) if edition.removals == "owned" else board.homes[power]
    steps = board.distances(lost or sources)
    far = len(board.spaces)
    anjou = edition.removals == "home_off_centre"
    spared = board.centres if anjou else frozenset[Province]()

    def rank(unit: Unit) -> tuple[int, bool, bool, str]:
        place = unit.province
        name = board.spaces[place].alphabetical
        if anjou:
            name = LISTED_AS.get(place, name)
        away = steps.get(place, far)
        return away if lost else -away, unit.kind is Kind.ARMY, place in spared, name

    return sorted(units, key=rank)[: max(0, count)]


class _Winter:
    """The winter of one power, order by order; if there are too many, the first legal ones count."""

    def __init__(self, position: Position, power: Power, edition: Edition) -> None:
        self.board, self.position, self.power, self.edition = position.board, position, power, edition
        self.due = due(position, power)
        self.builds = builds_possible(position, power)
        self.vacant = set(vacant_homes(position, power))
        self.units = set(position.units_of(power))
        self.outcomes: dict[Ordered, Outcome] = {}

    def carry_out(self, order: Order | Unreadable) -> None:
        """Carry out an order, or note why it is void."""
        named: Ordered | None = order if isinstance(order, Waive) else order.unit
        if named is None:
            return
        if isinstance(named, Unit) and isinstance(order, Build | Disband):
            named = self._identify(named, on_board=isinstance(order, Disband))
            order = type(order)(named)
        fault = self._fault(order)
        if fault is None:
            self.outcomes[named] = Outcome()
        elif named not in self.outcomes:
            self.outcomes[named] = Outcome((Flag.VOID,), fault)

    def _identify(self, named: Unit, *, on_board: bool) -> Unit:
        """Return the unit that is meant: an army without a coast, a unit on the board with its own coast."""
        if named.kind is Kind.ARMY and is_location(named.location):
            return named.at(Location(named.province))
        standing = (unit for unit in self.units if on_board and same_unit(unit, named))
        return next(standing, named)

    def _fault(self, order: Order | Unreadable) -> Reason | None:
        match order:
            case Build(unit=unit):
                return self._build(unit)
            case Waive():
                return self._waive()
            case Disband(unit=unit):
                return self._remove(unit)
            case Unreadable():
                return Reason(Cause.UNREADABLE)
        return Reason(Cause.WRONG_PHASE)

    def _waive(self) -> Reason | None:
        if self.builds <= 0:
            return Reason(Cause.NOTHING_DUE)
        self.builds -= 1
        return None

    def _build(self, unit: Unit) -> Reason | None:
        place = unit.province
        if place not in self.board.homes[self.power]:
            return Reason(Cause.NOT_A_HOME_CENTRE, place=place)
        if self.position.owners.get(place) != self.power:
            return Reason(Cause.NOT_OWNED, place=place)
        if place not in self.vacant:
            return Reason(Cause.OCCUPIED, place=place)
        if not self.board.stands(unit):
            coast_left_out = unit.kind is Kind.FLEET and self.board.spaces[place].coasts
            return Reason(Cause.COAST_NEEDED if coast_left_out else Cause.NO_SUCH_BUILD, place=place)
        if self.builds <= 0:
            return Reason(Cause.NOTHING_DUE)
        self.builds -= 1
        self.vacant.discard(place)
        self.units.add(unit)
        return None

    def _remove(self, unit: Unit) -> Reason | None:
        if unit not in self.units:
            foreign = unit in self.position.units and unit not in self.position.units_of(self.power)
            return Reason(Cause.FOREIGN_UNIT if foreign else Cause.NO_UNIT, (unit,))
        if self.due >= 0:
            return Reason(Cause.NOTHING_DUE)
        self.due += 1
        self.units.discard(unit)
        return None

    def remove_by_default(self) -> None:
        """Remove the units that are still in excess."""
        excess = max(0, -self.due)
        going = default_removals(self.position, self.power, excess, self.edition, among=self.units)
        for unit in going:
            self.units.discard(unit)
            self.outcomes[unit] = Outcome((Flag.DISBAND,), Reason(Cause.DEFAULT_REMOVAL))


def adjudicate_adjustments(
    position: Position,
    orders: Given,
    edition: Edition = STANDARD,
) -> Result:
    """Resolve a winter: builds not ordered are waived, removals not ordered are made by default.

    Raises OrderError for anything that is not an order.
    """
    after: dict[Unit, Power] = {}
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    for power in position.board.powers:
        winter = _Winter(position, power, edition)
        try:
            for order in orders.get(power, ()):
                winter.carry_out(order)
        except (AttributeError, TypeError):
            check_types(position, orders, edition)
            raise
        winter.remove_by_default()
        after.update(dict.fromkeys(sorted(winter.units), power))
        if winter.outcomes:
            outcomes[power] = winter.outcomes
    return Result(Position(after, {}, position.owners, board=position.board), outcomes)
