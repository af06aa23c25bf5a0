"""The values of a tournament: its plan, entries, meetings, scores, standings, and errors."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from adjudicator import Power


class System(StrEnum):
    """How the duels of a round are drawn; the tables of ordinary rounds are drawn by `seating`."""

    SWISS = "swiss"
    ALL = "all"
    KNOCKOUT = "knockout"
    ORDINARY = "ordinary"


class Decision(StrEnum):
    """How the points of a meeting were decided; annulled meetings do not count."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT = "forfeit"
    RULED = "ruled"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: whether it is one of duels, its last year if limited, the weight of its scores.

    annulled: whether an ordinary round does not count. solo: the centres that win an ordinary game.
    """

    duels: bool = True
    last_year: int | None = None
    coefficient: Fraction = Fraction(1)
    annulled: bool = False
    solo: int = 18


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The rules of a tournament, as agreed with its players.

    ties: the tie-breaks in order (`encounter`, `buchholz`, `berger`, `wins`); players still tied share the
    place. bonus: whether a round of duels between ordinary rounds earns its players a bonus on the other
    rounds (source 004, VII). votes: whether duels may be ended early by agreement (V). prizes: the names of
    prizes that players vote on (VII). minutes: whether journeys are measured in minutes rather than
    kilometres.
    """

    system: System
    rounds: tuple[RoundPlan, ...]
    homes_drawn: bool = False
    matches: bool = False
    ties: tuple[str, ...] = ()
    bonus: bool = False
    votes: bool = False
    prizes: tuple[str, ...] = ()
    minutes: bool = False

    def of_round(self, number: int) -> RoundPlan:
        """Return the plan of a round, from 1; extra rounds have the plan of the last one."""
        return self.rounds[min(number, len(self.rounds)) - 1] if self.rounds else RoundPlan()


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant.

    lot: drawn at the beginning; if nothing else decides, the smaller goes first. last_round: the last round
    that they play, None while they go on. rating: for the first round. organiser: whether they are an
    organiser. stood_down: the ordinary rounds that they sat out on request (source 004, VII).
    """

    id: int
    lot: int
    rating: float | None = None
    first_round: int = 1
    last_round: int | None = None
    organiser: bool = False
    stood_down: frozenset[int] = frozenset()

    def plays_in(self, number: int) -> bool:
        """Tell whether they play in a round."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players who meet in a round, or one with a bye (second is None).

    points: 1 for a win, a half for a draw; in a match, half of the points of its two duels; None while they
    play. homes: the powers drawn for the first and the second, None if they choose. through: the player who
    goes on in a knock-out by a match's rule or an arbiter, if the points are equal or annulled.
    """

    round: int
    board: int
    first: int
    second: int | None
    homes: tuple[Power, Power] | None = None
    points: tuple[Fraction, Fraction] | None = None
    decision: Decision | None = None
    through: int | None = None

    @property
    def is_decided(self) -> bool:
        """True once it has its points or was annulled."""
        return self.points is not None or self.decision is Decision.ANNULLED

    @property
    def counts(self) -> bool:
        """True when it has points that count."""
        return self.points is not None and self.decision is not Decision.ANNULLED


@dataclass(frozen=True, slots=True)
class OrdinaryScore:
    """The result of one player of an ordinary game for seven, as entered.

    missed: the seasons played before they joined the table (source 004, II). farthest: the spaces between
    their home centres and their farthest unit (VII). turkey: the centres of a Turkey that played by itself at
    the table, None if none did. solo: the centres that win at the table, if not those of the round. first:
    the player whom they replaced, None once the points are the first player's again. relief: the seasons that
    the second player played.
    """

    round: int
    board: int
    entry: int
    power: Power
    centres: int
    eliminated: bool
    missed: int = 0
    farthest: int = 0
    turkey: int | None = None
    solo: int | None = None
    first: int | None = None
    relief: int = 0


@dataclass(frozen=True, slots=True)
class Penalty:
    """A factor on a score; round: None for the sum of all rounds."""

    entry: int
    factor: Fraction
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RankedStanding:
    """An entry's standing; tied entries have the same place.

    rounds: the score of each round as it counts. ties: the figure of each tie-break, by its name.
    """

    place: int
    entry: int
    score: Fraction
    rounds: Mapping[int, Fraction]
    ties: Mapping[str, Fraction]
    won: int
    drawn: int
    lost: int


class DrawError(ValueError):
    """A round that cannot be drawn now."""


class RoundUnfinished(DrawError):
    """An earlier round has a meeting that is not decided; round: its number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} has not ended")
        self.round = number


class NothingLeftToDraw(DrawError):
    """All rounds have been played, or this round is set by hand."""


class TooFew(DrawError):
    """Fewer than two take part in the round."""
