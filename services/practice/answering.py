"""The opponent's answers: it computes an entry as soon as a phase has begun, and hands it in.

Nothing is locked while it computes, so a move may be computed twice: by two workers, or again after one was
killed. It is stored once: only for the phase in question, and only if none was handed in. It computes from a
view of the duel and the other player's entries in phases that are over; it reads nothing that is still
sealed.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase
from intimate.duel import Duel
from intimate.entries import Entry, default_entry
from intimate.errors import EntryError
from intimate.players import Player
from intimate.view import View
from models import TRANSIENT_ERRORS, Base, Database, Job, LeagueDuel, StoredChapter, StoredDuel, User
from models.account import AccountKind
from models.ids import DuelId
from models.jobs import JobPurpose
from opponent.acquaintance import habits_of
from opponent.chance import Chance
from opponent.choosing import Answer, choose
from opponent.levels import STRENGTHS, Level
from services.analysis.asking import judge_next
from services.duels.access import DuelForViewer, lock_awaited_duel, seal_of
from services.duels.deadlines import set_aside_unread
from services.duels.entering import check_entry, store_entry, store_readiness
from services.duels.refusals import DuelRefused
from services.history.chapters import load_duel, load_latest
from services.jobs.pool import JobFailed, NoWorker, WorkerLost
from services.jobs.queue import AT_ONCE, JobContext, Outdated, chance_of, count_waiting
from services.practice.hints import answer_next_hint
from services.refused import NotFound

log = logging.getLogger(__name__)
CROWD = AT_ONCE
"""With this many waiting duels, as many as one statement reads, there is a crowd."""
HURRIED = 200
"""How many positions are searched for each answer if there is a crowd."""
LATEST = 10
"""How many past chapters are read for the player's habits: about two years."""


@dataclass(frozen=True)
class Task:
    """A phase that waits for the opponent's entry, and the duel as the opponent may see it.

    begun_anew: how often phases of the duel had begun anew when it was read. ordinal: the number that the
    chapter of the phase will have. past: the player's recent entries, each with the duel before it.
    """

    stored: StoredDuel
    phase: Phase
    view: View
    level: Level
    ordinal: int
    begun_anew: int
    past: Sequence[tuple[Duel, Entry]] = ()

    def question(self, key: str, work: int | None = None) -> Callable[[], Answer]:
        """Return the function to compute; key: the site's secret key. work: as in `choose`."""
        chance = chance_of(key, self.stored.token, self.ordinal)
        return partial(think, self.view, self.level, chance, work, self.past)


def think(
    view: View, level: Level, chance: Chance, work: int | None, past: Sequence[tuple[Duel, Entry]]
) -> Answer:
    """Choose an entry as `choose` does, against a player with the habits of their past entries."""
    return choose(view, level, chance, work, habits=habits_of(past, Player.FIRST, chance))


def answer_next_duel(context: JobContext) -> bool:
    """Answer the practice duel that has waited longest for the opponent; False if none waits.

    If many wait, less is computed for each, so that all are answered soon.
    """
    waits = waiting(context.database)
    return _answer_first(context, waits, HURRIED if len(waits) >= CROWD else None)


def answer_next_league_duel(context: JobContext) -> bool:
    """Answer the duel of the league that has waited longest for a level; False if none waits.

    A level is measured there, so no less is computed however many wait.
    """
    return _answer_first(context, waiting_in_league(context.database), None)


def _answer_first(context: JobContext, waits: Sequence[DuelId], work: int | None) -> bool:
    """Answer the first duel that no thread works on; set aside one that cannot be read or stored."""
    with context.claims.first_free(waits) as duel_id:
        if duel_id is None:
            return False
        try:
            return _answer(context, duel_id, work)
        except TRANSIENT_ERRORS:
            raise
        except Exception as error:
            log.exception("the opponent could not answer in duel %d, which is set aside", duel_id)
            set_aside_unread(context.database, duel_id, error, context.clock())
            return True


def _answer(context: JobContext, duel_id: DuelId, work: int | None) -> bool:
    task = find_task(context.database, duel_id)
    if task is None:
        return False
    try:
        entry = _entry(context, task, work)
    except WorkerLost:
        return False
    store_answer(context.database, task, entry, context.clock())
    return True


def waiting(database: Database) -> Sequence[DuelId]:
    """List some practice duels that wait for the opponent, the longest waiting first."""
    return _longest_waiting(database, select(StoredDuel.id).where(StoredDuel.level.is_not(None)))


def waiting_in_league(database: Database) -> Sequence[DuelId]:
    """List some duels of the league that wait for a level, the longest waiting first."""
    against_level = (LeagueDuel.ended_at.is_(None), LeagueDuel.level.is_not(None))
    played = select(StoredDuel.id).join(LeagueDuel, LeagueDuel.duel_id == StoredDuel.id)
    return _longest_waiting(database, played.where(*against_level))


