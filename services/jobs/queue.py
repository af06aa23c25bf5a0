"""The queue of jobs for the opponent: a request asks about a phase, the worker answers.

No row says which process does a job: several may do it, and the first answer counts.
"""

import hmac
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, undefer

from models import TRANSIENT_ERRORS, Database, Job, StoredDuel
from models.ids import DuelId, JobId
from models.jobs import JobPurpose
from services.jobs.pool import Claims, JobFailed, NoWorker, RunJob, WorkerLost

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
Content = Mapping[str, Any]
"""The answer to a job, as JSON."""
Prepare = Callable[[Session, StoredDuel, int, str], Callable[[], Content]]
"""Given a duel, the ordinal of a phase and the site's secret key, reads what the job needs, and returns
the function that does it; this function can be pickled, and returns the content."""
Then = Callable[[Session, DuelId], object]
"""Done in the transaction that stores an answer or a failure, given the number of the duel."""
AT_ONCE = 20
"""How many waiting jobs are searched for one that no thread works on."""
LONGEST_NAME = 32


class Outdated(Exception):
    """The phase of the job is over; raised while preparing it."""


class JobContext(NamedTuple):
    """What working on a queue needs; key: the site's secret key, for random draws."""

    database: Database
    clock: Clock
    run: RunJob
    claims: Claims
    key: str


def ask(session: Session, duel_id: DuelId, purpose: JobPurpose, ordinal: int, now: datetime) -> Job:
    """Ask about a phase of a duel; an existing job is returned, and asked again if it failed."""
    found = find_job(session, duel_id, purpose, ordinal)
    if found is None:
        try:
            with session.begin_nested():
                found = Job(duel_id=duel_id, purpose=purpose, ordinal=ordinal, asked_at=now)
                session.add(found)
        except IntegrityError:  # another page was first
            found = find_job(session, duel_id, purpose, ordinal)
            assert found is not None  # noqa: S101  # that is what was in the way
    if found.failed_by is not None:
        found.asked_at, found.made_at, found.failed_by = now, None, None
        session.flush()
    return found


def find_job(session: Session, duel_id: DuelId, purpose: JobPurpose, ordinal: int) -> Job | None:
    """Find what was asked about a phase, with its answer if there is one."""
    of_phase = (Job.duel_id == duel_id, Job.purpose == purpose, Job.ordinal == ordinal)
    return session.scalar(select(Job).where(*of_phase).options(undefer(Job.content)))


def count_waiting(session: Session, purpose: JobPurpose) -> int:
    """Count the unanswered jobs."""
    query = select(func.count()).where(Job.made_at.is_(None), Job.purpose == purpose)
    return session.scalar(query) or 0


def answer_next(context: JobContext, purpose: JobPurpose, prepare: Prepare, then: Then | None = None) -> bool:
    """Do the job that has waited longest, and store its answer; False if none waits.

    Nothing is locked meanwhile. A job that fails is stored as failed; one lost with its process is retried
    a few times.
    """
    with context.claims.first_free(_waiting(context.database, purpose)) as claimed:
        if claimed is None:
            return False
        _, job_id = claimed
        try:
            with context.database.reading() as session:
                job = session.get_one(Job, job_id)
                stored = session.get_one(StoredDuel, job.duel_id)
                do = prepare(session, stored, job.ordinal, context.key)
            content = context.run(do)
        except NoWorker:
            return False
        except WorkerLost:
            log.warning("a %s was lost with its process", purpose)
            if not context.claims.is_lost_for_good(claimed):
                return False
            store_failure(context.database, job_id, WorkerLost.__name__, context.clock(), then)
        except (JobFailed, Outdated) as error:
            name = error.name if isinstance(error, JobFailed) else Outdated.__name__
            store_failure(context.database, job_id, name, context.clock(), then)
        except TRANSIENT_ERRORS:
            raise
        except Exception as error:
            log.exception("a %s could not be prepared", purpose)
            store_failure(context.database, job_id, type(error).__name__, context.clock(), then)
        else:
            store_answer(context.database, job_id, content, context.clock(), then)
    return True


def _waiting(database: Database, purpose: JobPurpose) -> list[tuple[JobPurpose, JobId]]:
    """List the unanswered jobs, the oldest first."""
    query = select(Job.id).where(Job.made_at.is_(None), Job.purpose == purpose)
    with database.reading() as session:
        found = session.scalars(query.order_by(Job.asked_at, Job.id).limit(AT_ONCE))
        return [(purpose, job_id) for job_id in found]


def store_answer(
    database: Database, job_id: JobId, content: Content, now: datetime, then: Then | None = None
) -> bool:
    """Store the answer to a job; False if another answer came first, or the job is gone."""
    return _settle(database, job_id, then, content=dict(content), made_at=now)


def store_failure(
    database: Database, job_id: JobId, name: str, now: datetime, then: Then | None = None
) -> bool:
    """Store the error for which a job failed; False if it was answered."""
    return _settle(database, job_id, then, made_at=now, failed_by=name[:LONGEST_NAME])


def _settle(database: Database, job_id: JobId, then: Then | None, **values: object) -> bool:
    with database.writing() as session:
        duel_id = session.scalar(
            update(Job)
            .where(Job.id == job_id, Job.made_at.is_(None))
            .values(**values)
            .returning(Job.duel_id),
            execution_options={"synchronize_session": False},
        )
        if duel_id is not None and then is not None:
            then(session, duel_id)
        return duel_id is not None


def chance_of(key: str, *about: object) -> Random:
    """Return a source of random draws for one job; key: the site's secret key.

    The duel's own secret would not do: it is revealed once the home powers are known.
    """
    named = ":".join(map(str, ("opponent", *about)))
    return Random(hmac.digest(key.encode(), named.encode(), "sha256"))  # noqa: S311  # the seed is the secret
