"""The goals of lessons: predicates on the phases played."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from adjudicator import Flag, Power, Unit, same_unit
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.players import Player

LEARNER = Player.FIRST
"""The player whom the learner plays."""


class PlayedStep(NamedTuple):
    """A phase that was played: the duel before it, and its chapter."""

    before: Duel
    chapter: Chapter


class GoalKind(StrEnum):
    """What a lesson can ask for."""

    ARRIVES = auto()
    HOLDS = auto()
    DISLODGES = auto()
    KEEPS_OUT = auto()
    KEEPS_UNITS = auto()
    OWNS = auto()
    COMMANDS = auto()
    ANARCHY = auto()
    PAYS_AT_MOST = auto()
    HAS_CREDITS = auto()
    WINS = auto()
    SURVIVES = auto()


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, with its units, places and powers, or its number."""

    kind: GoalKind
    names: tuple[str, ...] = ()
    number: int = 0

    def is_met(self, steps: Sequence[PlayedStep]) -> bool:
        """Tell whether the phases played reach the goal."""
        return TESTS[self.kind](self, steps)


def _own_units(steps: Sequence[PlayedStep]) -> list[Unit]:
    """List the units at the end of the powers that the learner commanded in the last phase."""
    duel = steps[-1].before
    units = steps[-1].chapter.after.position.units
    return [unit for unit, power in units.items() if duel.commander(power) is LEARNER]


def _stand(goal: Goal, steps: Sequence[PlayedStep]) -> bool:
    own = _own_units(steps)
    return all(any(same_unit(Unit.parse(name), unit) for unit in own) for name in goal.names)


def _dislodges(goal: Goal, steps: Sequence[PlayedStep]) -> bool:
    driven_out = {
        str(unit)
        for step in steps
        for units in step.chapter.outcomes.values()
        for unit, outcome in units.items()
        if Flag.DISLODGED in outcome.flags
    }
    return driven_out.issuperset(goal.names)


def _keeps_out(goal: Goal, steps: Sequence[PlayedStep]) -> bool:
    duel = steps[-1].before
    units = steps[-1].chapter.after.position.units
    return not any(
        unit.province in goal.names for unit, power in units.items() if duel.commander(power) is not LEARNER
    )


def _owns(goal: Goal, steps: Sequence[PlayedStep]) -> bool:
    after = steps[-1].chapter.after
    return set(after.position.centres_of(after.homes[LEARNER])).issuperset(goal.names)


def _control(steps: Sequence[PlayedStep]) -> Mapping[Power, Player]:
    auction = steps[-1].chapter.auction
    return auction.control if auction else {}


def _pays_at_most(goal: Goal, steps: Sequence[PlayedStep]) -> bool:
    auctions = [step.chapter.auction for step in steps]
    return sum(auction.paid[LEARNER] for auction in auctions if auction) <= goal.number


def _winner(steps: Sequence[PlayedStep]) -> Player | None:
    result = steps[-1].chapter.after.result
    return result.winner if result else None


def _all_by(player: Player | None, names: Iterable[str], steps: Sequence[PlayedStep]) -> bool:
    control = _control(steps)
    return all(control.get(Power(name)) is player for name in names)


TESTS: Mapping[GoalKind, Callable[[Goal, Sequence[PlayedStep]], bool]] = {
    GoalKind.ARRIVES: _stand,
    GoalKind.HOLDS: _stand,
    GoalKind.DISLODGES: _dislodges,
    GoalKind.KEEPS_OUT: _keeps_out,
    GoalKind.KEEPS_UNITS: lambda goal, steps: len(_own_units(steps)) >= goal.number,
    GoalKind.OWNS: _owns,
    GoalKind.COMMANDS: lambda goal, steps: _all_by(LEARNER, goal.names, steps),
    GoalKind.ANARCHY: lambda goal, steps: _all_by(None, goal.names, steps),
    GoalKind.PAYS_AT_MOST: _pays_at_most,
    GoalKind.HAS_CREDITS: lambda goal, steps: steps[-1].chapter.after.credits[LEARNER] >= goal.number,
    GoalKind.WINS: lambda _, steps: _winner(steps) is LEARNER,
    GoalKind.SURVIVES: lambda _, steps: _winner(steps) is not LEARNER.opponent,
}
