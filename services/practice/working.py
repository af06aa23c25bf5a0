"""What the worker does for practice, and how it stands for the site's keeper."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from models import Base, StoredDuel, Thought, User
from services.judging.asking import JUDGEMENT
from services.judging.judging import judge_next
from services.practice.answering import answer_next_duel, count_waiting_duels
from services.practice.hints import HINT, answer_next_hint
from services.practice.thoughts import Bench, Outdated, count_waiting

Source = Callable[[Bench], bool]
SOURCES: tuple[Source, ...] = (answer_next_duel, answer_next_hint, judge_next)
"""Where something to think about is sought, the most urgent first; each answers one thing, or says no."""


def think_on(bench: Bench, sources: tuple[Source, ...] = SOURCES) -> int:
    """Answer until nothing waits, always what is most urgent, and return how much was answered."""
    answered = 0
    while any(source(bench) for source in sources):
        answered += 1
    return answered


class State(NamedTuple):
    """How practice stands: accounts of guests, running duels, and what waits to be thought about."""

    guests: int
    duels: int
    waiting: int
    hints: int
    judgements: int
    failed: int


def state_of_practice(session: Session) -> State:
    """Count guests, practice duels and thoughts."""
    practised = (StoredDuel.level.is_not(None), StoredDuel.ended_at.is_(None))
    count = func.count()

    def counted(thing: type[Base], *conditions: ColumnElement[bool]) -> int:
        return session.scalar(select(count).select_from(thing).where(*conditions)) or 0

    return State(
        counted(User, User.kind == "guest"),
        counted(StoredDuel, *practised),
        count_waiting_duels(session),
        count_waiting(session, HINT),
        count_waiting(session, JUDGEMENT),
        # A hint for a phase that is over by then is nobody's fault.
        counted(Thought, Thought.failed_by != Outdated.__name__),
    )
