"""An ordinary game as a value: its players, its position, and its end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from adjudicator import (
    Board,
    Choices,
    Game,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Season,
    Unit,
    UnitChoice,
    builds_possible,
    closed_goal,
    due,
    standard,
    vacant_homes,
)
from games.errors import GameError, GameFault
from games.terms import CHOSEN, ITALIAN, ITALY, TURKEY, Reinforcements, Terms, Unassigned, Variant, sides_of
from intimate.voting import EndRequest

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Stint:
    """A former player: their name, and the seasons played when they left."""

    name: str
    until: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: their name, their powers, and whether they are present.

    beginner: whether their sheet is read first (source 004, IV). since: the seasons played before they came.
    before: the players whom they replaced.
    """

    name: str
    powers: tuple[Power, ...]
    beginner: bool = False
    present: bool = True
    since: int = 0
    before: tuple[Stint, ...] = ()


class GameStage(StrEnum):
    """What a game waits for: sheets; in Escalation the choice of centres, in World War One the coin."""

    CHOOSING = "choosing"
    GIVING_UP = "giving_up"
    SHEETS = "sheets"
    NAMING_HOMES = "naming_homes"
    TOSSING = "tossing"
    OVER = "over"


class EndReason(StrEnum):
    """How a game ended."""

    CENTRES = "centres"
    UNITS = "units"
    LAST_YEAR = "last_year"
    TIME = "time"
    CONSENT = "consent"
    VOTE = "vote"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class GameEnding:
    """How a game ended, and the numbers of the players who won it or share the victory, from 1."""

    reason: EndReason
    winners: tuple[int, ...]
    phase: Phase


