"""The base game as a value: a phase, a position and an edition; one function for all kinds of phases."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudicator.adjustments import adjudicate_adjustments, builds_possible, due
from adjudicator.arguments import check_types
from adjudicator.choices import Choices, legal_choices
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import OrderError, PhaseError
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import Given, parse_or_keep
from adjudicator.phases import CALENDAR, FIRST_YEAR, Phase, PhaseKind, Season
from adjudicator.position import Position
from adjudicator.results import Flag, Outcomes, Result
from adjudicator.retreats import adjudicate_retreats
from adjudicator.units import Power

_BY_KIND: Mapping[PhaseKind, Callable[[Position, Given, Edition], Result]] = {
    PhaseKind.MOVEMENT: adjudicate_movement,
    PhaseKind.RETREATS: adjudicate_retreats,
    PhaseKind.ADJUSTMENTS: adjudicate_adjustments,
}


def adjudicate(phase: Phase, position: Position, orders: Given, edition: Edition = STANDARD) -> Result:
    """Resolve a phase of any kind by an edition.

    `orders` {power: orders in the sequence of entry}. Orders that cannot be carried out are void; supply
    centres do not change hands here (see `Position.with_ownership`). Raises PhaseError for a phase that the
    base game does not have, OrderError for a power that is not on the board, and for anything that is not an
    order.
    """
    if not isinstance(phase, Phase):
        raise PhaseError("phase", f"{phase!r} is not a phase: use Phase.parse")
    if phase.kind not in _BY_KIND:
        raise PhaseError("phase", f"{phase} is not a phase of the base game, which alone is adjudicated")
    try:
        for power in orders:
            if power not in position.board.powers:
                raise OrderError("orders", f"{power!r} is not a power")
        return _BY_KIND[phase.kind](position, orders, edition)
    except (AttributeError, TypeError):
        check_types(position, orders, edition)
        raise


def read_orders(texts: Mapping[str, Sequence[str]]) -> Given:
    """Read orders in the canonical notation, by power; unreadable text becomes Unreadable.

    Raises OrderError for anything but lists or tuples of texts.
    """
    for power, issued in texts.items():
        if not isinstance(issued, list | tuple) or not all(isinstance(text, str) for text in issued):
            raise OrderError(f"orders.{power}", "must be a list of orders")
    return {Power(power): [parse_or_keep(text) for text in issued] for power, issued in texts.items()}


class Resolved(NamedTuple):
    """The game after one phase, and the result of that phase."""

    game: "Game"
    result: Result


class Passed(NamedTuple):
    """A phase that awaited nobody, and its outcomes."""

    phase: Phase
    outcomes: Outcomes


class Played(NamedTuple):
    """The game at the next phase that awaits somebody, the result of the phase played, the phases passed."""

    game: "Game"
    result: Result
    passed: tuple[Passed, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game at the beginning of a phase; raises PhaseError for a phase that is not in the calendar."""

    phase: Phase
    position: Position
    edition: Edition = STANDARD

    def __post_init__(self) -> None:
        if not isinstance(self.phase, Phase):
            raise PhaseError("phase", f"{self.phase!r} is not a phase: use Phase.parse")
        season, _, kind = self.phase
        if (season, kind) not in CALENDAR:
            raise PhaseError("phase", f"{self.phase} is not a phase of the base game")

    def __repr__(self) -> str:
        """The phase, how many units there are, and the edition."""
        position = self.position
        routed = f", {len(position.dislodged)} dislodged" if position.dislodged else ""
        return f"<Game {self.phase}: {len(position.units)} units{routed}, {self.edition.name}>"

    def _repr_svg_(self) -> str:
        return self.position.svg()

    @classmethod
    def start(cls, edition: Edition = STANDARD) -> "Game":
        """The game before the first moves of 1901."""
        first = Phase(Season.SPRING, FIRST_YEAR, PhaseKind.MOVEMENT)
        return cls(first, Position.initial(edition), edition)

    @property
    def awaited(self) -> frozenset[Power]:
        """The powers that have something to decide in this phase."""
        position = self.position
        if self.phase.kind is PhaseKind.MOVEMENT:
            return frozenset(position.units.values())
        if self.phase.kind is PhaseKind.RETREATS:
            return frozenset(routed.power for routed in position.dislodged.values() if routed.retreats)
        return frozenset(
            power
            for power in position.board.powers
            if due(position, power) < 0 or builds_possible(position, power)
        )

    def choices(self, powers: Iterable[Power] | None = None) -> Choices:
        """List all legal orders in this phase, of some powers or, by default, of all.

        Raises PositionError for a power that is not on the board.
        """
        return legal_choices(self.position, self.phase.kind, powers, self.edition)

    def resolve(self, orders: Given) -> Resolved:
        """Adjudicate this phase, whether it awaits anybody or not, and move on to the next one.

        Dislodged units without a retreat are disbanded at once (1971 XI). After the retreats of autumn
        supply centres change hands (1971 XIII.1).
        """
        result = adjudicate(self.phase, self.position, orders, self.edition)
        if self.phase.kind is PhaseKind.MOVEMENT:
            result = _without_stranded(result)
        position = result.position
        if (self.phase.season, self.phase.kind) == (Season.AUTUMN, PhaseKind.RETREATS):
            position = position.with_ownership()
        return Resolved(Game(self.phase.following(), position, self.edition), result)

    def passed(self) -> tuple["Game", tuple[Passed, ...]]:
        """Pass the phases that await nobody; return the game at the next one that does, and those passed.

        If nobody can act any more, this stops after a year, and `awaited` is empty.
        """
        game = self
        found: list[Passed] = []
        while not game.awaited and len(found) < len(CALENDAR):
            phase = game.phase
            game, result = game.resolve({})
            found.append(Passed(phase, result.outcomes))
        return game, tuple(found)

    def play(self, orders: Given) -> Played:
        """Resolve this phase, and pass those after it that await nobody."""
        resolved, result = self.resolve(orders)
        game, passed = resolved.passed()
        return Played(game, result, passed)


def _without_stranded(result: Result) -> Result:
    """Disband the dislodged units without a retreat."""
    position = result.position
    stranded = {unit: routed.power for unit, routed in position.dislodged.items() if not routed.retreats}
    if not stranded:
        return result
    staying = {unit: routed for unit, routed in position.dislodged.items() if unit not in stranded}
    outcomes = {power: dict(units) for power, units in result.outcomes.items()}
    for unit, power in stranded.items():
        before = outcomes[power][unit]
        outcomes[power][unit] = before._replace(flags=(*before.flags, Flag.DISBAND))
    return replace(result, position=replace(position, dislodged=staying), outcomes=outcomes)
