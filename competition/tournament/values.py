"""The values of a tournament: its plan, who takes part, who met whom with what end, and its errors."""

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
    """How a meeting came to its points; annulled ones count for nothing."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT = "forfeit"
    RULED = "ruled"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: whether it is one of duels, its last year if there is one, the weight of its scores.

    annulled: an ordinary round that counts for nobody. solo: the centres that win an ordinary game.
    """

    duels: bool = True
    last_year: int | None = None
    coefficient: Fraction = Fraction(1)
    annulled: bool = False
    solo: int = 18


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What the organiser agreed with all who take part.

    ties: what parts those who have the same score, in this order (`encounter`, `buchholz`, `berger`, `wins`);
    those whom nothing parts share a place. bonus: whether a round of duels between ordinary rounds brings
    each of two who met in it a bonus on the other rounds (seed 004, VII). votes: whether duels may be ended
    early by agreement (V). prizes: the names of those that players vote on (VII). minutes: whether journeys
    are measured in minutes, not in kilometres.
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
        """Find what was agreed for a round, from 1; rounds beyond the last one go by the last one."""
        return self.rounds[min(number, len(self.rounds)) - 1] if self.rounds else RoundPlan()


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part, by a number.

    lot: drawn at the beginning; the smaller goes first where nothing else decides.
    last_round: the last round for which they are drawn, none while they go on. rating: for the first round.
    organiser: whether they are of those who organise. stood_down: the ordinary rounds in which they did not
    play because they were asked not to (seed 004, VII).
    """

    id: int
    lot: int
    rating: float | None = None
    first_round: int = 1
    last_round: int | None = None
    organiser: bool = False
    stood_down: frozenset[int] = frozenset()

    def plays_in(self, number: int) -> bool:
        """Tell whether they are drawn for a round."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet in a round, or one who has a bye (second is None).

    points: 1 for a win, a half for a draw, of a match the halves of its two duels; none while they play.
    homes: the powers drawn for the first and the second, none where they choose. through: who goes on in a
    knock-out though the points are level or were annulled, by the rule of a match or by an arbiter.
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
        """True once nothing more is awaited of it."""
        return self.points is not None or self.decision is Decision.ANNULLED

    @property
    def counts(self) -> bool:
        """True when it has points that count."""
        return self.points is not None and self.decision is not Decision.ANNULLED


@dataclass(frozen=True, slots=True)
class OrdinaryScore:
    """What one player of an ordinary game for seven ended with, as it was entered.

    missed: the seasons that were over when they took a place at the table (seed 004, II). farthest: the
    spaces between their home centres and the unit that was farthest away (VII). turkey: the centres of a
    Turkey that played by itself at the table, None where none did. solo: the centres that win at the table,
    where they are not those of the round. first: whom they replaced, if the points
    are not the first player's again. relief: the seasons that who replaced somebody played.
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
    """A fraction by which a score is multiplied; round: none for the sum of all rounds."""

    entry: int
    factor: Fraction
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RankedStanding:
    """Where somebody stands: those whom nothing parts have the same place.

    rounds: the score of each round as it counts. ties: the figure of each tie rule, by its name.
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
    """Everything has been played that was to be played, or the round is set by hand."""


class TooFew(DrawError):
    """Fewer than two take part in the round."""
