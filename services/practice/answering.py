"""The opponent answers: it thinks about a phase as soon as that has begun, and hands its entry in.

While it thinks nothing is locked, so that a move may be thought about twice: by two workers, or by one that
was killed and the next one. It is made once, since an entry is stored only for the phase that was thought
about, and only where none was handed in. What it thinks with is a view of the duel and what the other player
has entered in phases that are over: nothing that is still sealed is read before.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase, PhaseKind, standard
from intimate.duel import Duel
from intimate.entries import Entry, HomesList, Orders, Sheet
from intimate.errors import EntryError
from intimate.players import Player
from intimate.view import View
from models import PASSING, Database, StoredChapter, StoredDuel
from opponent.acquaintance import habits_of
from opponent.chance import Chance
from opponent.choosing import Answer, choose
from opponent.levels import STRENGTHS, Level
from services.duels.deadlines import set_aside_unread
from services.duels.entering import check_entry, store_entry, store_readiness
from services.duels.tables import NotAwaited, PhaseOver, Table, UnknownDuel, seal_of, take_awaited_seat
from services.history.chapters import load_duel, load_latest
from services.practice.chance import chance_of
from services.practice.thinking import NoThinker, ThinkerLost, ThinkingFailed
from services.practice.thoughts import AT_ONCE, Bench

log = logging.getLogger(__name__)
CROWD = AT_ONCE
"""So many duels that wait are a crowd: as many as are looked at."""
HURRIED = 200
"""The positions that are looked at for each of a crowd."""
LATEST = 10
"""The chapters that tell how the player plays: those of about two years."""


@dataclass(frozen=True)
class Task:
    """A phase that waits for the opponent's entry, and the duel as the opponent may see it.

    begun_anew: how often the duel had been taken back by then. ordinal: of the chapter that the phase will
    become. past: what the player entered of late, each time with the duel before.
    """

    stored: StoredDuel
    phase: Phase
    view: View
    level: Level
    ordinal: int
    begun_anew: int
    past: Sequence[tuple[Duel, Entry]] = ()

    def question(self, key: str, work: int | None = None) -> Callable[[], Answer]:
        """Return what is to be computed; key: the site's secret key. work: as `choose` has it."""
        chance = chance_of(key, self.stored.token, self.ordinal)
        return partial(think, self.view, self.level, chance, work, self.past)


def think(
    view: View, level: Level, chance: Chance, work: int | None, past: Sequence[tuple[Duel, Entry]]
) -> Answer:
    """Choose an entry as `choose` does, against a player who has entered what `habits_of` is given."""
    return choose(view, level, chance, work, habits=habits_of(past, Player.FIRST, chance))


def answer_next_duel(bench: Bench) -> bool:
    """Answer the duel that has waited longest for the opponent; False where none waits.

    Where many wait, less is thought about each, so that all are answered soon. A duel that cannot be read or
    stored is set aside, so that it holds up no other.
    """
    waits = waiting(bench.database)
    with bench.claims.first_free(waits) as duel_id:
        if duel_id is None:
            return False
        try:
            return _answer(bench, duel_id, HURRIED if len(waits) >= CROWD else None)
        except PASSING:
            raise
        except Exception as error:
            log.exception("the opponent could not answer in duel %d, which is set aside", duel_id)
            set_aside_unread(bench.database, duel_id, error, bench.clock())
            return True


def _answer(bench: Bench, duel_id: int, work: int | None) -> bool:
    task = find_task(bench.database, duel_id)
    if task is None:
        return False
    try:
        entry = _entry(bench, task, work)
    except ThinkerLost:
        return False
    store_answer(bench.database, task, entry, bench.clock())
    return True


