"""What came of an attempt at a lesson."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator import Cause
from intimate.chapter import Fate, fates_of
from intimate.duel import Duel
from intimate.play import awaits
from learning.goals import LEARNER, Goal, PlayedStep
from learning.lesson import Lesson

OVERBID = "overbid"
"""The reason of a sheet that exceeds the reserve."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an attempt: the phases played, the goals not reached by now, whether no phase is left."""

    lesson: Lesson
    steps: Sequence[PlayedStep]
    unmet: Sequence[Goal]
    is_over: bool

    @property
    def duel(self) -> Duel:
        """The duel after what was played."""
        return self.steps[-1].chapter.after if self.steps else self.lesson.start

    @property
    def is_solved(self) -> bool:
        """True when all goals are reached at the end."""
        return self.is_over and not self.unmet

    @property
    def last(self) -> PlayedStep:
        """The last phase in which the learner had something to decide; raises StopIteration before one."""
        return next(step for step in reversed(self.steps) if LEARNER in awaits(step.before))

    @property
    def failed(self) -> Sequence[Fate]:
        """The learner's units and builds that did not do what was ordered, in the order of the phases."""
        return [
            fate
            for before, chapter in self.steps
            for fate in fates_of(chapter, before)
            if before.commander(fate.power) is LEARNER and fate.outcome.reasons
        ]

    @property
    def is_overbid(self) -> bool:
        """True when the learner's bids exceed the reserve."""
        auctions = (step.chapter.auction for step in self.steps)
        return any(LEARNER in auction.overbid for auction in auctions if auction)

    @property
    def causes(self) -> frozenset[Cause]:
        """Why orders of the learner failed."""
        return frozenset(reason.cause for fate in self.failed for reason in fate.outcome.reasons)

    @property
    def reasons(self) -> frozenset[str]:
        """All that can be said against the attempt: causes, goals missed, a sheet that was overbid."""
        missed = {goal.kind.value for goal in self.unmet}
        return frozenset({*self.causes, *missed, *([OVERBID] if self.is_overbid else [])})
