"""What was judged of a finished duel, as its readers see it; nothing of one that goes on."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from intimate.players import Player
from models import StoredChapter, StoredDuel, Thought
from services.judging.asking import JUDGEMENT, is_over
from services.judging.codec import DamagedJudgement, read_judgement
from services.judging.turning import JudgedChapter, TurningPoint, turning_point

log = logging.getLogger(__name__)


class Progress(NamedTuple):
    """How many chapters were asked about, how many of them are done, and how many of those failed."""

    asked: int = 0
    done: int = 0
    failed: int = 0

    @property
    def is_complete(self) -> bool:
        """True when nothing waits any more."""
        return self.done == self.asked > 0


NOT_ASKED = Progress()


@dataclass(frozen=True)
class Course:
    """How a finished duel went, as far as it is judged: the chapters in order.

    end: the share of the first player by the result; None where there is none. ends_it: true when the last
    of the chapters ended the duel by itself.
    """

    progress: Progress
    chapters: Sequence[JudgedChapter] = ()
    winner: Player | None = None
    end: float | None = None
    ends_it: bool = False

    def of(self, ordinal: int) -> JudgedChapter | None:
        """Find the judgement of a chapter."""
        return next((chapter for chapter in self.chapters if chapter.ordinal == ordinal), None)

    @cached_property
    def turning(self) -> TurningPoint | None:
        """The turning point; None before all is judged."""
        if not self.progress.is_complete:
            return None
        return turning_point(self.chapters, self.winner, self.end if self.ends_it else None)


def progress_of(session: Session, stored: StoredDuel) -> Progress:
    """Count what was asked about a duel; nothing of one that goes on."""
    if not is_over(stored):
        return NOT_ASKED
    figures = (func.count(), func.count(Thought.made_at), func.count(Thought.failed_by))
    query = select(*figures).where(Thought.duel_id == stored.id, Thought.purpose == JUDGEMENT)
    return Progress(*session.execute(query).one())


def load_course(session: Session, stored: StoredDuel, progress: Progress) -> Course:
    """Load all that was judged of a duel, by one statement; nothing of one that goes on."""
    if not is_over(stored):
        return Course(NOT_ASKED)
    query = (
        select(Thought.ordinal, StoredChapter.phase, Thought.content)
        .join(
            StoredChapter,
            (StoredChapter.duel_id == Thought.duel_id) & (StoredChapter.ordinal == Thought.ordinal),
        )
        .where(Thought.duel_id == stored.id, Thought.purpose == JUDGEMENT, Thought.content.is_not(None))
        .order_by(Thought.ordinal)
    )
    chapters = []
    for ordinal, phase, content in session.execute(query):
        if phase is None:
            continue  # an event is never judged
        try:
            chapters.append(JudgedChapter(ordinal, phase, read_judgement(content, phase.kind)))
        except DamagedJudgement as error:
            log.warning("the judgement of chapter %d of duel %d is damaged: %s", ordinal, stored.id, error)
    ends_it = bool(chapters) and chapters[-1].ordinal == stored.ordinal - 1
    return Course(progress, chapters, stored.winner, _end_of(stored), ends_it)


def _end_of(stored: StoredDuel) -> float | None:
    if stored.winner is None:
        return None if stored.is_without_result else 0.5
    return float(stored.winner is Player.FIRST)
