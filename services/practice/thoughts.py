"""The queue of what the opponent is asked about phases: asked in a request, answered in the worker.

No row says who works at a thought: any number may, and the first answer counts.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, undefer

from models import PASSING, Database, StoredDuel, Thought
from services.practice.thinking import Claims, NoThinker, Think, ThinkerLost, ThinkingFailed

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
Content = Mapping[str, Any]
"""What a thought holds when it is made, as JSON has it."""
Prepare = Callable[[Session, StoredDuel, int, str], Callable[[], Content]]
"""Reads what a thought about a phase needs, and returns the function that thinks: it can be pickled, and its
result is the content. Given the duel, the ordinal of the phase, and the site's secret key."""
Then = Callable[[Session, int], object]
"""Done in the transaction that stores an answer or a failure, given the number of the duel."""
AT_ONCE = 20
"""How many of those that wait are looked through for one that nobody works at."""
LONGEST_NAME = 32


class Outdated(Exception):
    """What was asked about is past: raised where a thought is prepared."""


class Bench(NamedTuple):
    """What whoever works through a queue needs; key: the site's secret key, for what is drawn by lot."""

    database: Database
    clock: Clock
    think: Think
    claims: Claims
    key: str


def ask(session: Session, duel_id: int, purpose: str, ordinal: int, now: datetime) -> Thought:
    """Ask about a phase of a duel; what was asked before is returned, and asked again if it failed."""
    found = find_thought(session, duel_id, purpose, ordinal)
    if found is None:
        try:
            with session.begin_nested():
                found = Thought(duel_id=duel_id, purpose=purpose, ordinal=ordinal, asked_at=now)
                session.add(found)
        except IntegrityError:  # another page was first
            found = find_thought(session, duel_id, purpose, ordinal)
            assert found is not None  # noqa: S101  # that is what was in the way
    if found.failed_by is not None:
        found.asked_at, found.made_at, found.failed_by = now, None, None
        session.flush()
    return found


def find_thought(session: Session, duel_id: int, purpose: str, ordinal: int) -> Thought | None:
    """Find what was asked about a phase, with its answer if there is one."""
    of_phase = (Thought.duel_id == duel_id, Thought.purpose == purpose, Thought.ordinal == ordinal)
    return session.scalar(select(Thought).where(*of_phase).options(undefer(Thought.content)))


def count_waiting(session: Session, purpose: str) -> int:
    """Count what was asked and not answered yet."""
    query = select(func.count()).where(Thought.made_at.is_(None), Thought.purpose == purpose)
    return session.scalar(query) or 0


def answer_next(bench: Bench, purpose: str, prepare: Prepare, then: Then | None = None) -> bool:
    """Think about what has waited longest, and store the answer; False where nothing waits.

    Nothing is locked meanwhile. What cannot be thought is stored as failed; what was lost with its process
    is thought about again, a few times.
    """
    with bench.claims.first_free(_waiting(bench.database, purpose)) as claimed:
        if claimed is None:
            return False
        _, thought_id = claimed
        try:
            with bench.database.reading() as session:
                thought = session.get_one(Thought, thought_id)
                stored = session.get_one(StoredDuel, thought.duel_id)
                do = prepare(session, stored, thought.ordinal, bench.key)
            content = bench.think(do)
        except NoThinker:
            return False
        except ThinkerLost:
            log.warning("a %s was lost with its process", purpose)
            if not bench.claims.is_lost_for_good(claimed):
                return False
            store_failure(bench.database, thought_id, ThinkerLost.__name__, bench.clock(), then)
        except (ThinkingFailed, Outdated) as error:
            name = error.name if isinstance(error, ThinkingFailed) else Outdated.__name__
            store_failure(bench.database, thought_id, name, bench.clock(), then)
        except PASSING:
            raise
        except Exception as error:
            log.exception("a %s could not be prepared", purpose)
            store_failure(bench.database, thought_id, type(error).__name__, bench.clock(), then)
        else:
            store_answer(bench.database, thought_id, content, bench.clock(), then)
    return True


def _waiting(database: Database, purpose: str) -> list[tuple[str, int]]:
    """List what waits for an answer, the longest first."""
    query = select(Thought.id).where(Thought.made_at.is_(None), Thought.purpose == purpose)
    with database.reading() as session:
        found = session.scalars(query.order_by(Thought.asked_at, Thought.id).limit(AT_ONCE))
        return [(purpose, thought_id) for thought_id in found]


def store_answer(
    database: Database, thought_id: int, content: Content, now: datetime, then: Then | None = None
) -> bool:
    """Store the answer to a thought; False where another one was first, or the thought is gone."""
    return _settle(database, thought_id, then, content=dict(content), made_at=now)


def store_failure(
    database: Database, thought_id: int, name: str, now: datetime, then: Then | None = None
) -> bool:
    """Store by which error a thought could not be answered; False where it was answered."""
    return _settle(database, thought_id, then, made_at=now, failed_by=name[:LONGEST_NAME])


def _settle(database: Database, thought_id: int, then: Then | None, **values: object) -> bool:
    with database.writing() as session:
        duel_id = session.scalar(
            update(Thought)
            .where(Thought.id == thought_id, Thought.made_at.is_(None))
            .values(**values)
            .returning(Thought.duel_id),
            execution_options={"synchronize_session": False},
        )
        if duel_id is not None and then is not None:
            then(session, duel_id)
        return duel_id is not None
