"""Asking how a duel stood: only after its end, and once for everybody."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from adjudicator import PhaseKind
from intimate.chapter import Chapter
from models import StoredChapter, StoredDuel, Thought
from services.history.chapters import list_chapters, list_in_force
from services.practice.thoughts import count_waiting

JUDGEMENT = "judgement"
"""The purpose of a thought that judges a chapter of a finished duel."""
MOST_WAITING = 4000
"""The chapters of an hour, about; while more of them wait, no further duel is taken."""


class NotOver(Exception):
    """The duel goes on: nobody is told how it stands."""


class NothingToJudge(Exception):
    """No phase of the duel was played."""


class TooManyWaiting(Exception):
    """More chapters wait to be judged than are judged in an hour."""


def is_over(stored: StoredDuel) -> bool:
    """Tell whether a duel may be judged: after its end, never before."""
    return stored.phase is None and stored.ended_at is not None


def list_judgeable(session: Session, stored: StoredDuel) -> Sequence[StoredChapter]:
    """List the chapters to judge: the phases in force, but the choice of home powers, which has no past."""
    return [
        chapter
        for chapter in list_in_force(list_chapters(session, stored))
        if chapter.phase is not None and chapter.phase.kind is not PhaseKind.HOMES
    ]


def ask_by_press(session: Session, duel_id: int, now: datetime) -> None:
    """Have a finished duel judged, if it is not; asked again is what could not be judged.

    Raises NotOver, NothingToJudge and TooManyWaiting.
    """
    stored = session.get_one(StoredDuel, duel_id, with_for_update=True)
    if not is_over(stored):
        raise NotOver
    if count_waiting(session, JUDGEMENT) >= MOST_WAITING:
        raise TooManyWaiting
    if not ask_for_judgement(session, stored, now):
        raise NothingToJudge


def ask_for_judgement(session: Session, stored: StoredDuel, now: datetime) -> int:
    """Ask about all chapters of a duel, which is held, and return how many there are to judge."""
    wanted = [chapter.ordinal for chapter in list_judgeable(session, stored)]
    of_duel = (Thought.duel_id == stored.id, Thought.purpose == JUDGEMENT)
    asked = set(session.scalars(select(Thought.ordinal).where(*of_duel)))
    again = {"asked_at": now, "made_at": None, "failed_by": None}
    session.execute(update(Thought).where(*of_duel, Thought.failed_by.is_not(None)).values(**again))
    session.add_all(
        Thought(duel_id=stored.id, purpose=JUDGEMENT, ordinal=ordinal, asked_at=now)
        for ordinal in wanted
        if ordinal not in asked
    )
    session.flush()
    return len(wanted)


def judge_practice(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Have a practice duel judged that a chapter has ended, while there is room; else its player may ask."""
    if chapter.after.result is not None and count_waiting(session, JUDGEMENT) < MOST_WAITING:
        ask_for_judgement(session, stored, now)