@dataclass(frozen=True, repr=False)
class OrdinaryGame:
    """A game at the beginning of a phase.

    seats: the players, numbered from 1. seasons: the number of movements played. lost: the builds that each
    power has lost for want of room, unless they are kept. asked: the requests for an end so far. last_autumn:
    whether the players have agreed in spring to end with this autumn (source 004, V). In Escalation: chosen,
    the centres in the order in which they were chosen; given_up, how many players have given one up; named,
    the powers that have named their home centres. ally: the number of the player whom Italy joins in World
    War One; 0 before the coin is tossed.
    """

    terms: Terms
    seats: tuple[Seat, ...]
    phase: Phase
    position: Position
    seasons: int = 0
    lost: Mapping[Power, int] = field(default_factory=dict)
    asked: tuple[EndRequest[int], ...] = ()
    last_autumn: bool = False
    chosen: tuple[Province, ...] = ()
    given_up: int = 0
    named: frozenset[Power] = frozenset()
    ally: int = 0
    ending: GameEnding | None = None

    def __repr__(self) -> str:
        """The phase, and how many play."""
        return f"<OrdinaryGame {self.phase}: {len(self.seats)} players, {self.terms.variant}>"

    @property
    def stage(self) -> GameStage:
        """What the game waits for."""
        if self.ending:
            return GameStage.OVER
        if self.terms.variant is Variant.WORLD_WAR_ONE and not self.ally and self._is_first_winter:
            return GameStage.TOSSING
        if self.terms.variant is not Variant.ESCALATION:
            return GameStage.SHEETS
        players = len(self.seats)
        if len(self.chosen) < CHOSEN[players] * players:
            return GameStage.CHOOSING
        if self.given_up < players:
            return GameStage.GIVING_UP
        return GameStage.NAMING_HOMES if self._is_first_winter and self.unnamed else GameStage.SHEETS

    @property
    def _is_first_winter(self) -> bool:
        return self.phase == Phase(Season.WINTER, self.terms.first_year, PhaseKind.ADJUSTMENTS)

    @property
    def closed(self) -> frozenset[Province]:
        """The provinces that no unit may enter: those of Italy while it is neutral (source 000, XIV.2)."""
        neutral = self.terms.variant is Variant.WORLD_WAR_ONE and ITALY not in self.played
        return ITALIAN if neutral else self.terms.closed

    @property
    def unnamed(self) -> tuple[Power, ...]:
        """The powers that own a centre and have not named their home centres."""
        return tuple(
            power for power in self.played if power not in self.named and self.position.centres_of(power)
        )

    @property
    def game(self) -> Game:
        """The base game."""
        return Game(self.phase, self.position, self.terms.reading)

    @property
    def played(self) -> tuple[Power, ...]:
        """The powers of all players, present or not, in the order of the players."""
        return tuple(power for seat in self.seats for power in seat.powers)

    @property
    def present(self) -> tuple[Power, ...]:
        """The powers of the players who are present."""
        return tuple(power for seat in self.seats if seat.present for power in seat.powers)

    @property
    def turn(self) -> int:
        """The number of the player whose turn it is to choose a centre or to give one up."""
        return (len(self.chosen) if self.stage is GameStage.CHOOSING else self.given_up) % len(self.seats) + 1

    @property
    def awaited(self) -> frozenset[Power]:
        """The powers whose sheets this phase asks for; none while centres are chosen."""
        if self.stage is not GameStage.SHEETS or self.last_autumn:
            return frozenset()
        if self.phase.kind is PhaseKind.ADJUSTMENTS:
            return frozenset(power for power in self.present if self.winter(power))
        return self.game.awaited.intersection(self.present)

    def standing(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power that this phase asks about: in retreats, the dislodged ones."""
        retreats = self.phase.kind is PhaseKind.RETREATS
        return self.position.dislodged_of(power) if retreats else self.position.units_of(power)

    def winter(self, power: Power) -> int:
        """The builds that a power may make now (positive), or the removals that it must make (negative)."""
        count = due(self.position, power)
        return count if count < 0 else self.builds(power)

    def builds(self, power: Power) -> int:
        """The builds that a power may make now: those due and not lost, limited by room."""
        owed = due(self.position, power) - self.lost.get(power, 0)
        return max(0, min(owed, len(vacant_homes(self.position, power))))

    def stock(self, power: Power) -> int:
        """The reinforcements that a power keeps until there is room for them (source 002, §11)."""
        if self.terms.reinforcements is Reinforcements.LOST:
            return 0
        return max(0, due(self.position, power) - builds_possible(self.position, power))

    def choices(self, power: Power) -> Choices:
        """List the legal orders of a power in this phase."""
        found = self.game.choices([power])
        if self.phase.kind is not PhaseKind.ADJUSTMENTS:
            return Choices(units=[self._without_closed(choice) for choice in found.units])
        winters = [
            choice if choice.removes else choice._replace(number=self.builds(power))
            for choice in found.winters
        ]
        return Choices(winters=[choice for choice in winters if choice.number])

    def _without_closed(self, choice: UnitChoice) -> UnitChoice:
        """Leave out orders into closed provinces, since they are void."""
        if not self.closed:
            return choice
        return choice._replace(orders=[one for one in choice.orders if not closed_goal(one, self.closed)])

    def seat(self, number: int) -> Seat:
        """Return a player by their number; raises GameError."""
        if not 1 <= number <= len(self.seats):
            raise GameError(GameFault.NO_PLAYER, "player", f"there is no player {number}")
        return self.seats[number - 1]

    def seat_of(self, power: Power) -> int | None:
        """The number of the player who has a power; None if nobody has."""
        return next((n for n, seat in enumerate(self.seats, 1) if power in seat.powers), None)

    def with_seat(self, number: int, seat: Seat) -> "OrdinaryGame":
        """The game with another value for one player."""
        seats = [*self.seats]
        seats[number - 1] = seat
        return replace(self, seats=tuple(seats))

    @property
    def reading_order(self) -> tuple[Power, ...]:
        """The powers in the order in which sheets are read: those of beginners first (source 004, IV)."""
        seats = sorted(self.seats, key=lambda seat: not seat.beginner)
        return tuple(power for seat in seats for power in seat.powers)

    @property
    def automatic(self) -> bool:
        """True while Turkey plays by itself (Survivor Turkey, source 004, II)."""
        return self.terms.variant is Variant.SURVIVOR_TURKEY and TURKEY not in self.played


def begin(terms: Terms, seats: Sequence[Seat]) -> OrdinaryGame:
    """Begin a game; raises GameError for impossible players."""
    _check(terms, seats)
    first = Phase(Season.SPRING, terms.first_year, PhaseKind.MOVEMENT)
    if terms.variant is Variant.ESCALATION:
        winter = Phase(Season.WINTER, terms.first_year - 1, PhaseKind.ADJUSTMENTS)
        return OrdinaryGame(terms, tuple(seats), winter, Position(board=board_with({})))
    position = Position.initial(terms.reading)
    if terms.closed:
        position = _without(position, set(standard().powers) - set(terms.powers))
    played = {power for seat in seats for power in seat.powers}
    if terms.unassigned is Unassigned.NEUTRAL:
        position = _without(position, set(terms.powers) - played)
    return OrdinaryGame(terms, tuple(seats), first, position)


def _check(terms: Terms, seats: Sequence[Seat]) -> None:
    sides_of(terms, len(seats))
    names: list[str] = []
    taken: list[Power] = []
    for number, seat in enumerate(seats, 1):
        where = f"players[{number}]"
        check_name(seat.name, where)
        if seat.name in names:
            raise GameError(
                GameFault.SAME_NAME, where, f"two players are called {seat.name!r}", name=seat.name
            )
        names.append(seat.name)
        if not seat.powers:
            raise GameError(GameFault.NO_POWER, where, "has no power", name=seat.name)
        for power in seat.powers:
            if power not in terms.powers:
                raise GameError(
                    GameFault.UNKNOWN_POWER, where, f"{power!r} is no power of this game", power=power
                )
            if power in taken:
                raise GameError(GameFault.TWICE, where, f"{power} is played twice", power=power)
            taken.append(power)


def check_name(name: str, where: str = "name") -> None:
    """Raise GameError for an empty name, or one that is too long."""
    if not name.strip():
        raise GameError(GameFault.NO_NAME, where, "has no name")
    if len(name) > LONGEST_NAME:
        raise GameError(
            GameFault.LONG_NAME,
            where,
            f"has more than {LONGEST_NAME} characters",
            most=LONGEST_NAME,
        )


def _without(position: Position, powers: Iterable[Power]) -> Position:
    """A position in which some powers have neither units nor centres."""
    gone = set(powers)
    units = {unit: power for unit, power in position.units.items() if power not in gone}
    owners = {code: power for code, power in position.owners.items() if power not in gone}
    return replace(position, units=units, owners=owners)


def board_with(homes: Mapping[Power, Iterable[Province]]) -> Board:
    """The standard board with other home centres, as in Escalation."""
    return _board(frozenset((code, power) for power, codes in homes.items() for code in codes))


@lru_cache(maxsize=256)
def _board(homes: frozenset[tuple[Province, Power]]) -> Board:
    """Make each board once, since orders are compiled anew for each board object."""
    home, board = dict(homes), standard()
    spaces = {code: replace(space, home=home.get(code)) for code, space in board.spaces.items()}
    return Board(spaces, board.borders, board.start)