def waiting(database: Database) -> Sequence[int]:
    """List some duels that wait for the opponent, those that have waited longest first."""
    last = select(func.max(StoredChapter.resolved_at)).where(StoredChapter.duel_id == StoredDuel.id)
    since = func.coalesce(last.correlate(StoredDuel).scalar_subquery(), StoredDuel.created_at)
    query = select(StoredDuel.id).where(*_waits()).order_by(since, StoredDuel.id).limit(AT_ONCE)
    with database.reading() as session:
        return session.scalars(query).all()


def count_waiting_duels(session: Session) -> int:
    """Count the duels that wait for the opponent."""
    return session.scalar(select(func.count()).select_from(StoredDuel).where(*_waits())) or 0


def _waits() -> tuple[ColumnElement[bool], ...]:
    return (
        StoredDuel.level.is_not(None),
        StoredDuel.awaits_second.expression,
        StoredDuel.stuck_at.is_(None),
        StoredDuel.ended_at.is_(None),
        seal_of(Player.SECOND).is_(None),
    )


def find_task(database: Database, duel_id: int) -> Task | None:
    """Read what the opponent is to think about; None where the duel waits for it no more."""
    with database.reading() as session:
        stored = session.get(StoredDuel, duel_id, options=[undefer(StoredDuel.state)])
        if stored is None or stored.phase is None or stored.level is None or not stored.awaits_second:
            return None
        return Task(
            stored,
            stored.phase,
            View(stored.duel, Player.SECOND),
            stored.level,
            stored.ordinal,
            stored.times.begun_anew,
            _past(session, stored) if STRENGTHS[stored.level].searches else (),
        )


def _past(session: Session, stored: StoredDuel) -> Sequence[tuple[Duel, Entry]]:
    latest = [past for _, past in load_latest(session, stored, LATEST)]
    return [
        (past.before or load_duel(session, stored, past.ordinal), past.chapter.entries[Player.FIRST])
        for past in latest
        if Player.FIRST in past.chapter.entries
    ]


def _entry(bench: Bench, task: Task, work: int | None) -> Entry:
    """Think, or fall back on what is legal in any position; raises ThinkerLost while that may pass."""
    try:
        return bench.think(task.question(bench.key, work)).entry
    except ThinkingFailed as error:
        failed_by = error.name
    except NoThinker:
        raise
    except ThinkerLost:
        log.warning("a process was lost while it thought about duel %s", _named(task))
        if not bench.claims.is_lost_for_good(_named(task)):
            raise
        failed_by = ThinkerLost.__name__
    log.error("the opponent failed by %s in duel %s, and enters nothing", failed_by, _named(task))
    return default_entry(task.phase.kind)


def _named(task: Task) -> str:
    return f"{task.stored.token} {task.phase}"


def default_entry(kind: PhaseKind) -> Entry:
    """Return an entry that every position allows: no bids, no orders."""
    if kind is PhaseKind.HOMES:
        return HomesList(standard().powers)
    return Sheet() if kind is PhaseKind.AUCTION else Orders()


def store_answer(database: Database, task: Task, entry: Entry, now: datetime) -> bool:
    """Hand an entry in, as players do; False where it is too late for it, or another one was first."""
    with database.writing() as session:
        try:
            return _store(session, task, entry, now)
        except (PhaseOver, NotAwaited, UnknownDuel):
            return False


def _store(session: Session, task: Task, entry: Entry, now: datetime) -> bool:
    stored = task.stored
    seat = take_awaited_seat(session, stored.token, stored.second_id, task.phase, now)
    if seat.is_ready(Player.SECOND) or seat.stored.times.begun_anew != task.begun_anew:
        return False
    table = Table(seat.stored, Player.SECOND, None, {})
    try:
        checked = check_entry(table, entry)
    except EntryError as error:
        kind = type(error).__name__
        log.error("the opponent's entry in duel %s is not legal: %s", _named(task), kind)  # noqa: TRY400  # a trace would name sealed orders
        checked = check_entry(table, default_entry(task.phase.kind))
    store_entry(seat, checked, now)
    store_readiness(seat, now)
    return True
