"""A lesson as a value: where it begins, what the other player does, what is to be reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intimate.duel import Duel
from intimate.entries import Entry
from learning.goals import Goal

Attempt = Sequence[Entry | None]
"""What the learner hands in, phase by phase; None is nothing."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the other player hands in; `is_any`: whatever breaks the goals, if something does."""

    entry: Entry | None = None
    is_any: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A plausible wrong answer, and why it fails: a cause, a goal that is not met, or `overbid`."""

    answer: Attempt
    why: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; there are as many phases as replies. Its words stand in the catalogues, by its key."""

    key: str
    part: str
    start: Duel
    replies: tuple[Reply, ...]
    goals: tuple[Goal, ...]
    solution: Attempt
    wrong: Wrong

    @property
    def bids(self) -> Mapping[str, int]:
        """The other player's bids in the first phase, which lessons on auctions tell."""
        entry = self.replies[0].entry
        return getattr(entry, "bids", {})
