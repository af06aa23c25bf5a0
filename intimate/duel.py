"""A duel as a value: everything that decides how it continues."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Self

from adjudicator import (
    Edition,
    Game,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Season,
    Unit,
    edition,
    standard,
)
from intimate.players import Player
from intimate.rules import HOMES, LimitCounts, Rules
from intimate.voting import EndRequest


class Service(NamedTuple):
    """The years in a row that a mercenary has served a player, up to the last whole year."""

    player: Player
    years: int


class Ending(StrEnum):
    """Why a duel ended (sections 4, 7 and 8), also if the clock or the arbiter ended it."""

    HOME_CENTRE = "home_centre"
    HOME_ELIMINATED = "home_eliminated"
    STALEMATE = "stalemate"
    CONCEDED = "conceded"
    DRAW = "draw"
    CENTRES = "centres"
    YEAR_LIMIT = "year_limit"
    BOTH_OVERBID = "both_overbid"
    ABSENT = "absent"
    LAPSED = "lapsed"
    TIME_UP = "time_up"
    ENDED_EARLY = "ended_early"
    CLOSED = "closed"


WITHOUT_RESULT = frozenset({Ending.LAPSED, Ending.CLOSED})
"""Endings that are no draw if nobody wins: the duel does not count."""
OF_SEASONS = frozenset({Ending.HOME_CENTRE, Ending.HOME_ELIMINATED})
"""The endings that are tested at the end of a season."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The end of a duel: the winner (None for a draw), the reason, the last chapter's phase.

    `counts` are the home centres occupied for the reason `home_centre`, otherwise the centres owned or, if
    the rules count units at an agreed end, the units on the board.
    """

    winner: Player | None
    reason: Ending
    phase: Phase
    counts: Mapping[Player, int]


@dataclass(frozen=True, slots=True, repr=False)
class Duel:
    """A duel between two phases; `phase` is the one that awaits somebody, None after the end.

    homes: the home power of each player, empty before they are known. credits: the reserves. control: the
    commander of each hired mercenary this year; the others are in anarchy. Between sides: of every power
    except a neutral one, for the whole duel. coin: whom the neutral power joins next spring. service: years
    of command in a row. waits_until: after a full tie, the year of the autumn of the next test of victory.
    quiet_autumns: autumns in a row in which no mercenary was left and no centre changed owner. eventful_year:
    True if somebody had to act this year, or something changed. end_asked: who awaits an answer about an
    early end. ends_asked: the requests that still limit new ones.
    """

    rules: Rules
    phase: Phase | None = HOMES
    homes: Mapping[Player, Power] = field(default_factory=dict)
    credits: Mapping[Player, int] = field(default_factory=dict)
    control: Mapping[Power, Player] = field(default_factory=dict)
    service: Mapping[Power, Service] = field(default_factory=dict)
    position: Position = field(default_factory=Position.initial)
    waits_until: int | None = None
    quiet_autumns: int = 0
    claims: frozenset[Player] = frozenset()
    draw_offers: frozenset[Player] = frozenset()
    end_asked: Player | None = None
    ends_asked: tuple[EndRequest[Player], ...] = ()
    eventful_year: bool = True
    coin: Player | None = None
    result: DuelResult | None = None

    def __repr__(self) -> str:
        """The awaited phase or the ending, and who plays which home power."""
        homes = " against ".join(self.homes[player] for player in Player if player in self.homes)
        now = f"{self.phase}" if self.phase else f"ended by {self.result.reason if self.result else None}"
        return f"<Duel {now}{': ' if homes else ''}{homes}>"

    def _repr_svg_(self) -> str:
        return self.position.svg()

    @property
    def edition(self) -> Edition:
        """The edition of the base rules."""
        return edition(self.rules.edition)

    @property
    def game(self) -> Game:
        """The present base game; raises ValueError if no phase of it is awaited."""
        if self.phase is None or self.phase.kind in {PhaseKind.HOMES, PhaseKind.AUCTION}:
            raise ValueError(f"the base game has no phase {self.phase}")
        return Game(self.phase, self.position, self.edition)

    @property
    def kind(self) -> PhaseKind | None:
        """The kind of the awaited phase, None after the end."""
        return self.phase.kind if self.phase else None

    @property
    def takes_orders(self) -> bool:
        """True while a phase of the base game is awaited."""
        return self.phase is not None and self.phase.kind.takes_orders

    @property
    def mercenaries(self) -> tuple[Power, ...]:
        """The powers without a player that still have a centre or a unit; between sides, the neutral one."""
        if self.rules.sides:
            return tuple(sorted(self.alive - set(self.control)))
        return tuple(sorted(self.alive - set(self.homes.values()))) if self.homes else ()

    @property
    def alive(self) -> frozenset[Power]:
        """The powers that own a centre or have a unit, even a dislodged one."""
        routed = {dislodged.power for dislodged in self.position.dislodged.values()}
        return frozenset({*self.position.owners.values(), *self.position.units.values()} | routed)

    @property
    def for_hire(self) -> tuple[Power, ...]:
        """The mercenaries that can be bid for: those that own a centre (section 4)."""
        owners = set() if self.rules.sides else set(self.position.owners.values())
        return tuple(power for power in self.mercenaries if power in owners)

    @property
    def closed(self) -> frozenset[Province]:
        """The provinces that no unit may enter: those of a neutral power that has not joined a side yet."""
        sides = self.rules.sides
        return sides.closed if sides and sides.neutral not in self.control else frozenset()

    @property
    def is_past_first_spring(self) -> bool:
        """True once the first auction and Spring 1901, with its retreats, are complete."""
        first, phase = self.rules.first_year, self.result.phase if self.result else self.phase
        if phase is None or not phase.kind.takes_orders:
            return phase is not None and phase.year > first
        ended_a_season = self.result is not None and self.result.reason in OF_SEASONS
        return ended_a_season or phase.year > first or phase.season is not Season.SPRING

    @property
    def is_without_result(self) -> bool:
        """True when the duel has ended and is neither won nor drawn."""
        result = self.result
        return result is not None and result.winner is None and result.reason in WITHOUT_RESULT

    def commander(self, power: Power) -> Player | None:
        """Find the commander of a power; None is anarchy, or no such power."""
        for player, home in self.homes.items():
            if home == power:
                return player
        return self.control.get(power)

    def commands(self, player: Player) -> tuple[Power, ...]:
        """List the powers that a player commands now, their home power first."""
        hired = sorted(power for power, commander in self.control.items() if commander == player)
        return (*((self.homes[player],) if player in self.homes else ()), *hired)

    def own(self, player: Player) -> tuple[Power, ...]:
        """List a player's powers for the whole duel: the home power, or all of a side."""
        if self.rules.sides:
            return self.commands(player)
        return (self.homes[player],) if player in self.homes else ()

    def is_own(self, power: Power) -> bool:
        """Tell whether a power belongs to a player for the whole duel."""
        return power in (self.control if self.rules.sides else self.homes.values())

    def centres(self, player: Player) -> int:
        """Count the supply centres that a player's own powers own."""
        return sum(len(self.position.centres_of(power)) for power in self.own(player))

    def units(self, player: Player) -> int:
        """Count the units on the board of a player's own powers, without dislodged ones."""
        return sum(len(self.position.units_of(power)) for power in self.own(player))

    @property
    def counts_at_limit(self) -> Mapping[Player, int]:
        """What decides at an agreed end, by player: centres, or units."""
        count = self.units if self.rules.limit_counts is LimitCounts.UNITS else self.centres
        return {player: count(player) for player in Player}

    @property
    def invaders(self) -> Mapping[Player, tuple[Unit, ...]]:
        """The units of each home power that stand on home centres of the other one (section 7)."""
        homes = standard().homes
        return {
            player: tuple(
                unit
                for unit in self.position.units_of(home)
                if unit.province in homes[self.homes[player.opponent]]
            )
            for player, home in self.homes.items()
        }

    def ended(
        self, winner: Player | None, reason: Ending, counts: Mapping[Player, int] | None = None
    ) -> Self:
        """Return the duel with its result; it awaits nobody any more."""
        counts = counts or {player: self.centres(player) for player in Player}
        if self.phase is None:
            raise RuntimeError("a duel ends once")
        return replace(self, result=DuelResult(winner, reason, self.phase, counts), phase=None)


def begin(rules: Rules) -> Duel:
    """Return a new duel, which awaits both players' lists of powers, or the first moves of two sides."""
    position, sides = Position.initial(edition(rules.edition)), rules.sides
    if sides is None:
        return Duel(rules, position=position)
    control = {power: player for player in Player for power in sides.powers[player]}
    return Duel(
        rules, Phase(Season.SPRING, sides.year, PhaseKind.MOVEMENT), control=control, position=position
    )