def _longest_waiting(database: Database, duels: Select[DuelId]) -> Sequence[DuelId]:
    last = select(func.max(StoredChapter.resolved_at)).where(StoredChapter.duel_id == StoredDuel.id)
    since = func.coalesce(last.correlate(StoredDuel).scalar_subquery(), StoredDuel.created_at)
    query = duels.where(*_waits()).order_by(since, StoredDuel.id).limit(AT_ONCE)
    with database.reading() as session:
        return session.scalars(query).all()


def count_waiting_duels(session: Session) -> int:
    """Count the practice duels that wait for the opponent."""
    waits = (StoredDuel.level.is_not(None), *_waits())
    return session.scalar(select(func.count()).select_from(StoredDuel).where(*waits)) or 0


def _waits() -> tuple[ColumnElement[bool], ...]:
    return (
        StoredDuel.awaits_second.expression,
        StoredDuel.stuck_at.is_(None),
        StoredDuel.ended_at.is_(None),
        seal_of(Player.SECOND).is_(None),
    )


def find_task(database: Database, duel_id: DuelId) -> Task | None:
    """Read the opponent's task; None if the duel does not wait for it any more."""
    with database.reading() as session:
        stored = session.get(StoredDuel, duel_id, options=[undefer(StoredDuel.state)])
        if stored is None or stored.phase is None or not stored.awaits_second:
            return None
        # A duel of the league stores no level, as it is no practice.
        level = stored.level or stored.second.level
        if level is None:
            return None
        return Task(
            stored,
            stored.phase,
            View(stored.duel, Player.SECOND),
            level,
            stored.ordinal,
            stored.times.begun_anew,
            _past(session, stored) if STRENGTHS[level].searches else (),
        )


def _past(session: Session, stored: StoredDuel) -> Sequence[tuple[Duel, Entry]]:
    latest = [past for _, past in load_latest(session, stored, LATEST)]
    return [
        (past.before or load_duel(session, stored, past.ordinal), past.chapter.entries[Player.FIRST])
        for past in latest
        if Player.FIRST in past.chapter.entries
    ]


def _entry(context: JobContext, task: Task, work: int | None) -> Entry:
    """Compute an entry, or fall back on one that is always legal; raises WorkerLost if a retry may help."""
    try:
        return context.run(task.question(context.key, work)).entry
    except JobFailed as error:
        failed_by = error.name
    except NoWorker:
        raise
    except WorkerLost:
        log.warning("a process was lost while it computed for duel %s", _named(task))
        if not context.claims.is_lost_for_good(_named(task)):
            raise
        failed_by = WorkerLost.__name__
    log.error("the opponent failed by %s in duel %s, and enters nothing", failed_by, _named(task))
    return default_entry(task.phase.kind)


def _named(task: Task) -> str:
    return f"{task.stored.token} {task.phase}"


def store_answer(database: Database, task: Task, entry: Entry, now: datetime) -> bool:
    """Hand an entry in, as players do; False if it is too late, or another one was first."""
    with database.writing() as session:
        try:
            return _store(session, task, entry, now)
        except (DuelRefused, NotFound):
            return False


def _store(session: Session, task: Task, entry: Entry, now: datetime) -> bool:
    stored = task.stored
    locked = lock_awaited_duel(session, stored.token, stored.second_id, task.phase, now)
    if locked.is_ready(Player.SECOND) or locked.stored.times.begun_anew != task.begun_anew:
        return False
    viewed = DuelForViewer(locked.stored, Player.SECOND, None, {})
    try:
        checked = check_entry(viewed, entry)
    except EntryError as error:
        kind = type(error).__name__
        log.error("the opponent's entry in duel %s is not legal: %s", _named(task), kind)  # noqa: TRY400  # a trace would name sealed orders
        checked = check_entry(viewed, default_entry(task.phase.kind))
    store_entry(locked, checked, now)
    store_readiness(locked, now)
    return True


Source = Callable[[JobContext], bool]
SOURCES: tuple[Source, ...] = (answer_next_duel, answer_next_hint, answer_next_league_duel, judge_next)
"""The sources of jobs, the most urgent first; each does one job, or says that none waits."""


def run_jobs(context: JobContext, sources: tuple[Source, ...] = SOURCES) -> int:
    """Do jobs until none waits, the most urgent first, and return how many."""
    answered = 0
    while any(source(context) for source in sources):
        answered += 1
    return answered


class State(NamedTuple):
    """The state of practice: accounts of guests, running duels, and waiting jobs."""

    guests: int
    duels: int
    waiting: int
    hints: int
    judgements: int
    failed: int


def practice_state(session: Session) -> State:
    """Count guests, practice duels and jobs."""
    practised = (StoredDuel.level.is_not(None), StoredDuel.ended_at.is_(None))
    count = func.count()

    def counted(thing: type[Base], *conditions: ColumnElement[bool]) -> int:
        return session.scalar(select(count).select_from(thing).where(*conditions)) or 0

    return State(
        counted(User, User.kind == AccountKind.GUEST),
        counted(StoredDuel, *practised),
        count_waiting_duels(session),
        count_waiting(session, JobPurpose.HINT),
        count_waiting(session, JobPurpose.JUDGEMENT),
        # A hint that came too late for its phase is not a failure.
        counted(Job, Job.failed_by != Outdated.__name__),
    )
