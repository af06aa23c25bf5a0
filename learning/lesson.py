"""A lesson as a value: its position, the other player's replies, its goals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator import Cause
from intimate.chapter import Fate, fates_of
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.play import awaits
from learning.goals import LEARNER, Goal, PlayedStep

Attempt = Sequence[Entry | None]
"""The learner's entries, phase by phase; None for no entry."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The other player's entry; is_any: the one that breaks a goal, if there is one."""

    entry: Entry | None = None
    is_any: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A plausible wrong answer, and why it fails: a cause, a goal that is not met, or `overbid`."""

    answer: Attempt
    why: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; it has one phase per reply. Its texts are in the catalogues, by its key."""

    key: str
    part: str
    start: Duel
    replies: tuple[Reply, ...]
    goals: tuple[Goal, ...]
    solution: Attempt
    wrong: Wrong

    @property
    def bids(self) -> Mapping[str, int]:
        """The other player's bids in the first phase, which lessons on auctions show."""
        entry = self.replies[0].entry
        return getattr(entry, "bids", {})


OVERBID = "overbid"
"""The reason for a sheet that exceeds the reserve."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt: the phases played, the goals not reached yet, whether no phase is left."""

    lesson: Lesson
    steps: Sequence[PlayedStep]
    unmet: Sequence[Goal]
    is_over: bool

    @property
    def duel(self) -> Duel:
        """The duel after the phases played."""
        return self.steps[-1].chapter.after if self.steps else self.lesson.start

    @property
    def is_solved(self) -> bool:
        """True if all goals are reached at the end."""
        return self.is_over and not self.unmet

    @property
    def last(self) -> PlayedStep:
        """The last phase in which the learner had something to decide; raises StopIteration before one."""
        return next(step for step in reversed(self.steps) if LEARNER in awaits(step.before))

    @property
    def failed(self) -> Sequence[Fate]:
        """The learner's failed orders, in the sequence of the phases."""
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
        """All faults of the attempt: causes of failed orders, goals missed, an overbid sheet."""
        missed = {goal.kind.value for goal in self.unmet}
        return frozenset({*self.causes, *missed, *([OVERBID] if self.is_overbid else [])})
